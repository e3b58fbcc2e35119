"""The differences from the parent in words, and the contradictions of a draft by the question they concern."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.rulebook import labels
from scorepad.rulebook.form import MISSING, field_at, find_value, words_of
from scorepad.rulebook.keys import pattern_of
from scorepad.rulebook.question import TITLES, Group
from scorepad.rulebook.questions import GROUPS
from scorepad.rulebook.settle import cut_name
from scorepad.rulebook.suspicions import suspicions
from scorepad.rulebook.words import capitalize_first
from scorepad.rules.differences import Differences, differences
from scorepad.rules.document import Document, value_at, with_sources
from scorepad.rules.faults import RulesError
from scorepad.rules.item_names import item_names
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import clashes, from_document
from scorepad.scoring.text.explain import lower_first, plural


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One difference: its subject, its value here and in the parent, and the group of its question."""

    path: str
    about: str
    here: str
    there: str
    group: Group


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something in a draft that is invalid or probably a mistake, with the path and the group of its question.

    `message` is shown beside the question, `sentence` elsewhere.
    """

    path: str
    group: Group | None
    message: str
    about: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.about}: {lower_first(self.message)}" if self.about else self.message


def house_rules(document: Document, parent: Document, rules: RuleSet) -> list[HouseRule]:
    """Return what a draft changes in its parent (given as `parent` and as `rules`), in the order of the groups."""
    return rules_of(document, parent, differences(rules, document))


def rules_of(document: Document, parent: Document, changes: Differences) -> list[HouseRule]:
    """Return differences in words."""
    order = list(Group)
    follows = (path for path in changes.set if _is_renamed_cut(document, parent, path) or _is_start(changes, path))
    left_out = {"choices", *follows}
    listed = [_of_value(document, parent, path) for path in changes.set if path not in left_out]
    listed += _of_choices(document, parent) if "choices" in changes.set else ()
    listed += _of_items(document, parent, changes)
    return list(_numbered(sorted(listed, key=lambda rule: order.index(rule.group))))


def _numbered(rules: list[HouseRule]) -> Iterator[HouseRule]:
    """Yield the differences; those that would read the same, such as two new bonuses of one name, get a number."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for rule in rules:
        words = (rule.about, rule.here, rule.there)
        seen[words] += 1
        yield rule if seen[words] == 1 else replace(rule, about=f"{rule.about} ({seen[words]})")


def _is_renamed_cut(document: Document, parent: Document, path: str) -> bool:
    """Whether a path is the name of a cut that changed only with the number of cards dealt."""
    if pattern_of(path) not in ("bonuses.*.one", "bonuses.*.many"):
        return False
    return bool(value_at(document, path) == cut_name(value_at(parent, path), parent, document))


def _is_start(changes: Differences, path: str) -> bool:
    """Whether a path is the start of a minimum that cannot be compared: one counts rounds, the other totals."""
    return "opening.by" in changes.set and pattern_of(path) == "opening.steps.*.from"


def _of_choices(document: Document, parent: Document) -> Iterator[HouseRule]:
    """Yield the choices that differ, including those with answers that only have other effects."""
    here, there = (dict(zip(item_names(c), c, strict=True)) for c in (document["choices"], parent["choices"]))
    for name in [*here, *(name for name in there if name not in here)]:
        if name not in here or name not in there:
            yield _of_item(document, parent, f"choices.{name}")
        elif here[name] != there[name]:
            mine, theirs = (answers_words(choice[name]) for choice in (here, there))
            mine = f"{mine}, with other effects" if mine == theirs else mine
            yield HouseRule(f"choices.{name}", here[name]["label"], mine, theirs, Group.CHOICES)


def answers_words(choice: Document) -> str:
    """Return what there is to choose: "as the rules say, or 13 and 13"."""
    return ", or ".join(lower_first(option["label"]) for option in choice["options"])


def summary(parent: RuleSet, count: int) -> str:
    """Return the parent and the number of differences: "Simpson · 3 house rules"."""
    return f"{parent.name} · {plural(count, 'house rule', 'house rules') if count else 'no house rules yet'}"


def _of_value(document: Document, parent: Document, path: str) -> HouseRule:
    here, there = value_at(document, path), find_value(parent, path)
    about = _about(document, path)
    group = group_of(path) or Group.NAME
    if isinstance(here, list) and pattern_of(path) not in GROUPS:
        return HouseRule(path, about, labels.list_words(path, here), labels.list_words(path, there), group)
    words = (words_of(document, here, path), words_of(parent, there, path))
    if path == "opening.by":
        words = (f"{words[0]} ({labels.starts_words(document)})", words[1])
    return HouseRule(path, about, *words, group)


def _of_items(document: Document, parent: Document, changes: Differences) -> Iterator[HouseRule]:
    for path, added in changes.add.items():
        names = item_names(value_at(document, path))[-len(added) :] if isinstance(added, list) else list(added)
        for name in names:
            yield _of_item(document, parent, f"{path}.{name}")
    for path in changes.remove:
        yield _of_item(document, parent, path)


def _of_item(document: Document, parent: Document, path: str) -> HouseRule:
    group = group_of(path) or Group.NAME
    here, there = find_value(document, path), find_value(parent, path)
    if pattern_of(path):
        named = _about(document if here is not MISSING else parent, path)
        return HouseRule(path, named, words_of(document, here, path), words_of(parent, there, path), group)
    if path.startswith("choices."):
        return _of_choice(document, parent, path)
    words = ("added", "none") if here is not MISSING else ("none", "there")
    return HouseRule(path, labels.item_label(document if here is not MISSING else parent, path), *words, group)


def _of_choice(document: Document, parent: Document, path: str) -> HouseRule:
    """Return a choice, or an answer to it, that only one of the two has."""
    is_here = find_value(document, path) is not MISSING
    item, label = value_at(document if is_here else parent, path), labels.item_label(document, path)
    if "options" not in item:
        here, there = (item["label"], "no such answer") if is_here else ("no such answer", item["label"])
        return HouseRule(path, label, here, there, Group.CHOICES)
    here, there = (answers_words(item), "always the same") if is_here else ("decided", "each game decides")
    return HouseRule(path, item["label"], here, there, Group.CHOICES)


def _about(document: Document, path: str) -> str:
    """Return what a value is about: "Red books: points for one"."""
    pattern, item = pattern_of(path), labels.item_label(document, path)
    if pattern not in GROUPS:
        return item or LISTS.get(path, TITLES[group_of(path) or Group.NAME])
    if path.startswith("tables.") and len(document["tables"]) == 1:
        item = ""
    if path.startswith("opening.steps."):
        item = labels.step_label(document, value_at(document, path.rpartition(".")[0]))
    asked = field_at(document, document, path).label.rstrip("?")
    asked = f"{asked} to go out" if pattern == "going_out.cases.*.needs.*" else asked
    if case := re.match(r"((?:going_out\.cases|end\.targets))\.\d+", path):
        when = labels.case_label(value_at(document, case[0]), "in all other cases")
        asked = f"{asked}, {lower_first(when)}" if len(value_at(document, case[1])) > 1 else asked
    return f"{item}: {lower_first(asked)}" if item else capitalize_first(asked)


LISTS = {
    "opening.steps": "Opening minimums",
    "going_out.cases": "What going out pays, case by case",
    "end.targets": "The total that ends the game",
    "tables": "Numbers of players",
    "deals": "Other packets in some rounds",
    "threes": "Threes",
    "otherwise": "Points that count differently for some teams",
    "books": "Kinds of books",
    "bonuses": "Bonuses",
    "combinations": "Sets of books",
    "choices": "What is left to each game",
}

_REWARD = "If it is meant as a reward, answer yes under “More”."

_HEADS = {
    "tables": Group.DEAL,
    "deals": Group.DEAL,
    "cards": Group.CARDS,
    "otherwise": Group.CARDS,
    "threes": Group.THREES,
    "books": Group.BOOKS,
    "combinations": Group.BOOKS,
    "melds": Group.BOOKS,
    "opening": Group.OPENING,
    "going_out": Group.OUT,
    "bonuses": Group.BONUSES,
    "stock": Group.DEAL,
    "end": Group.END,
    "play": Group.DEAL,
    "choices": Group.CHOICES,
}


def group_of(path: str) -> Group | None:
    """Return the group whose page asks about a path."""
    return GROUPS.get(pattern_of(path)) or _HEADS.get(path.partition(".")[0])


def checked(document: Document) -> tuple[RuleSet | None, tuple[Contradiction, ...]]:
    """Return the rule set of a draft, or None and all its contradictions."""
    try:
        rules = from_document(with_sources(document, document["provenance"]))
        listed = clashes(rules)
    except RulesError as error:
        rules, listed = None, error.faults
    faults = {(fault.path, fault.message) for fault in listed}
    return None if faults else rules, tuple(_contradiction(document, *fault) for fault in sorted(faults))


def _contradiction(document: Document, path: str, message: str) -> Contradiction:
    # A fault in an option of a choice has a second path after that of the option.
    path = path.partition(":")[0]
    message = message.replace("If it is meant as a reward, write “reward = true” beside it.", _REWARD)
    return Contradiction(path, group_of(path), capitalize_first(message), _subject(document, path))


def suspicions_of(document: Document, rules: RuleSet) -> tuple[Contradiction, ...]:
    """Return what is probably a mistake in a valid draft."""
    return tuple(
        Contradiction(
            suspicion.path,
            group_of(suspicion.path),
            f"{capitalize_first(suspicion.message)}.",
            _subject(document, suspicion.path),
        )
        for suspicion in suspicions(rules)
    )


def _subject(document: Document, path: str) -> str:
    """Return what a value, an item or a list is about."""
    if pattern_of(path) in GROUPS:
        return _about(document, path)
    above = path.rpartition(".")[0]
    return labels.item_label(document, path) or LISTS.get(path) or LISTS.get(above, "")
