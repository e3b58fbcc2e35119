"""Proposes teams for tonight: docs/league.md, "Fair teams". A lower score is fairer."""

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scorepad.league.facts import GameFacts

EVENINGS = 5
"""Number of latest evenings that are searched for partners."""

TOGETHER = 20
"""Rating points that are added to the score for recent partners, times their value in `Pairs`."""

EXACT = 12
"""Up to this number of people, every seating is compared."""

PROPOSALS = 12
"""Number of best proposals that are returned."""

Team = tuple[int, ...]
Table = tuple[Team, ...]
Pairs = Mapping[tuple[int, int], int]
"""How recently two people, lower id first, were partners: `EVENINGS` for the last evening, down to 1."""


@dataclass(frozen=True, slots=True, order=True)
class Proposal:
    """Who plays with whom at which table. The unit of `score` is a rating point divided by the size of a team."""

    score: int
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class TableShape:
    """The shape of a table: the number of teams, and of people in each."""

    teams: int
    size: int

    @property
    def players(self) -> int:
        return self.teams * self.size


def partners_lately(evenings: Iterable[Sequence[GameFacts]]) -> dict[tuple[int, int], int]:
    """Return how recently people were partners (see `Pairs`). `evenings` are their games, latest evening first."""
    lately: dict[tuple[int, int], int] = {}
    for ago, games in enumerate(evenings):
        for facts in games:
            for side in facts.sides:
                for pair in combinations(sorted(side.people), 2):
                    lately.setdefault(pair, EVENINGS - ago)
    return {pair: value for pair, value in lately.items() if value > 0}


class FairTeams:
    """Proposes teams at tables of one shape. The number of people must fill the tables exactly."""

    def __init__(self, shape: TableShape, ratings: Mapping[int, int], lately: Pairs) -> None:
        """`ratings` are rounded, as pages show them."""
        self._shape = shape
        self._ratings = ratings
        self._lately = lately
        self._tables: dict[Table, int] = {}
        self._best: list[Proposal] = []

    def propose(self, people: Iterable[int]) -> list[Proposal]:
        """Return the fairest proposals, best first. For more than `EXACT` people, a local search finds good ones."""
        self._best = []
        here = sorted(people)
        if len(here) <= EXACT:
            self._try_all(tuple(here), (), 0)
        else:
            for start in range(self._shape.players):
                self._improve(self._seated(here, start))
        return self._best

    def score(self, table: Table) -> int:
        """Return how unfair a table is, in the unit of `Proposal.score`."""
        if table not in self._tables:
            strengths = [sum(self._ratings[person] for person in team) for team in table]
            together = sum(self._lately.get(pair, 0) for team in table for pair in combinations(team, 2))
            self._tables[table] = max(strengths) - min(strengths) + self._shape.size * TOGETHER * together
        return self._tables[table]

    def _keep(self, score: int, tables: Iterable[Table]) -> None:
        proposal = Proposal(score, tuple(sorted(tables)))
        if proposal not in self._best:
            insort(self._best, proposal)
            del self._best[PROPOSALS:]

    def _try_all(self, people: Sequence[int], tables: tuple[Table, ...], score: int) -> None:
        """Seat the remaining `people` in every way that may be among the best."""
        if len(self._best) == PROPOSALS and score >= self._best[-1].score:
            return
        if not people:
            self._keep(score, tables)
            return
        for others in combinations(people[1:], self._shape.players - 1):
            rest = tuple(person for person in people[1:] if person not in others)
            for table in self._divided((people[0], *others)):
                self._try_all(rest, (*tables, table), score + self.score(table))

    def _divided(self, people: Sequence[int]) -> Iterator[Table]:
        """Yield every way to split these people into teams."""
        if not people:
            yield ()
            return
        for partners in combinations(people[1:], self._shape.size - 1):
            rest = tuple(person for person in people[1:] if person not in partners)
            for others in self._divided(rest):
                yield ((people[0], *partners), *others)

    def _seated(self, people: Sequence[int], start: int) -> list[Table]:
        """Return an initial seating: a snake draft by rating, rotated by `start` places."""
        ranked = sorted(people, key=lambda person: (-self._ratings[person], person))
        turned = [*ranked[start:], *ranked[:start]]
        teams = len(people) // self._shape.size
        rows = [turned[at * teams : (at + 1) * teams] for at in range(self._shape.size)]
        snaked = [row if at % 2 == 0 else row[::-1] for at, row in enumerate(rows)]
        made = [tuple(sorted(team)) for team in zip(*snaked, strict=True)]
        return [_table(made[at : at + self._shape.teams]) for at in range(0, teams, self._shape.teams)]

    def _improve(self, tables: list[Table]) -> None:
        """Make the swap of two people that improves the score most, until no swap improves it."""
        scores = [self.score(table) for table in tables]
        while True:
            self._keep(sum(scores), tables)
            best = min(self._swaps(tables, scores), default=None)
            if best is None or best[0] >= 0:
                return
            _, changed = best
            for at, table in changed:
                tables[at], scores[at] = table, self.score(table)

    def _swaps(self, tables: Sequence[Table], scores: Sequence[int]) -> Iterator[tuple[int, list[tuple[int, Table]]]]:
        """Yield for each swap of two people the change of the score (negative is fairer) and the changed tables."""
        seats = [(at, team, person) for at, table in enumerate(tables) for team in table for person in team]
        for (at, team, person), (other_at, other_team, other) in combinations(seats, 2):
            if team == other_team:
                continue
            swap = {person: other, other: person}
            changed = [(number, _swapped(tables[number], swap)) for number in sorted({at, other_at})]
            yield sum(self.score(table) - scores[number] for number, table in changed), changed


def _table(teams: Iterable[Team]) -> Table:
    return tuple(sorted(teams))


def _swapped(table: Table, swap: Mapping[int, int]) -> Table:
    return _table(tuple(sorted(swap.get(person, person) for person in team)) for team in table)
