"""The reference card of a rule set at one table: everything a player can need, in plain words, with its source.

`whole.card` puts it together from the sections of `setup`, `books` and `going`; `words` has their phrases.
"""

from scorepad.scoring.card.lines import Line, Now, Said, Section
from scorepad.scoring.card.whole import Card, card

__all__ = ["Card", "Line", "Now", "Said", "Section", "card"]
