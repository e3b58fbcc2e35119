"""Score a finished game again under other rules, from the cells of its rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scorepad.rules.document import to_document
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import EndBy
from scorepad.scoring.cells import CellName, Cells, CellValue, Document, EndDecision
from scorepad.scoring.game.agreement import WHOLE_GAME, agreement
from scorepad.scoring.game.carry_over import Uncertainty, carry_over, not_counted
from scorepad.scoring.game.changed_points import PointsChange, RoundChange, points_changes, round_changes
from scorepad.scoring.game.course import ends_game
from scorepad.scoring.game.record import END, GameRecord, game
from scorepad.scoring.place import TABLE
from scorepad.scoring.sheet import Field

RULES: CellName = (WHOLE_GAME, TABLE, "rules")
CHOICES: CellName = (WHOLE_GAME, TABLE, "choices")


@dataclass(frozen=True)
class WhatIf:
    """A game as it was, and as it would have been.

    `cells` are those that `after` was read from. `ended` says whether the game would also have ended by its last round.
    Under rules that end it by time, or if the table ended it early, it ends after the same round. `by_table` is true
    if only the table ends it. `doubts` are cells whose worth is not certain, `missing` what the other rules count and
    this game did not.
    """

    before: GameRecord
    after: GameRecord
    cells: Cells
    ended: bool
    by_table: bool
    doubts: tuple[Uncertainty, ...]
    missing: tuple[Field, ...]

    @cached_property
    def rounds(self) -> tuple[RoundChange, ...]:
        """The rounds that count in one of the two."""
        last = max(self.before.course.counted, self.after.course.counted)
        return tuple(change for change in round_changes(self.before, self.after) if change.number <= last)

    @property
    def totals(self) -> tuple[PointsChange, ...]:
        before, after = (record.course for record in (self.before, self.after))
        return points_changes(before.totals[before.counted], after.totals[after.counted])

    @property
    def winners_before(self) -> tuple[int, ...]:
        return self.before.course.winners

    @property
    def winners(self) -> tuple[int, ...]:
        """The teams that would have won, or would have led when the game ended."""
        return self.after.course.winners

    @property
    def has_other_winner(self) -> bool:
        return self.winners != self.winners_before


def can_score_again(rules: RuleSet, table: Table) -> bool:
    """Whether a rule set has a table of the same size."""
    return table_for(rules, table.players, table.teams) is not None


def what_if(cells: Cells, names: Mapping[int, str], rules: RuleSet) -> WhatIf:
    """Score a finished game again, under rules with a table of its size and with their usual choices."""
    before = game(cells, names)
    agreed = {**cells, RULES: Document(to_document(rules)), CHOICES: Document({})}
    new = agreement(agreed, names)
    carried = carry_over(agreed, before.agreement, new)
    played = before.course.counted
    whole = _over_after(carried.cells, played)
    ends = _end(game(whole, names), played)
    by_clock = new.rules.end.by is EndBy.TIME
    by_table = ends is None and not by_clock and _ended_by_table(before, cells)
    final = whole if ends is None else _over_after(carried.cells, ends)
    return WhatIf(
        before=before,
        after=game(final, names),
        cells=final,
        ended=ends is not None or by_clock or by_table,
        by_table=by_table,
        doubts=tuple(doubt for doubt in carried.doubts if doubt.cell[0] <= (ends or played)),
        missing=tuple(not_counted(before.agreement, new)),
    )


def _over_after(cells: Cells, last: int) -> dict[CellName, CellValue]:
    return {**cells, END: EndDecision(over_after=last)}


def _ended_by_table(before: GameRecord, cells: Cells) -> bool:
    """Whether the table ended its game before its own rules did."""
    if not isinstance(cells.get(END), EndDecision) or before.agreement.rules.end.by is EndBy.TIME:
        return False
    return _end(before, before.course.counted) is None


def _end(record: GameRecord, played: int) -> int | None:
    """Return the first of the rounds played after which the rules end the game; None if it would have gone on."""
    agreed, totals = record.agreement, record.course.totals
    rounds = range(max(1, agreed.paper), min(played + 1, len(totals)))
    return next((n for n in rounds if ends_game(agreed.rules, agreed.table, n, totals[n])), None)
