"""Apply a posted group of answers to a draft, then the action of its button."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from scorepad.play.form_data import FormData
from scorepad.play.rules.drafts import Draft, Merged
from scorepad.rulebook.additions import additions, remove, restore
from scorepad.rulebook.form import MISSING, field_at, find_value, form, sections, words_of
from scorepad.rulebook.house_rules import move_option
from scorepad.rulebook.parse import Parsed, name_cuts, parse
from scorepad.rulebook.questions import QUESTIONS, Group, Kind, pattern_of
from scorepad.rules.document import Document

SMALL_STEP = 5
"""The step of − and + for a number that is no multiple of the usual step. Card values are multiples of it."""

_BY = {"+1": 1, "-1": -1}
"""Suffixes of the values of buttons that go one up or down."""

GONE = "That was changed meanwhile. Look at what is here now."


@dataclass(frozen=True, slots=True)
class Answered:
    """A changed document, or faults by path and a notice about the whole form. `anchor` is the changed path."""

    document: Document
    faults: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""
    anchor: str = ""


def answer(merged: Merged, group: Group, data: FormData) -> Answered:
    """Return the draft with the answers of a form and the action of its button."""
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
        offered = {item for section in sections(document, group) for item in (section.item, *section.options)}
        return Answered(result, notice="" if path in offered and remove(result, path) else GONE)
    if path := data.get("restore"):
        return restored(document, merged.draft, path)
    return Answered(document)


def restored(document: Document, draft: Draft, path: str) -> Answered:
    """Reset one difference to the parent's value."""
    result = deepcopy(document)
    notice = "" if restore(result, draft.parent_document, path) else GONE
    name_cuts(result, document)
    return Answered(result, notice=notice, anchor=path)


def _clash_notes(merged: Merged) -> dict[str, str]:
    """Return a sentence for each answer that another phone has changed meanwhile."""
    notes = {}
    for path, typed in merged.clashes.items():
        document = merged.draft.document
        theirs = words_of(document, find_value(document, path), path)
        mine = ", ".join(filter(None, typed)) or "nothing"
        notes[path] = f"Another phone has just changed this to {theirs}. You typed {mine}. Save again to use yours."
    return notes


def _stepped(document: Document, group: Group, step: str) -> Answered:
    """Change a number by its step. An optional number becomes absent below 1."""
    path, by = step[:-2], _BY.get(step[-2:])
    if by is None or not pattern_of(path) or pattern_of(path) not in QUESTIONS or find_holder(document, path):
        return Answered(document, notice=GONE)
    asked = field_at(document, document, path)
    if asked.key.kind is not Kind.NUMBER:
        return Answered(document, notice=GONE)
    before = int(asked.text.replace("−", "-") or "0")
    # Numbers such as −5 or 85 change in small steps.
    number = before + by * (SMALL_STEP if before % asked.question.step else asked.question.step)
    if not asked.may_be_negative:
        number = max(number, 0)
    is_absent = number < 1 and (asked.key.none or asked.key.is_counted) and asked.key.path != "cards.*"
    result: Parsed = parse(document, group, {path: ("" if is_absent else str(number),)})
    return Answered(result.document, result.faults, anchor=path)


def find_holder(document: Document, path: str) -> bool:
    """Whether the parent of a path no longer exists."""
    holder = path.rpartition(".")[0]
    return bool(holder) and find_value(document, holder) is MISSING and not holder.endswith(".pays.1")


def _added(document: Document, group: Group, name: str) -> Answered:
    addition = additions(document, group).get(name)
    if addition is None:
        return Answered(document, notice=GONE)
    result = deepcopy(document)
    addition.apply(result)
    before, after = (form(whole, whole, group) for whole in (document, result))
    # A new case is inserted first, so its paths existed before; look for its title instead.
    titles = {section.title for section in before}
    fresh = [asked.path for section in after if section.title not in titles for asked in section.fields]
    paths = {asked.path for section in before for asked in section.fields}
    fresh += [asked.path for section in after for asked in section.fields if asked.path not in paths]
    return Answered(result, anchor=next(iter(fresh), ""))
