"""Opening minimums in a draft: those for any number of players, then those for some numbers, each beginning again."""

from scorepad.rules.document import Document


def groups(document: Document) -> list[range]:
    """Return the positions of the minimums that belong together, counted from 0."""
    steps = document["opening"]["steps"]
    begun = [at for at in range(len(steps)) if begins(document, at)]
    return [range(at, end) for at, end in zip(begun, [*begun[1:], len(steps)], strict=True)]


def begins(document: Document, at: int) -> bool:
    """Whether a minimum is the first of its group. Its group goes with it, and it holds from the start."""
    steps = document["opening"]["steps"]
    first = 1 if document["opening"]["by"] == "round" else "lowest"
    players = steps[at]["players"]
    return at == 0 or bool(steps[at]["from"] == first and players and players != steps[at - 1]["players"])


def asks_players(document: Document, at: int) -> bool:
    """Whether a minimum is asked for whom it is: the first of a group for all of it, and one that is for others."""
    steps = document["opening"]["steps"]
    first = next(group.start for group in groups(document) if at in group)
    return bool(steps[at]["players"]) and (at == first or steps[at]["players"] != steps[first]["players"])


def keep_together(document: Document, before: Document) -> None:
    """Let the minimums of a group be for the same players as its first one, if that was changed."""
    steps, old = document["opening"]["steps"], before["opening"]["steps"]
    for first, *others in groups(before):
        for at in others if steps[first]["players"] != old[first]["players"] else ():
            if old[at]["players"] == old[first]["players"]:
                steps[at]["players"] = steps[first]["players"]


def drop(document: Document, at: int) -> None:
    """Take a minimum away, with its group if it is the first of it."""
    group = next(group for group in groups(document) if at in group)
    del document["opening"]["steps"][at : group.stop if at == group.start else at + 1]
