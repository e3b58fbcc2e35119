"""What keeps a round from being finished."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace

from scorepad.play.game import LoadedGame
from scorepad.play.parse_form import CellPart, ParsedForm, ShownForm
from scorepad.play.sheet_form import ENDED
from scorepad.rules.words import StockRound
from scorepad.scoring.cells import CellName, CellValue, Count
from scorepad.scoring.game.record import FINISHED, round_record
from scorepad.scoring.model import Level, Problem, Round
from scorepad.scoring.needs import missing_books, penalised_team, severe_penalty, unmet_for
from scorepad.scoring.sheet import Sheet


def confirmation(warnings: tuple[Problem, ...]) -> str:
    """Return a hash of these warnings, so that confirming them does not confirm others."""
    text = "|".join(sorted(f"{w.code} {w.path} {sorted(map(str, w.facts.values()))}" for w in warnings))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def finish_problems(
    loaded: LoadedGame, round_number: int, changes: Mapping[CellPart, CellValue | None], confirmed: str
) -> tuple[Problem, ...]:
    """Return what keeps a round from being finished with these changes: errors, and warnings not `confirmed`."""
    # Check the round as if it were being finished now, even if an earlier Scorepad accepted it.
    changed = {(round_number, *FINISHED): None} | {(round_number, *cell): value for cell, value in changes.items()}
    values = {cell: v for cell, v in {**loaded.values, **changed}.items() if v is not None}
    before = loaded.record.before(round_number)
    record = round_record(loaded.agreement, values, round_number, before)
    warnings = (*record.warnings, *_costly(record.entry, loaded.sheet(round_number)))
    if record.errors or (warnings and confirmed != confirmation(warnings)):
        # Drop warnings about inputs with errors: a pile that is not counted yet is not also too small.
        wrong = {error.path for error in record.errors}
        return (*record.errors, *(warning for warning in warnings if warning.path not in wrong))
    return ()


def _costly(entry: Round, sheet: Sheet) -> Iterator[Problem]:
    """Warn of a severe penalty. It is scored as the rules say, but a book left out by mistake must not cause one."""
    team = penalised_team(entry, sheet)
    if team is not None:
        own = f"teams[{entry.teams.index(team)}]"
        path = f"{own}.went_out"
        for code, facts in unmet_for(sheet, team):
            # Point to the books' inputs, where a forgotten book is added.
            missing = missing_books(sheet.rules, sheet.out(team.concealed), team.books)
            kind = next((field.name for field in sheet.books if field.name in missing), "")
            is_forgotten = code == "books_missing" and kind
            yield Problem(code, Level.WARNING, f"{own}.books.{kind}" if is_forgotten else path, facts)
        penalty = severe_penalty(sheet, team.books, team.concealed)
        yield replace(penalty, path=path)


def uncounted(parsed: ParsedForm, shown: ShownForm) -> dict[str, str]:
    """Return a fault for every count that was emptied: blank is not zero, unless no one scores the round."""
    if parsed.texts.get(ENDED.name) == "stock" and shown.rules.stock.round is StockRound.VOID:
        return {}
    counts = [i.name for i in shown.inputs.values() if i.control == "count"]
    emptied = [name for name in counts if parsed.texts.get(name, "0").strip() == ""]
    return dict.fromkeys(emptied, "Count these. Type 0 if there were none.")


def visible_zeros(
    parsed: ParsedForm, shown: ShownForm, recorded: Mapping[CellName, CellValue]
) -> dict[CellPart, CellValue | None]:
    """Return the counts that a sheet being finished shows as 0 but that were never recorded."""
    counts = [i for i in shown.inputs.values() if i.control == "count" and i is not parsed.tapped]
    return {
        (i.place, i.field): Count(0)
        for i in counts
        if (shown.round_number, i.place, i.field) not in recorded and _is_zero(parsed.texts.get(i.name, "").strip())
    }


def _is_zero(text: str) -> bool:
    return text != "" and text.strip("0") == ""
