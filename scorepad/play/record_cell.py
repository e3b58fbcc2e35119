"""Records one cell: a tap, a decision of the table, a mark, an answer or a resolved conflict."""

from enum import Enum, auto

from scorepad.play.form_data import OWN_FIELDS, FormData, Submission
from scorepad.play.game import Games, LoadedGame
from scorepad.play.parse_form import is_changed, tapped_value
from scorepad.play.sheet_form import inputs_by_name
from scorepad.scoring.cells import CellName, CellValue, parse_value
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


def record_tap(games: Games, number: int, round_number: int, submission: Submission) -> int | None:
    """Record a tap on a count or a mark of a round that is not finished, and return its entry's seq.

    This uses the game in memory and checks only that nothing but counts and marks of this round was recorded since.
    Returns None if the tap cannot be recorded this way. `save_round` then saves the form, and finds any entry already
    recorded under its key. Raises StoreError.
    """
    kept, tap = games.kept(number), submission.tap
    if kept is None or tap is None or not submission.is_valid or not _has_one_cell(submission.data, tap.name):
        return None
    if not kept.has_round(round_number) or kept.is_finished(round_number):
        return None
    asked = inputs_by_name(kept.sheet(round_number)).get(tap.name)
    value = tapped_value(asked, submission.data.get(tap.name), tap) if asked else None
    if asked is None or value is None:
        return None
    cell, club = (round_number, asked.place, asked.field), games.club
    with club.writing(number):
        own = submission.earlier(club, number).get(cell)
        before = parse_value(own.value) if own else kept.values.get(cell)
        is_shown = own is not None or _is_shown(kept, cell, submission.seen or 0)
        if not is_shown or not is_changed(asked, before, value.value, kept.agreement.rules):
            return None
        if club.has_decisions(number, games.advance_plain_entry(number), round_number):
            return None
        entry = submission.entry(number, cell, value.value, base=own.key if own else None)
        (answer,) = club.record_all([entry], seen=submission.seen)
    games.advance_plain_entry(number, answer.seq)
    return None if answer.status == "conflict" else answer.seq


def _is_shown(kept: LoadedGame, cell: CellName, seen: int) -> bool:
    """Return whether a page that had seen entry `seen` showed the value that the game in memory has in a cell."""
    return seen <= kept.seq and (cell not in kept.cells or kept.cells[cell].seq <= seen)


def _has_one_cell(data: FormData, name: str) -> bool:
    """Return whether a form has no fields other than this input and those of every form."""
    for field in data:
        if field != name and field not in OWN_FIELDS:
            return False
        if field != "base" and len(data.getlist(field)) != 1:
            return False
    return True
