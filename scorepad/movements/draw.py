"""Draws all sittings of a night: who sits at which table with whom, and who sits out.

People are numbers from 1. What is compared is, in this order: the partners repeated, the meetings repeated (two people
at one table again), and how often two who sat out together, or were partners lately, sit at one table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, combinations

from scorepad.movements import pairs, whist
from scorepad.movements.search import Search, choose_partners, shuffled

Team = tuple[int, ...]
Pair = tuple[int, int]

MOST_PEOPLE, MOST_SITTINGS = 200, 30
"""The largest night that is drawn."""

STEPS, STEPS_PER_SQUARE = 7_500_000, 800
"""Swaps that a draw tries at most, and for each square of the seats of all sittings. The same steps give the same
sittings on every machine, if it has the time."""
SECONDS = 5.0
"""Seconds after which a caller stops a draw."""

ROUNDS = ((0.125, (0.9, 0.12)), (0.375, (0.5, 0.2)), (0.5, (0.5, 0.2)))
"""The searches, one after another: each one's part of the steps, and its temperatures.

The first is short, so that a slow machine has good sittings in time. It reaches the fewest meetings nearly always.
"""
CLOSE = 2
"""If two searches agree on more repeated meetings than this, a third would find no fewer."""


class Partners(StrEnum):
    CHANGE = "change"
    """A new partner in each sitting."""
    FIXED = "fixed"
    """The same partner all night: people 1 and 2, 3 and 4, …"""
    STAY = "stay"
    """The people of a table stay together, and change partners there."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """The tables of a sitting, each with its teams, and who sits out."""

    tables: tuple[tuple[Team, ...], ...]
    out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NightDraw:
    """The sittings of a night. `complete` if the search was not stopped: then the seed alone decides them."""

    sittings: tuple[Sitting, ...]
    complete: bool = True

    @property
    def partners_repeated(self) -> int:
        """Partnerships beyond the first of each two people."""
        return sum(count - 1 for count in partners(self.sittings).values())

    @property
    def meetings_repeated(self) -> int:
        """The sum of m(m − 1)/2 over all two people with m sittings at one table."""
        return sum(count * (count - 1) // 2 for count in meetings(self.sittings).values())


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What is drawn: so many sittings for people 1 to `people`, at tables of `teams` teams of `size`.

    `others` are tables of another size that may be used, as (teams, size), so that fewer people sit out. `lately` is
    how recently two people, lower number first, were partners. `played` are the sittings of this night so far, also of
    people who have left; `here` are then those who go on, everyone if None.
    """

    people: int
    sittings: int
    partners: Partners = Partners.CHANGE
    teams: int = 2
    size: int = 2
    others: tuple[tuple[int, int], ...] = ()
    lately: Mapping[Pair, int] = field(default_factory=dict)
    played: tuple[Sitting, ...] = ()
    here: tuple[int, ...] | None = None

    @property
    def going_on(self) -> tuple[int, ...]:
        return tuple(range(1, self.people + 1)) if self.here is None else self.here

    @property
    def fault(self) -> str:
        """Why this cannot be drawn, "" if it can."""
        count, seats = len(self.going_on), self.teams * self.size
        if not 1 <= self.sittings <= MOST_SITTINGS:
            return f"A night has 1 to {MOST_SITTINGS} sittings."
        if count > MOST_PEOPLE:
            return f"A night has at most {MOST_PEOPLE} people."
        if not shapes_for(count, (self.teams, self.size), self.others):
            fewest = min(teams * size for teams, size in [(self.teams, self.size), *self.others])
            return f"A table needs {fewest} people, and there {'is' if count == 1 else 'are'} only {count}."
        if self.partners is Partners.FIXED and self.size != 2:
            return "Fixed partners need tables with teams of two."
        if self.partners is Partners.FIXED and count % 2:
            return f"Fixed partners need an even number of people, and there are {count}."
        if self.partners is Partners.FIXED and self.teams != 2:
            return "Fixed partners need tables of two teams."
        return "" if self.partners is Partners.FIXED or seats > 1 else "A table needs two people or more."


class BadPlan(ValueError):
    """A night that cannot be drawn; its message says why."""


def shapes_for(count: int, usual: Pair, others: Sequence[Pair] = ()) -> tuple[Pair, ...]:
    """Return the (teams, size) of each table for so many people: as many people seated as possible, at usual tables.

    Empty if there are too few for one table.
    """
    best: dict[int, tuple[Pair, ...]] = {0: ()}
    for seated in range(1, count + 1):
        for shape in (usual, *others):
            before = best.get(seated - shape[0] * shape[1])
            if before is not None:
                tables = tuple(sorted((*before, shape), key=lambda kind: (kind != usual, kind)))
                least = best.get(seated)
                if least is None or _preference(tables, usual) < _preference(least, usual):
                    best[seated] = tables
    return best[max(best)]


def _preference(tables: Sequence[Pair], usual: Pair) -> tuple[int, int]:
    return sum(shape != usual for shape in tables), len(tables)


def partners(sittings: Sequence[Sitting]) -> Counter[Pair]:
    """Return how often two people, lower number first, were partners."""
    teams = (team for sitting in sittings for table in sitting.tables for team in table)
    return Counter(pair for team in teams for pair in combinations(sorted(team), 2))


def meetings(sittings: Sequence[Sitting]) -> Counter[Pair]:
    """Return how often two people, lower number first, sat at one table."""
    tables = (sorted(chain(*table)) for sitting in sittings for table in sitting.tables)
    return Counter(pair for table in tables for pair in combinations(table, 2))


def out_together(sittings: Sequence[Sitting]) -> Counter[Pair]:
    """Return how often two people, lower number first, sat out together."""
    return Counter(pair for sitting in sittings for pair in combinations(sorted(sitting.out), 2))


def draw(
    plan: NightPlan,
    rnd: Callable[[], float],
    *,
    steps: int = STEPS,
    is_late: Callable[[], bool] = lambda: False,
    report: Callable[[float], object] = lambda done: None,
) -> NightDraw:
    """Draw the sittings of a night. Raises BadPlan.

    `rnd` returns random numbers from 0 to 1, such as `Random(seed).random`. `is_late` stops the search, which then
    returns the best that it has found; `report` gets the part of the search that is done.
    """
    if plan.fault:
        raise BadPlan(plan.fault)
    if plan.partners is Partners.FIXED:
        return NightDraw(_fixed(plan, rnd))
    if plan.partners is Partners.STAY:
        return NightDraw(_stay(plan, rnd))
    outs = _sit_out(plan, rnd)
    best = min(_candidates(plan, outs, rnd, steps, is_late, report), key=lambda sittings: _cost(plan, sittings))
    return NightDraw(best, complete=not is_late())


def _cost(plan: NightPlan, sittings: Sequence[Sitting]) -> tuple[int, int, int]:
    whole = NightDraw((*plan.played, *sittings))
    out, together = out_together(whole.sittings), meetings(sittings)
    soft = sum(together[pair] for pair in out) + sum(together[pair] for pair in plan.lately)
    return whole.partners_repeated, whole.meetings_repeated, soft


def _candidates(
    plan: NightPlan,
    outs: Sequence[Team],
    rnd: Callable[[], float],
    steps: int,
    is_late: Callable[[], bool],
    report: Callable[[float], object],
) -> Iterator[tuple[Sitting, ...]]:
    """Yield sittings, each from another search. Ends early with sittings that repeat nothing."""
    begun = _from_starter(plan, rnd)
    if len(begun) == plan.sittings:
        yield begun
        return
    shapes = shapes_for(len(plan.going_on), (plan.teams, plan.size), plan.others)
    known = (*plan.played, *begun)
    partners_before = NightDraw(known).partners_repeated
    search = Search(plan.people, [shape[0] * shape[1] for shape in shapes], outs[len(begun) :], plan.going_on)
    search.know(meetings(known), {**out_together([*known, *_only_out(outs)]), **plan.lately})
    seats = sum(teams * size for teams, size in shapes) * (len(outs) - len(begun))
    steps, before, done = min(steps, STEPS_PER_SQUARE * seats**2), None, 0.0
    for part, heat in ROUNDS:
        search.start(rnd)
        search.anneal(rnd, int(part * steps), heat, is_late, _part_of(report, done, part))
        done += part
        repeats = search.repeats
        search.avoid_soft(rnd, steps // 24, is_late)
        found = choose_partners(search.best, shapes, Counter(partners(known)), plan.lately, rnd)
        sittings = tuple(Sitting(tables, out) for tables, out in zip(found, outs[len(begun) :], strict=True))
        yield (*begun, *sittings)
        has_partners = NightDraw((*known, *sittings)).partners_repeated > partners_before
        if is_late() or (not has_partners and (repeats <= search.least or CLOSE < repeats == before)):
            break
        before = repeats
    report(1.0)


def _part_of(report: Callable[[float], object], start: float, part: float) -> Callable[[float], object]:
    """Return a report for one of several searches."""
    return lambda done: report(start + part * done)


def _only_out(outs: Sequence[Team]) -> Iterator[Sitting]:
    return (Sitting((), out) for out in outs)


def _from_starter(plan: NightPlan, rnd: Callable[[], float]) -> tuple[Sitting, ...]:
    """Return the sittings of a whist tournament if the plan is long enough for one, else none."""
    count = len(plan.going_on)
    is_whist = (plan.teams, plan.size) == (2, 2) and not plan.played and count in whist.STARTERS
    if not is_whist or plan.sittings < count - 1:
        return ()
    seats = shuffled(plan.going_on, rnd)
    return tuple(
        Sitting(tuple(tuple(tuple(seats[at] for at in team) for team in table) for table in tables), ())
        for tables in whist.tournament(count)
    )


def _sit_out(plan: NightPlan, rnd: Callable[[], float]) -> list[Team]:
    """Return who sits out in each sitting: those who did so least, then longest ago, and not the same two again."""
    here = shuffled(plan.going_on, rnd)
    shapes = shapes_for(len(here), (plan.teams, plan.size), plan.others)
    count = len(here) - sum(teams * size for teams, size in shapes)
    times, last = dict.fromkeys(here, 0), dict.fromkeys(here, -1)
    for at, sitting in enumerate(plan.played):
        seated = {person for table in sitting.tables for team in table for person in team}
        for person in set(here) - seated:
            times[person], last[person] = times[person] + 1, at
    together, outs = out_together(plan.played), []
    for at in range(len(plan.played), len(plan.played) + plan.sittings):
        out: list[int] = []
        for _ in range(count):
            rest = [person for person in here if person not in out]
            person = min(
                rest, key=lambda one: (times[one], sum(together[_pair(one, other)] for other in out), last[one])
            )
            out.append(person)
        for person in out:
            times[person], last[person] = times[person] + 1, at
        together.update(combinations(sorted(out), 2))
        outs.append(tuple(sorted(out)))
    return outs


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _fixed(plan: NightPlan, rnd: Callable[[], float]) -> tuple[Sitting, ...]:
    """Return the sittings of fixed pairs. They start in random places, and not with those they met lately."""
    people = plan.going_on
    units = [people[at : at + 2] for at in range(0, len(people), 2)]
    met = Counter(_unit_meetings(plan.played, units))
    order = shuffled(range(len(units)), rnd)
    rounds = pairs.rounds(order, plan.sittings, met)
    return tuple(
        Sitting(tuple((units[one], units[other]) for one, other in tables), units[out] if out is not None else ())
        for tables, out in rounds
    )


def _unit_meetings(played: Sequence[Sitting], units: Sequence[Team]) -> Iterator[Pair]:
    at = {frozenset(unit): number for number, unit in enumerate(units)}
    for table in (table for sitting in played for table in sitting.tables):
        known = sorted(at[frozenset(team)] for team in table if frozenset(team) in at)
        yield from combinations(known, 2)


def _stay(plan: NightPlan, rnd: Callable[[], float]) -> tuple[Sitting, ...]:
    """Return sittings in which everybody keeps their table: whoever comes in takes the seat of one who goes out."""
    shapes = shapes_for(len(plan.going_on), (plan.teams, plan.size), plan.others)
    outs = _sit_out(plan, rnd)
    tables: list[list[int]] = []
    free = iter([person for person in _order_before(plan, rnd) if person not in outs[0]])
    for teams, size in shapes:
        tables.append([next(free) for _ in range(teams * size)])
    kept = []
    for before, out in zip((outs[0], *outs[:-1]), outs, strict=True):
        coming = iter([person for person in before if person not in out])
        tables = [[next(coming) if person in out else person for person in table] for table in tables]
        kept.append([tuple(table) for table in tables])
    found = choose_partners(kept, shapes, Counter(partners(plan.played)), plan.lately, rnd)
    return tuple(Sitting(tables, out) for tables, out in zip(found, outs, strict=True))


def _order_before(plan: NightPlan, rnd: Callable[[], float]) -> list[int]:
    """Return the people by the table at which they sat last, the others at random."""
    mixed = shuffled(plan.going_on, rnd)
    if not plan.played:
        return mixed
    at = {person: number for number, table in enumerate(plan.played[-1].tables) for person in chain(*table)}
    return sorted(mixed, key=lambda person: at.get(person, len(at)))
