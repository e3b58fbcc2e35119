"""Three-handed Canasta with a lone hand, as published: classic Canasta with what three players change."""

from scorepad.rules import from_document, preset

CUTTHROAT = {
    "schema": 3,
    "name": "Cutthroat",
    "parent": "classic",
    "set": {
        "tables.1.players": 3,
        "tables.1.teams": 3,
        "tables.1.hand": 13,
        "tables.1.lone_hand": "own_red_threes",
        "going_out.cases.1.needs": {"any": 2},
        "going_out.cases.2.needs": {"any": 2},
        "end.targets": [{"players": [], "points": 7500}],
        "play.draw": 2,
    },
}


def cutthroat(**changes):
    """Return its rules, with other values by their paths."""
    return from_document({**CUTTHROAT, "set": CUTTHROAT["set"] | changes}, preset)
