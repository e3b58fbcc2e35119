"""The codes of sheet fields and score lines that every rule set has. No book or bonus may take one of them."""

from scorepad.rules.words import CardPlace, Color

MELDED = "melded"
LEFT = "left"
GOING_OUT = "going_out"
CONCEALED = "concealed"
SEVERE_PENALTY = "severe_penalty"
ADJUSTMENT = "adjustment"

UNFINISHED = "unfinished_"
"""What the code of an unfinished book begins with."""


def threes_code(color: Color, place: CardPlace) -> str:
    return f"{color}_threes_{place}"


THREES = {threes_code(color, place): (color, place) for color in Color for place in CardPlace}
"""Colour and place of the threes that a code counts."""

LAID = (MELDED, *(code for code, (_, place) in THREES.items() if place is CardPlace.LAID))
"""Cards on the table."""

HELD = (LEFT, *(code for code, (_, place) in THREES.items() if place is CardPlace.HELD))
"""Cards that stayed in a hand or foot."""

RESERVED = frozenset((*LAID, *HELD, GOING_OUT, CONCEALED, SEVERE_PENALTY, ADJUSTMENT))

JOINT = "joint"
"""What the names of joint needs begin with if no one chose a name."""
