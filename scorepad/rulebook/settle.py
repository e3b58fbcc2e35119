"""Adjust a draft to what follows from an answer: a game to a total has no number of rounds, for example.

A rule that becomes necessary starts with the value of a suitable preset. No rule number is defined here.
"""

import copy
import re
from typing import Any

from scorepad.rulebook import opening_groups
from scorepad.rulebook.every_key import with_every_key
from scorepad.rulebook.typed_minimums import drop_typed
from scorepad.rules.document import Document, to_document, value_at
from scorepad.rules.presets import preset

_END_LIKE = {"rounds": "partnership", "target": "roth"}
_OPENING_LIKE = {"round": "partnership", "total": "roth"}
_PENALTY_LIKE = "partnership"
_PACKETS = ("hand", "foot", "knee")
_TIMED = ("good-sam", "choices.length.options.time.set")


def usual(slug: str, path: str) -> Any:
    """Return a copy of what a preset says at a path."""
    return copy.deepcopy(value_at(to_document(preset(slug), every_key=True), path))


def settle(document: Document, before: Document) -> Document:
    """Return the document adjusted to the answers that changed."""
    # An option of a choice may add an item without its optional keys.
    document = with_every_key(document)
    _end(document["end"])
    if document["opening"]["by"] != before["opening"]["by"]:
        _opening(document["opening"])
        drop_typed(document)
    else:
        opening_groups.keep_together(document, before)
    _players(document, before)
    name_cuts(document, before)
    _penalty(document["going_out"], before["going_out"])
    for rule, old in zip(document["threes"], before["threes"], strict=False):
        _price(rule, old)
    _same_count(document["threes"])
    _group(document["combinations"])
    return document


def by_players(document: Document) -> list[Document]:
    """Return every part that may be limited to some numbers of players."""
    cases = [*document["end"]["targets"], *document["going_out"]["cases"], *document["opening"]["steps"]]
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


def _price(rule: Document, before: Document) -> None:
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
