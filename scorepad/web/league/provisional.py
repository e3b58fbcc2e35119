"""Who is not in a table because the rating is provisional, or for having played too few games."""

from dataclasses import dataclass

from scorepad.league.standings import PROVISIONAL, Figure, Standing
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import plural
from scorepad.standings.figures import about
from scorepad.standings.league_table import ALL, PlayedGames, Table
from scorepad.standings.stored_table import with_ratings
from scorepad.web.people.people_view import Competitor, PeopleView

LISTED = 10
"""How many a page lists."""

READ = 60
"""How many are looked at. Of days and kinds, some have played more at other times or by other rules."""


@dataclass(frozen=True, slots=True)
class Provisional:
    """Someone with few games: "3 games, about 1,540"; under a table of some of the games "3 games in all, …"."""

    competitor: Competitor
    text: str


@dataclass(frozen=True, slots=True)
class ProvisionalList:
    """Those with a provisional rating who are not among the rows, most games first; whether there are more."""

    rows: list[Provisional]
    has_more: bool


def provisional_list(table: Table, games: PlayedGames, people: PeopleView) -> ProvisionalList:
    """Whom to list under a table: in one by rating everyone with a provisional rating, in others those with too few."""
    few = table.fewest(PROVISIONAL if table.figure is Figure.RATING else min(PROVISIONAL, table.least), READ)
    rated = [of for of in with_ratings(games.league, few, games.range.rated) if of.is_provisional]
    rated.sort(key=lambda of: (-of.tally.games, fold_name(people.name_of(of.competitor))))
    rows = [Provisional(people.competitor(of.competitor), _text(of, games)) for of in rated[:LISTED]]
    return ProvisionalList(rows, has_more=len(rated) > LISTED or len(few) == READ)


def _text(standing: Standing, games: PlayedGames) -> str:
    last = games.range.rated.last
    counts = games.league.recent.count_games([standing.competitor], last, PROVISIONAL)
    rating = about(standing.rating) if standing.rating else ""
    in_all = "" if games.range.key == ALL and games.kind is None else " in all"
    return f"{plural(counts[standing.competitor], 'game', 'games')}{in_all}, {rating}"
