"""Add an opening minimum, or a group of them for a number of players."""

import copy
from collections.abc import Iterator
from functools import partial

from scorepad.rulebook.added_cases import Change
from scorepad.rulebook.opening_groups import groups
from scorepad.rulebook.settle import usual
from scorepad.rules.document import Document
from scorepad.scoring.text.explain import join_words


def _free(document: Document) -> Iterator[int]:
    """Yield numbers of players without minimums of their own, rarer ones first: the first table is the usual one."""
    steps = document["opening"]["steps"]
    taken = {number for group in groups(document) for number in steps[group.start]["players"]}
    numbers = dict.fromkeys(table["players"] for table in reversed(document["tables"]))
    yield from (number for number in numbers if number not in taken)


def has_free_players(document: Document) -> bool:
    """Whether there are several numbers of players, and one without minimums of its own."""
    several = len({table["players"] for table in document["tables"]}) > 1
    return several and any(_free(document))


def add_players(document: Document) -> None:
    """Add minimums for a number of players that has none of its own, as a copy of the general ones."""
    steps, first = document["opening"]["steps"], groups(document)[0]
    number = next(_free(document))
    steps.extend(copy.deepcopy(steps[at]) | {"players": [number]} for at in first)


def add_step(document: Document, at: int = 0) -> None:
    """Add a minimum at the end of a group: for the next round, or at the same distance in totals as the last one."""
    group = groups(document)[at]
    steps = [document["opening"]["steps"][step] for step in group]
    starts = [step["from"] for step in steps if step["from"] != "lowest"]
    if document["opening"]["by"] == "round":
        start = starts[-1] + 1
    elif starts:
        start = 2 * starts[-1] - (starts[-2] if len(starts) > 1 else 0)
    else:
        start = usual("roth", "opening.steps.2.from")
    document["opening"]["steps"].insert(group.stop, copy.deepcopy(steps[-1]) | {"from": start})


def steps_by_players(document: Document) -> dict[str, tuple[str, Change]]:
    """Return a button text and a change for each group for some players: it adds a minimum to the group."""
    result: dict[str, tuple[str, Change]] = {}
    for at, group in enumerate(groups(document)):
        if numbers := document["opening"]["steps"][group.start]["players"]:
            players = join_words([str(number) for number in numbers], "or")
            result[f"step-{at}"] = (f"Another minimum with {players} players", partial(add_step, at=at))
    return {name: addition for name, addition in result.items() if name != "step-0"}
