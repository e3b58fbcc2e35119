"""A choice for which each game types its opening minimums, possible if the minimums depend on the round."""

from scorepad.rulebook.added_choices import AS_USUAL, option
from scorepad.rules.document import Document


def can_be_typed(document: Document) -> bool:
    return document["opening"]["by"] == "round" and not any(choice["typed"] for choice in document["choices"])


def let_games_type(document: Document) -> None:
    keys = {choice["key"] for choice in document["choices"]}
    names = ("rounds", *(f"rounds_{number}" for number in range(2, len(keys) + 3)))
    options = [option("usual", AS_USUAL)]
    choice = {"label": "Opening minimums by round", "players": [], "options": options, "typed": True}
    document["choices"].append({"key": next(name for name in names if name not in keys)} | choice)


def drop_typed(document: Document) -> None:
    document["choices"] = [choice for choice in document["choices"] if not choice["typed"]]
