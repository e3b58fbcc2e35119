"""What a table can add to its rules: kinds of books, bonuses, minimums, special cases.

An addition starts with the values of a preset that has it, or of an existing item. No rule number is defined here.
"""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from scorepad.rulebook.added_cases import (
    Change,
    add_out_case,
    add_target,
    bonuses_by_round,
    first_case,
    has_free_concealed,
    has_free_out_case,
    has_free_target,
    in_some_rounds,
)
from scorepad.rulebook.added_choices import add_choice, answers_by_choice
from scorepad.rulebook.added_openings import add_players, add_step, has_free_players, steps_by_players
from scorepad.rulebook.added_tables import add_deal, add_table, has_free_table
from scorepad.rulebook.every_key import with_every_key
from scorepad.rulebook.question import Group
from scorepad.rulebook.settle import usual
from scorepad.rulebook.typed_minimums import can_be_typed, let_games_type
from scorepad.rules.codes import RESERVED, is_field
from scorepad.rules.document import Document


@dataclass(frozen=True, slots=True)
class Addition:
    """Something that can be added: its button text, and its change to a document."""

    text: str
    change: Change
    fits: Callable[[Document], bool] = lambda _: True

    def apply(self, document: Document) -> None:
        """Apply the change, and fill in every key that a file may leave out."""
        self.change(document)
        document.update(with_every_key(document))


def additions(document: Document, group: Group) -> dict[str, Addition]:
    """Return what can be added to a group now, by name."""
    if group is Group.OFTEN:
        codes = {book["code"] for book in document["books"]}
        return {name: _ADDITIONS[Group.BOOKS][name] for name in _OFTEN if name not in codes}
    fitting = {name: addition for name, addition in _ADDITIONS.get(group, {}).items() if addition.fits(document)}
    more = _FOR_EACH[group](document) if group in _FOR_EACH else {}
    return fitting | {name: Addition(text, change) for name, (text, change) in more.items()}


def _free(document: Document, code: str) -> str:
    """Return a code that no book, bonus or combination has, including those that a choice may add."""
    taken = {item["code"] for key in ("books", "bonuses", "combinations") for item in document[key]} | RESERVED
    options = [option for choice in document["choices"] for option in choice["options"]]
    optional = [item for option in options for items in option["add"].values() for item in items]
    taken |= {item["code"] for item in optional if "code" in item}
    numbered = (f"{code}_{number}" for number in count(2))
    return next(free for free in chain([code], numbered) if free not in taken and not is_field(free))


def _kind(slug: str, code: str, **allows: bool) -> Change:
    """Add a kind of book as a preset has it. `allows` are the meld rules that it needs."""

    def add(document: Document) -> None:
        _add_book(document, usual(slug, f"books.{code}"))
        document["melds"].update(allows)

    return add


def _add_book(document: Document, book: Document) -> None:
    """Add a kind of book. To go out it counts for every name that all other kinds share, such as “any two books”."""
    free = _free(document, book["code"])
    counts_for = [free if need == book["code"] else need for need in book["counts_for"]]
    needs = {need for other in document["books"] for need in other["counts_for"]}
    kept = [need for need in counts_for if need == free or need in needs]
    joined = dict.fromkeys([*(kept or [free]), *_shared_names(document)])
    document["books"].append(book | {"code": free, "counts_for": list(joined)})


def _shared_names(document: Document) -> list[str]:
    """Return the names for which all kinds of book count. The code of one kind is no name for others."""
    books = document["books"]
    codes = {book["code"] for book in books}
    names = dict.fromkeys(name for book in books for name in book["counts_for"] if name not in codes)
    return [name for name in names if all(name in book["counts_for"] for book in books)]


def _samba(document: Document) -> None:
    option = usual("friends-family", "choices.sambas.options.on")
    _add_book(document, option["add"]["books"][0])
    document["melds"]["sequences"] = True


def _another_book(document: Document) -> None:
    _add_book(document, copy.deepcopy(document["books"][0]) | {"code": "own", "one": "Own book", "many": "Own books"})


def _set_of_books(document: Document) -> None:
    codes = [book["code"] for book in document["books"]][:2]
    names = {"code": _free(document, "set"), "label": "Set of books", "times": "once"}
    points = document["books"][0]["points"]
    document["combinations"].append(names | {"books": dict.fromkeys(codes, 1), "points": points})


def _bonus(slug: str, like: str, **values: Any) -> Change:
    def add(document: Document) -> None:
        bonus = usual(slug, f"bonuses.{like}") | values
        document["bonuses"].append(bonus | {"code": _free(document, bonus["code"])})

    return add


def _has_books(document: Document) -> bool:
    return bool(document["books"])


def _has_cut(document: Document) -> bool:
    return any(bonus["kind"] == "cut" for bonus in document["bonuses"])


def _near_cut(document: Document) -> None:
    """Add a bonus for a near cut, which excludes the exact one."""
    cut = next(bonus for bonus in document["bonuses"] if bonus["kind"] == "cut")
    cut["grade_of"] = cut["grade_of"] or cut["code"]
    names = {"code": _free(document, "near_cut"), "one": "Near cut", "many": "Near cuts"}
    document["bonuses"].append(copy.deepcopy(cut) | names)


def _rules(document: Document, color: str, place: str) -> list[Document]:
    return [rule for rule in document["threes"] if (rule["color"], rule["place"]) == (color, place)]


def _special_threes(color: str, place: str) -> Change:
    """Add a rule for the team that went out, before the one for all others."""

    def add(document: Document) -> None:
        alike = _rules(document, color, place)
        at, general = document["threes"].index(alike[0]), alike[-1]
        document["threes"].insert(at, copy.deepcopy(general) | {"when": general["when"] | {"went_out": "yes"}})

    return add


def _counted_apart(color: str, place: str) -> Callable[[Document], bool]:
    def fits(document: Document) -> bool:
        return bool(_rules(document, color, place)[-1]["counted"] == "apart")

    return fits


def _more_threes(color: str, place: str) -> Change:
    """Add a price that applies from one more three on."""

    def add(document: Document) -> None:
        pays = _rules(document, color, place)[-1]["pays"]
        pays.append(copy.deepcopy(pays[-1]) | {"from": pays[-1]["from"] + 1})

    return add


def _has_price(color: str, place: str) -> Callable[[Document], bool]:
    def fits(document: Document) -> bool:
        general = _rules(document, color, place)[-1]
        return general["counted"] == "apart" and bool(general["pays"])

    return fits


_THREES = {
    (color, place): f"{color} threes {words}"
    for color in ("red", "black")
    for place, words in (("held", "left in hand"), ("laid", "laid down"))
}


def _otherwise(document: Document) -> None:
    """Make melded cards count minus for a team without a book of the first kind."""
    lacks = {document["books"][0]["code"]: 1}
    when = {"went_out": "either", "opened": "either", "has": {}, "lacks": lacks}
    document["otherwise"].append({"of": ["melded"], "when": when, "counts": "minus"})


_OFTEN = ("sevens", "wild", "aces")
"""The kinds of books that tables often add."""

_FOR_EACH = {Group.OPENING: steps_by_players, Group.BONUSES: bonuses_by_round, Group.CHOICES: answers_by_choice}
"""What can be added to each item of a list."""

_ADDITIONS: Mapping[Group, Mapping[str, Addition]] = {
    Group.CARDS: {"otherwise": Addition("Points that count differently for some teams", _otherwise, _has_books)},
    Group.THREES: {
        f"{kind}-{color}-{place}": Addition(f"{text} for {words}", change(color, place), fits(color, place))
        for (color, place), words in _THREES.items()
        for kind, text, change, fits in (
            ("more", "Another price for more of them,", _more_threes, _has_price),
            ("special", "Another price for some teams,", _special_threes, _counted_apart),
        )
    },
    Group.BOOKS: {
        "sevens": Addition("Books of sevens", _kind("pierson", "sevens")),
        "wild": Addition("Wild books", _kind("pierson", "wild", wild_melds=True)),
        "aces": Addition("Books of aces", _kind("catawba", "aces")),
        "samba": Addition("Sequences", _samba),
        "threes": Addition("Books of red threes", _kind("dearie", "red_threes")),
        "other": Addition("Another kind", _another_book, _has_books),
        "set": Addition("Extra points for a set of books", _set_of_books, _has_books),
    },
    Group.OPENING: {
        "step": Addition("Another minimum after these", add_step),
        "players": Addition("Other minimums for a number of players", add_players, has_free_players),
        "typed": Addition("Let each game type its minimums", let_games_type, can_be_typed),
    },
    Group.OUT: {
        "rounds": Addition("Something else in some rounds", in_some_rounds("going_out.cases")),
        "players": Addition("Something else for a number of players", add_out_case, has_free_out_case),
        "concealed": Addition(
            "Something else when concealed", first_case("going_out.cases", concealed="yes"), has_free_concealed
        ),
    },
    Group.BONUSES: {
        "cut": Addition("An exact cut", _bonus("partnership", "exact_cut"), lambda rules: not _has_cut(rules)),
        "near": Addition("A smaller one for a near cut", _near_cut, _has_cut),
        "deal": Addition("An exact deal", _bonus("good-sam", "exact_deal")),
        "first": Addition(
            "Opening first",
            _bonus(
                "partnership",
                "exact_cut",
                code="first_to_open",
                one="Opened first",
                many="Opened first",
                kind="first_to_open",
                per="round",
                grade_of="",
            ),
        ),
        "special": Addition(
            "Something else",
            _bonus(
                "partnership",
                "exact_cut",
                code="special",
                one="Own bonus",
                many="Own bonuses",
                kind="special",
                per="team",
                grade_of="",
            ),
        ),
    },
    Group.DEAL: {
        "table": Addition("Another number of players", add_table, has_free_table),
        "deal": Addition("Other packets in some rounds", add_deal),
    },
    Group.END: {"target": Addition("Another total for some numbers of players", add_target, has_free_target)},
    Group.CHOICES: {"choice": Addition("Something that each game decides", add_choice)},
}
