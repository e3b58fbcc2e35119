"""Opening minimums that each game types: a choice that a draft may leave open, as long as they follow the round."""

from scorepad.rules.document import Document


def can_be_typed(document: Document) -> bool:
    return document["opening"]["by"] == "round" and not any(choice["typed"] for choice in document["choices"])


def let_games_type(document: Document) -> None:
    keys = {choice["key"] for choice in document["choices"]}
    names = ("rounds", *(f"rounds_{number}" for number in range(2, len(keys) + 3)))
    usual = {"value": "usual", "label": "As the rules say", "reported": [], "assumed": [], "set": {}, "add": {}}
    choice = {"label": "Opening minimums by round", "players": [], "options": [usual], "typed": True}
    document["choices"].append({"key": next(name for name in names if name not in keys)} | choice)


def drop_typed(document: Document) -> None:
    document["choices"] = [choice for choice in document["choices"] if not choice["typed"]]
