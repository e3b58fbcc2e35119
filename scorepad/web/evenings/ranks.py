"""How the last evening moved its people in the table of all games by wins."""

from collections.abc import Collection, Iterator

from scorepad.league.standings import Figure, RankedStanding
from scorepad.league.tables import EVERYTHING, PEOPLE, PlayedGames, league_table, value_of
from scorepad.web.app.current import g
from scorepad.web.evenings.lines import NewsLine
from scorepad.web.league.movement import movements
from scorepad.web.people.people_view import PeopleView


def rank_lines(who: Collection[str], people: PeopleView) -> Iterator[NewsLine]:
    """Yield a sentence for each of these people whose rank the last evening changed, the best rank first."""
    games = PlayedGames.over(g.club.store.league, EVERYTHING)
    table = league_table(games, people, PEOPLE, figure=Figure.WINS, least=None)
    ranked = [RankedStanding(table.above(value_of(Figure.WINS, of)) + 1, of) for of in table.standings_of(who)]
    moved = movements(table, games, people, PEOPLE, ranked)
    for row in sorted(ranked, key=lambda row: (row.rank, people.name_of(row.standing.competitor))):
        movement = moved.get(row.standing.competitor)
        if movement and movement.steps:
            way = "up" if movement.steps > 0 else "down"
            ranks = f"from rank {row.rank + movement.steps} to {row.rank} in the table of all games"
            text = f" went {way} {ranks} over the evening"
            yield NewsLine(people.name_of(row.standing.competitor), text)
