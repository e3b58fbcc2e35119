"""From the text of a TOML file, or plain data, to a RuleSet; and from a RuleSet with choices to the one played."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorepad.rules.check import inconsistencies
from scorepad.rules.document import Document, patched, paths, to_document
from scorepad.rules.model import Option, RuleSet
from scorepad.rules.read import Fault, Reader, RulesError, nearest, quoted

SCHEMA = 1
"""The schema this Scorepad writes."""

UPGRADES: dict[int, Callable[[Document], Document]] = {}
"""For each older schema, the pure step that turns its document into the next one. Schema 1 is the first."""

LARGEST_TEXT = 200_000
"""Characters; the longest preset has a tenth of it."""

MOST_DOTS = 500
"""Dots in one line of a file, where a key may be written `a.b.c`; no preset has twenty."""

DEEPEST = 20
"""Tables within tables; the presets have eight. Beyond, Python's own recursion would end before a sentence is said."""


def parse(text: str) -> RuleSet:
    """The rule set a TOML text describes. Raises RulesError with every fault."""
    if len(text) > LARGEST_TEXT:
        raise RulesError((Fault("", f"is too long for a rule set ({LARGEST_TEXT:,} characters)."),))
    # A dotted key takes the parser time that grows with the square of its length: minutes, at this size of text.
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise RulesError((Fault("", "is nested too deeply for a rule set."),))
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = str(error)[:200] or "it is nested too deeply"
        raise RulesError((Fault("", f"is not TOML: {reason}."),)) from None
    return from_document(data)


def from_document(data: Mapping[str, Any]) -> RuleSet:
    """The rule set that plain data describes, whatever schema it was written in. Raises RulesError."""
    if _too_deep(data):
        raise RulesError((Fault("", "is nested too deeply for a rule set."),))
    document = _upgraded(dict(data))
    reader = Reader()
    rules = reader.table(RuleSet, document, "")
    if reader.faults:
        raise RulesError(tuple(reader.faults))
    faults = inconsistencies(rules)
    if faults:
        raise RulesError(faults)
    _try_options(rules)
    return rules  # type: ignore[no-any-return]  # the reader gave what it was asked for, or faults


def _too_deep(data: object) -> bool:
    level = [data]
    for _ in range(DEEPEST):
        level = [inner for value in level for inner in _within(value)]
    return bool(level)


def _within(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def _upgraded(document: Document) -> Document:
    schema = document.get("schema")
    if isinstance(schema, bool) or not isinstance(schema, int) or schema < 1:
        message = f"every rule document begins with “schema = {SCHEMA}”."
        raise RulesError((Fault("schema", message),))
    if schema > SCHEMA:
        message = f"{quoted(schema)} was written by a newer Scorepad; this one reads up to {SCHEMA}. Update Scorepad."
        raise RulesError((Fault("schema", message),))
    while schema < SCHEMA:
        document = UPGRADES[schema](document)
        schema += 1
    return document


def choose(rules: RuleSet, choices: Mapping[str, str]) -> RuleSet:
    """The rule set as played with these choices; the usual option where none is named.

    Raises RulesError for an unknown choice or option, and where two choices cannot go together.
    """
    faults = [_unknown(rules, key, value) for key, value in choices.items()]
    real = tuple(fault for fault in faults if fault is not None)
    if real:
        raise RulesError(real)
    picked = [option for option in _picked(rules, choices) if option.set or option.add]
    return _with_options(rules, picked) if picked else rules


def _picked(rules: RuleSet, choices: Mapping[str, str]) -> list[Option]:
    return [
        next(
            o for o in choice.options if o.value == choices.get(choice.key, choice.options[0].value)
        )
        for choice in rules.choices
    ]


def _unknown(rules: RuleSet, key: str, value: str) -> Fault | None:
    choice = next((c for c in rules.choices if c.key == key), None)
    if choice is None:
        known = [c.key for c in rules.choices]
        hint = nearest(key, known) if known else " It has none."
        return Fault("choose", f"{rules.name} has no choice {quoted(key)}.{hint}")
    options = [o.value for o in choice.options]
    if value in options:
        return None
    return Fault(f"choose.{key}", f"{quoted(value)} is not an option.{nearest(value, options)}")


def _with_options(rules: RuleSet, options: list[Option]) -> RuleSet:
    document = to_document(rules)
    document["choices"] = []
    sources = document["provenance"]
    for option in options:
        document = patched(document, option.set, option.add)
        for status, listed in (("reported", option.reported), ("assumed", option.assumed)):
            kept = (path for path in sources[status] if path not in option.set)
            sources[status] = [*kept, *listed]
    known = paths(document)
    document["provenance"] = {
        status: [path for path in listed if path in known] for status, listed in sources.items()
    }
    return from_document(document)


def _try_options(rules: RuleSet) -> None:
    """Applies every option once, so that a broken patch is found when the file is read, not mid-game."""
    faults: list[Fault] = []
    for choice in rules.choices:
        for option in (o for o in choice.options if o.set or o.add):
            try:
                _with_options(rules, [option])
            except RulesError as error:
                at = f"choices.{choice.key}.options.{option.value}"
                faults.extend(Fault(f"{at}: {f.path}", f.message) for f in error.faults)
    if faults:
        raise RulesError(tuple(faults))
