"""The content of a stream's events: the parts of a page that changed, so that the phone need not request the page.

All streams of a table send the same parts, and the first stream that needs them renders them. A stream outlives its
request, so rendering uses a new request context.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from flask import Flask, current_app, request

from scorepad.play.game import LoadedGame, UnreadableGame
from scorepad.rules import RulesError
from scorepad.scoring.game.course import Phase
from scorepad.store import Phone, StoreError
from scorepad.web.app.current import g
from scorepad.web.live.live_page import LIVE_PAGES, LivePage, NotRendered, Visitor, this_visitor
from scorepad.web.live.page_cache import CachedPage, filled
from scorepad.web.live.viewers import PageKind

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from scorepad.web.app.open_clubs import OpenClub


def only_mark(was: str, mark: str) -> tuple[str, str]:
    """Return a mark, and the event for a script that then requests the page itself."""
    return mark, mark


@dataclass(slots=True)
class PageNews:
    """The news of one page for one phone. `own` are the parts for this phone alone that were sent last."""

    app: Flask
    environ: "WSGIEnvironment"
    club: "OpenClub"
    visitor: Visitor
    game: int
    kind: PageKind
    own: dict[str, str] | None = None

    @classmethod
    def of(cls, game: int, kind: PageKind, phone: Phone) -> Self:
        """Return the news of a page for the phone of this request."""
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        return cls(app, request.environ, g.club, this_visitor(phone, game, kind), game, kind)

    def since(self, was: str, mark: str) -> tuple[str, str]:
        """Return the current mark of the page, and the event with the changes since mark `was`: JSON on one line.

        If the event has no parts, the script requests the page.
        """
        page, phone = LIVE_PAGES.get(self.kind), self.club.access.phone(self.visitor.token)
        only = json.dumps({"mark": mark}, separators=(",", ":"))
        try:
            loaded = self._loaded(mark) if page and phone and was else None
            if page is None or phone is None or loaded is None or self._is_unusual(loaded, phone):
                return mark, only
            now = self.club.presence.mark(self.game, loaded.version)
            return now, self._event(page, loaded, was, now)
        except (StoreError, RulesError, UnreadableGame):
            # The script requests the page, which shows the error.
            return mark, only

    def _loaded(self, mark: str) -> LoadedGame:
        kept = self.club.games.kept(self.game)
        if kept and self.club.presence.mark(self.game, kept.version) == mark:
            return kept
        return self.club.games.load(self.game)

    def _is_unusual(self, loaded: LoadedGame, phone: Phone) -> bool:
        is_over = loaded.record.course.phase is Phase.OVER and self.kind is PageKind.TABLE
        # A phone's permissions can change while its stream is open.
        return is_over or phone != self.visitor.phone or bool(loaded.conflicts)

    def _event(self, page: LivePage, loaded: LoadedGame, was: str, mark: str) -> str:
        kept = self.club.pages.find(self.game, self.visitor.shape, mark)
        try:
            own = page.changing_own(loaded, self.visitor.phone, self.visitor.shape.root) if kept else None
        except NotRendered:
            own = None
        if kept is None or own is None:
            kept, own = page.rendered(self.app, self.environ, self.club, self.visitor, loaded, mark)
        return self._text(kept, own, loaded, was)

    def _text(self, kept: CachedPage, own: Mapping[str, str], loaded: LoadedGame, was: str) -> str:
        event = self.club.pages.event(self.game, self.visitor.shape, was, kept)
        changed = {name: text for name, text in own.items() if self.own is None or self.own.get(name) != text}
        self.own = dict(own)
        if not changed:
            return event
        # The script fills in the token and the keys of its forms.
        texts = filled(changed, {"token": "", "seen": str(loaded.seq)})
        parts = json.dumps({name: texts[name] for name in changed}, ensure_ascii=False, separators=(",", ":"))
        return f'{event[:-1]},"own":{parts}}}'
