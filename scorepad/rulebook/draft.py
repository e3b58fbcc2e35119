"""A draft: a rule set as a plain document with every key, which may be inconsistent until it is saved.

Labels of its parts accept names that refer to nothing.
"""

import typing
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any

from scorepad.language.words import format_number, join_words, lower_first, plural
from scorepad.rulebook.words import capitalize_first, ranks_text, rounds_text
from scorepad.rules.document import Document, copied, plain, value_at
from scorepad.rules.faults import item_names
from scorepad.rules.keys import keys_of
from scorepad.rules.model import RuleSet
from scorepad.rules.words import ALL_CARDS
from scorepad.scoring.text.explain import CARD_NAMES


def with_every_key(document: Document) -> Document:
    """Return a copy of a complete document with every key. The document may be inconsistent."""
    return _filled(RuleSet, document)  # type: ignore[no-any-return]  # A table gives a dict.


def _filled(kind: Any, value: Any) -> Any:
    if typing.get_origin(kind) is tuple and isinstance(value, list):
        return [_filled(typing.get_args(kind)[0], item) for item in value]
    if not is_dataclass(kind) or not isinstance(value, Mapping):
        return copied(value)
    keys = {key.name: key for key in keys_of(kind)}
    stated = {name: _filled(keys[name].hint, inner) if name in keys else inner for name, inner in value.items()}
    left_out = (key for key in keys.values() if key.is_optional and key.name not in value)
    return stated | {key.name: plain(key.absent, key.none, every_key=True) for key in left_out}


# ---- Groups of opening minimums: for any number of players, then for some numbers, each from the start


def opening_groups(document: Document) -> list[range]:
    """Return the positions of the minimums that belong together, counted from 0."""
    steps = document["opening"]["steps"]
    begun = [at for at in range(len(steps)) if begins_group(document, at)]
    return [range(at, end) for at, end in zip(begun, [*begun[1:], len(steps)], strict=True)]


def begins_group(document: Document, at: int) -> bool:
    """Whether a minimum is the first of its group. It applies from the start, and removing it removes the group."""
    steps = document["opening"]["steps"]
    first = 1 if document["opening"]["by"] == "round" else "lowest"
    players = steps[at]["players"]
    return at == 0 or bool(steps[at]["from"] == first and players and players != steps[at - 1]["players"])


def asks_players(document: Document, at: int) -> bool:
    """Whether the form asks for the players of a minimum: the first of a group, or one whose players differ."""
    steps = document["opening"]["steps"]
    first = next(group.start for group in opening_groups(document) if at in group)
    return bool(steps[at]["players"]) and (at == first or steps[at]["players"] != steps[first]["players"])


def keep_groups_together(document: Document, before: Document) -> None:
    """If the players of the first minimum of a group changed, change the others of the group in the same way."""
    steps, old = document["opening"]["steps"], before["opening"]["steps"]
    for first, *others in opening_groups(before):
        for at in others if steps[first]["players"] != old[first]["players"] else ():
            if old[at]["players"] == old[first]["players"]:
                steps[at]["players"] = steps[first]["players"]


def drop_minimum(document: Document, at: int) -> None:
    """Remove a minimum, with its whole group if it is the first one."""
    group = next(group for group in opening_groups(document) if at in group)
    del document["opening"]["steps"][at : group.stop if at == group.start else at + 1]


# ---- What the parts of a draft are called

_PLACES = {"held": "left in hand", "laid": "laid down"}


def book_names(document: Document) -> list[str]:
    """Return the names that stand for kinds of book: their codes, and the needs that they count for."""
    books = document["books"]
    return list(dict.fromkeys([*(book["code"] for book in books), *need_names(document)]))


def need_names(document: Document) -> list[str]:
    """Return the names that needs for going out may have."""
    needs = [need for book in document["books"] for need in book["counts_for"]]
    asked = [need for case in document["going_out"]["cases"] for need in case["needs"]]
    return list(dict.fromkeys([*needs, *asked]))


def alone(document: Document) -> list[str]:
    """Return the paths of the kinds of book that count under their own name, although going out needs others.

    So they may count for nothing: the form asks in the open what they count as.
    """
    needed = {need for case in document["going_out"]["cases"] for need in case["needs"]}
    named = zip(item_names(document["books"]), document["books"], strict=True)
    return [f"books.{n}" for n, book in named if needed and book["code"] in {*book["counts_for"]} - needed]


def books_label(document: Document, name: str) -> str:
    """Return what the books that a name stands for are called: "Red books", "Red or black books"."""
    books = document["books"]
    if own := next((book["many"] for book in books if book["code"] == name), ""):
        return str(own)
    counting = [str(book["many"]) for book in books if name in book["counts_for"]]
    if counting and len(counting) == len(books):
        return "Books of any kind"
    first, *others = counting or [name]
    return join_words([first, *map(lower_first, others)], "or")


def card_label(card: str) -> str:
    return capitalize_first(CARD_NAMES[card][1]) if card in ALL_CARDS else card


def threes_label(rule: Document) -> str:
    """Return which threes a rule is about, and for whom: "Red threes left in hand, for some teams"."""
    where = f"{rule['color'].capitalize()} threes {_PLACES[rule['place']]}"
    return where if is_general(rule) else f"{where}, for some teams"


def is_general(rule: Document) -> bool:
    """Whether a rule about threes, or about what counts differently, has no conditions."""
    when = rule["when"]
    return when["went_out"] == when["opened"] == "either" and not when["has"] and not when["lacks"]


def table_label(table: Document) -> str:
    players, teams = table["players"], table["teams"]
    return f"{players} players, each alone" if players == teams else f"{players} players in {teams} teams"


def step_label(document: Document, step: Document) -> str:
    """Return when a minimum applies: "From round 2", "From a total of 1,500"."""
    start = step["from"]
    with_players = f", {_with_players(step['players'])}" if step["players"] else ""
    if document["opening"]["by"] == "round":
        return f"From round {start}{with_players}"
    words = "At the start, and below 0" if start == "lowest" else f"From a total of {format_number(start)}"
    return words + with_players


def starts_words(document: Document) -> str:
    """Return the opening minimums, each with its start: "50 from round 1, 90 from round 2"."""
    steps = document["opening"]["steps"]
    starts = (f"{format_number(step['minimum'])} {lower_first(step_label(document, step))}" for step in steps)
    return "; ".join(starts)


def _with_players(numbers: Sequence[int]) -> str:
    return f"with {join_words([str(n) for n in numbers], 'or')} players"


def case_label(case: Document, other: str) -> str:
    """Return when one of several cases applies: "In rounds 1 and 2, with 4 players"; `other` if always."""
    ways = {"yes": "concealed", "no": "not concealed"}
    parts = [
        f"in {rounds_text(case['rounds'])}" if case.get("rounds") else "",
        _with_players(case["players"]) if case["players"] else "",
        ways.get(case.get("concealed", ""), ""),
    ]
    return capitalize_first(", ".join(filter(None, parts))) or other


def list_words(path: str, items: Sequence[Any]) -> str:
    """Return a list in a few words, for lists that are compared as a whole."""
    key = {"end.targets": "points", "going_out.cases": "points"}.get(path)
    if path == "opening.steps":
        return _minimums(items)
    if key or path.endswith((".pays", ".cases")):
        return ", ".join(format_number(item[key or "points"]) for item in items) or "nothing"
    if path.endswith(".ranks"):
        return ranks_text(items, plural=True) or "any"
    names = item_names(items) if any(isinstance(item, dict) for item in items) else [str(item) for item in items]
    return f"{plural(len(names), 'rule', 'rules')}" if path in ("tables", "threes") else ", ".join(names) or "any"


def _minimums(steps: Sequence[Any]) -> str:
    """Return opening minimums: "50, 90; with 2 players 60, 100"."""
    texts: list[str] = []
    players: list[int] = []
    for step in steps:
        is_other = step["players"] != players
        players = step["players"]
        before = f"; {_with_players(players)} " if is_other and players else "; " if is_other else ", "
        texts += [before, format_number(step["minimum"])]
    return "".join(texts).lstrip(",; ")


def item_label(document: Document, path: str) -> str:
    """Return the label of the list item at or above a path: "Red books" for `books.clean.points`."""
    head, _, rest = path.partition(".")
    items = value_at(document, head)
    if not isinstance(items, list):
        return ""
    names = [name for name in item_names(items) if rest == name or rest.startswith(f"{name}.")]
    item = value_at(document, f"{head}.{max(names, key=len)}") if names else None
    if not isinstance(item, dict):
        return ""
    if head == "threes":
        return threes_label(item)
    if head == "tables":
        return table_label(item)
    return str(item.get("many") or item.get("label") or item.get("one") or "")
