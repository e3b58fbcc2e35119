"""Groups of opening minimums in a draft: for any number of players, then for some numbers, each from the start."""

from scorepad.rules.document import Document


def groups(document: Document) -> list[range]:
    """Return the positions of the minimums that belong together, counted from 0."""
    steps = document["opening"]["steps"]
    begun = [at for at in range(len(steps)) if begins(document, at)]
    return [range(at, end) for at, end in zip(begun, [*begun[1:], len(steps)], strict=True)]


def begins(document: Document, at: int) -> bool:
    """Whether a minimum is the first of its group. It applies from the start, and removing it removes the group."""
    steps = document["opening"]["steps"]
    first = 1 if document["opening"]["by"] == "round" else "lowest"
    players = steps[at]["players"]
    return at == 0 or bool(steps[at]["from"] == first and players and players != steps[at - 1]["players"])


def asks_players(document: Document, at: int) -> bool:
    """Whether the form asks for the players of a minimum: the first of a group, or one whose players differ."""
    steps = document["opening"]["steps"]
    first = next(group.start for group in groups(document) if at in group)
    return bool(steps[at]["players"]) and (at == first or steps[at]["players"] != steps[first]["players"])


def keep_together(document: Document, before: Document) -> None:
    """If the players of the first minimum of a group changed, change the others of the group in the same way."""
    steps, old = document["opening"]["steps"], before["opening"]["steps"]
    for first, *others in groups(before):
        for at in others if steps[first]["players"] != old[first]["players"] else ():
            if old[at]["players"] == old[first]["players"]:
                steps[at]["players"] = steps[first]["players"]


def drop(document: Document, at: int) -> None:
    """Remove a minimum, with its whole group if it is the first one."""
    group = next(group for group in groups(document) if at in group)
    del document["opening"]["steps"][at : group.stop if at == group.start else at + 1]
