"""A sentence of news."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewsLine:
    """A sentence: who it is about, what is new, and the kind of game it ends with, "" for none."""

    who: str
    text: str
    kind: str = ""
