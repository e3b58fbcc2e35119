"""Streams of changes: finished games of the club, or the table of one game. They share the limit of phones' streams."""

import json
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from flask import Response, request

from scorepad.exchange.documents.games import Read, listed_game, live_document
from scorepad.live.hub import EVERY_GAME
from scorepad.live.open_clubs import OpenClub
from scorepad.live.streams import RETRY_AFTER, Stream
from scorepad.numbers import whole_number
from scorepad.play.game import UnreadableGame
from scorepad.rules import RulesError
from scorepad.scoring.answers import to_json
from scorepad.scoring.game.course import Phase
from scorepad.store import StoreError
from scorepad.store.tokens import Token
from scorepad.web.api.entrance import permissions_of
from scorepad.web.api.routes import Parameter, route
from scorepad.web.app.current import g
from scorepad.web.app.permissions import Permission
from scorepad.web.app.problems import ApiError, Fault
from scorepad.web.live.streams import answer_with, open_stream

PAGE = 50
"""Games that are read together."""

LAST = Parameter(
    "Last-Event-ID",
    "The id of the last event that came: what has changed since then comes first.",
    is_header=True,
    example="481",
)

Event = tuple[int, str, str]
"""The id, the name and the data of an event."""


# A stream is a text: generators that are told of an object make a client that parses all of it as JSON.
FinishedEvents = Annotated[str, "Events named “finished”. The data of each is a ListedGame, as GET /games has it"]
LiveEvents = Annotated[str, "Events named “live”. The data of each is a Live, as GET /games/{game}/live has it"]


@route("GET", "/changes", answer=FinishedEvents, parameters=(LAST,), problems=(503,), media_type="text/event-stream")
def changes(query: object) -> Response:
    """Follow the finished games of the club: an event “finished” for each game that ends, or is corrected later. Its
    data is the game as GET /games lists it."""
    return _stream(0, _finished)


@route(
    "GET",
    "/games/<number:game>/changes",
    answer=LiveEvents,
    parameters=(LAST,),
    problems=(404, 503),
    media_type="text/event-stream",
)
def game_changes(game: int, query: object) -> Response:
    """Follow the table of one game: an event “live” at once and whenever something is recorded. Its data is that of
    GET /games/{game}/live."""
    g.club.games.load(game)
    return _stream(game, partial(_live, game))


def _stream(game: int, events_since: Callable[[OpenClub, int], list[Event]]) -> Response:
    since, latest = _last_event(), g.club.store.latest_seq()
    stream = open_stream(-g.api_token.id)
    if stream is None:
        raise ApiError(503, "Too many streams are open.", headers={"Retry-After": str(RETRY_AFTER)})
    # A game's stream starts with its current table, the club's stream with the next change.
    start = min(since, latest) if since is not None else (-1 if game else latest)
    follower = Follower(g.club, g.api_token, game)
    return answer_with(stream, _events(stream, follower, start, events_since))


@dataclass(frozen=True, slots=True)
class Follower:
    """A token that follows a game, or the club (game 0)."""

    club: OpenClub
    token: Token
    game: int

    def may_go_on(self) -> bool:
        """Return whether its token is still valid, and allows this stream."""
        now = self.club.access.tokens.token(self.token.id)
        needed = Permission.READ_GAME if self.game else Permission.READ
        is_valid = now is not None and not now.revoked and not now.has_ended(self.club.store.clock.today())
        return is_valid and now is not None and needed in permissions_of(now, self.game or None)


def _last_event() -> int | None:
    text = request.headers.get(LAST.name, "")
    number = whole_number(text)
    if text and number is None:
        error: Fault = {"parameter": LAST.name, "detail": "Give the id of an event, which is a whole number."}
        raise ApiError(400, "The header Last-Event-ID cannot be used.", [error])
    return number


def _events(
    stream: Stream, follower: Follower, since: int, events_since: Callable[[OpenClub, int], list[Event]]
) -> Generator[str]:
    """Yield the events of a stream as text, and a comment at once and after each heartbeat of silence."""
    beats_at = 0.0
    with stream.hub.following(follower.game or EVERY_GAME, stream.notify):
        while not stream.is_over and follower.may_go_on():
            text, events = "", events_since(follower.club, since)
            for number, name, data in events:
                since = number
                text += f"id: {number}\nevent: {name}\ndata: {data}\n\n" if name else ""
            if events:
                # There may be more of them.
                stream.notify()
            elif time.monotonic() >= beats_at:
                # No blank line: some clients read one after an event with an id as another event, an empty one.
                text = ":\n"
            if text:
                beats_at = time.monotonic() + stream.heartbeat
            yield text


def _finished(club: OpenClub, since: int) -> list[Event]:
    """Return an event for each game that changed after entry `since`, ordered by latest entry."""
    return [_finished_event(club, game, seq) for game, seq in club.store.changed_games(since, PAGE)]


def _finished_event(club: OpenClub, game: int, seq: int) -> Event:
    """Return the event of a game. If it is not over, the event has no name and only advances the position."""
    try:
        with club.store.reading():
            loaded = club.games.load(game)
            if loaded.record.course.phase is not Phase.OVER or loaded.is_binned:
                return seq, "", ""
            read = Read(loaded.cells, loaded.record, loaded.names)
            return seq, "finished", to_json(listed_game(club.store, game, club.store.begun(game), read))
    except (StoreError, RulesError, UnreadableGame):
        return seq, "", ""


def _live(game: int, club: OpenClub, since: int) -> list[Event]:
    if club.store.latest_seq(game) <= since:
        return []
    loaded = club.games.load(game)
    return [(loaded.seq, "live", json.dumps(live_document(loaded), ensure_ascii=False))]
