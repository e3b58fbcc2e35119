"""Records one cell: a decision of the table, a mark, an answer, a settled conflict."""

from enum import Enum, auto

from scorepad.play.form_data import Submission
from scorepad.scoring.cell_json import value_json
from scorepad.scoring.cells import CellName, CellValue
from scorepad.store import Club, Entry, KeyReused


class Recorded(Enum):
    """What became of a cell that was to be recorded."""

    SAVED = auto()
    CONFLICT = auto()
    """Someone else recorded it meanwhile. Both values are kept, and pages ask which is right."""
    KEY_REUSED = auto()
    """The same form was sent before with another value."""


def record_cell(
    club: Club,
    game: int,
    submission: Submission,
    cell: CellName,
    value: CellValue | None,
    *,
    key: str | None = None,
    base: int | str | None = None,
) -> Recorded:
    """Record one cell of a game; None blanks it.

    `key` is the entry's, the form's own if None. `base` is what the sender saw in the cell, where that is more exact
    than what its page had seen.
    """
    if base is None and (own := submission.earlier(club, game).get(cell)):
        base = own.key
    entry = Entry(key or submission.key, game, *cell, value_json(value), base=base, device=submission.device)
    try:
        (answer,) = club.record_all([entry], seen=submission.seen)
    except KeyReused:
        return Recorded.KEY_REUSED
    return Recorded.CONFLICT if answer.status == "conflict" else Recorded.SAVED
