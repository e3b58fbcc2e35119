"""What a table can add to a draft, and take away again: kinds of books, bonuses, minimums, cases, choices.

An addition starts with the values of a preset that has it, or of an existing item. No rule number is defined here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import Any

from scorepad.language.words import join_words
from scorepad.rulebook.draft import drop_minimum, opening_groups, with_every_key
from scorepad.rulebook.form import MISSING, at_parent, find_value
from scorepad.rulebook.parse import by_players, usual
from scorepad.rules.codes import RESERVED, is_field
from scorepad.rules.document import Document, copied, put, remove_at, value_at
from scorepad.rules.faults import item_names
from scorepad.rules.keys import Group

# ---- Cases for some rounds or numbers of players, before the cases for all

Change = Callable[[Document], None]


def first_case(path: str, **values: Any) -> Change:
    """Return a change that adds a copy of the last case, with these values, as the first case."""

    def add(document: Document) -> None:
        cases = value_at(document, path)
        cases.insert(0, copied(cases[-1]) | values)

    return add


def in_some_rounds(path: str) -> Change:
    """Return a change that adds a case for the first round that has none of its own."""

    def add(document: Document) -> None:
        taken = {number for case in value_at(document, path) for number in case["rounds"]}
        first_case(path, rounds=[next(number for number in count(1) if number not in taken)])(document)

    return add


def has_free_concealed(document: Document) -> bool:
    """Whether no case is for all who go out concealed; another one would never apply."""
    cases = document["going_out"]["cases"]
    return not any(case["concealed"] == "yes" and not case["players"] and not case["rounds"] for case in cases)


def _left_players(document: Document, cases: Sequence[Document]) -> list[int]:
    """Return the numbers of players without a case of their own, if there are several and cases at all.

    Rarer ones come first: the first table is the usual one.
    """
    taken = {number for case in cases for number in case["players"]}
    numbers = list(dict.fromkeys(table["players"] for table in reversed(document["tables"])))
    return [number for number in numbers if number not in taken] if cases and len(numbers) > 1 else []


def for_players(path: str) -> Change:
    """Return a change that adds a case for the first number of players that has none of its own."""

    def add(document: Document) -> None:
        first_case(path, players=_left_players(document, value_at(document, path))[:1])(document)

    return add


def _leaves_players(path: str) -> Callable[[Document], bool]:
    return lambda document: bool(_left_players(document, value_at(document, path)))


def bonuses_by_round(document: Document) -> dict[str, tuple[str, Change]]:
    """Return a button text and a change for each bonus: it adds a case with other points in some rounds."""
    bonuses = zip(item_names(document["bonuses"]), document["bonuses"], strict=True)
    return {
        f"rounds-{name}": (f"Other points in some rounds for “{bonus['one']}”", in_some_rounds(f"bonuses.{name}.cases"))
        for name, bonus in bonuses
    }


# ---- Choices

EACH_GAME = "What each game decides"
AS_USUAL = "As the rules say"
OTHERWISE = "Otherwise"
"""The labels of a new choice and its answers, until the table changes them."""


def option(value: str, label: str) -> Document:
    return {"value": value, "label": label, "reported": [], "assumed": [], "set": {}, "add": {}, "rounds": []}


def _free(name: str, taken: set[str]) -> str:
    numbered = (f"{name}_{number}" for number in count(2))
    return name if name not in taken else next(free for free in numbered if free not in taken)


def add_choice(document: Document) -> None:
    """Add a choice with two answers that do not change anything yet."""
    taken = {choice["key"] for choice in document["choices"]}
    key = _free("choice", taken)
    options = [option("usual", AS_USUAL), option("other", OTHERWISE)]
    document["choices"].append({"key": key, "label": EACH_GAME, "players": [], "options": options, "typed": False})


def _add_option(document: Document, at: int) -> None:
    options = document["choices"][at]["options"]
    taken = {answer["value"] for answer in options}
    options.append(option(_free("other", taken), OTHERWISE))


def answers_by_choice(document: Document) -> dict[str, tuple[str, Change]]:
    """Return a button text and a change for each choice: it adds another answer."""
    named = zip(item_names(document["choices"]), document["choices"], strict=True)
    return {
        f"answer-{name}": (f"Another answer to “{choice['label']}”", partial(_add_option, at=at))
        for at, (name, choice) in enumerate(named)
        if not choice["typed"]
    }


def can_be_typed(document: Document) -> bool:
    return document["opening"]["by"] == "round" and not any(choice["typed"] for choice in document["choices"])


def let_games_type(document: Document) -> None:
    key = _free("rounds", {choice["key"] for choice in document["choices"]})
    options = [option("usual", AS_USUAL)]
    choice = {"key": key, "label": "Opening minimums by round", "players": [], "options": options, "typed": True}
    document["choices"].append(choice)


# ---- Opening minimums


def _starts(document: Document) -> list[Document]:
    """Return the first minimum of each group."""
    return [document["opening"]["steps"][group.start] for group in opening_groups(document)]


def add_players(document: Document) -> None:
    """Add minimums for a number of players that has none of its own, as a copy of the general ones."""
    steps, first = document["opening"]["steps"], opening_groups(document)[0]
    number = _left_players(document, _starts(document))[0]
    steps.extend(copied(steps[at]) | {"players": [number]} for at in first)


def add_step(document: Document, at: int = 0) -> None:
    """Add a minimum at the end of a group: for the next round, or at the same distance in totals as the last one."""
    group = opening_groups(document)[at]
    steps = [document["opening"]["steps"][step] for step in group]
    starts = [step["from"] for step in steps if step["from"] != "lowest"]
    if document["opening"]["by"] == "round":
        start = starts[-1] + 1
    elif starts:
        start = 2 * starts[-1] - (starts[-2] if len(starts) > 1 else 0)
    else:
        start = usual("roth", "opening.steps.2.from")
    document["opening"]["steps"].insert(group.stop, copied(steps[-1]) | {"from": start})


def steps_by_players(document: Document) -> dict[str, tuple[str, Change]]:
    """Return a button text and a change for each group for some players: it adds a minimum to the group."""
    result: dict[str, tuple[str, Change]] = {}
    for at, group in enumerate(opening_groups(document)):
        if numbers := document["opening"]["steps"][group.start]["players"]:
            players = join_words([str(number) for number in numbers], "or")
            result[f"step-{at}"] = (f"Another minimum with {players} players", partial(add_step, at=at))
    return {name: addition for name, addition in result.items() if name != "step-0"}


# ---- Tables and packets

_SHAPES = ((4, 2), (2, 2), (3, 3), (6, 2), (6, 3), (4, 4), (8, 2), (5, 5), (6, 6), (8, 4))
"""Players and teams, the most common first."""


def add_table(document: Document) -> None:
    """Add the first usual number of players that has no table yet."""
    tables = document["tables"]
    taken = [(table["players"], table["teams"]) for table in tables]
    players, teams = next(shape for shape in _SHAPES if shape not in taken)
    tables.append(copied(tables[0]) | {"players": players, "teams": teams})
    if players not in [table[0] for table in taken]:
        _as_many_play(document, tables[0]["players"], players)


def _as_many_play(document: Document, like: int, players: int) -> None:
    """Make every case for `like` players apply to `players` too."""
    for case in by_players(document):
        if like in case["players"] and players not in case["players"]:
            case["players"].append(players)


def has_free_table(document: Document) -> bool:
    """Whether a usual number of players has no table yet."""
    taken = [(table["players"], table["teams"]) for table in document["tables"]]
    return any(shape not in taken for shape in _SHAPES)


def add_deal(document: Document) -> None:
    """Add a deal for the first round without one. Its hand has the usual size."""
    taken = {number for deal in document["deals"] for number in deal["rounds"]}
    usual_packets = {"hand": document["tables"][0]["hand"], "foot": "usual", "knee": "usual", "draw": "usual"}
    free = next(number for number in count(1) if number not in taken)
    document["deals"].append({"rounds": [free], "players": []} | usual_packets)


# ---- All of them


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


def _free_code(document: Document, code: str) -> str:
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
    free = _free_code(document, book["code"])
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
    _add_book(document, copied(document["books"][0]) | {"code": "own", "one": "Own book", "many": "Own books"})


def _set_of_books(document: Document) -> None:
    codes = [book["code"] for book in document["books"]][:2]
    names = {"code": _free_code(document, "set"), "label": "Set of books", "times": "once"}
    points = document["books"][0]["points"]
    document["combinations"].append(names | {"books": dict.fromkeys(codes, 1), "points": points})


def _bonus(slug: str, like: str, **values: Any) -> Change:
    def add(document: Document) -> None:
        bonus = usual(slug, f"bonuses.{like}") | values
        document["bonuses"].append(bonus | {"code": _free_code(document, bonus["code"])})

    return add


def _has_books(document: Document) -> bool:
    return bool(document["books"])


def _has_cut(document: Document) -> bool:
    return any(bonus["kind"] == "cut" for bonus in document["bonuses"])


def _near_cut(document: Document) -> None:
    """Add a bonus for a near cut, which excludes the exact one."""
    cut = next(bonus for bonus in document["bonuses"] if bonus["kind"] == "cut")
    cut["grade_of"] = cut["grade_of"] or cut["code"]
    names = {"code": _free_code(document, "near_cut"), "one": "Near cut", "many": "Near cuts"}
    document["bonuses"].append(copied(cut) | names)


def _rules(document: Document, color: str, place: str) -> list[Document]:
    return [rule for rule in document["threes"] if (rule["color"], rule["place"]) == (color, place)]


def _special_threes(color: str, place: str) -> Change:
    """Add a rule for the team that went out, before the one for all others."""

    def add(document: Document) -> None:
        alike = _rules(document, color, place)
        at, general = document["threes"].index(alike[0]), alike[-1]
        document["threes"].insert(at, copied(general) | {"when": general["when"] | {"went_out": "yes"}})

    return add


def _counted_apart(color: str, place: str) -> Callable[[Document], bool]:
    def fits(document: Document) -> bool:
        return bool(_rules(document, color, place)[-1]["counted"] == "apart")

    return fits


def _more_threes(color: str, place: str) -> Change:
    """Add a price that applies from one more three on."""

    def add(document: Document) -> None:
        pays = _rules(document, color, place)[-1]["pays"]
        pays.append(copied(pays[-1]) | {"from": pays[-1]["from"] + 1})

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


def _early_end(document: Document) -> None:
    """End the game early at half of a usual total, once a team has more than all others together."""
    points = usual("roth", "end.targets.1.points") // 2
    document["end"]["early"].append({"players": [], "points": points, "lead": "others_together"})


_OFTEN = ("sevens", "wild", "aces", "samba")
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
        "players": Addition(
            "Other minimums for a number of players",
            add_players,
            lambda rules: bool(_left_players(rules, _starts(rules))),
        ),
        "typed": Addition("Let each game type its minimums", let_games_type, can_be_typed),
    },
    Group.OUT: {
        "rounds": Addition("Something else in some rounds", in_some_rounds("going_out.cases")),
        "players": Addition(
            "Something else for a number of players", for_players("going_out.cases"), _leaves_players("going_out.cases")
        ),
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
    Group.END: {
        "target": Addition(
            "Another total for some numbers of players", for_players("end.targets"), _leaves_players("end.targets")
        ),
        "early": Addition("An early end", _early_end, lambda rules: rules["end"]["winner"] == "highest"),
    },
    Group.CHOICES: {"choice": Addition("Something that each game decides", add_choice)},
}


# ---- Remove an item with everything that refers to it, or undo one difference


def remove(document: Document, path: str) -> bool:
    """Remove an item of a list. Return whether there was one."""
    if not isinstance(value_at(document, path), dict) or path == "opening.steps.1":
        return False
    if path.startswith("opening.steps."):
        drop_minimum(document, int(path.rpartition(".")[2]) - 1)
        return True
    before = _book_names(document)
    if not remove_at(document, path):
        return False
    if path.startswith("books."):
        _forget_books(document, before - _book_names(document))
    return True


def _book_names(document: Document) -> set[str]:
    """Return what needs and conditions may name: each kind of book, and each need that one meets."""
    return {name for book in document["books"] for name in (book["code"], *book["counts_for"])}


def _forget_books(document: Document, gone: set[str]) -> None:
    """Drop every mention of these kinds of book: needs, conditions, openings, sets of books.

    Other names stay, also those of books that the draft does not have yet: somebody who takes back one difference
    after another may restore a condition first, and the book it names later.
    """
    for case in document["going_out"]["cases"]:
        _drop(case["needs"], gone)
    for book in document["books"]:
        _keeps_its_condition(book["when"], gone)
    for key in ("threes", "otherwise"):
        document[key] = [rule for rule in document[key] if _keeps_its_condition(rule["when"], gone)]
    for step in document["opening"]["steps"]:
        step["books"] = [name for name in step["books"] if name not in gone]
    for combination in document["combinations"]:
        _drop(combination["books"], gone)
    document["combinations"] = [combination for combination in document["combinations"] if combination["books"]]


def _keeps_its_condition(when: Document, gone: set[str]) -> bool:
    """Drop names from a condition. Return whether any of it is left, or nothing was dropped."""
    before = copied(when)
    for key in ("has", "lacks"):
        _drop(when[key], gone)
    asks = when["went_out"] != "either" or when["opened"] != "either" or when["has"] or when["lacks"]
    return bool(asks) or when == before


def _drop(counts: dict[str, int], gone: set[str]) -> None:
    for name in [name for name in counts if name in gone]:
        del counts[name]


def restore(document: Document, parent: Document, path: str) -> bool:
    """Restore the parent's value at a path: change it, put it back or remove it. Return whether that was possible."""
    now, before = find_value(document, path), find_value(parent, at_parent(document, parent, path))
    if now == before:
        return True
    if now is not MISSING and before is not MISSING:
        if path == "opening.by":
            # Starts by round make no sense as totals, so restore the steps too.
            document["opening"]["steps"] = copied(parent["opening"]["steps"])
        return put(document, path, before)
    if now is not MISSING:
        return remove(document, path) or remove_at(document, path)
    return before is not MISSING and _put_back(document, parent, path, before)


def _put_back(document: Document, parent: Document, path: str, item: Any) -> bool:
    """Put an item or a name back where the parent has it."""
    above = next((head for head in _heads(path) if value_at(parent, head) is not None), "")
    holder, old = value_at(document, above), value_at(parent, above)
    if isinstance(holder, dict):
        holder[path[len(above) + 1 :]] = copied(item)
    elif isinstance(holder, list) and isinstance(old, list):
        before = item_names(old)[: item_names(old).index(path[len(above) + 1 :])]
        at = max((n + 1 for n, name in enumerate(item_names(holder)) if name in before), default=0)
        holder.insert(at, copied(item))
    else:
        return False
    return True


def _heads(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]
