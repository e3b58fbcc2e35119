"""What is new on a page, for a stream: the parts that changed, so that its phone need not ask for the page.

Every stream of a table sends the same parts, which are drawn by the first that needs them.
"""

import json
from dataclasses import dataclass

from scorepad.play.game import LoadedGame, UnreadableGame
from scorepad.rules import RulesError
from scorepad.scoring.game.course import Phase
from scorepad.store import StoreError
from scorepad.web.access.permissions import permissions_of
from scorepad.web.app.current import g
from scorepad.web.live.kept_pages import filled
from scorepad.web.live.live_page import LIVE_PAGES, LivePage, is_personal, shape_of_page
from scorepad.web.live.viewers import PageKind


def only_mark(was: str, mark: str) -> tuple[str, str]:
    """Return a mark, and the event for a script that asks for the page itself."""
    return mark, mark


@dataclass(slots=True)
class PageNews:
    """The news of one page for the phone of this request. `own` are the parts of the phone alone, as they were sent."""

    game: int
    kind: PageKind
    own: dict[str, str] | None = None

    def since(self, was: str, mark: str) -> tuple[str, str]:
        """Return the mark of the page now, and the event about what is new since mark `was`: JSON on one line.

        Without parts in it, the script asks for the page.
        """
        page = LIVE_PAGES.get(self.kind)
        # What a phone may do can change while its stream is open.
        g.phone = g.club.access.phone(g.token)
        g.allowed = permissions_of(g.phone, self.game)
        try:
            loaded = self._loaded(mark) if page and was else None
            if page is None or loaded is None or self._is_unusual(loaded):
                return mark, json.dumps({"mark": mark}, separators=(",", ":"))
            g.game, g.mark = loaded, g.club.presence.mark(self.game, loaded.version)
            return g.mark, self._event(page, loaded, was)
        except (StoreError, RulesError, UnreadableGame):
            # The page says what is wrong.
            return mark, json.dumps({"mark": mark}, separators=(",", ":"))

    def _loaded(self, mark: str) -> LoadedGame:
        kept = g.club.games.kept(self.game)
        if kept and g.club.presence.mark(self.game, kept.version) == mark:
            return kept
        return g.club.games.load(self.game)

    def _is_unusual(self, loaded: LoadedGame) -> bool:
        is_over = loaded.record.course.phase is Phase.OVER and self.kind is PageKind.TABLE
        return is_over or is_personal(loaded, g.phone)

    def _event(self, page: LivePage, loaded: LoadedGame, was: str) -> str:
        shape = shape_of_page(self.game, self.kind)
        event = g.club.pages.event(self.game, shape, was, page.kept(loaded, g.mark, shape))
        own = page.own(loaded, g.phone, shape.root)
        changed = {name: text for name, text in own.items() if self.own is None or self.own[name] != text}
        self.own = dict(own)
        if not changed:
            return event
        # The script fills in the token and the keys of its forms.
        texts = filled(changed, {"token": "", "seen": str(loaded.seq)})
        parts = json.dumps({name: texts[name] for name in changed}, ensure_ascii=False, separators=(",", ":"))
        return f'{event[:-1]},"own":{parts}}}'
