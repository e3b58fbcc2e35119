"""Apply the inputs of a group to a draft, and what follows from them. Collect every fault.

A rule that becomes necessary starts with the value of a suitable preset. No rule number is defined here.
"""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.numbers import NotANumber, typed_adjustment, whole_number
from scorepad.rulebook.draft import keep_groups_together, with_every_key
from scorepad.rulebook.form import NO, OPEN, YES, Field, Texts, form, is_choice
from scorepad.rules.document import Document, apply_patch, copied, put, to_document, value_at
from scorepad.rules.faults import RulesError
from scorepad.rules.keys import Group, Kind
from scorepad.rules.model import LARGEST
from scorepad.rules.presets import preset
from scorepad.rules.read import LONGEST

# ---- What follows from an answer: a game to a total has no number of rounds, for example

_END_LIKE = {"rounds": "partnership", "target": "roth"}
_OPENING_LIKE = {"round": "partnership", "total": "roth"}
_PENALTY_LIKE = "partnership"
_PACKETS = ("hand", "foot", "knee")
_TIMED = ("good-sam", "choices.length.options.time.set")


def usual(slug: str, path: str) -> Any:
    """Return a copy of what a preset says at a path."""
    return copied(value_at(to_document(preset(slug), every_key=True), path))


def settle(document: Document, before: Document) -> Document:
    """Return the document adjusted to the answers that changed."""
    # An option of a choice may add an item without its optional keys.
    document = with_every_key(document)
    _end(document["end"])
    if document["opening"]["by"] != before["opening"]["by"]:
        _opening(document["opening"])
        document["choices"] = [choice for choice in document["choices"] if not choice["typed"]]
    else:
        keep_groups_together(document, before)
    _players(document, before)
    name_cuts(document, before)
    _penalty(document["going_out"], before["going_out"])
    for rule, old in zip(document["threes"], before["threes"], strict=False):
        _settle_price(rule, old)
    _same_count(document["threes"])
    _group(document["combinations"])
    return document


def by_players(document: Document) -> list[Document]:
    """Return every part that may be limited to some numbers of players."""
    ends = [*document["end"]["targets"], *document["end"]["early"]]
    cases = [*ends, *document["going_out"]["cases"], *document["opening"]["steps"]]
    return [
        *cases,
        *document["deals"],
        *document["choices"],
        *(case for bonus in document["bonuses"] for case in bonus["cases"]),
    ]


def _players(document: Document, before: Document) -> None:
    """If the number of players of a table changed, update the parts that name the old number."""
    pairs = zip(before["tables"], document["tables"], strict=True)
    now = {table["players"] for table in document["tables"]}
    moved = {old["players"]: new["players"] for old, new in pairs if old["players"] not in now}
    for case in by_players(document):
        case["players"] = list(dict.fromkeys(moved.get(number, number) for number in case["players"]))


def name_cuts(document: Document, before: Document) -> None:
    """Update cuts that are named after the number of cards dealt to a player, such as “Exact cut of 22”."""
    for bonus in document["bonuses"]:
        if bonus["kind"] == "cut":
            bonus |= {key: cut_name(bonus[key], before, document) for key in ("one", "many")}


def cut_name(name: str, before: Document, after: Document) -> str:
    """Return the name of a cut with the number of cards dealt now instead of before."""
    was, dealt = (sum(table[key] for table in rules["tables"][:1] for key in _PACKETS) for rules in (before, after))
    return re.sub(rf"\b{was}\b", str(dealt), name)


def _end(end: Document) -> None:
    by = end["by"]
    if by != "target":
        end["targets"] = []
    elif not end["targets"]:
        end["targets"] = usual(_END_LIKE["target"], "end.targets")
    if by != "rounds":
        end["rounds"] = "none"
    elif end["rounds"] == "none":
        end["rounds"] = usual(_END_LIKE["rounds"], "end.rounds")
    if by != "time":
        end["minutes"] = "none"
    elif end["minutes"] == "none":
        end["minutes"] = usual(*_TIMED)["end.minutes"]


def _opening(opening: Document) -> None:
    """Start with the usual steps, and keep the old minimums if there are equally many."""
    steps, old = usual(_OPENING_LIKE[opening["by"]], "opening.steps"), opening["steps"]
    if len(old) == len(steps) and not any(step["players"] for step in old):
        for step, before in zip(steps, old, strict=True):
            step |= {"minimum": before["minimum"], "books": before["books"]}
    opening["steps"] = steps


def _penalty(out: Document, before: Document) -> None:
    if out["without_books"] == "forbidden":
        out["penalty"] = 0
    elif before["without_books"] == "forbidden":
        out["penalty"] = usual(_PENALTY_LIKE, "going_out.penalty")


def _settle_price(rule: Document, before: Document) -> None:
    """Count threes that were given a price, and clear the prices of threes that no longer count."""
    if rule["pays"] and not before["pays"] and rule["counted"] == "never":
        rule["counted"] = "apart"
    if rule["counted"] == "never":
        rule["pays"] = []
    if rule["counted"] == "with_cards" and before["counted"] != "with_cards":
        points = rule["pays"][0]["points"] if rule["pays"] else 0
        rule["pays"] = [{"from": 1, "points": points, "per": "card"}]


def _group(sets: list[Document]) -> None:
    """Put a combination into the group that is named after it."""
    groups = {item["group"] for item in sets}
    for item in sets:
        if item["code"] in groups:
            item["group"] = item["group"] or item["code"]


def _same_count(threes: list[Document]) -> None:
    """Count the threes of a colour in a place as their last rule says, the only one that the form asks about."""
    counted = {(rule["color"], rule["place"]): rule["counted"] for rule in threes}
    for rule in threes:
        rule["counted"] = counted[rule["color"], rule["place"]]
        if rule["counted"] == "never":
            rule["pays"] = []


# ---- Inputs

MAX_NOTES = 20
LARGEST_NUMBER = 999
"""The largest number of players or of a round that can be typed."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document with the typed answers, the paths that changed, and the faults by path."""

    document: Document
    changed: tuple[str, ...] = ()
    faults: Mapping[str, str] = dataclasses.field(default_factory=dict)


_GONE = "gone"
"""Placeholder for the points of a removed price while other inputs are read."""


class _Wrong(ValueError):
    """Text that is not a valid answer. The message is a sentence."""


def parse(document: Document, group: Group, texts: Mapping[str, Texts]) -> Parsed:
    """Return the document with the values of the form. Inputs that were not sent are unchanged."""
    result, changed, faults = copied(document), [], {}
    for section in form(document, document, group):
        for field in section.fields:
            typed = texts.get(field.path)
            if typed is None or _plain(typed) == _plain(field.texts):
                continue
            try:
                _answer(result, field, typed)
                changed.append(field.path)
            except _Wrong as error:
                faults[field.path] = str(error)
    for rule in result["threes"]:
        rule["pays"] = [step for step in rule["pays"] if step["points"] != _GONE]
    return Parsed(settle(result, document), tuple(changed), faults)


def _plain(texts: Texts) -> list[str]:
    return sorted(text.replace("\r\n", "\n").strip() for text in texts if text.strip())


def _answer(document: Document, field: Field, texts: Texts) -> None:
    """Put the answer to a question into a document. Raises _Wrong."""
    if is_choice(field.path):
        _decide(document, field, texts[0])
        return
    text = next(iter(_plain(texts)), "")
    above, _, name = field.path.rpartition(".")
    if field.key.is_counted and field.key.path != "cards.*":
        _count(value_at(document, above), name, field, text)
    elif field.key.path == "threes.*.pays.*.points" and not (text and value_at(document, above)):
        _price(document, above, field, text)
    else:
        put(document, field.path, _value(field, text, texts))


def _value(field: Field, text: str, texts: Texts) -> Any:
    key = field.key
    match key.kind:
        case Kind.NUMBER if key.none and not text and key.none != "lowest":
            return key.none
        case Kind.NUMBER:
            return -_number(text, field) if field.key.is_cost else _number(text, field)
        case Kind.YES_NO if text in (YES, NO):
            return text == YES
        case Kind.NUMBERS:
            return _numbers(text)
        case Kind.SOME if key.path == "notes":
            return _notes(text)
        case Kind.SOME:
            return _some(field, texts)
        case Kind.TEXT if not field.answers:
            return _text(text, key.path)
        case Kind.TEXT | Kind.WORD if text in dict(field.answers):
            return text
    raise _Wrong("Choose one of these.")


def _number(text: str, field: Field) -> int:
    if not text:
        raise _Wrong("Type a number.")
    try:
        number = typed_adjustment(text)
    except NotANumber as error:
        raise _Wrong(f"Type a number such as {_example(field)}." if "sum" in str(error) else str(error)) from None
    if abs(number) > LARGEST:
        raise _Wrong(f"Type at most {LARGEST:,}.")
    return number


def _example(field: Field) -> str:
    """Return an example answer: the current number if there is one, else the step of the key."""
    return field.text if field.text not in ("", "0") else str(field.key.step)


def _numbers(text: str) -> list[int]:
    words = re.split(r"[\s,;]+|\band\b", text) if text else []
    parts = [word for word in words if word]
    numbers = [whole_number(part, 1, LARGEST_NUMBER) for part in parts]
    if None in numbers:
        raise _Wrong("Type numbers with commas between them, such as 2, 4.")
    return list(dict.fromkeys(filter(None, numbers)))


def _notes(text: str) -> list[str]:
    notes = [line.strip() for line in text.split("\n") if line.strip()]
    if len(notes) > MAX_NOTES:
        raise _Wrong(f"Type at most {MAX_NOTES} notes.")
    return [_text(note, "notes") for note in notes]


def _some(field: Field, texts: Texts) -> list[str]:
    ticked, names = set(_plain(texts)), [name for name, _ in field.answers]
    if not ticked <= set(names):
        raise _Wrong("Choose some of these.")
    return [name for name in names if name in ticked]


def _text(text: str, path: str) -> str:
    if not text and path not in ("summary", "document"):
        raise _Wrong("Type something here.")
    if len(text) > LONGEST or not all(letter.isprintable() for letter in text):
        raise _Wrong(f"Type at most {LONGEST} letters, on one line.")
    return text


def _count(counts: dict[str, int], name: str, field: Field, text: str) -> None:
    """Set a number of books in a table. An empty input, or 0 for a need, removes the name."""
    number = _number(text, field) if text else 0
    if not text or (".needs." in field.path and number == 0):
        counts.pop(name, None)
    else:
        counts[name] = number


def _price(document: Document, step: str, field: Field, text: str) -> None:
    """Add a price to threes that count nothing, or mark one as removed. It keeps its position until all are read."""
    if price := value_at(document, step):
        price["points"] = _GONE
    elif text:
        points = -_number(text, field) if field.key.is_cost else _number(text, field)
        value_at(document, step.rpartition(".")[0]).append({"from": 1, "points": points, "per": "card"})


def _decide(document: Document, field: Field, text: str) -> None:
    """Decide a choice for all games: its option becomes part of the rules."""
    choice = value_at(document, field.path)
    option = next((option for option in choice["options"] if option["value"] == text), None)
    if option is None:
        if text == OPEN:
            return
        raise _Wrong("Choose one of these.")
    try:
        patched = apply_patch(document, option["set"], option["add"])
    except RulesError:
        raise _Wrong("This does not fit what you changed.") from None
    patched["choices"] = [other for other in patched["choices"] if other["key"] != choice["key"]]
    document |= patched
