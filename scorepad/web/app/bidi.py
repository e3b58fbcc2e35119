"""Put names inside sentences into `<bdi>`, so that a name in Arabic does not reorder the words around it.

Sentences are built by code that knows nothing about HTML. So the filter `isolated` finds the names in a finished
sentence: those of the page's game, and others that the view passed to `remember`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from flask import g
from markupsafe import Markup, escape

from scorepad.language.words import said


def remember(names: Iterable[str]) -> None:
    """Register names that may occur in sentences of this page."""
    g.setdefault("names_in_sentences", set()).update(names)


def isolated(text: str) -> Markup:
    """Return a sentence with every remembered name in `<bdi>`. Of two overlapping names, the longer one wins."""
    text = said(text)
    names = frozenset(g.get("names_in_sentences", ()))
    if "game" in g:
        names |= g.game.spoken_names
    if not names:
        return escape(text)
    pieces = _pattern(names).split(text)
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(piece) if index % 2 else escape(piece) for index, piece in enumerate(pieces)
    )


@lru_cache(maxsize=64)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    """Match any of the names, but only as whole words."""
    longest_first = sorted(filter(None, names), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
