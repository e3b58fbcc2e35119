"""Turn an option of a choice into the rules of a game that picks it, and changed rules into an option."""

import copy
from collections.abc import Sequence

from scorepad.rulebook.added_choices import EACH_GAME, OTHERWISE
from scorepad.rulebook.every_key import with_every_key
from scorepad.rulebook.house_rules import HouseRule, rules_of
from scorepad.rules.differences import Differences, compared
from scorepad.rules.document import NOT_RULES, Document, apply_patch, to_document, value_at
from scorepad.rules.faults import RulesError
from scorepad.rules.model import Choice, RuleSet
from scorepad.rules.read import LONGEST
from scorepad.scoring.text.explain import lower_first

_MAX_SAID = 2
"""The most differences that a generated label names."""


def is_option(document: Document, path: str) -> bool:
    """Whether a path is that of an answer to a choice."""
    option = value_at(document, path) if path.startswith("choices.") else None
    return isinstance(option, dict) and "set" in option


def move_option(document: Document, path: str, by: int) -> bool:
    """Move an option `by` places; the first one is the usual one. Return whether it moved."""
    if not is_option(document, path):
        return False
    options = value_at(document, path.rpartition(".")[0])
    at = options.index(value_at(document, path))
    if not by or not 0 <= at + by < len(options):
        return False
    options.insert(at + by, options.pop(at))
    return True


def laid_over(document: Document, path: str) -> Document:
    """Return the rules of a game that picks an option, without choices. Raises RulesError if it does not fit."""
    option = value_at(document, path)
    return with_every_key(apply_patch(document | {"choices": []}, option["set"], option["add"]))


def effects(document: Document, path: str) -> list[HouseRule]:
    """Return what an option changes, in words; nothing if it does not fit."""
    before = document | {"choices": []}
    try:
        after = laid_over(document, path)
    except RulesError:
        return []
    return rules_of(after, before, compared(before, after))


def effects_in_words(rules: RuleSet, choice: Choice) -> dict[str, str]:
    """Return what each answer to a choice changes: "cards in the hand: 13"."""
    document = to_document(rules, every_key=True)
    listed = {
        option.value: effects(document, f"choices.{choice.key}.options.{option.value}") for option in choice.options
    }
    return {
        value: lower_first(_shortened([f"{rule.about}: {rule.here}" for rule in changed]))
        for value, changed in listed.items()
    }


def with_option(document: Document, path: str, changed: Document) -> Document:
    """Return a draft in which an option makes the rules what they are in `changed`. Generated labels follow."""
    result, before = copy.deepcopy(document), document | {"choices": []}
    choice, option = value_at(result, path.partition(".options.")[0]), value_at(result, path)
    was = effects(document, path)
    option |= _patch(before, changed | {"choices": []}) | {"reported": [], "assumed": []}
    now = effects(result, path)
    if option["label"] in (OTHERWISE, _answer_words(was)):
        option["label"] = _answer_words(now)
    if choice["label"] in (EACH_GAME, _choice_words(was)):
        choice["label"] = _choice_words(now)
    return result


def _answer_words(rules: Sequence[HouseRule]) -> str:
    return _shortened([f"{rule.about}: {rule.here}" for rule in rules]) or OTHERWISE


def _choice_words(rules: Sequence[HouseRule]) -> str:
    return _shortened(list(dict.fromkeys(rule.about for rule in rules))) or EACH_GAME


def _shortened(words: list[str]) -> str:
    more = len(words) - _MAX_SAID
    words = [*words[:1], *map(lower_first, words[1:])]
    return (", ".join(words[:_MAX_SAID]) + (f" and {more} more" if more > 0 else ""))[:LONGEST]


def _patch(before: Document, after: Document) -> Document:
    """Return what an option sets and adds to turn one draft into another. It cannot remove, so it sets what is left."""
    changes = compared(before, after)
    held = {holder: value_at(after, holder) for holder in _set_as_a_whole(before, changes)}
    patch = {
        "set": _without(changes.set, held) | held,
        "add": _without({path: items for path, items in changes.add.items() if isinstance(items, list)}, held),
    }
    try:
        if apply_patch(before, patch["set"], patch["add"]) == after:
            return patch
    except RulesError:
        pass
    # Names with dots, or items that share a name, make paths ambiguous. Set all of a part.
    rules = {key: value for key, value in after.items() if key not in NOT_RULES and value != before[key]}
    return {"set": copy.deepcopy(rules), "add": {}}


def _set_as_a_whole(before: Document, changes: Differences) -> list[str]:
    """Return the paths of lists that lose an item, and of tables that lose or gain a name."""
    holders = [path for path, items in changes.add.items() if not isinstance(items, list)]
    for path in changes.remove:
        steps = path.split(".")
        heads = (".".join(steps[:end]) for end in range(len(steps) - 1, 0, -1))
        holders.append(next(head for head in heads if value_at(before, head) is not None))
    return [path for path in dict.fromkeys(holders) if not any(path.startswith(f"{other}.") for other in holders)]


def _without(paths: Document, held: Document) -> Document:
    return {
        path: value for path, value in paths.items() if not any(f"{path}.".startswith(f"{holder}.") for holder in held)
    }
