"""The Atom feed (RFC 4287) of finished games, for phones that may read the club and for URLs with a token."""

from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Response, abort, request, url_for

from scorepad.exchange.documents.games import GameFilter, ListedGame, games_document
from scorepad.language.words import format_number, plural
from scorepad.store.tokens import TokenRole
from scorepad.web.api.entrance import LIMITS, note_use, valid_token
from scorepad.web.api.routes import conditional
from scorepad.web.app.current import g
from scorepad.web.app.permissions import Permission
from scorepad.web.app.templates import NOT_XML

MEDIA_TYPE = "application/atom+xml"
LISTED = 50
"""Games in the feed, newest first."""
ATOM = "http://www.w3.org/2005/Atom"


def show() -> Response:
    """Send the latest finished games, or 304 if the reader has them already."""
    check_may_read()
    with g.club.store.reading():
        games = games_document(g.club.store, limit=LISTED, only=GameFilter(state="over"))["games"]
        keys = g.club.store.keys_of([game["id"] for game in games])
        name = g.club.store.name()
        first = g.club.store.keys_of([1]).get(1, "")
    return conditional(_feed(games, keys, first, name), MEDIA_TYPE)


def check_may_read() -> None:
    """Abort without permission. Feed readers send no headers, so a feed-only token in the URL is accepted here."""
    if Permission.READ in g.allowed:
        return
    token = valid_token(request.args.get("token", ""))
    if token is None or token.may is not TokenRole.FEED:
        abort(403)
    if wait := LIMITS.wait((g.club.slug, token.id), token.per_minute):
        abort(Response("Too many requests.\n", 429, {"Retry-After": str(wait)}, mimetype="text/plain"))
    note_use(token)


def _feed(games: list[ListedGame], keys: dict[int, str], first: str, name: str) -> str:
    feed = Element("feed", xmlns=ATOM)
    # The club's first game identifies it, because games are never deleted.
    _text(feed, "id", _id("club", first))
    _text(feed, "title", f"{name}: finished games" if name else "Finished games")
    _text(feed, "updated", max((game["changed_at"] for game in games), default="2000-01-01T00:00:00+00:00"))
    _text(SubElement(feed, "author"), "name", "Scorepad")
    # No rel="self": the address of a reader with a token is a secret, and without the token it answers 403.
    SubElement(feed, "link", rel="alternate", type="text/html", href=url_for("games.index", _external=True))
    for game in games:
        _entry(SubElement(feed, "entry"), game, keys[game["id"]])
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(feed, encoding="unicode")


def _entry(entry: Element, game: ListedGame, key: str) -> None:
    _text(entry, "id", _id("game", key))
    _text(entry, "title", _title(game))
    _text(entry, "published", game["begun_at"])
    _text(entry, "updated", game["changed_at"])
    address = url_for("result.show", game=game["id"], _external=True)
    SubElement(entry, "link", rel="alternate", type="text/html", href=address)
    totals = ", ".join(f"{team['name']} {format_number(team['total'])}" for team in game["teams"])
    _text(entry, "summary", f"{totals}. {game['rules']['name']}, {plural(game['round'], 'round', 'rounds')}.")


def _title(game: ListedGame) -> str:
    names = [team["name"] for team in game["teams"] if team["number"] in game["winners"]]
    outcome = f"{names[0]} won" if len(names) == 1 else f"a tie of {', '.join(names)}"
    return f"Game {game['id']}: {outcome}"


def _text(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = NOT_XML.sub("�", text)


def _id(kind: str, key: str) -> str:
    """Return an id that stays the same if the club moves, and reveals nothing about it."""
    return uuid5(NAMESPACE_URL, f"scorepad:{kind}:{key}").urn
