"""What is new on a page, for a stream: the parts that changed, so that its phone need not ask for the page.

Every stream of a table sends the same parts, which are drawn by the first that needs them. A stream outlives its
request, so what is drawn is drawn inside another one.
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
from scorepad.web.live.kept_pages import KeptPage, filled
from scorepad.web.live.live_page import LIVE_PAGES, LivePage, NotDrawn, Visitor, is_personal, this_visitor
from scorepad.web.live.viewers import PageKind

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from scorepad.web.app.open_clubs import OpenClub


def only_mark(was: str, mark: str) -> tuple[str, str]:
    """Return a mark, and the event for a script that asks for the page itself."""
    return mark, mark


@dataclass(slots=True)
class PageNews:
    """The news of one page for one phone. `own` are the parts of the phone alone, as they were sent."""

    app: Flask
    environ: "WSGIEnvironment"
    club: "OpenClub"
    visitor: Visitor
    game: int
    kind: PageKind
    own: dict[str, str] | None = None

    @classmethod
    def of(cls, game: int, kind: PageKind, phone: Phone) -> Self:
        """The news of a page for the phone of this request."""
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        return cls(app, request.environ, g.club, this_visitor(phone, game, kind), game, kind)

    def since(self, was: str, mark: str) -> tuple[str, str]:
        """Return the mark of the page now, and the event about what is new since mark `was`: JSON on one line.

        Without parts in it, the script asks for the page.
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
            # The page says what is wrong.
            return mark, only

    def _loaded(self, mark: str) -> LoadedGame:
        kept = self.club.games.kept(self.game)
        if kept and self.club.presence.mark(self.game, kept.version) == mark:
            return kept
        return self.club.games.load(self.game)

    def _is_unusual(self, loaded: LoadedGame, phone: Phone) -> bool:
        is_over = loaded.record.course.phase is Phase.OVER and self.kind is PageKind.TABLE
        # What a phone may do can change while its stream is open.
        return is_over or phone != self.visitor.phone or is_personal(loaded, phone)

    def _event(self, page: LivePage, loaded: LoadedGame, was: str, mark: str) -> str:
        kept = self.club.pages.find(self.game, self.visitor.shape, mark)
        try:
            own = page.changing_own(loaded, self.visitor.phone, self.visitor.shape.root) if kept else None
        except NotDrawn:
            own = None
        if kept is None or own is None:
            kept, own = page.drawn(self.app, self.environ, self.club, self.visitor, loaded, mark)
        return self._text(kept, own, loaded, was)

    def _text(self, kept: KeptPage, own: Mapping[str, str], loaded: LoadedGame, was: str) -> str:
        event = self.club.pages.event(self.game, self.visitor.shape, was, kept)
        changed = {name: text for name, text in own.items() if self.own is None or self.own.get(name) != text}
        self.own = dict(own)
        if not changed:
            return event
        # The script fills in the token and the keys of its forms.
        texts = filled(changed, {"token": "", "seen": str(loaded.seq)})
        parts = json.dumps({name: texts[name] for name in changed}, ensure_ascii=False, separators=(",", ":"))
        return f'{event[:-1]},"own":{parts}}}'
