"""Compare a game before and after a change of its rules: points, totals and new faults."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from scorepad.scoring.game.course import Totals
from scorepad.scoring.game.record import GameRecord, RoundRecord
from scorepad.scoring.text.messages import problem_text

MAX_FAULTS = 3
"""The most faults listed for one round. The sheet of the round lists them all."""


@dataclass(frozen=True, slots=True)
class PointsChange:
    """Points before and after; `before` is None if there were none."""

    before: int | None
    after: int

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class RoundChange:
    """One round: its number now and before, its points for each team, and the new faults of its sheet."""

    number: int
    number_before: int
    points: tuple[PointsChange, ...]
    faults: tuple[str, ...]


def points_changes(before: Totals | None, after: Totals) -> tuple[PointsChange, ...]:
    old = before or (None,) * len(after)
    return tuple(PointsChange(a, b) for a, b in zip_longest(old, after))


def total_changes(before: GameRecord, after: GameRecord, *, is_moved: bool) -> Totals:
    """Return by how much each team's total changed, apart from rounds that were finished meanwhile.

    `is_moved`: rounds have other numbers now, because one was deleted or brought back.
    """
    old, new = (record.course.totals[record.course.counted] for record in (before, after))
    changed = [total - old_total for total, old_total in zip_longest(new, old, fillvalue=0)]
    finished = set() if is_moved else {at for at, record in enumerate(before.rounds) if record.finished}
    for at, record in enumerate(after.rounds[: after.course.counted]):
        if not is_moved and at not in finished and not record.on_paper:
            changed = [of_team - points for of_team, points in zip(changed, record.totals, strict=True)]
    return tuple(changed)


def round_changes(before: GameRecord, after: GameRecord, shift: int = 0) -> Iterator[RoundChange]:
    """Yield the rounds that were played here. `shift` is how far their numbers moved."""
    for round_number, record in enumerate(after.rounds, start=1):
        number_before = round_number - shift
        exists = 0 < number_before <= len(before.rounds)
        old = before.rounds[number_before - 1] if exists else None
        if not record.on_paper:
            points = points_changes(old.totals if old else None, record.totals)
            yield RoundChange(round_number, number_before, points, new_faults(old, record))


def new_faults(old: RoundRecord | None, record: RoundRecord) -> tuple[str, ...]:
    """Return the errors that the new rules find in a finished round. An opening already played is never an error."""
    if not record.finished:
        return ()
    old_faults = {(problem.code, problem.path) for problem in old.errors} if old else set()
    new = [problem for problem in record.errors if (problem.code, problem.path) not in old_faults]
    return tuple(problem_text(problem) for problem in new[:MAX_FAULTS])
