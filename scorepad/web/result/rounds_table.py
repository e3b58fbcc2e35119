"""The table of rounds of a game, and how the game ended."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.play.game import LoadedGame
from scorepad.rules import lookup
from scorepad.rules.words import EndBy
from scorepad.scoring.game.course import Totals
from scorepad.scoring.game.record import RoundRecord
from scorepad.scoring.text.explain import format_number


@dataclass(frozen=True, slots=True)
class RoundsTableRow:
    """A row of the table. `number` is None unless it is one round; `totals` is None if the round does not count."""

    label: str
    number: int | None
    points: Totals | None
    totals: Totals | None

    @property
    def text_label(self) -> str:
        """The label outside the table: "Round 3"."""
        return self.label if self.number is None else f"Round {self.label}"


def rows_of(loaded: LoadedGame, paper: int) -> Iterator[RoundsTableRow]:
    """Yield the rows of a game whose first `paper` rounds were played on paper."""
    record, brought = loaded.record, loaded.agreement.brought
    if paper:
        yield RoundsTableRow("On paper: " + (f"1 to {paper}" if paper > 1 else "1"), None, None, brought)
    elif any(brought):
        yield RoundsTableRow("Brought forward", None, None, brought)
    for round_number, round_record in enumerate(record.rounds[paper:], start=paper + 1):
        counts = round_number <= record.course.counted
        totals = record.course.totals[round_number] if counts else None
        points = None if round_record.on_paper else round_record.totals
        yield RoundsTableRow(f"{round_number}{_note(round_record, counts)}", round_number, points, totals)


def _note(record: RoundRecord, counts: bool) -> str:
    if record.on_paper:
        return ", on paper"
    if counts:
        return "" if record.finished else ", open again"
    return ", not counted" if record.finished else ", so far, not counted"


def how_it_ended(loaded: LoadedGame) -> str:
    """Return what ended the game: its rounds, its target, the clock, or a decision of the table."""
    course, end = loaded.record.course, loaded.agreement.rules.end
    last = course.counted
    if last == 0:
        return "No round counts."
    if end.by is EndBy.TIME:
        return f"Time was up after round {last}."
    if end.by is EndBy.TARGET:
        target = lookup.target_for(loaded.agreement.rules, loaded.agreement.table.players).points
        if max(course.now) >= target:
            return f"The target of {format_number(target)} points was reached in round {last}."
    elif end.rounds is not None and last >= end.rounds:
        has_all = last == end.rounds > 1
        return f"All {last} rounds were played." if has_all else f"Round {last} was the last."
    whole = f" of {end.rounds}" if end.rounds else ""
    left_out = "" if course.in_league else " It does not count in the league."
    return f"The table ended it early, after round {last}{whole}.{left_out}"
