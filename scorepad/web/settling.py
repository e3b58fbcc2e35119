"""Settling a conflict: a value that somebody chose becomes a new entry over what stands, and both stay in the history.

Two who choose the same at once are one; two who choose otherwise are asked again.
"""

import re
from typing import Any

from werkzeug.datastructures import MultiDict

from scorepad.scoring.quantity import NotANumber
from scorepad.store import CellName, Entry, KeyReused
from scorepad.web.clubs import LoadedGame, current_club, load
from scorepad.web.conflicts import CellWords, is_asked
from scorepad.web.forms import STALE, Posted
from scorepad.web.given import Change, counted
from scorepad.web.judging import against_final, is_final, judged_anew, judged_by
from scorepad.web.rounding import UNTIL_PUT_RIGHT, Troubles
from scorepad.web.scorer import device
from scorepad.web.sheetform import Input, inputs_of, team_forms, texts
from scorepad.web.typing_in import Typed, plain_number, typed_count

_CELL = re.compile(r"(table|(?:team|seat)[1-9][0-9]?)\.([!-~]{1,100})")

MOVED_ON = "Nothing was changed: the game has moved on since that page was made."
USED = "Nothing was changed: that page had been used before. Look, and choose again."
ASKED_AGAIN = "Somebody else chose otherwise at the same moment. Look, and choose again."


class NoChoice(ValueError):
    """What a form chose is nothing that there is to choose."""


def settle(
    loaded: LoadedGame, number: int, form: Posted, said: MultiDict[str, str]
) -> str | Troubles:
    """Records the value that somebody chose for a cell, and gives what to say about it.

    A round that was finished is only replaced by one with nothing against it: else Troubles, for its sheet.
    """
    return judged_anew(loaded, lambda game: _settle(game, number, form, said))


def _settle(
    loaded: LoadedGame, number: int, form: Posted, said: MultiDict[str, str]
) -> str | Troubles:
    if not form.fresh:
        return STALE
    try:
        cell = _cell(loaded, number, said.get("cell", ""))
        standing = _seq(said.get("standing", ""))
        value = _chosen(loaded, cell, said.get("choice", ""))
    except (NoChoice, NotANumber):
        return MOVED_ON
    if is_final(loaded, number) and not Change(cell, loaded.values.get(cell), value).is_none:
        troubles = _against(loaded, cell, value, said)
        if troubles:
            return troubles
    key = f"{form.key}:{cell[1]}.{cell[2]}"
    entry = Entry(key, loaded.id, *cell, value, base=standing or None, device=device())
    try:
        judged = judged_by(loaded, number, is_final(loaded, number))
        (answer,) = current_club().record_all([entry], seen=form.seen, judged=judged)
    except KeyReused:
        return USED
    if answer.status == "conflict":
        return ASKED_AGAIN
    words = CellWords(load(loaded.id), loaded.names)
    return f"Settled: {words.subject(cell)}: {words.value(cell, value)}."


def _cell(loaded: LoadedGame, number: int, text: str) -> CellName:
    found = _CELL.fullmatch(text)
    if found is None:
        raise NoChoice
    cell = (number, found[1], found[2])
    if not is_asked(loaded, cell):
        raise NoChoice
    return cell


def _seq(text: str) -> int:
    seq = plain_number(text, 15)
    if seq is None:
        raise NoChoice
    return seq


def _chosen(loaded: LoadedGame, cell: CellName, choice: str) -> Any:
    """The value that a button stands for: a number of things, or what an entry of this very cell had said.

    A number counts as typed and not as tapped, so that two who choose the same agree.
    """
    if choice.startswith("="):
        one = _input(loaded, cell)
        if one is None or one.control != "count":
            raise NoChoice
        return {"as": "count", "n": typed_count(choice[1:])}
    seq = _seq(choice)
    if seq == 0:
        return None
    for entry in current_club().history(loaded.id, since=seq - 1, limit=1):
        if entry.seq == seq and (entry.round, entry.place, entry.field) == cell:
            count = counted(entry.value)
            return entry.value if count is None else {"as": "count", "n": count}
    raise NoChoice


def _input(loaded: LoadedGame, cell: CellName) -> Input | None:
    number, place, name = cell
    inputs = inputs_of(team_forms(loaded.sheet(number)))
    return next((one for one in inputs if (one.place, one.field) == (place, name)), None)


def _against(
    loaded: LoadedGame, cell: CellName, value: Any, said: MultiDict[str, str]
) -> Troubles | None:
    number, place, name = cell
    problems = against_final(loaded, number, {(place, name): value}, said)
    if problems is None:
        return None
    inputs = inputs_of(team_forms(loaded.sheet(number)))
    mine = tuple(one for one in inputs if (one.place, one.field) == (place, name))
    typed = Typed(texts=texts(loaded.agreement.rules, {cell: value}, number, mine))
    return Troubles(loaded, typed, notice=UNTIL_PUT_RIGHT, problems=problems)
