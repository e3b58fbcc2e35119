"""What a posted group of questions makes of a draft: its answers, and then what its button says."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from scorepad.play.form_data import FormData
from scorepad.play.rules.drafts import Draft, Merged
from scorepad.rules.document import Document
from scorepad.scoring.editing.additions import additions
from scorepad.scoring.editing.form import MISSING, field_at, find_value, form, words_of
from scorepad.scoring.editing.keys import Kind, pattern_of
from scorepad.scoring.editing.options import move_option
from scorepad.scoring.editing.parse import Parsed, parse
from scorepad.scoring.editing.question import Group
from scorepad.scoring.editing.questions import QUESTIONS
from scorepad.scoring.editing.removals import remove, restore
from scorepad.scoring.editing.settle import name_cuts

SMALL_STEP = 5
"""What − and + change in a number that is no multiple of the usual step. Cards are worth multiples of it."""

_BY = {"+1": 1, "-1": -1}
"""Ends of the values of buttons that go one up or down."""

GONE = "That was changed meanwhile. Look at what is here now."


@dataclass(frozen=True, slots=True)
class Answered:
    """A changed document, or what is wrong by path, and a notice about the whole form. `anchor` is what was changed."""

    document: Document
    faults: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""
    anchor: str = ""


def answer(merged: Merged, group: Group, data: FormData) -> Answered:
    """Return the draft with the answers of a form, and with what its button does."""
    faults = {**merged.parsed.faults, **_clash_notes(merged)}
    document = merged.parsed.document
    if faults:
        return Answered(document, faults)
    if step := data.get("step"):
        return _stepped(document, group, step)
    if name := data.get("add"):
        return _added(document, group, name)
    if move := data.get("move"):
        result = deepcopy(document)
        return Answered(result, notice="" if move_option(result, move[:-2], _BY.get(move[-2:], 0)) else GONE)
    if path := data.get("remove"):
        result = deepcopy(document)
        return Answered(result, notice="" if remove(result, path) else GONE)
    if path := data.get("restore"):
        return restored(document, merged.draft, path)
    return Answered(document)


def restored(document: Document, draft: Draft, path: str) -> Answered:
    """Take one difference back."""
    result = deepcopy(document)
    notice = "" if restore(result, draft.parent_document, path) else GONE
    name_cuts(result, document)
    return Answered(result, notice=notice, anchor=path)


def _clash_notes(merged: Merged) -> dict[str, str]:
    """Return a sentence for each answer that another phone has given otherwise meanwhile."""
    notes = {}
    for path, typed in merged.clashes.items():
        document = merged.draft.document
        theirs = words_of(document, find_value(document, path), path)
        mine = ", ".join(filter(None, typed)) or "nothing"
        notes[path] = f"Another phone has just made this {theirs}. You typed {mine}: save again to have yours."
    return notes


def _stepped(document: Document, group: Group, step: str) -> Answered:
    """Move a number by its step. A number that may be absent becomes absent below 1."""
    path, by = step[:-2], _BY.get(step[-2:])
    if by is None or not pattern_of(path) or pattern_of(path) not in QUESTIONS or find_holder(document, path):
        return Answered(document, notice=GONE)
    asked = field_at(document, document, path)
    if asked.key.kind is not Kind.NUMBER:
        return Answered(document, notice=GONE)
    before = int(asked.text.replace("−", "-") or "0")
    # From −5 or 85 on, the steps are small.
    number = before + by * (SMALL_STEP if before % asked.question.step else asked.question.step)
    if not asked.may_be_negative:
        number = max(number, 0)
    is_absent = number < 1 and (asked.key.none or asked.key.is_counted) and asked.key.path != "cards.*"
    result: Parsed = parse(document, group, {path: ("" if is_absent else str(number),)})
    return Answered(result.document, result.faults, anchor=path)


def find_holder(document: Document, path: str) -> bool:
    """Whether what holds a path is gone."""
    holder = path.rpartition(".")[0]
    return bool(holder) and find_value(document, holder) is MISSING and not holder.endswith(".pays.1")


def _added(document: Document, group: Group, name: str) -> Answered:
    addition = additions(document, group).get(name)
    if addition is None:
        return Answered(document, notice=GONE)
    result = deepcopy(document)
    addition.apply(result)
    before, after = (form(whole, whole, group) for whole in (document, result))
    # A new case is the first of several, so its paths are not new.
    titles = {section.title for section in before}
    fresh = [asked.path for section in after if section.title not in titles for asked in section.fields]
    paths = {asked.path for section in before for asked in section.fields}
    fresh += [asked.path for section in after for asked in section.fields if asked.path not in paths]
    return Answered(result, anchor=next(iter(fresh), ""))
