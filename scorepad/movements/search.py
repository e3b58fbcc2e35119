"""Simulated annealing: two people of a sitting change seats, which is kept if few then meet again.

A meeting that repeats m earlier ones costs m, so that the sum is m(m − 1)/2 for two people with m meetings. The counts
of all two people are in memory, and a swap at tables of four looks at twelve of them: millions of swaps in seconds.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import exp

Pair = tuple[int, int]
Teams = tuple[tuple[int, ...], ...]

CHUNK = 4000
"""Swaps between two looks at the clock."""
UNIT = 8
"""What one repeated meeting costs once soft wishes count 1 each."""
POLISH = (0.18, 0.1)
"""Temperatures, in meetings, at which soft wishes are followed."""


def shuffled(items: Sequence[int], rnd: Callable[[], float]) -> list[int]:
    """Return the items in random order. The order depends on `rnd` alone, in every version of Python."""
    mixed = list(items)
    for at in range(len(mixed) - 1, 0, -1):
        other = int(rnd() * (at + 1))
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return mixed


class Search:
    """Seats people at tables of these sizes. `outs` are those who sit out, one tuple a sitting."""

    def __init__(self, people: int, sizes: Sequence[int], outs: Sequence[Sequence[int]], here: Sequence[int]) -> None:
        self._people, self._sizes, self._outs, self._here = people, sizes, outs, here
        self._known: Mapping[Pair, int] = {}
        self._soft: Mapping[Pair, int] = {}
        self._seats: list[list[int]] = []
        self._counts: list[list[int]] = []
        self.repeats = 0
        self._best: list[list[int]] = []
        starts = [sum(sizes[:at]) for at in range(len(sizes))]
        self._slices = [(start, start + size) for start, size in zip(starts, sizes, strict=True)]

    def know(self, met: Mapping[Pair, int], soft: Mapping[Pair, int]) -> None:
        """Take account of earlier meetings, and of people who should not meet if it costs nothing else."""
        self._known, self._soft = met, soft

    def start(self, rnd: Callable[[], float]) -> None:
        """Seat everyone at random."""
        self._seats = [shuffled([one for one in self._here if one not in out], rnd) for out in self._outs]
        self._best = [[*seats] for seats in self._seats]
        self._count(1, {})

    def _count(self, unit: int, soft: Mapping[Pair, int]) -> None:
        """Count all meetings, in units; add 1 for each soft wish."""
        size = self._people + 1
        self._counts = counts = [[0] * size for _ in range(size)]
        for pair, times in self._known.items():
            self._add(pair, times * unit)
        for pair in soft:
            self._add(pair, 1)
        self.repeats = 0
        for pair in self._pairs():
            self.repeats += counts[pair[0]][pair[1]]
            self._add(pair, unit)

    def _add(self, pair: Pair, amount: int) -> None:
        one, other = pair
        self._counts[one][other] += amount
        self._counts[other][one] += amount

    def _pairs(self) -> Iterator[Pair]:
        for seats in self._seats:
            for start, end in self._slices:
                yield from combinations(seats[start:end], 2)

    @property
    def best(self) -> list[list[tuple[int, ...]]]:
        """The best tables so far, of each sitting."""
        return [[tuple(seats[start:end]) for start, end in self._slices] for seats in self._best]

    @property
    def least(self) -> int:
        """Meetings that must be repeated however people sit, as all counts together say."""
        meetings = sum(size * (size - 1) // 2 for size in self._sizes) * len(self._outs)
        two = len(self._here) * (len(self._here) - 1) // 2
        each, more = divmod(meetings + sum(self._known.values()), two)
        return 0 if self._known else (two - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)

    def anneal(
        self,
        rnd: Callable[[], float],
        steps: int,
        heat: tuple[float, float],
        is_late: Callable[[], bool] = lambda: False,
        report: Callable[[float], object] = lambda part: None,
        unit: int = 1,
    ) -> None:
        """Swap people at falling temperatures. Keep the best seats in `best`, and its repeats in `repeats`."""
        moves, counts = self._moves(unit), self._counts
        cost = best = self.repeats
        least = self.least if unit == 1 else 0
        number, (hot, cold) = len(moves), heat
        for done in range(0, steps if moves else 0, CHUNK):
            if best <= least or is_late():
                break
            report(done / steps)
            temperature = unit * hot * (cold / hot) ** (done / steps)
            # Beyond this, a swap is kept less often than once in 10,000 draws.
            odds = [exp(-worse / temperature) for worse in range(int(10 * temperature) + 2)]
            limit = len(odds)
            for _ in range(CHUNK):
                seats, at, other, near, far, own = moves[int(rnd() * number)]
                one, two = seats[at], seats[other]
                ones, twos = counts[one], counts[two]
                worse = own
                for seat in near:
                    person = seats[seat]
                    worse += twos[person] - ones[person]
                for seat in far:
                    person = seats[seat]
                    worse += ones[person] - twos[person]
                if worse <= 0 or (worse < limit and rnd() < odds[worse]):
                    seats[at], seats[other] = two, one
                    for seat in near:
                        person = seats[seat]
                        row = counts[person]
                        ones[person] -= unit
                        twos[person] += unit
                        row[one] -= unit
                        row[two] += unit
                    for seat in far:
                        person = seats[seat]
                        row = counts[person]
                        ones[person] += unit
                        twos[person] -= unit
                        row[one] += unit
                        row[two] -= unit
                    cost += worse
                    if cost < best:
                        best = cost
                        self._best = [[*row] for row in self._seats]
                        if best <= least:
                            break
        self.repeats = best

    def _moves(self, unit: int) -> list[tuple[list[int], int, int, tuple[int, ...], tuple[int, ...], int]]:
        """Return every swap: seats of a sitting, two seats, the others at both tables, and the units that it frees."""
        near = {
            seat: tuple(other for other in range(start, end) if other != seat)
            for start, end in self._slices
            for seat in range(start, end)
        }
        return [
            (seats, at, other, near[at], near[other], unit * (len(near[at]) + len(near[other])))
            for seats in self._seats
            for at, other in combinations(near, 2)
            if other not in near[at]
        ]

    def avoid_soft(self, rnd: Callable[[], float], steps: int, is_late: Callable[[], bool]) -> None:
        """Follow soft wishes from the best seats on, without repeating more meetings."""
        if not self._soft:
            return
        before, kept = self.repeats, [[*seats] for seats in self._best]
        self._seats = [[*seats] for seats in self._best]
        self._count(UNIT, self._soft)
        self._anneal_units(rnd, steps, is_late)
        self._seats = [[*seats] for seats in self._best]
        self._count(1, {})
        if self.repeats > before:
            self._best, self.repeats = kept, before

    def _anneal_units(self, rnd: Callable[[], float], steps: int, is_late: Callable[[], bool]) -> None:
        self.anneal(rnd, steps, POLISH, is_late, unit=UNIT)


def choose_partners(
    sittings: Sequence[Sequence[tuple[int, ...]]],
    shapes: Sequence[Pair],
    known: Counter[Pair],
    lately: Mapping[Pair, int],
    rnd: Callable[[], float],
) -> list[tuple[Teams, ...]]:
    """Split each table into its teams so that few partners are repeated, then few recent ones."""
    ways = [[list(_divided(table, teams, size)) for table, (teams, size) in zip(tables, shapes, strict=True)]
            for tables in sittings]  # fmt: skip
    spots = [(sitting, table) for sitting, tables in enumerate(ways) for table in range(len(tables))]
    chosen = {spot: ways[spot[0]][spot[1]][int(rnd() * len(ways[spot[0]][spot[1]]))] for spot in spots}
    counts = Counter(known)
    for teams in chosen.values():
        counts.update(_partners(teams))
    best, least = dict(chosen), _cost(counts, lately)
    for _ in range(PASSES if any(least) else 0):
        for spot in _mixed(spots, rnd):
            counts.subtract(_partners(chosen[spot]))
            options = [(_price(teams, counts, lately), rnd(), teams) for teams in ways[spot[0]][spot[1]]]
            # Now and then a way that is not the best, to leave a place from which none is better.
            chosen[spot] = min(options)[2] if rnd() > NOISE else options[int(rnd() * len(options))][2]
            counts.update(_partners(chosen[spot]))
        cost = _cost(counts, lately)
        if cost < least:
            best, least = dict(chosen), cost
        if not any(cost):
            break
    return [tuple(best[sitting, table] for table in range(len(tables))) for sitting, tables in enumerate(ways)]


PASSES = 200
NOISE = 0.02
RECENT = 100
"""A partner repeated tonight costs this many times one of an evening before."""


def _mixed(spots: Sequence[Pair], rnd: Callable[[], float]) -> list[Pair]:
    return [spots[at] for at in shuffled(range(len(spots)), rnd)]


def _price(teams: Teams, counts: Counter[Pair], lately: Mapping[Pair, int]) -> int:
    return sum(RECENT * counts[pair] + lately.get(pair, 0) for pair in _partners(teams))


def _partners(teams: Teams) -> list[Pair]:
    return [pair for team in teams for pair in combinations(sorted(team), 2)]


def _cost(counts: Counter[Pair], lately: Mapping[Pair, int]) -> Pair:
    """Return the partners repeated, and how recent those are who were partners on evenings before."""
    together = [(pair, count) for pair, count in counts.items() if count]
    return sum(count - 1 for _, count in together), sum(lately.get(pair, 0) for pair, _ in together)


def _divided(people: Sequence[int], teams: int, size: int) -> Iterator[Teams]:
    """Yield every way to split people into teams of this size."""
    if not teams:
        yield ()
        return
    for mates in combinations(people[1:], size - 1):
        rest = tuple(person for person in people[1:] if person not in mates)
        for others in _divided(rest, teams - 1, size):
            yield ((people[0], *mates), *others)
