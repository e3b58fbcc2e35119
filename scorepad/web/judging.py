"""What may be final: what keeps a round from it, and whether that still holds when the round is recorded.

A form is judged by the game as it was loaded. What another phone records between that and the form's own entries would
count without having been judged, so the form is then judged anew.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from werkzeug.datastructures import MultiDict

from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.model import Level, Problem, Round
from scorepad.scoring.needs import missing_for, penalised, severe_penalty
from scorepad.scoring.record import round_record
from scorepad.scoring.sheet import Sheet
from scorepad.store import ChangedMeanwhile, Judged
from scorepad.web.clubs import LoadedGame, load
from scorepad.web.sheetform import inputs_of, team_forms
from scorepad.web.typing_in import CellPart

FINISHED_CELL: CellPart = ("table", "finished")

MOST_TRIES = 5
"""How often a form is judged anew before its phone is told to send it again."""

_Judgement = TypeVar("_Judgement")


def is_final(loaded: LoadedGame, number: int) -> bool:
    """Whether a round was finished."""
    return bool(loaded.values.get((number, *FINISHED_CELL)))


def confirmation(problems: tuple[Problem, ...]) -> str:
    """A word for exactly these warnings: a person who confirmed them has not confirmed new ones."""
    text = "|".join(
        sorted(f"{p.code} {p.path} {sorted(map(str, p.facts.values()))}" for p in problems)
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def against_final(
    loaded: LoadedGame, number: int, changes: Mapping[CellPart, Any], said: MultiDict[str, str]
) -> tuple[Problem, ...] | None:
    """What keeps the round from being final with these changes: errors, or warnings nobody confirmed."""
    values = {**loaded.values, **{(number, *cell): value for cell, value in changes.items()}}
    there = {cell: value for cell, value in values.items() if value is not None}
    record = round_record(loaded.agreement, there, number, loaded.record.before(number))
    warnings = (*record.warnings, *_dear(record.entry, loaded.sheet(number)))
    if record.errors or (warnings and said.get("confirm") != confirmation(warnings)):
        return (*record.errors, *warnings)
    return None


def _dear(entry: Round, page: Sheet) -> Iterator[Problem]:
    """A severe penalty is scored as the rules say, but nobody should come to it by a forgotten book."""
    team = penalised(entry, page)
    if team is not None:
        path = f"teams[{entry.teams.index(team)}].went_out"
        missing = {"missing": missing_for(page, team), "rules": entry.rules}
        yield Problem("books_missing", Level.WARNING, path, missing)
        penalty = severe_penalty(page, team.books, bool(team.bonuses.get("concealed")))
        yield replace(penalty, path=path)


def judged_anew(loaded: LoadedGame, judge: Callable[[LoadedGame], _Judgement]) -> _Judgement:
    """What becomes of a form. Where others recorded what it hangs on while it was judged, that is done again."""
    for _ in range(MOST_TRIES):
        try:
            return judge(loaded)
        except ChangedMeanwhile:
            loaded = load(loaded.id)
    return judge(loaded)


def judged_by(loaded: LoadedGame, number: int, finishing: bool) -> Judged:
    """What must not have changed since the game was loaded: whether the round is final; all of it for a final one."""
    cells = {(number, *FINISHED_CELL)}
    if finishing:
        inputs = inputs_of(team_forms(loaded.sheet(number)))
        cells |= {(number, one.place, one.field) for one in inputs}
        cells |= {cell for cell in loaded.cells if cell[0] == WHOLE_GAME}
    return Judged(loaded.seq, cells)
