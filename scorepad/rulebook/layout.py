"""The inputs on the page of a group, by path, in sections: one for each kind of book, each case …"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorepad.rulebook import labels, opening_groups
from scorepad.rulebook.keys import model_keys
from scorepad.rulebook.often import often_changed
from scorepad.rulebook.question import Group
from scorepad.rulebook.questions import BY_GROUP
from scorepad.rules.cards import CARDS
from scorepad.rules.document import Document, value_at
from scorepad.rules.item_names import item_names
from scorepad.scoring.text.explain import lower_first


@dataclass(frozen=True, slots=True)
class Section:
    """Inputs under a title. `item` is the path of what they are about, if it can be removed.

    `labels` are for inputs that are shown outside their usual section; `options` are the paths of the answers to a
    choice.
    """

    title: str
    paths: tuple[str, ...]
    item: str = ""
    is_folded: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()


def sections(document: Document, group: Group) -> list[Section]:
    return list(_LAYOUTS[group](document))


def _items(document: Document, group: Group, at: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each item of a list with the paths of its questions."""
    for name in item_names(value_at(document, at)):
        rests = [path[len(at) + 3 :] for path in BY_GROUP[group] if path.startswith(f"{at}.*.")]
        yield name, tuple(path for rest in rests for path in _expanded(document, f"{at}.{name}", rest))


def _expanded(document: Document, at: str, rest: str) -> Iterator[str]:
    """Yield the paths of a key below `at`: one for each item of an inner list, or for each name of a table."""
    head, star, tail = rest.partition(".*")
    if not star:
        yield f"{at}.{rest}"
    elif tail:
        items = value_at(document, f"{at}.{head}")
        # Threes that count nothing have an empty input for a price.
        names = item_names(items) or (["1"] if tail == ".points" else [])
        yield from (f"{at}.{head}.{name}{tail}" for name in names)
    else:
        names = labels.need_names(document) if head == "needs" else labels.book_names(document)
        counted = value_at(document, f"{at}.{head}")
        yield from (f"{at}.{head}.{name}" for name in dict.fromkeys([*names, *counted]))


def _often(document: Document) -> Iterator[Section]:
    for title, names in often_changed(document):
        if names:
            yield Section(title, tuple(names), labels=names)


def _cards(document: Document) -> Iterator[Section]:
    yield Section("", tuple(f"cards.{card}" for card in CARDS))
    for name, paths in _items(document, Group.CARDS, "otherwise"):
        yield Section("For some teams", paths, f"otherwise.{name}")


def _threes(document: Document) -> Iterator[Section]:
    for (name, paths), rule in zip(_items(document, Group.THREES, "threes"), document["threes"], strict=True):
        at = f"threes.{name}"
        is_general = labels.is_general(rule)
        left_out = [f"{at}.when." if is_general else f"{at}.counted"]
        if rule["place"] == "laid":
            left_out.append(f"{at}.reward")
        shown = tuple(path for path in paths if not path.startswith(tuple(left_out)))
        yield Section(labels.threes_label(rule), shown, "" if is_general else at)


def _books(document: Document) -> Iterator[Section]:
    for (name, paths), book in zip(_items(document, Group.BOOKS, "books"), document["books"], strict=True):
        yield Section(book["many"], paths, f"books.{name}")
    for (name, paths), item in zip(
        _items(document, Group.BOOKS, "combinations"), document["combinations"], strict=True
    ):
        yield Section(item["label"], paths, f"combinations.{name}")
    yield Section("Melds and wild cards", _below(Group.BOOKS, "melds"), is_folded=True)


def _below(group: Group, head: str) -> tuple[str, ...]:
    return tuple(path for path in BY_GROUP[group] if path.startswith(f"{head}.") and "*" not in path)


def _opening(document: Document) -> Iterator[Section]:
    yield Section("", ("opening.by",))
    steps = document["opening"]["steps"]
    for (name, paths), step in zip(_items(document, Group.OPENING, "opening.steps"), steps, strict=True):
        is_first = opening_groups.begins(document, int(name) - 1)
        hidden = {".from": is_first, ".players": not opening_groups.asks_players(document, int(name) - 1)}
        shown = tuple(path for path in paths if not path.endswith(tuple(end for end, is_so in hidden.items() if is_so)))
        removable = "" if name == "1" else f"opening.steps.{name}"
        yield Section(labels.step_label(document, step), shown, removable)
    others = (path for path in _below(Group.OPENING, "opening") if path != "opening.by")
    yield Section("The melds of an opening", (*_below(Group.OPENING, "melds"), *others))


def _out(document: Document) -> Iterator[Section]:
    cases = document["going_out"]["cases"]
    for (name, paths), case in zip(_items(document, Group.OUT, "going_out.cases"), cases, strict=True):
        title = labels.case_label(case, "In all other cases" if len(cases) > 1 else "")
        yield Section(title, paths, f"going_out.cases.{name}" if len(cases) > 1 else "")
    penalty = document["going_out"]["without_books"] == "severe_penalty"
    manner = (path for path in _below(Group.OUT, "going_out") if penalty or not path.endswith(".penalty"))
    yield Section("How", tuple(manner))


def _bonuses(document: Document) -> Iterator[Section]:
    for (name, paths), bonus in zip(_items(document, Group.BONUSES, "bonuses"), document["bonuses"], strict=True):
        *special, _ = [f"bonuses.{name}.cases.{at}" for at in item_names(bonus["cases"])]
        of_cases = {case: tuple(path for path in paths if path.startswith(f"{case}.")) for case in special}
        yield Section(bonus["one"], tuple(p for p in paths if not p.startswith(tuple(special))), f"bonuses.{name}")
        for case, shown in of_cases.items():
            yield Section(
                f"{bonus['one']}, {lower_first(labels.case_label(value_at(document, case), ''))}", shown, case
            )


def _deal(document: Document) -> Iterator[Section]:
    tables = document["tables"]
    for (name, paths), table in zip(_items(document, Group.DEAL, "tables"), tables, strict=True):
        yield Section(labels.table_label(table), paths, f"tables.{name}" if len(tables) > 1 else "")
    for name, paths in _items(document, Group.DEAL, "deals"):
        title = labels.case_label(value_at(document, f"deals.{name}"), "In some rounds")
        yield Section(title, paths, f"deals.{name}")
    yield Section("A turn", _below(Group.DEAL, "play"))
    yield Section("The stock", _below(Group.DEAL, "stock"))


_ENDS = {"rounds": ("end.rounds",), "time": ("end.minutes",), "target": ()}
"""The questions for each way to end a game. Totals are a list."""


def _end(document: Document) -> Iterator[Section]:
    end = document["end"]
    usual = [path for path in _below(Group.END, "end") if path not in ("end.rounds", "end.minutes")]
    yield Section("", (*usual, *_ENDS.get(end["by"], ())))
    if end["by"] == "target":
        for (name, paths), target in zip(_items(document, Group.END, "end.targets"), end["targets"], strict=True):
            several = len(end["targets"]) > 1
            yield Section(labels.case_label(target, ""), paths, f"end.targets.{name}" if several else "")


def _name(document: Document) -> Iterator[Section]:
    yield Section("", tuple(path for path in BY_GROUP[Group.NAME] if path in model_keys()))


def _choices(document: Document) -> Iterator[Section]:
    for (name, paths), choice in zip(_items(document, Group.CHOICES, "choices"), document["choices"], strict=True):
        at = f"choices.{name}"
        options = tuple(f"{at}.options.{value}" for value in item_names(choice["options"]))
        yield Section(choice["label"], (at, *paths), at, options=options)


_LAYOUTS = {
    Group.OFTEN: _often,
    Group.CARDS: _cards,
    Group.THREES: _threes,
    Group.BOOKS: _books,
    Group.OPENING: _opening,
    Group.OUT: _out,
    Group.BONUSES: _bonuses,
    Group.DEAL: _deal,
    Group.END: _end,
    Group.NAME: _name,
    Group.CHOICES: _choices,
}
