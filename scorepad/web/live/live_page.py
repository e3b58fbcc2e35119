"""The pages that follow a game: how each is drawn, and what is filled in for one phone."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from flask import Response, current_app, request, session

from scorepad.play.game import LoadedGame
from scorepad.web.app.current import g
from scorepad.web.app.templates import csrf_token
from scorepad.web.live.kept_pages import Frame, KeptPage, Shape, fill_text
from scorepad.web.live.presence import PageKind
from scorepad.web.live.visitors import shape_of_page


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page that follows a game.

    `draw` draws it at a mark, with the frame of the page before where that is still right. `own` has the parts that
    concern this phone alone, by name, as texts with holes. Both run inside a request.
    """

    kind: PageKind
    draw: Callable[[LoadedGame, str, Frame | None], KeptPage]
    own: Callable[[LoadedGame], Mapping[str, str]]

    def kept(self, loaded: LoadedGame, mark: str, shape: Shape) -> KeptPage:
        """Return the page at a mark, and draw it if no phone has asked for it since the last change."""
        return g.club.pages.page(loaded.id, shape, mark, partial(self.draw, loaded, mark))

    def texts(self, loaded: LoadedGame, mark: str, token: str) -> dict[str, str]:
        """Return what is filled in for this phone; `token` is that of its forms."""
        texts = {"token": token, "seen": str(loaded.seq), "mark": mark}
        return texts | {name: fill_text(text, texts) for name, text in self.own(loaded).items()}

    def answer(self, loaded: LoadedGame) -> Response:
        """Answer with the kept page, or with one of its own while phones differ or there is something to say once."""
        if is_personal(loaded) or "_flashes" in session:
            return self.filled(self.draw(loaded, g.mark, None), loaded)
        shape = shape_of_page(loaded.id, self.kind)
        return self.filled(self.kept(loaded, g.mark, shape), loaded)

    def filled(self, kept: KeptPage, loaded: LoadedGame) -> Response:
        """Answer with a page, filled in for this phone."""
        is_packed = request.accept_encodings.quality("gzip") > 0
        body = kept.fill(self.texts(loaded, kept.mark, csrf_token()), is_packed=is_packed)
        response = current_app.response_class(body, mimetype="text/html")
        if is_packed:
            response.content_encoding = "gzip"
        return response


LIVE_PAGES: dict[PageKind, LivePage] = {}


def is_personal(loaded: LoadedGame) -> bool:
    """Return whether the pages of a game say to each phone what it said itself."""
    return bool(loaded.conflicts)


@contextmanager
def drawing() -> Iterator[None]:
    """While a page is drawn for all phones, its forms have holes for their tokens and keys."""
    g.has_holes = True
    try:
        yield
    finally:
        g.has_holes = False
