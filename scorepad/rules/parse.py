"""Parse rule sets from TOML or plain data, and apply a table's choices to one."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorepad.rules.check import inconsistencies
from scorepad.rules.document import Document, apply_patch, to_document, with_sources
from scorepad.rules.model import Option, RuleSet
from scorepad.rules.own import Find, complete, is_own
from scorepad.rules.read import Fault, Reader, RulesError, quote, suggest
from scorepad.rules.upgrade import from_schema_1

SCHEMA = 2
"""The schema that this version writes."""

UPGRADES: dict[int, Callable[[Document], Document]] = {1: from_schema_1}
"""For each older schema, the function that turns its document into the next schema. Schema 1 is the first."""

LARGEST_TEXT = 200_000
"""Characters. The longest preset has a tenth of this."""

MOST_DOTS = 500
"""Dots in one line of a file, because a key may be written `a.b.c`. No preset has twenty."""

DEEPEST = 20
"""Tables within tables. The presets have eight. Far beyond this, Python would raise RecursionError."""


def no_parent(slug: str) -> RuleSet:
    """Find no rule set: for documents that must be whole."""
    raise RulesError((Fault("", f"{quote(slug)} is not at hand here."),))


def parse(text: str, find: Find = no_parent) -> RuleSet:
    """Parse a TOML rule set; own rules are laid over their parent, which `find` returns. Raises RulesError with every
    fault.
    """
    return from_document(load_toml(text), find)


def load_toml(text: str) -> Document:
    """Return the plain data of a rule set's TOML, unchecked. Raises RulesError if it is no TOML."""
    if len(text) > LARGEST_TEXT:
        raise RulesError((Fault("", f"is too long for a rule set ({LARGEST_TEXT:,} characters)."),))
    # The parser takes quadratic time for a dotted key: minutes for a text of this size.
    if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise RulesError((Fault("", "is nested too deeply for a rule set."),))
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError((Fault("", _not_toml(text, str(error))),)) from None


def _not_toml(text: str, reason: str) -> str:
    """Return why a text is not TOML. Two slips have sentences of their own."""
    at = re.search(r"\(at line (\d+), column \d+\)$", reason)
    line = text.split("\n")[int(at[1]) - 1] if at else ""
    if at and set(line) & set("“”„‘’"):
        return f'is not TOML: line {at[1]} has curly quotes. Use straight ones: ".'
    if at and (number := re.search(r"\d{1,3}(,\d{3})+", line)):
        return f"is not TOML: line {at[1]} has a comma inside a number. Write {number[0].replace(',', '')}."
    return f"is not TOML: {reason[:200] or 'it is nested too deeply'}."


def from_document(data: Mapping[str, Any], find: Find = no_parent) -> RuleSet:
    """Read a rule set from plain data of this schema or an older one, as `parse` does a text. Raises RulesError."""
    if _too_deep(data):
        raise RulesError((Fault("", "is nested too deeply for a rule set."),))
    document = _upgraded(dict(data))
    if is_own(document):
        document = complete(document, find)
    reader = Reader()
    rules = reader.table(RuleSet, document, "")
    if reader.faults:
        raise RulesError(tuple(reader.faults))
    faults = inconsistencies(rules)
    if faults:
        raise RulesError(faults)
    _try_options(rules)
    return rules  # type: ignore[no-any-return]  # without faults, the reader returns a RuleSet


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
        message = f"a rule document must begin with “schema = {SCHEMA}”."
        raise RulesError((Fault("schema", message),))
    if schema > SCHEMA:
        message = f"{quote(schema)} was written by a newer Scorepad; this one reads up to {SCHEMA}. Update Scorepad."
        raise RulesError((Fault("schema", message),))
    while schema < SCHEMA:
        document = UPGRADES[schema](document)
        schema += 1
    return document


def choose(rules: RuleSet, choices: Mapping[str, str]) -> RuleSet:
    """Apply choices to a rule set; a choice that is not named gets its usual option.

    Raises RulesError for unknown choices and options, and for choices that cannot go together.
    """
    checked = [_unknown_choice(rules, key, value) for key, value in choices.items()]
    faults = tuple(fault for fault in checked if fault is not None)
    if faults:
        raise RulesError(faults)
    picked = [option for option in _picked(rules, choices) if option.set or option.add]
    return _with_options(rules, picked) if picked else rules


def _picked(rules: RuleSet, choices: Mapping[str, str]) -> list[Option]:
    return [
        next(o for o in choice.options if o.value == choices.get(choice.key, choice.options[0].value))
        for choice in rules.choices
    ]


def _unknown_choice(rules: RuleSet, key: str, value: str) -> Fault | None:
    choice = next((c for c in rules.choices if c.key == key), None)
    if choice is None:
        keys = [c.key for c in rules.choices]
        hint = suggest(key, keys) if keys else " It has no choices."
        return Fault("choose", f"{rules.name} has no choice {quote(key)}.{hint}")
    options = [o.value for o in choice.options]
    if value in options:
        return None
    return Fault(f"choose.{key}", f"{quote(value)} is not an option.{suggest(value, options)}")


def _with_options(rules: RuleSet, options: list[Option]) -> RuleSet:
    document = to_document(rules, every_key=True)
    document["choices"] = []
    sources = document["provenance"]
    for option in options:
        document = apply_patch(document, option.set, option.add)
        for status, listed in (("reported", option.reported), ("assumed", option.assumed)):
            kept = (path for path in sources[status] if path not in option.set)
            sources[status] = [*kept, *listed]
    return from_document(with_sources(document, sources))


def _try_options(rules: RuleSet) -> None:
    """Apply each option once, so that a broken patch is reported when the file is read and not during a game."""
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
