"""Parse rule sets from TOML or plain data of any schema, and apply a table's choices to one."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from scorepad.rules.check import inconsistencies
from scorepad.rules.document import NO_SUCH_RULE, Document, apply_patch, copied, schema_of, to_document, with_sources
from scorepad.rules.faults import Fault, RulesError, item_names, quote, suggest
from scorepad.rules.model import LARGEST, Choice, Option, RuleSet
from scorepad.rules.own import Find, complete, is_own, left_behind, no_such_rule
from scorepad.rules.read import Reader, first_faults, refuse_oversized
from scorepad.rules.toml_text import load_toml

# ---- Older schemas. The functions never change the document they are given.

_PATHS = ("reported", "assumed", "set", "add")
"""Keys whose lists or tables contain paths."""


def from_schema_1(document: Document) -> Document:
    """Return the document in schema 2.

    Schema 2 marks rewards for threes in hand and unfinished books, and its paths count list items from 1. Faults are
    left for the reader to report.
    """
    result = copied(document) | {"schema": 2}
    options = (option for choice in _tables(result.get("choices")) for option in _tables(choice.get("options")))
    for holder in (*_tables([result.get("provenance")]), *options):
        holder.update({key: _from_one(holder[key]) for key in _PATHS if key in holder})
    for rule in _tables(result.get("threes")):
        pays = [step.get("points") for step in _tables(rule.get("pays"))]
        if rule.get("place") == "held" and any(isinstance(points, int) and points > 0 for points in pays):
            rule["reward"] = True
    for book in _tables(result.get("books")):
        if isinstance(book.get("unfinished"), int) and book["unfinished"] > 0:
            book["reward"] = True
    return result


def _from_one(listed: object) -> object:
    """Return a list of paths, or a table with paths as keys, whose positions in lists count from 1 instead of 0."""
    if isinstance(listed, Mapping):
        return {_path_from_one(str(path)): value for path, value in listed.items()}
    if isinstance(listed, list):
        return [_path_from_one(path) if isinstance(path, str) else path for path in listed]
    return listed


def _path_from_one(path: str) -> str:
    steps = path.split(".")
    for at, (before, step) in enumerate(pairwise(steps), start=1):
        # Cards and options are named, not counted: the card "10", and a target of "6000".
        if step.isdecimal() and len(step) < 4 and before not in ("cards", "options"):
            steps[at] = str(int(step) + 1)
    return ".".join(steps)


def _tables(items: object) -> Iterator[dict[str, Any]]:
    yield from (item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()


# ---- Choices for which a table may type any list of numbers, such as the opening minimum of each round

EXAMPLE = "90,120,200"

MAX = 50
"""The most numbers in a list."""

_LIST = re.compile(r"[0-9]{1,7}( *, *[0-9]{1,7})*")


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the numbers of a list such as "90,120,200"; empty for other text or too large numbers."""
    if len(text) > MAX * 10 or not _LIST.fullmatch(text):
        return ()
    numbers = tuple(int(part) for part in text.split(","))
    return numbers if len(numbers) <= MAX and max(numbers) <= LARGEST else ()


def option_of(choice: Choice, value: str) -> Option | None:
    """Return the option with this value, listed or typed; None if there is no such option."""
    listed = next((option for option in choice.options if option.value == value), None)
    if listed is not None or not choice.typed:
        return listed
    return _minimums(value)


@lru_cache(maxsize=256)
def _minimums(value: str) -> Option | None:
    """Return the option of opening minimums by round; the last number also holds for all later rounds."""
    numbers = numbers_in(value)
    if not numbers:
        return None
    steps = [
        {"from": number, "minimum": minimum, "books": [], "players": []}
        for number, minimum in enumerate(numbers, start=1)
    ]
    return Option(value, ", ".join(f"{number:,}" for number in numbers), (), (), {"opening.steps": steps}, {}, ())


# ---- Rule sets

SCHEMA = 3
"""The newest schema. A rule set is written in the oldest one from 2 on that can say it, so older versions read it."""

UPGRADES: dict[int, Callable[[Document], Document]] = {1: from_schema_1, 2: lambda document: document}
"""For each older schema, the function that turns its document into the next one. Schema 3 only has more keys."""

Picked = tuple[Choice, Option]
"""A choice, and the option that a table picked."""


def no_parent(slug: str) -> RuleSet:
    """Reject every parent, for documents that must be complete."""
    raise RulesError((Fault("", f"{quote(slug)} was not found here."),))


def parse(text: str, find: Find = no_parent) -> RuleSet:
    """Parse a TOML rule set. Own rules are applied to their parent, which `find` returns.

    Raises RulesError with every fault.
    """
    return from_document(load_toml(text), find)


def from_document(data: Mapping[str, Any], find: Find = no_parent) -> RuleSet:
    """Parse a rule set from plain data of this schema or an older one. Raises RulesError with every fault."""
    refuse_oversized(data)
    document = _upgraded(dict(data))
    if is_own(document):
        whole, faults = complete(document, find)
        rules, others = _read(whole)
        faults += left_behind(document, find, others)
    else:
        rules, faults = _read(document)
    if faults:
        raise RulesError(tuple(faults))
    return replace(rules, schema=max(schema_of(rules), _try_options(rules)))


def _read(document: Document) -> tuple[RuleSet, list[Fault]]:
    """Return a rule set and every fault of its document: in single values, and in how its parts fit together."""
    reader = Reader()
    rules: RuleSet = reader.table(RuleSet, document, "")
    return rules, [*reader.faults, *first_faults(_of_their_own(inconsistencies(rules), reader.faults))]


def _of_their_own(inconsistent: Iterable[Fault], unread: list[Fault]) -> Iterator[Fault]:
    """Yield the inconsistencies that do not merely follow from parts which could not be read."""
    if any(_names_others(fault.path) for fault in unread):
        return
    if unread:  # the provenance may name what could not be read
        inconsistent = (fault for fault in inconsistent if not fault.path.startswith("provenance."))
    paths = [fault.path for fault in unread]
    yield from (fault for fault in inconsistent if not any(_follows(fault.path, path) for path in paths))


def _names_others(path: str) -> bool:
    """Whether other parts refer to the value at a path: a whole list, a name or a number of players."""
    steps = path.split(".")
    return len(steps) == 1 or steps[-1] in ("code", "key", "value", "counts_for", "players", "teams", "color", "place")


def _follows(path: str, unread: str) -> bool:
    """Whether a fault at `path` may merely follow from the unread value at `unread`."""
    head = path.partition(".")[0]
    if head in ("opening", "going_out", "end"):  # their values must fit each other
        return unread.partition(".")[0] == head
    return f"{path}.".startswith(f"{unread}.") or f"{unread}.".startswith(f"{path}.")


def _upgraded(document: Document) -> Document:
    schema = document.get("schema")
    if isinstance(schema, bool) or not isinstance(schema, int) or schema < 1:
        quotes = ", without quotes" if isinstance(schema, str) else ""
        message = f"a rule document must begin with “schema = {SCHEMA}”{quotes}."
        raise RulesError((Fault("schema", message),))
    if schema > SCHEMA:
        message = f"{quote(schema)} was written by a newer Scorepad; this one reads up to {SCHEMA}. Update Scorepad."
        raise RulesError((Fault("schema", message),))
    while schema < SCHEMA:
        document = UPGRADES[schema](document)
        schema += 1
    return document


def choose(rules: RuleSet, choices: Mapping[str, str]) -> RuleSet:
    """Apply choices to a rule set. A choice that is not named gets its usual option.

    An option for some rounds only stays in the rule set, as the one option of its choice, for `in_round`. Raises
    RulesError for unknown choices and options, and for options that cannot be combined.
    """
    checked = [_unknown_choice(rules, key, value) for key, value in choices.items()]
    faults = tuple(fault for fault in checked if fault is not None)
    if faults:
        raise RulesError(faults)
    picked = [(choice, option) for choice, option in _picked(rules, choices) if option.set or option.add]
    always = [(choice, option) for choice, option in picked if not option.rounds]
    chosen = _with_options(rules, always) if always else rules
    if not any(option.rounds for choice in rules.choices for option in choice.options):
        return chosen
    in_some = [(choice, option) for choice, option in picked if option.rounds]
    result = replace(chosen, choices=tuple(replace(choice, options=(option,)) for choice, option in in_some))
    for number in {number for _, option in in_some for number in option.rounds}:
        in_round(result, number)
    return result


@lru_cache(maxsize=512)
def in_round(rules: RuleSet, round_number: int) -> RuleSet:
    """Return the rules that hold in one round: with the options for this round alone that a table has picked."""
    usual = ((choice, choice.options[0]) for choice in rules.choices if choice.options)
    picked = [(choice, option) for choice, option in usual if round_number in option.rounds]
    return _with_options(rules, picked) if picked else rules


def _picked(rules: RuleSet, choices: Mapping[str, str]) -> list[Picked]:
    return [
        (choice, option)
        for choice in rules.choices
        if (option := option_of(choice, choices.get(choice.key, choice.usual))) is not None
    ]


def _unknown_choice(rules: RuleSet, key: str, value: str) -> Fault | None:
    choice = next((c for c in rules.choices if c.key == key), None)
    if choice is None:
        keys = [c.key for c in rules.choices]
        hint = suggest(key, keys) if keys else " It has no choices."
        return Fault("choose", f"{rules.name} has no choice {quote(key)}.{hint}")
    if option_of(choice, value) is not None:
        return None
    if choice.typed:
        return Fault(f"choose.{key}", f"{quote(value)} is not a list of numbers such as {EXAMPLE}.")
    options = [o.value for o in choice.options]
    return Fault(f"choose.{key}", f"{quote(value)} is not an option.{suggest(value, options)}")


def _with_options(rules: RuleSet, options: list[Picked]) -> RuleSet:
    document = to_document(rules, every_key=True)
    document["choices"] = []
    sources = document["provenance"]
    is_own = {choice.key: f"choices.{choice.key}" in sources["own"] for choice, _ in options}
    for choice, option in options:
        document = apply_patch(document, option.set, option.add)
        for status, listed in (("reported", option.reported), ("assumed", option.assumed)):
            kept = (path for path in sources[status] if path not in option.set)
            sources[status] = [*kept, *listed]
        others = [path for path in sources["own"] if path not in option.set]
        # What a table’s own choice changes is the table’s own.
        sources["own"] = [*others, *option.set, *_added(option)] if is_own[choice.key] else others
    return from_document(with_sources(document, sources))


def _about_option(document: Document, fault: Fault) -> str:
    """Return what is wrong with the effect of an option, with a suggestion if a path does not exist."""
    if fault.message == NO_SUCH_RULE:
        return no_such_rule(document, fault.path)
    return fault.message


def _added(option: Option) -> Iterator[str]:
    yield from (f"{path}.{name}" for path, items in option.add.items() for name in item_names(items))


def _try_options(rules: RuleSet) -> int:
    """Apply each option once, so that a broken patch is reported when the file is read and not during a game.

    Return the schema that can say them all.
    """
    faults: list[Fault] = []
    schema = 0
    for choice in rules.choices:
        for option in (o for o in choice.options if o.set or o.add):
            try:
                schema = max(schema, _with_options(rules, [(choice, option)]).schema)
            except RulesError as error:
                at = f"choices.{choice.key}.options.{option.value}"
                whole = to_document(rules, every_key=True)
                faults.extend(Fault(f"{at}: {f.path}", _about_option(whole, f)) for f in error.faults)
    if faults:
        raise RulesError(tuple(faults))
    return schema


@lru_cache(maxsize=64)
def clashes(rules: RuleSet) -> tuple[Fault, ...]:
    """Return a fault for each pair of options that work alone, but not both in one game."""
    answers = [(choice, option) for choice in rules.choices for option in choice.options if option.set or option.add]
    pairs = ((one, other) for one, other in combinations(answers, 2) if one[0].key != other[0].key)
    return tuple(fault for one, other in pairs for fault in _clash(rules, one, other))


def _clash(rules: RuleSet, one: Picked, other: Picked) -> Iterator[Fault]:
    if not {*_parts(one[1])} & {*_parts(other[1])} and (_is_numbers(one[1]) or _is_numbers(other[1])):
        return
    why = ""
    try:
        choose(rules, {choice.key: option.value for choice, option in (one, other)})
    except RulesError as error:
        why = "both add the same." if {*_added(one[1])} & {*_added(other[1])} else str(error.faults[0])
    if not why and _undoes(other[1], one[1]):
        why = f"both change the same, and only “{other[1].label}” would count. Let one answer do both."
    if why:
        both = f"“{one[1].label}” and “{other[1].label}” cannot be picked in one game"
        yield Fault(f"choices.{other[0].key}.options.{other[1].value}", f"{both}: {why}")


def _undoes(last: Option, first: Option) -> bool:
    """Whether an option replaces something that another one has changed or added to before it."""
    changed = (*first.set, *first.add)
    replaced = (path for path, value in last.set.items() if first.set.get(path) != value)
    return any(f"{each}.".startswith(f"{path}.") for path in replaced for each in changed)


def _parts(option: Option) -> Iterator[str]:
    """Yield the parts of the rules that an option changes: books, threes, the opening …"""
    yield from (path.partition(".")[0] for path in (*option.set, *option.add))


def _is_numbers(option: Option) -> bool:
    """Whether an option changes only numbers that no other part of the rules refers to."""
    ends = {path.rpartition(".")[2] for path in option.set}
    return not option.add and not ends & {"players", "teams"} and all(type(v) is int for v in option.set.values())
