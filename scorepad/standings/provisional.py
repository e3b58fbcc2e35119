"""Who is not in a table because the rating is provisional, or for having played too few games."""

from dataclasses import dataclass

from scorepad.league.competitors import CompetitorKey
from scorepad.league.standings import PROVISIONAL, Figure, Standing
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import plural
from scorepad.standings.day_range import ALL
from scorepad.standings.figures import about
from scorepad.standings.league_table import PlayedGames, Table
from scorepad.standings.people import ClubPeople
from scorepad.standings.stored_table import with_ratings

LISTED = 10
"""How many are listed below a table."""

READ = 60
"""How many are looked at. Of days and kinds, some have played more at other times or by other rules."""

TITLE = f"Still provisional (fewer than {PROVISIONAL} games)"


@dataclass(frozen=True, slots=True)
class Provisional:
    """Someone with few games: "3 games, about 1,540"; under a table of some of the games "3 games in all, …"."""

    key: CompetitorKey
    text: str


def provisional(table: Table, games: PlayedGames, people: ClubPeople) -> tuple[list[Provisional], bool]:
    """Whom to list under a table, most games first, and whether there are more.

    In a table by rating everyone with a provisional rating, in others those with too few games.
    """
    few = table.fewest(PROVISIONAL if table.figure is Figure.RATING else min(PROVISIONAL, table.least), READ)
    rated = [of for of in with_ratings(games.league, few, games.range.rated) if of.is_provisional]
    rated.sort(key=lambda of: (-of.tally.games, fold_name(people.name_of(of.competitor))))
    rows = [Provisional(of.competitor, _text(of, games)) for of in rated[:LISTED]]
    return rows, len(rated) > LISTED or len(few) == READ


def _text(standing: Standing, games: PlayedGames) -> str:
    last = games.range.rated.last
    counts = games.league.recent.count_games([standing.competitor], last, PROVISIONAL)
    rating = about(standing.rating) if standing.rating else ""
    in_all = "" if games.range.key == ALL and games.kind is None else " in all"
    return f"{plural(counts[standing.competitor], 'game', 'games')}{in_all}, {rating}"
