"""Names inside sentences, each kept to itself as `<bdi>` does: a name in Arabic turns nothing round it.

A sentence is made where nobody knows of pages. So whoever reads names for a page remembers them here, and the filter
`isolated` finds them again in what the page says.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from flask import g
from markupsafe import Markup, escape


def remember(names: Iterable[str]) -> None:
    """These names may stand in sentences of the page of this request."""
    g.setdefault("names_in_sentences", set()).update(names)


def isolated(text: str) -> Markup:
    """The sentence with every remembered name in it set apart, the longest that fits."""
    names = g.get("names_in_sentences")
    if not names:
        return escape(text)
    pieces = _finder(frozenset(names)).split(text)
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(piece) if at % 2 else escape(piece)
        for at, piece in enumerate(pieces)
    )


@lru_cache(maxsize=64)
def _finder(names: frozenset[str]) -> re.Pattern[str]:
    """Finds any of the names where it is no part of a longer word."""
    longest_first = sorted(filter(None, names), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
