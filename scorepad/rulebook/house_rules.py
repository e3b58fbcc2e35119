"""The differences from the parent in words, the options of choices, and the contradictions of a draft."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorepad.language.words import lower_first, plural
from scorepad.rulebook import draft
from scorepad.rulebook.additions import EACH_GAME, OTHERWISE
from scorepad.rulebook.draft import with_every_key
from scorepad.rulebook.form import MISSING, field_at, find_value, is_asked, words_of
from scorepad.rulebook.parse import cut_name
from scorepad.rulebook.suspicions import suspicions
from scorepad.rulebook.words import capitalize_first
from scorepad.rules.document import (
    NOT_RULES,
    Document,
    apply_patch,
    copied,
    group_of,
    pattern_of,
    to_document,
    value_at,
    with_sources,
)
from scorepad.rules.faults import RulesError, item_names
from scorepad.rules.keys import Group
from scorepad.rules.lookup import book_for_need, out_case, table_for
from scorepad.rules.model import KEYS, Choice, RuleSet, Table
from scorepad.rules.own import Differences, compared, differences
from scorepad.rules.parse import clashes, from_document
from scorepad.rules.read import LONGEST
from scorepad.rules.words import BonusKind
from scorepad.scoring.model import Cards, Ended, Round, TeamRound
from scorepad.scoring.score import TeamScore, score


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
    if isinstance(here, list) and not is_asked(path):
        return HouseRule(path, about, draft.list_words(path, here), draft.list_words(path, there), group)
    words = (words_of(document, here, path), words_of(parent, there, path))
    if path == "opening.by":
        words = (f"{words[0]} ({draft.starts_words(document)})", words[1])
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
    return HouseRule(path, draft.item_label(document if here is not MISSING else parent, path), *words, group)


def _of_choice(document: Document, parent: Document, path: str) -> HouseRule:
    """Return a choice, or an answer to it, that only one of the two has."""
    is_here = find_value(document, path) is not MISSING
    item, label = value_at(document if is_here else parent, path), draft.item_label(document, path)
    if "options" not in item:
        here, there = (item["label"], "no such answer") if is_here else ("no such answer", item["label"])
        return HouseRule(path, label, here, there, Group.CHOICES)
    here, there = (answers_words(item), "always the same") if is_here else ("decided", "each game decides")
    return HouseRule(path, item["label"], here, there, Group.CHOICES)


def _about(document: Document, path: str) -> str:
    """Return what a value is about: "Red books: points for one"."""
    pattern, item = pattern_of(path), draft.item_label(document, path)
    if not is_asked(path):
        return item or title_of(path) or (group_of(path) or Group.NAME).heading
    if path.startswith("tables.") and len(document["tables"]) == 1:
        item = ""
    if path.startswith("opening.steps."):
        item = draft.step_label(document, value_at(document, path.rpartition(".")[0]))
    label = field_at(document, document, path).label.rstrip("?")
    label = f"{label} to go out" if pattern == "going_out.cases.*.needs.*" else label
    if case := re.match(r"((?:going_out\.cases|end\.targets))\.\d+", path):
        when = draft.case_label(value_at(document, case[0]), "in all other cases")
        label = f"{label}, {lower_first(when)}" if len(value_at(document, case[1])) > 1 else label
    return f"{item}: {lower_first(label)}" if item else capitalize_first(label)


def title_of(path: str) -> str:
    """Return what the list at a path is called as a whole; "" if it is no list of rules."""
    return KEYS[path].title if path in KEYS else ""


_REWARD = "If it is meant as a reward, answer yes under “More”."


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
    if is_asked(path):
        return _about(document, path)
    return draft.item_label(document, path) or title_of(path) or title_of(path.rpartition(".")[0])


# ---- An option of a choice as the rules of a game that picks it, and back

_MAX_SAID = 2
"""The most differences that a generated label names."""


def is_option(document: Document, path: str) -> bool:
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
    result, before = copied(document), document | {"choices": []}
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
    return {"set": copied(rules), "add": {}}


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


# ---- A typical round, to show what it scores under two rule sets

MELDED: Cards = {"joker": 2, "2": 3, "A": 6, "K": 7, "10": 4, "9": 5, "8": 7, "7": 7, "5": 3, "red3": 1}
OTHERS_MELDED: Cards = {"2": 2, "Q": 7, "9": 3, "6": 5}
OTHERS_LEFT: Cards = {"joker": 1, "A": 2, "8": 1, "4": 1, "black3": 1, "red3": 1}
FIRST_BOOKS, OTHER_BOOKS = 2, 1
"""Books of each kind, of the team that goes out and of the others."""

TEXT = "One team goes out with what it needs and cuts exactly. The others hold a few cards and a red three."


@dataclass(frozen=True, slots=True)
class Change:
    """Points before and after; None if a rule set cannot score the round."""

    label: str
    before: int | None
    after: int | None


def example(before: RuleSet, after: RuleSet) -> tuple[Change, ...]:
    """Return the totals of the round under both rule sets, for the team that goes out and for the next."""
    table = after.tables[0]
    here, there = _scores(after, before, table), _scores(before, after, table)
    labels = ("The team that goes out", "The other team" if table.teams == 2 else "Another team")
    return tuple(
        Change(label, there[at].total if there else None, here[at].total if here else None)
        for at, label in enumerate(labels)
    )


def _scores(rules: RuleSet, other: RuleSet, like: Table) -> tuple[TeamScore, ...]:
    table = table_for(rules, like.players, like.teams)
    if table is None:
        return ()
    codes = {book.code for book in rules.books}
    books = {code: count for code, count in _books((rules, other), table).items() if code in codes}
    cuts = [bonus.code for bonus in rules.bonuses if bonus.kind is BonusKind.CUT]
    first = TeamRound("", books=books, melded=MELDED, bonuses=dict.fromkeys(cuts[:1], 1), went_out=True)
    others = TeamRound(
        "",
        books=dict.fromkeys([book.code for book in rules.books[:2]], OTHER_BOOKS),
        melded=OTHERS_MELDED,
        left=(OTHERS_LEFT,),
    )
    teams = (first, *(others for _ in range(table.teams - 1)))
    return score(Round(rules, 1, table, table.decks, Ended.WENT_OUT, teams))


def _books(both: tuple[RuleSet, RuleSet], table: Table) -> dict[str, int]:
    """Return books that let a team go out under both rule sets."""
    counts = {book.code: FIRST_BOOKS for rules in both for book in rules.books}
    for code, count in (needed for rules in both for needed in _needed(rules, table)):
        counts[code] = max(counts[code], count)
    return counts


def _needed(rules: RuleSet, table: Table) -> Iterator[tuple[str, int]]:
    if table_for(rules, table.players, table.teams) is None:
        return
    for need, count in out_case(rules, 1, table.players).needs.items():
        if book := book_for_need(rules, need):
            yield book.code, count
