"""The page cache: a game's pages, rendered once per change and shared by all phones with the same permissions.

A page is a frame with parts in it. A tap changes some parts, and each part is cached by the values it shows. A stream
sends the parts that changed, so that a phone need not request the page.

The text has placeholders: for the tokens and keys of forms, and for what concerns one phone alone. The text between
them is compressed once, so that a page for one phone is assembled from compressed blocks. See docs/why/kept-pages.md.
"""

import json
import secrets
import struct
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from markupsafe import Markup

from scorepad.web.app.permissions import Permission
from scorepad.web.live.viewers import PageKind

MAX_PAGES = 1024
"""Pages of a club in the cache. The least recently used are dropped."""

MAX_PARTS = 2048
"""Compressed parts in the cache. A table has six parts, and a tap changes one or two of them."""

MAX_MARKS = 4
"""Versions of one page in the cache. A phone that missed some changes gets what is new since its version."""

_EDGE = secrets.token_hex(16)
"""Delimits the name of a placeholder. It is random, so that no one can type it."""

LEVEL = 6
_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_LAST_BLOCK = b"\x03\x00"
_LONGEST_STORED = 0xFFFF


class Placeholder(NamedTuple):
    """A place where something is filled in."""

    name: str


class Piece(NamedTuple):
    """A text between placeholders, plain and compressed: complete DEFLATE blocks that refer to nothing before them."""

    text: bytes
    packed: bytes


PageText: TypeAlias = tuple[Piece | Placeholder, ...]

KEY = "key"
"""The placeholder for the key of a form. Each such placeholder gets a different key."""


def placeholder(name: str) -> Markup:
    """Return the placeholder that a template writes for a placeholder."""
    return Markup(f"{_EDGE}{name}{_EDGE}")  # noqa: S704  # the name is ours


def page_text(text: str) -> PageText:
    """Split a text into pieces and placeholders."""
    parts = text.split(_EDGE)
    return tuple(Placeholder(part) if at % 2 else _piece(part.encode()) for at, part in enumerate(parts) if part)


def filled(own: Mapping[str, str], texts: Mapping[str, str]) -> dict[str, str]:
    """Return `texts` and the parts in `own`, whose placeholders are filled with `texts` and new keys."""
    all_texts = dict(texts)
    for name, text in own.items():
        parts = text.split(_EDGE)
        for at in range(1, len(parts), 2):
            parts[at] = secrets.token_hex(16) if parts[at] == KEY else texts[parts[at]]
        all_texts[name] = "".join(parts)
    return all_texts


@lru_cache(maxsize=1024)
def _piece(plain: bytes) -> Piece:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Piece(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


def _stored(text: bytes) -> bytes:
    """Return a text as stored DEFLATE blocks. What fills a placeholder is short and mostly random."""
    if len(text) < len(_STORED):
        return _STORED[len(text)] + text
    blocks = [text[at : at + _LONGEST_STORED] for at in range(0, len(text), _LONGEST_STORED)]
    return b"".join([_head_of_stored(len(block)) + block for block in blocks])


def _head_of_stored(length: int) -> bytes:
    return struct.pack("<BHH", 0, length, length ^ _LONGEST_STORED)


_STORED = tuple(map(_head_of_stored, range(1024)))
"""The header of a stored block, by its length."""


class PageVariant(NamedTuple):
    """The cache key of a page within its game: its kind, the prefix of its club, and the permissions of its phone.

    `home` and `later` are links that differ between phones with the same permissions.
    """

    kind: PageKind
    root: str
    allowed: frozenset[Permission]
    home: str
    later: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A page without its parts: texts, and between them the names of parts. It is valid while `key` is unchanged."""

    key: Hashable
    texts: tuple[PageText | str, ...]

    @classmethod
    def of(cls, key: Hashable, html: str, parts: Collection[str]) -> "Frame":
        """Split the text of a page at the placeholders of its parts; other placeholders stay."""
        texts: list[PageText | str] = []
        for item in page_text(html):
            texts.append(item.name if isinstance(item, Placeholder) and item.name in parts else (item,))
        return cls(key, tuple(texts))


@dataclass(frozen=True, eq=False)
class CachedPage:
    """A page at one mark. `parts` maps names to texts with placeholders."""

    mark: str
    frame: Frame
    parts: Mapping[str, str]

    @cached_property
    def text(self) -> PageText:
        """The frame with the parts in it. Computed lazily, because events do not need it."""
        return tuple(chain(*(_part_text(t, self.parts[t]) if isinstance(t, str) else t for t in self.frame.texts)))

    def fill(self, texts: Mapping[str, str], *, is_gzipped: bool) -> bytes:
        """Return the page with `texts` in its placeholders, compressed with gzip if `is_gzipped`.

        Compressing the whole page here would take twenty times as long.
        """
        filled = {name: text.encode() for name, text in texts.items()}
        plain = [
            part.text
            if isinstance(part, Piece)
            else filled[part.name]
            if part.name != KEY
            else secrets.token_hex(16).encode()
            for part in self.text
        ]
        whole = b"".join(plain)
        if not is_gzipped:
            return whole
        both = zip(self.text, plain, strict=True)
        blocks = [part.packed if isinstance(part, Piece) else _stored(text) for part, text in both]
        return b"".join([_HEAD, *blocks, _LAST_BLOCK, struct.pack("<LL", zlib.crc32(whole), len(whole))])

    def changes_since(self, before: "CachedPage") -> dict[str, str] | None:
        """Return the parts that changed since an earlier mark; None if the frame changed too."""
        if before.frame is not self.frame:
            return None
        return {name: text for name, text in self.parts.items() if before.parts.get(name) != text}


@lru_cache(maxsize=MAX_PARTS)
def _part_text(name: str, text: str) -> PageText:
    return page_text(between(name, text))


def between(name: str, text: str) -> Markup:
    """Return a part between the comments by which scripts find it."""
    return Markup(f"<!--{name}-->{text}<!--/{name}-->")  # noqa: S704


@dataclass(slots=True)
class _Kept:
    """One page at its latest marks, newest first. Rendering takes the lock; reading does not."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    pages: tuple[CachedPage, ...] = ()
    events: dict[tuple[str, str], str] = field(default_factory=dict)

    def at(self, mark: str) -> CachedPage | None:
        return next((page for page in self.pages if page.mark == mark), None)


class PageCache:
    """The page cache of one club. Thread-safe."""

    def __init__(self, most: int = MAX_PAGES) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, PageVariant], _Kept] = OrderedDict()
        self._lock = threading.Lock()
        self.render_count = 0
        """How often a page was rendered: once per change and shape."""

    def page(
        self, game: int, shape: PageVariant, mark: str, render: Callable[[Frame | None], CachedPage]
    ) -> CachedPage:
        """Return a page at a mark; render it if it is not cached. `render` gets the previous page's frame, or None."""
        kept = self._find(game, shape)
        with kept.lock:
            if (page := kept.at(mark)) is None:
                page = render(kept.pages[0].frame if kept.pages else None)
                kept.pages = (page, *kept.pages[: MAX_MARKS - 1])
                kept.events.clear()
                self.render_count += 1
            return page

    def find(self, game: int, shape: PageVariant, mark: str) -> CachedPage | None:
        """Return a page at a mark if it is cached."""
        kept = self._kept.get((game, shape))
        return kept.at(mark) if kept else None

    def event(self, game: int, shape: PageVariant, was: str, page: CachedPage) -> str:
        """Return the event for a phone at mark `was`, as JSON: the new mark, and the changed parts if possible."""
        kept = self._find(game, shape)
        text = kept.events.get((was, page.mark))
        if text is None:
            before = kept.at(was)
            parts = page.changes_since(before) if before else None
            news = {"mark": page.mark} if parts is None else {"mark": page.mark, "was": was, "parts": parts}
            text = kept.events[was, page.mark] = json.dumps(news, ensure_ascii=False, separators=(",", ":"))
        return text

    def forget(self) -> None:
        """Clear the cache."""
        with self._lock:
            self._kept.clear()

    def _find(self, game: int, shape: PageVariant) -> _Kept:
        with self._lock:
            kept = self._kept.setdefault((game, shape), _Kept())
            self._kept.move_to_end((game, shape))
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return kept
