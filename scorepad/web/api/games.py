"""Games, one game, and a table while it is being played."""

from typing import Any

from flask import Response, request

from scorepad.exchange.documents.games import (
    MAX,
    USUAL,
    Game,
    GameFilter,
    Games,
    Live,
    RoundSheet,
    game_document,
    games_document,
    live_document,
    sheet_document,
)
from scorepad.scoring.answers import to_json
from scorepad.web.api.documents import MEDIA_TYPE
from scorepad.web.api.routes import Parameter, Query, route
from scorepad.web.app.current import g, load

LIMIT = Parameter("limit", "How many games a page has.", "number", largest=MAX, example=10)
CURSOR = Parameter("cursor", "The `next` of the page before.", "number")
STATE = Parameter("state", "The state of the games.", "word", ("playing", "over", "asks"))
PLAYER = Parameter("player", "Games in which this person sits, also before a merge.", "number")
RULES = Parameter("rules", "Games of this rule set, by its slug.")


@route("GET", "/games", answer=Games, parameters=(CURSOR, LIMIT, STATE, PLAYER, RULES))
def games(query: Query) -> Any:
    """List games, the newest first. Those in the bin are left out."""
    before, limit = query.get("cursor"), query.get("limit", USUAL)
    with g.club.store.reading():
        player, merged = _seated(query.get("player"))  # type: ignore[arg-type]
        only = GameFilter(query.get("state"), player, query.get("rules"), merged)  # type: ignore[arg-type]
        return games_document(g.club.store, before=before, limit=limit, only=only)  # type: ignore[arg-type]


def _seated(player: int | None) -> tuple[int | None, frozenset[int]]:
    """Return the id of a person as they are now, and the ids of people merged into them."""
    if player is None:
        return None, frozenset()
    merged = g.club.store.people.merged_ids()
    current = merged.get(player, player)
    return current, frozenset(asked for asked, now in merged.items() if now == current)


@route("GET", "/games/<number:game>", answer=Game, problems=(404,))
def game(game: int) -> Any:
    """Show a game with its rounds, and the lines of each score."""
    with g.club.store.reading():
        return game_document(g.club.store, load(game))


@route("GET", "/games/<number:game>/rounds/<number:number>", answer=RoundSheet, problems=(404,))
def game_round(game: int, number: int) -> Any:
    """Show the sheet of a round: each input by its name, what stands in it, and the score so far. A round that is next
    to play has a sheet too."""
    with g.club.store.reading():
        return sheet_document(g.club.games.load_round(game, number), number)


@route("GET", "/games/<number:game>/live", answer=Live, problems=(404,))
def live(game: int) -> Any:
    """Show a table as it is now. Ask again with If-None-Match as often as you like: nothing new is a 304."""
    with g.club.store.reading():
        loaded = load(game)
        etag = "{}-{}".format(*loaded.version)
        if request.if_none_match.contains_weak(etag):
            answer = Response(status=304)
        else:
            answer = Response(to_json(live_document(loaded)), mimetype=MEDIA_TYPE)
    answer.set_etag(etag, weak=True)
    return answer
