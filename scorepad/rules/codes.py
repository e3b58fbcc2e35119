"""The codes of sheet fields and score lines that every rule set has. No book or bonus may take one of them."""

import re

from scorepad.rules.words import CardPlace, Color

MELDED = "melded"
LEFT = "left"
LEFT_BY_OTHERS = "left_by_others"
GOING_OUT = "going_out"
CONCEALED = "concealed"
SEVERE_PENALTY = "severe_penalty"
ADJUSTMENT = "adjustment"

UNFINISHED = "unfinished_"
"""The prefix of an unfinished book’s code."""


def threes_code(color: Color, place: CardPlace) -> str:
    return f"{color}_threes_{place}"


THREES = {threes_code(color, place): (color, place) for color in Color for place in CardPlace}
"""The colour and place of the threes that each code counts."""

LAID = (MELDED, *(code for code, (_, place) in THREES.items() if place is CardPlace.LAID))
"""Codes of cards on the table."""

HELD = (LEFT, *(code for code, (_, place) in THREES.items() if place is CardPlace.HELD))
"""Codes of cards left in a hand or foot."""

RESERVED = frozenset((*LAID, *HELD, LEFT_BY_OTHERS, GOING_OUT, CONCEALED, SEVERE_PENALTY, ADJUSTMENT))

_FIELDS = re.compile(
    "binned|brought|checked|choices|confirmed|decks|deleted|end|ended|engine|finished|imported|opened|paper|player"
    "|rules|ruling|shape|starter|adjustment[0-9]*|lost"
)
"""Matches the names of cells that count nothing. A book or bonus of that name would share the cell."""


def is_field(code: str) -> bool:
    """Whether a game has other cells of this name, so that new rules must not use it as a code.

    Rules that were saved before this was checked may have such codes, and their games can still be read.
    """
    return _FIELDS.fullmatch(code) is not None


JOINT = "joint"
"""The prefix of generated names for needs that several kinds of book meet together."""
