"""Whatever may happen in a club, drawn by hypothesis: games, corrections, undos, merges, bins, pages that are read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st

from scorepad.store import StoreError
from tests.league.clubs import SHAPES, Evening, an_evening

PEOPLE = 7
"""Enough for the largest table, and one who helps out."""

NO_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""An evening is short enough to be read as it is, and each takes too long to be tried a thousand times more."""

_at = st.integers(0, 3)
_person = st.integers(0, PEOPLE - 1)
_seat = st.integers(1, 6)
_round = st.integers(1, 3)
_melded = st.lists(st.sampled_from((0, 5, 50, 100, 155, 300)), min_size=3, max_size=3)

_games = st.tuples(
    st.just("game"),
    st.sampled_from([*SHAPES, "partnership", "partnership"]),
    st.permutations(range(PEOPLE)),
    st.lists(st.tuples(st.none() | _seat, _melded), min_size=1, max_size=3),
)
_counts = st.tuples(
    st.just("count"),
    _at,
    _round,
    st.one_of(
        st.tuples(
            st.sampled_from(("team1.clean", "team2.clean", "team2.dirty", "team3.clean")),
            st.integers(0, 4),
        ),
        st.tuples(
            st.tuples(
                _seat.map("seat{}".format), st.sampled_from(("exact_cut", "red_threes_held"))
            ).map(".".join),
            st.integers(0, 2),
        ),
    ),
)
happenings = st.one_of(
    _games,
    _games,
    _counts,
    st.tuples(st.just("melded"), _at, _round, _melded),
    st.tuples(st.just("opened"), _at, _round, st.integers(1, 3), st.booleans()),
    st.tuples(st.just("checked"), _at, _round, st.integers(1, 3), _person),
    st.tuples(st.just("finished"), _at, _round, st.booleans()),
    st.tuples(st.just("end"), _at, st.none() | _round),
    st.tuples(st.just("bin"), _at, st.booleans()),
    st.tuples(st.just("sits"), _at, st.integers(0, 3), _seat, _person),
    st.tuples(st.just("merge"), _person, _person),
    st.tuples(st.just("unmerge"), _person),
    st.tuples(st.just("guest"), _person, st.booleans()),
    st.tuples(st.just("rename"), _person, st.sampled_from(("Zoë", "Ann B.", "ÁRVÍZ"))),
    st.tuples(st.just("read")),
)
evenings = st.lists(happenings, min_size=4, max_size=14)


NAMES = ("Ann", "Bob", "Carla", "Dora", "Emil", "Frida", "Gus")
assert len(NAMES) == PEOPLE


@contextmanager
def after(home: Path, happenings: list[tuple[Any, ...]]) -> Iterator[Evening]:
    """A new club of `PEOPLE` in which all of this has happened; its league may not be up to date."""
    with an_evening(home) as evening:
        for name in NAMES:
            evening.person(name)
        for what in happenings:
            happen(evening, what)
        yield evening


def happen(evening: Evening, what: tuple[Any, ...]) -> None:
    """Lets one thing happen; what a club refuses does not."""
    match what:
        case ("game", slug, order, rounds):
            game = evening.begin(slug, [evening.people[at] for at in order])
            for number, (out, melded) in enumerate(rounds, start=1):
                seat = out if out is None or out <= SHAPES[slug][0] else 1
                evening.round(game, number, seat, melded)
            evening.end(game, len(rounds))
        case ("read",):
            evening.club.league.catch_up()
        case ("merge" | "unmerge" | "guest" | "rename", person, *rest):
            _to_people(evening, what[0], evening.people[person], rest)
        case (str(kind), at, *rest):
            games = sorted(evening.slugs)
            if games:
                _in_game(evening, kind, games[at % len(games)], rest)


def _to_people(evening: Evening, kind: str, person: int, rest: list[Any]) -> None:
    people = evening.club.people
    try:
        match kind, rest:
            case "merge", [into]:
                people.merge(person, evening.people[into])
            case "unmerge", []:
                people.unmerge(person)
            case "guest", [guest]:
                people.set_guest(person, guest)
            case "rename", [name]:
                people.rename(person, name)
    except (StoreError, ValueError):
        return


def _in_game(evening: Evening, kind: str, game: int, rest: list[Any]) -> None:
    players, teams = SHAPES[evening.slugs[game]]
    match kind, rest:
        case "count", [number, (cell, value)]:
            place, _, name = cell.partition(".")
            if int(place[4:]) <= (players if place.startswith("seat") else teams):
                evening.put(game, number, place, name, {"as": "count", "n": value})
        case "melded", [number, melded]:
            for team in range(teams):
                value = {"as": "points", "typed": str(melded[team])}
                evening.put(game, number, f"team{team + 1}", "melded", value)
        case "opened", [number, team, yes] if team <= teams:
            evening.put(game, number, f"team{team}", "opened", {"yes": True} if yes else None)
        case "checked", [number, team, person] if team <= teams:
            evening.put(game, number, f"team{team}", "checked", {"by": evening.people[person]})
        case "finished", [number, yes]:
            evening.put(game, number, "table", "finished", {"yes": True} if yes else None)
        case "end", [after]:
            evening.end(game, after)
        case "bin", [binned]:
            evening.put(game, 0, "table", "binned", binned)
        case "sits", [number, seat, person] if seat <= players:
            evening.put(game, number, f"seat{seat}", "player", {"id": evening.people[person]})
