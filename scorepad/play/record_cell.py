"""Records one cell: a tap, a decision of the table, a mark, an answer or a resolved conflict."""

from enum import Enum, auto

from scorepad.play.form_data import Submission
from scorepad.scoring.cells import CellName, CellValue
from scorepad.store import Club, KeyReused


class Recorded(Enum):
    """The outcome of recording a cell."""

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

    `key` is the entry's key; None uses the form's. `base` is the entry (seq or key) that the sender saw in the cell, if
    that is more precise than what its page had seen.
    """
    if base is None and (own := submission.earlier(club, game).get(cell)):
        base = own.key
    entry = submission.entry(game, cell, value, key=key or submission.key, base=base)
    try:
        (answer,) = club.record_all([entry], seen=submission.seen)
    except KeyReused:
        return Recorded.KEY_REUSED
    return Recorded.CONFLICT if answer.status == "conflict" else Recorded.SAVED
