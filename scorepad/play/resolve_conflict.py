"""Resolves a conflict: the chosen value becomes a new entry, and all earlier entries stay in the history.

If two people choose at once, equal choices count as agreement; different choices ask both of them again.
"""

from scorepad.play.cell_text import texts
from scorepad.play.change_words import Change
from scorepad.play.conflicts import CellWords, is_asked
from scorepad.play.finish_checks import finish_problems
from scorepad.play.form_data import STALE, Submission, entry_key
from scorepad.play.game import Games, LoadedGame, load
from scorepad.play.parse_form import ParsedForm, typed_count
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.play.returned_form import ReturnedForm
from scorepad.play.save_round import UNTIL_PUT_RIGHT
from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.scoring.cells import PLACE, CellName, CellValue, Count, counted, parse_value
from scorepad.scoring.quantity import NotANumber, plain_number

MOVED_ON = "Nothing was changed: the game has changed since you opened that page."
USED = "Nothing was changed: that page was already sent once. Look at it, then choose again."
ASKED_AGAIN = "Someone else chose another value at the same moment. Look at both, and choose again."


class NoChoice(ValueError):
    """The form's choice does not exist, or no longer does."""


def resolve_conflict(games: Games, game: int, round_number: int, submission: Submission) -> str | ReturnedForm:
    """Record the value that someone chose for a cell, and return a message about the outcome.

    Returns the form for its sheet instead if the choice would leave a problem in a finished round. Raises NoSuchGame.
    """
    with games.club.writing(game):
        loaded = games.load_round(game, round_number)
        return _resolve(loaded, round_number, submission) if submission.is_valid else STALE


def _resolve(loaded: LoadedGame, round_number: int, submission: Submission) -> str | ReturnedForm:
    form = submission.data
    try:
        cell = _cell(loaded, round_number, form.get("cell"))
        standing = _seq(form.get("standing"))
        value = _chosen(loaded, cell, form.get("choice"))
    except (NoChoice, NotANumber):
        return MOVED_ON
    if refused := _refused(loaded, cell, value, form.get("confirm")):
        return refused
    recorded = record_cell(
        loaded.club, loaded.id, submission, cell, value, key=entry_key(submission.key, cell), base=standing or None
    )
    if recorded is Recorded.SAVED:
        words = CellWords(load(loaded.club, loaded.id), loaded.names)
        return f"Settled: {words.subject(cell)}: {words.value(cell, value)}."
    return USED if recorded is Recorded.KEY_REUSED else ASKED_AGAIN


def _cell(loaded: LoadedGame, round_number: int, text: str) -> CellName:
    place, _, field = text.partition(".")
    cell = (round_number, place, field)
    if not PLACE.fullmatch(place) or not is_asked(loaded, cell):
        raise NoChoice
    return cell


def _seq(text: str) -> int:
    seq = plain_number(text, 15)
    if seq is None:
        raise NoChoice
    return seq


def _chosen(loaded: LoadedGame, cell: CellName, choice: str) -> CellValue | None:
    """Return the value of a choice: "=3" is a count, "481" the value of that entry, "0" a blank.

    A count is stored as typed, not tapped, so that two people who choose the same one agree.
    """
    if choice.startswith("="):
        asked = _input(loaded, cell)
        if asked is None or asked.control != "count":
            raise NoChoice
        return Count(typed_count(choice[1:]))
    seq = _seq(choice)
    if seq == 0:
        return None
    for entry in loaded.club.history(loaded.id, since=seq - 1, limit=1):
        if entry.seq == seq and (entry.round, entry.place, entry.field) == cell:
            value = parse_value(entry.value)
            count = counted(value)
            return value if count is None else Count(count)
    raise NoChoice


def _input(loaded: LoadedGame, cell: CellName) -> Input | None:
    round_number, *part = cell
    inputs = sheet_inputs(loaded.sheet(round_number))
    return next((i for i in inputs if [i.place, i.field] == part), None)


def _refused(loaded: LoadedGame, cell: CellName, value: CellValue | None, confirmed: str) -> ReturnedForm | None:
    """Return the form if the value would cause a problem in a finished round, or None."""
    round_number, place, field = cell
    change = Change(cell, loaded.values.get(cell), value)
    if change.is_none or not loaded.is_finished(round_number):
        return None
    problems = finish_problems(loaded, round_number, {(place, field): value}, confirmed)
    if not problems:
        return None
    own = tuple(i for i in sheet_inputs(loaded.sheet(round_number)) if (i.place, i.field) == (place, field))
    values = {} if value is None else {cell: value}
    parsed = ParsedForm(texts=texts(loaded.agreement.rules, values, round_number, own))
    return ReturnedForm(loaded, parsed, UNTIL_PUT_RIGHT, problems)
