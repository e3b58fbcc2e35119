"""The latest versions of each live page, in fragments, from which the events of its streams are made.

A fragment is the HTML between two comments with its name; the rest of the page is its frame. A phone that shows an
earlier version with the same frame needs only the fragments that changed. See docs/why/fragments.md.
"""

import json
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self, TypeAlias

from scorepad.language.languages import Language
from scorepad.live.presence import PageKind

MAX_PAGES = 1024
"""Pages of a club in the cache. The least recently used are dropped."""

MAX_VERSIONS = 4
"""Versions of one page in the cache. A phone that missed some changes gets what is new since its version."""

_EDGE = re.compile(r"<!--/?(\w+)-->")
"""Begins or ends a fragment."""


PageName: TypeAlias = tuple[int, PageKind, str, Language | None]
"""A game, the kind of a page of it, the prefix of the club in its links, and the language of its readers."""


@dataclass(frozen=True, slots=True)
class PageVersion:
    """A page at one mark, as it is for all phones."""

    mark: str
    frame: tuple[str, ...]
    fragments: Mapping[str, str]

    @classmethod
    def of(cls, mark: str, html: str) -> Self:
        # What is between two edges is a fragment, and what is between that and the next two a part of the frame.
        texts = _EDGE.split(html)
        return cls(mark, tuple(texts[::4]), dict(zip(texts[1::4], texts[2::4], strict=True)))

    def changes_since(self, earlier: "PageVersion") -> dict[str, str] | None:
        """Return the fragments that changed since an earlier version; None if the frame changed too."""
        if earlier.frame != self.frame:
            return None
        return {name: html for name, html in self.fragments.items() if earlier.fragments.get(name) != html}


@dataclass(slots=True)
class _Page:
    """The latest versions of a page, newest first, and the events that lead to the newest one, by earlier mark."""

    versions: tuple[PageVersion, ...] = ()
    events: dict[str, str] = field(default_factory=dict)

    def at(self, mark: str) -> PageVersion | None:
        return next((version for version in self.versions if version.mark == mark), None)


class PageCache:
    """The page cache of one club. Only the thread that makes the events of streams may use it."""

    def __init__(self, most: int = MAX_PAGES) -> None:
        self._most = most
        self._pages: OrderedDict[PageName, _Page] = OrderedDict()
        self.render_count = 0
        """How often a page was rendered: once per change."""

    def event(self, name: PageName, was: str, mark: str, render: Callable[[], str]) -> str:
        """Return the event for a phone at mark `was`, as JSON: the new mark, and the changed fragments if possible.

        `render` returns the page at the new mark, and is called once for all phones.
        """
        page = self._pages.setdefault(name, _Page())
        self._pages.move_to_end(name)
        if len(self._pages) > self._most:
            self._pages.popitem(last=False)
        if (version := page.at(mark)) is None:
            version = PageVersion.of(mark, render())
            page.versions = (version, *page.versions[: MAX_VERSIONS - 1])
            page.events.clear()
            self.render_count += 1
        key = f"{was} {mark}"
        if key not in page.events:
            earlier = page.at(was)
            parts = version.changes_since(earlier) if earlier else None
            news = {"mark": mark} if parts is None else {"mark": mark, "was": was, "parts": parts}
            page.events[key] = json.dumps(news, ensure_ascii=False, separators=(",", ":"))
        return page.events[key]
