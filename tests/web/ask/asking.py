"""Ask the two questions, can we open and may we go out, through their pages, and read the answers."""

READY = {"seat": "1", "books.clean": "4", "books.dirty": "5", "in_foot": "1", "last_card": "discard"}  # fmt: skip
"""The input of a player who has all the books that most rules need."""

KINGS = {"K.naturals": "3", "A.naturals": "2", "A.jokers": "1"}
"""Melds of 120 points: enough for the first round of most rules."""


def ask_open(table, **typed):
    return table.visitor.get(f"{table.address}/open", **typed)


def ask_out(table, **typed):
    return table.visitor.get(f"{table.address}/out", **typed)


def answer_of(page):
    """The answer in one word; None if there is none yet."""
    return next((p.text for p in page.root.all("p") if p["class"] == "big"), None)


def question_of(page):
    return next(form for form in page.forms if form.method == "get")
