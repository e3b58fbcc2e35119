"""What keeps a round from being finished, and which cells that judgement depends on.

A form is judged by the game as it was loaded. If another phone records one of those cells before the form's own entries
are written, the store raises ChangedMeanwhile and the form is judged again.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from scorepad.play.game import FINISHED, LoadedGame, reload
from scorepad.play.parse_form import CellPart
from scorepad.play.sheet_form import sheet_inputs
from scorepad.scoring.cells import CellName, CellValue
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.scoring.game.record import round_record
from scorepad.scoring.model import Level, Problem, Round
from scorepad.scoring.needs import missing_for, penalised_team, severe_penalty
from scorepad.scoring.sheet import Sheet
from scorepad.store import ChangedMeanwhile, Unchanged

MOST_TRIES = 5
"""How often a form is judged again before its phone has to send it again."""

_Rest = ParamSpec("_Rest")
_Result = TypeVar("_Result")


def confirmation(warnings: tuple[Problem, ...]) -> str:
    """Return a code for exactly these warnings: to confirm them is not to confirm new ones."""
    text = "|".join(
        sorted(f"{w.code} {w.path} {sorted(map(str, w.facts.values()))}" for w in warnings)
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def finish_problems(
    loaded: LoadedGame,
    round_number: int,
    changes: Mapping[CellPart, CellValue | None],
    confirmed: str,
) -> tuple[Problem, ...]:
    """Return what keeps a round from being finished with these changes: errors, and warnings not `confirmed`."""
    changed = {(round_number, *cell): value for cell, value in changes.items()}
    values = {cell: v for cell, v in {**loaded.values, **changed}.items() if v is not None}
    before = loaded.record.before(round_number)
    record = round_record(loaded.agreement, values, round_number, before)
    warnings = (*record.warnings, *_costly(record.entry, loaded.sheet(round_number)))
    if record.errors or (warnings and confirmed != confirmation(warnings)):
        return (*record.errors, *warnings)
    return ()


def _costly(entry: Round, sheet: Sheet) -> Iterator[Problem]:
    """Warn of a severe penalty: it is scored as the rules say, but a forgotten book must not lead to it."""
    team = penalised_team(entry, sheet)
    if team is not None:
        path = f"teams[{entry.teams.index(team)}].went_out"
        missing = {"missing": missing_for(sheet, team), "rules": entry.rules}
        yield Problem("books_missing", Level.WARNING, path, missing)
        penalty = severe_penalty(sheet, team.books, team.concealed)
        yield replace(penalty, path=path)


def judged_cells(loaded: LoadedGame, round_number: int, *, finishing: bool) -> Unchanged:
    """Return the cells that must not change between judging and recording.

    A draft depends on whether the round is finished; a finish on the whole round and on what the table agreed.
    """
    cells: set[CellName] = {(round_number, *FINISHED)}
    if finishing:
        inputs = sheet_inputs(loaded.sheet(round_number))
        cells |= {(round_number, i.place, i.field) for i in inputs}
        cells |= {cell for cell in loaded.cells if cell[0] == WHOLE_GAME}
    return Unchanged(loaded.seq, cells)


def retry_if_changed(
    save: Callable[Concatenate[LoadedGame, _Rest], _Result],
) -> Callable[Concatenate[LoadedGame, _Rest], _Result]:
    """Run `save` again with the game as it is now, if another phone changed what it was judged by."""

    @wraps(save)
    def retrying(loaded: LoadedGame, /, *args: _Rest.args, **options: _Rest.kwargs) -> _Result:
        for _ in range(MOST_TRIES):
            try:
                return save(loaded, *args, **options)
            except ChangedMeanwhile:
                loaded = reload(loaded)
        return save(loaded, *args, **options)

    return retrying
