"""A sentence of what is new."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A sentence: whom it is about, what is new, and the kind of game that it ends with, "" for none."""

    who: str
    text: str
    kind: str = ""
