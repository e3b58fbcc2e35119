"""The pages that follow a game, and the events that keep them up to date.

Such a page is an ordinary template, with its fragments between comments. Some fragments are for one phone alone: the
page and the event get these from the same macros. An event has the fragments that changed: the others are rendered
once for all phones, without tokens and keys in their forms, which each phone fills in.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial, wraps
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar

from flask import Flask, Response, current_app, request
from flask.ctx import RequestContext
from flask.sessions import SecureCookieSession
from markupsafe import Markup

from scorepad.language.words import reading
from scorepad.live.presence import SCREENS, Attendance, PageKind, Viewer
from scorepad.play.change_words import effect_of
from scorepad.play.game import Effect, LoadedGame, UnreadableGame, is_from
from scorepad.rules import RulesError
from scorepad.scoring.game.course import Phase
from scorepad.scoring.names import fold_name
from scorepad.store import Phone, StoreError
from scorepad.web.app import forms
from scorepad.web.app.answers import conditional
from scorepad.web.app.current import g
from scorepad.web.app.permissions import Permission, permissions_of

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from scorepad.language.languages import Language
    from scorepad.live.open_clubs import OpenClub

Facts: TypeAlias = tuple[Any, ...]
"""What a fragment for one phone shows: the arguments of its macro after the game."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page that follows a game. `path` is its path below that of the game, `permission` what a phone needs to see it.

    `render` returns its HTML at a mark, with the fragments for one phone alone, by name. `own` returns what these
    fragments show, or None for an empty one; each name is a macro in table/_own.html.
    """

    kind: PageKind
    path: str
    permission: Permission
    render: Callable[[LoadedGame, str, Mapping[str, Markup]], str]
    own: Callable[[LoadedGame, Phone | None], dict[str, Facts | None]]

    def answer(self, loaded: LoadedGame) -> str:
        """Return the page for the phone of this request."""
        return self.render(loaded, g.mark, own_fragments(loaded, self.own(loaded, g.phone)))


LIVE_PAGES: dict[PageKind, LivePage] = {}


def own_fragments(loaded: LoadedGame, own: Mapping[str, Facts | None]) -> dict[str, Markup]:
    """Render fragments for one phone, by name."""
    macros: Any = current_app.jinja_env.get_template("table/_own.html").module
    return {name: Markup() if facts is None else getattr(macros, name)(loaded, *facts) for name, facts in own.items()}


SHOWN_FOR = timedelta(minutes=1)
"""How long after a change of totals pages are sent what it was. table.css hides it after half of that time."""


def shown_since() -> str:
    """Return the stored time from which on changes are shown as just made."""
    return (datetime.now(UTC) - SHOWN_FOR).isoformat(timespec="milliseconds")


def news_of_totals(loaded: LoadedGame, phone: Phone | None) -> Facts | None:
    """Return what other phones have just changed about totals, for the macro `news`."""
    if not loaded.effects:
        return None
    since = shown_since()
    latest = [effect for effect in loaded.effects if effect.entries[-1].at >= since]
    others = [effect for effect in latest if not is_from(effect.entries[-1].device, phone)]
    changes = tuple((effect.entries[-1].seq, *_words(effect)) for effect in others if _words(effect)[0])
    return (changes, Permission.READ_GAME in permissions_of(phone, loaded.id)) if changes else None


@lru_cache(maxsize=256)
def _words(effect: Effect) -> tuple[str, int | None]:
    return effect_of(effect)


@dataclass(slots=True)
class PageEvents:
    """The events of one page for one phone, made after the request of its stream has ended.

    `page` is None if it has no fragments. `own` is what the phone's own fragments show, `people` the players that they
    offer and the names that they mark in sentences.
    """

    app: Flask
    environ: "WSGIEnvironment"
    club: "OpenClub"
    token: str
    allowed: frozenset[Permission]
    game: int
    page: LivePage | None
    language: "Language | None"
    own: dict[str, Facts | None] = field(default_factory=dict)
    people: Facts = ()

    @classmethod
    def of(cls, game: int, kind: PageKind) -> Self:
        """Return the events of a page for the phone of this request."""
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        page = LIVE_PAGES.get(kind)
        environ = {**request.environ, "PATH_INFO": f"/games/{game}{page.path if page else ''}", "QUERY_STRING": ""}
        return cls(app, environ, g.club, g.token, g.allowed, game, page, g.language)

    def since(self, was: str, mark: str) -> tuple[str, str]:
        """Return the current mark of the page, and the event with the changes since mark `was`: JSON on one line.

        If the event has no fragments, the script requests the page.
        """
        try:
            if self.page:
                loaded = self._loaded(mark)
                now = self.club.presence.mark(self.game, loaded.version)
                # The page of a table that is over is its result.
                if loaded.record.course.phase is not Phase.OVER or self.page.kind in SCREENS:
                    return now, self._event(self.page, loaded, was, now)
        except (StoreError, RulesError, UnreadableGame):
            pass  # The page shows the error.
        return mark, _json({"mark": mark})

    def _loaded(self, mark: str) -> LoadedGame:
        kept = self.club.games.kept(self.game)
        # Usually the phone that tapped, or the first stream, has loaded it, which spares the others a query.
        is_current = kept and self.club.presence.mark(self.game, kept.version) == mark
        return kept if kept and is_current else self.club.games.load(self.game)

    def _event(self, page: LivePage, loaded: LoadedGame, was: str, mark: str) -> str:
        phone = self.club.access.phone(self.token)
        if (allowed := permissions_of(phone, self.game)) != self.allowed:
            # The frame of its page may be another one now.
            self.allowed, was = allowed, ""
        if page.permission not in allowed:
            return _json({"mark": mark})
        own, people = page.own(loaded, phone), (loaded.seated, loaded.spoken_names)
        earlier = self.own if people == self.people else {}
        self.own, self.people = own, people
        empty = dict.fromkeys(own, Markup())
        render = partial(self._rendered, loaded, lambda: page.render(loaded, "", empty))
        name = (self.game, page.kind, self.environ["SCRIPT_NAME"], self.language)
        event = self.club.pages.event(name, was, mark, render)
        changed = {name: facts for name, facts in own.items() if name not in earlier or earlier[name] != facts}
        if not was or not changed:
            return event
        fragments: Mapping[str, Markup] = dict.fromkeys(changed, Markup())
        if any(facts is not None for facts in changed.values()):
            fragments = self._rendered(loaded, partial(own_fragments, loaded, changed))
        return f'{event[:-1]},"own":{_json(fragments)}}}'

    def _rendered(self, loaded: LoadedGame, render: Callable[[], T]) -> T:
        """Render in a request for the page, for all phones: without permissions, and with forms that have no token."""
        with RequestContext(self.app, self.environ, session=SecureCookieSession()), reading(self.language):
            g.club, g.game, g.is_shared = self.club, loaded, True
            g.token, g.phone, g.allowed = "", None, frozenset()
            return render()


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


# Who looks at a page, and 304 while nothing on it has changed


KINDS = {
    "table.show": PageKind.TABLE,
    "rounds.edit": PageKind.COUNT,
    "board.show": PageKind.BOARD,
    "overlay.show": PageKind.OVERLAY,
}
"""The endpoints of pages that make a phone present."""


def game_page(view: Callable[..., Any]) -> Callable[..., Any]:
    """Pass the loaded game to a view; answer 304 while the game, the club's people and the presence are unchanged.

    Apart from these, the page may depend only on its URL, the session and the phone.
    """

    @wraps(view)
    def answer(game: int, **url: Any) -> Response:
        # The ETag and the page must read the same snapshot of the club.
        with g.club.store.reading():
            g.game = loaded = g.club.games.load(game)
            if (kind := KINDS.get(request.endpoint or "")) and forms.KEEP not in request.headers:
                _note_page(game, kind)
            g.mark = g.club.presence.mark(game, loaded.version)
            return conditional(partial(view, loaded, **url), g.mark)

    return answer


def this_viewer() -> Viewer | None:
    """Return the phone of this request as a viewer; None if it is unknown."""
    may_score = Permission.SCORE in g.allowed
    return Viewer(g.phone.id, g.phone.player or 0, may_score) if g.phone else None


def _note_page(game: int, kind: PageKind) -> None:
    """Note that this phone requested a page of a game, and whether it asked to count the round for all teams."""
    viewer = this_viewer()
    number = (request.view_args or {}).get("number")
    counts_all = {"1": number, "0": 0}.get(request.args.get("all", "")) if number else None
    if viewer and g.club.presence.record_page_view(game, viewer, kind, counts_all):
        g.club.hub.notify(game)


def mark_of(loaded: LoadedGame) -> str:
    """Return the mark of a game's pages: see `hub`."""
    return g.club.presence.mark(loaded.id, loaded.version)


def attendance(game: LoadedGame) -> Attendance | None:
    """Return who has a game open. None if only one phone has."""
    present = g.club.presence.here(game.id)
    if not present:
        return None
    names = game.names
    if missing := {phone.player for phone in present if phone.player} - names.keys():
        names = {**names, **g.club.store.people.names(missing)}
    scorers = [phone for phone in present if phone.scores]
    # Count a person with two phones once.
    people: dict[int, bool] = {}
    for phone in scorers:
        if phone.player in names:
            people[phone.player] = people.get(phone.player, False) or phone.counting
    named = [(names[player], counting) for player, counting in people.items()]
    named.sort(key=lambda person: fold_name(person[0]))
    unnamed = sum(phone.player not in people for phone in scorers)
    return Attendance(tuple(named), unnamed, len(present) - len(scorers))
