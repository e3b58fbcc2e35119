"""Standings, players, ratings and records."""

from collections.abc import Callable
from typing import Any

from scorepad.exchange.documents.league import (
    MAX,
    USUAL,
    OnePlayer,
    Players,
    Prophets,
    Ratings,
    Records,
    Standings,
    player_document,
    players_document,
    prophets_document,
    ratings_document,
    records_document,
    standings_document,
)
from scorepad.league.club_names import FORGOTTEN, ClubPeople
from scorepad.league.facts import parse_competitor
from scorepad.league.prophets import EVER
from scorepad.league.standings import Figure
from scorepad.league.table_request import TableRequest
from scorepad.store import Forgotten
from scorepad.store.seasons import MAX_MIN_GAMES
from scorepad.web.api.routes import Parameter, Query, route
from scorepad.web.app.current import g
from scorepad.web.app.freshness import league_reading, today
from scorepad.web.app.problems import ApiError

GROUP = Parameter("group", "People or partnerships.", "word", ("people", "partnerships"))
SEASON = Parameter("season", "A season by its number.", "number")
DAYS = Parameter("days", "All games, instead of those of the season that runs.", "word", ("all",))
FROM = Parameter("from", "The first day whose games count.", "day")
TO = Parameter("to", "The last day whose games count.", "day")
KIND = Parameter("kind", "A kind of game by its number, which GET /records lists.", "number", largest=10**15 - 1)
BY = Parameter("by", "The figure that ranks the table.", "word", tuple(Figure))
MIN = Parameter("least", "How many games it takes to be listed.", "number", largest=MAX_MIN_GAMES)
LIMIT = Parameter("limit", "How many rows a page has.", "number", largest=MAX)
CURSOR = Parameter("cursor", "The `next` of the page before.")
TABLE = (GROUP, SEASON, DAYS, FROM, TO, KIND, BY, MIN, CURSOR, LIMIT)

NOTHING_BEHIND = "This cursor is not one of this table. Give the `next` of the page before."

_NAMES = {"over": "season", "whose": "group", "after": "cursor"}
"""The API's name of a parameter, by its name on the league's page."""


def _league(make: Callable[[ClubPeople], Any]) -> Any:
    """Build a document from one snapshot of the league. Raises ApiError while its figures are being updated."""
    with league_reading() as is_settled:
        if not is_settled:
            raise ApiError(503, "The figures are being worked out. Ask again soon.", headers={"Retry-After": "5"})
        return make(ClubPeople.of(g.club.store))


@route("GET", "/standings", answer=Standings, parameters=TABLE, problems=(503,))
def standings(query: Query) -> Any:
    """Show a table of people or partnerships. Without days it is of the season that runs, or of all games."""

    def make(people: ClubPeople) -> Any:
        size = int(str(query.get("limit", USUAL)))
        requested = TableRequest.of(g.club.store, people, _arguments(query), today=today())
        if faults := requested.query.faults:
            errors = [{"parameter": _NAMES.get(name, name), "detail": text} for name, text in faults.items()]
            raise ApiError(400, "There is no such table.", errors)  # type: ignore[arg-type]
        if (edge := requested.query.after) and not requested.table.standings_of([edge]):
            raise ApiError(400, NOTHING_BEHIND)
        return standings_document(people, requested, size=size)

    return _league(make)


def _arguments(query: Query) -> dict[str, str]:
    """Return the query with the parameter names of the league's page. Raises ApiError."""
    if "cursor" in query and not parse_competitor(str(query["cursor"])):
        raise ApiError(400, NOTHING_BEHIND)
    if len({"season", "days"} & set(query)) > 1 or ({"season", "days"} & set(query) and {"from", "to"} & set(query)):
        raise ApiError(400, "Give either a season, or days=all, or from and to.")
    arguments = {
        "whose": query.get("group", ""),
        "after": query.get("cursor", ""),
        **{name: query[name] for name in ("from", "to", "kind", "by", "least") if name in query},
    }
    if "season" in query:
        arguments["over"] = f"season-{query['season']}"
    elif "days" in query:
        arguments["over"] = "all"
    return {name: str(value) for name, value in arguments.items() if value != ""}


@route("GET", "/players", answer=Players, problems=(503,))
def players() -> Any:
    """List everyone in the club by name, with games and rating."""
    return _league(lambda people: players_document(g.club.store, people))


@route("GET", "/players/<number:person>", answer=OnePlayer, problems=(404, 410, 503))
def player(person: int) -> Any:
    """Show a player: figures by kind of game, partners, opponents, badges, last games. Someone who was merged into
    another person is shown as that one."""

    def make(people: ClubPeople) -> Any:
        shown = g.club.store.people.person(int(people.current_key(str(person))))
        if shown.forgotten:
            raise Forgotten(FORGOTTEN)
        return player_document(g.club.store, people, shown)

    return _league(make)


@route("GET", "/ratings", answer=Ratings, problems=(503,))
def ratings() -> Any:
    """Show the ratings of everyone who stands in tables, provisional ones last."""
    return _league(lambda people: ratings_document(g.club.store, people))


@route("GET", "/records", answer=Records, parameters=(KIND,), problems=(503,))
def records(query: Query) -> Any:
    """Show the records of a kind of game, or of the kind played most, and the longest winning streaks."""

    def make(people: ClubPeople) -> Any:
        try:
            return records_document(g.club.store, people, query.get("kind"))  # type: ignore[arg-type]
        except KeyError:
            error = {"parameter": "kind", "detail": "No game of this kind is finished. GET /records lists the kinds."}
            raise ApiError(400, "There are no such records.", [error]) from None  # type: ignore[list-item]

    return _league(make)


@route("GET", "/prophets", answer=Prophets, parameters=(FROM, TO), problems=(503,))
def prophets(query: Query) -> Any:
    """Show who knew before the first round of games which team would win, by the Brier score of their bets."""
    first, last = EVER
    days = str(query.get("from", first)), str(query.get("to", last))
    return _league(lambda people: prophets_document(g.club.store, people, days))
