"""Add cases for some rounds or numbers of players, before the cases for all."""

import copy
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from scorepad.rules.document import Document, value_at
from scorepad.rules.item_names import item_names

Change = Callable[[Document], None]


def first_case(path: str, **values: Any) -> Change:
    """Return a change that adds a copy of the last case, with these values, as the first case."""

    def add(document: Document) -> None:
        cases = value_at(document, path)
        cases.insert(0, copy.deepcopy(cases[-1]) | values)

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


def add_out_case(document: Document) -> None:
    """Add a case of going out for the first number of players that has none of its own."""
    number = next(_without_case(document))
    first_case("going_out.cases", players=[number])(document)


def has_free_out_case(document: Document) -> bool:
    """Whether there are several numbers of players, and one without a case of going out of its own."""
    return len(_numbers(document)) > 1 and any(_without_case(document))


def _without_case(document: Document) -> Iterator[int]:
    taken = {number for case in document["going_out"]["cases"] for number in case["players"]}
    yield from (number for number in _numbers(document) if number not in taken)


def bonuses_by_round(document: Document) -> dict[str, tuple[str, Change]]:
    """Return a button text and a change for each bonus: it adds a case with other points in some rounds."""
    bonuses = zip(item_names(document["bonuses"]), document["bonuses"], strict=True)
    return {
        f"rounds-{name}": (f"Other points in some rounds for “{bonus['one']}”", in_some_rounds(f"bonuses.{name}.cases"))
        for name, bonus in bonuses
    }


def add_target(document: Document) -> None:
    """Add a total for the first number of players that has none of its own."""
    targets = document["end"]["targets"]
    number = next(number for number in _numbers(document) if number not in _with_targets(document))
    targets.insert(0, copy.deepcopy(targets[-1]) | {"players": [number]})


def has_free_target(document: Document) -> bool:
    """Whether a game to a total has several numbers of players, and one without a total of its own."""
    numbers, ends = _numbers(document), document["end"]["by"] == "target"
    return ends and len(numbers) > 1 and not {*numbers} <= _with_targets(document)


def _numbers(document: Document) -> list[int]:
    """Return the numbers of players, rarer ones first: the first table is the usual one."""
    return list(dict.fromkeys(table["players"] for table in reversed(document["tables"])))


def _with_targets(document: Document) -> set[int]:
    return {number for target in document["end"]["targets"] for number in target["players"]}
