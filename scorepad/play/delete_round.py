"""Deletes a round that was entered by mistake: later rounds move up by one, with everything in them.

The starter and seats of that round number stay unless the next round replaces them, because the number is played again.
The log keeps the deleted values, and Undo restores them.
"""

from collections.abc import Iterator

from scorepad.play.form_data import Submission, entry_key
from scorepad.play.game import Games, LoadedGame
from scorepad.scoring.cells import TABLE, CellName, CellValue, Count, EndDecision, counted
from scorepad.scoring.game.agreement import SEATED
from scorepad.scoring.game.record import DELETED, END, STARTER
from scorepad.store import Entry, KeyReused

STAYS = (STARTER, SEATED)
"""Fields that stay with the round number: who starts, and who sits where."""

NEWER_ENTRIES = "Nothing was deleted: someone has just entered something at this table. Look again, then press again."
USED = "Nothing was deleted: that page was already sent once. Look again, then press again."


def can_delete(loaded: LoadedGame, round_number: int) -> bool:
    """Return whether a round can be deleted: it has begun and was not played on paper (a setting changes those)."""
    return loaded.agreement.paper < round_number <= len(loaded.record.rounds)


def delete_round(games: Games, game: int, round_number: int, submission: Submission) -> str:
    """Delete a round. Return why this was refused, or "". Raises NoSuchGame."""
    club = games.club
    # Load inside the write transaction, so that no phone records anything in between.
    with club.writing(game):
        loaded = games.load(game)
        if club.form_entries(game, [submission.key]):
            return ""
        if not can_delete(loaded, round_number) or loaded.seq > (submission.seen or 0):
            return NEWER_ENTRIES
        try:
            club.record_all(list(_entries(loaded, round_number, submission)), seen=submission.seen)
        except KeyReused:
            return USED
    return ""


def _entries(loaded: LoadedGame, round_number: int, submission: Submission) -> Iterator[Entry]:
    """Yield the changes, and the unchanged cells of moved rounds: the league needs to know which team opened first."""
    for cell, value in _values_after(loaded, round_number).items():
        yield submission.entry(loaded.id, cell, value, key=entry_key(submission.key, cell, names_round=True))


def _values_after(loaded: LoadedGame, deleted: int) -> dict[CellName, CellValue | None]:
    """Return the cells that a deletion records. Moved cells keep the order in which they were recorded."""
    after: dict[CellName, CellValue | None] = {
        cell: None
        for cell in loaded.values
        if cell[0] >= deleted and cell[2] != DELETED and not (cell[0] == deleted and cell[2] in STAYS)
    }
    for cell in sorted(loaded.values, key=lambda cell: loaded.cells[cell].seq):
        if cell[0] > deleted and cell[2] != DELETED:
            moved = (cell[0] - 1, *cell[1:])
            after.pop(moved, None)
            after[moved] = loaded.values[cell]
    marker = (deleted, TABLE, DELETED)
    after[marker] = Count((counted(loaded.values.get(marker)) or 0) + 1)
    end = loaded.values.get(END)
    if isinstance(end, EndDecision) and (decision := _end_after(end, deleted)) != end:
        after[END] = decision
    return after


def _end_after(end: EndDecision, deleted: int) -> EndDecision | None:
    """Return the decision about the game's end after a deletion; None if no round is left to end the game after."""
    if end.over_after is not None:
        last = end.over_after - (end.over_after >= deleted)
        return EndDecision(over_after=last, in_league=end.in_league) if last else None
    first = end.not_before or 1
    return EndDecision(not_before=first - (first > deleted))
