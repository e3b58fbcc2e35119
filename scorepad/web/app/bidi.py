"""Put names inside sentences into `<bdi>`, so that a name in Arabic does not reorder the words around it.

Sentences are made where no one knows about pages. So the filter `isolated` finds the names again in what the page says:
those of its game, and others that its view remembers here.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from flask import g
from markupsafe import Markup, escape


def remember(names: Iterable[str]) -> None:
    """Remember names that sentences of this page may contain."""
    g.setdefault("names_in_sentences", set()).update(names)


def isolated(text: str) -> Markup:
    """Return a sentence with every remembered name in `<bdi>`; of two that overlap the longer one."""
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
    """Match any of the names that is not part of a longer word."""
    longest_first = sorted(filter(None, names), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
