"""Add a choice for each game to decide, or another answer to one."""

from functools import partial
from itertools import count

from scorepad.rulebook.added_cases import Change
from scorepad.rules.document import Document
from scorepad.rules.item_names import item_names

EACH_GAME = "What each game decides"
AS_USUAL = "As the rules say"
OTHERWISE = "Otherwise"
"""The labels of a new choice and its answers, until the table changes them."""


def option(value: str, label: str) -> Document:
    return {"value": value, "label": label, "reported": [], "assumed": [], "set": {}, "add": {}}


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
