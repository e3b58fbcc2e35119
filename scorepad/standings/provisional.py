"""Who is listed below a table because their rating is provisional or they have too few games."""

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
"""The most competitors that are listed below a table."""

READ = 60
"""The most candidates that are read. Some drop out because they have more games on other days or of other kinds."""

TITLE = f"Still provisional (fewer than {PROVISIONAL} games)"


@dataclass(frozen=True, slots=True)
class Provisional:
    """A competitor with few games: "3 games, about 1,540", or "3 games in all, …" if the table has only some games."""

    key: CompetitorKey
    text: str


def provisional(table: Table, games: PlayedGames, people: ClubPeople) -> tuple[list[Provisional], bool]:
    """Return whom to list below a table, most games first, and whether there are more.

    All listed ratings are provisional. In tables by a figure other than the rating, only those with too few games for
    the table are listed.
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
