"""What may happen in a club, drawn by hypothesis: games, corrections, undos, merges, the bin, pages that are read."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st

from scorepad.store import StoreError
from tests.league.clubs import Evening, new_evening
from tests.league.hand import SHAPES, YES

NAMES = ("Ann", "Bob", "Carla", "Dora", "Emil", "Frida", "Gus")
"""Enough for the largest table, and one who helps out."""

WINS = {"figure": "wins", "least": 1}
"""What decides a season."""

NO_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""An evening is short enough to read as it is, and too slow to try a thousand times more."""

_at = st.integers(0, 3)
_person = st.integers(0, len(NAMES) - 1)
_id = st.integers(1, len(NAMES))
_round = st.integers(1, 3)
_melded = st.lists(st.sampled_from((0, 5, 50, 100, 155, 300)), min_size=3, max_size=3)
_team = st.integers(1, 3).map("team{}".format)
_seat = st.integers(1, 6).map("seat{}".format)
_points = st.integers(0, 300).map(lambda n: {"as": "points", "typed": str(n)})
_yes = st.sampled_from((YES, None))
_table, _whole_game = st.just("table"), st.just(0)


def _count(most: int) -> st.SearchStrategy[Any]:
    return st.integers(0, most).map(lambda n: {"as": "count", "n": n})


def _cell(number: Any, place: Any, field: str, value: Any) -> st.SearchStrategy[Any]:
    """A value that somebody types into a cell of one of the first games."""
    return st.tuples(st.just("cell"), _at, number, place, st.just(field), value)


_games = st.tuples(
    st.just("game"),
    st.sampled_from([*SHAPES, "partnership", "partnership"]),
    st.permutations(range(len(NAMES))),
    st.lists(st.tuples(st.none() | st.integers(1, 6), _melded), min_size=1, max_size=3),
)
_past = st.tuples(
    st.just("past"),
    st.sampled_from([*SHAPES]),
    st.permutations(range(len(NAMES))),
    st.lists(st.tuples(*[st.sampled_from((-50, 0, 2_000, 3_700, 9_000))] * 3), min_size=1, max_size=4),
    st.integers(-3, 3),
    st.booleans(),
)
happenings = st.one_of(
    _games,
    _past,
    _games,
    _cell(_round, _team, "clean", _count(4)) | _cell(_round, _team, "dirty", _count(4)),
    _cell(_round, _seat, "exact_cut", _count(2)) | _cell(_round, _seat, "red_threes_held", _count(2)),
    _cell(_round, _team, "melded", _points),
    _cell(_round, _team, "opened", _yes),
    *(_cell(_round, _team, field, _id.map(lambda person: {"by": person})) for field in ("checked", "confirmed")),
    _cell(_round, _table, "finished", _yes),
    _cell(_whole_game, _table, "binned", st.booleans()),
    _cell(st.integers(0, 3), _seat, "player", _id.map(lambda person: {"id": person})),
    st.tuples(st.just("end"), _at, st.none() | _round),
    _cell(_whole_game, _table, "end", _round.map(lambda after: {"over_after": after, "in_league": False})),
    st.tuples(st.just("merge"), _person, _person),
    st.tuples(st.just("unmerge"), _person),
    st.tuples(st.just("read")),
)
evenings = st.lists(happenings, min_size=4, max_size=14)


@contextmanager
def after(home: Path, happenings: list[tuple[Any, ...]]) -> Iterator[Evening]:
    """A new club in which all of this has happened; its league may not be up to date."""
    with new_evening(home, NAMES) as evening:
        evening.club.seasons.add(
            name="First", first_day=date(2025, 12, 30), last_day=date(2026, 1, 2), **WINS, key="first"
        )
        evening.club.seasons.add(name="Inside", first_day=date(2026, 1, 1), last_day=None, **WINS, key="inside")
        for happening in happenings:
            with suppress(StoreError):  # a merge of two who sat at one table
                _happen(evening, *happening)
        yield evening


def _happen(evening: Evening, kind: str, *what: Any) -> None:
    people, ids, games = evening.club.people, evening.people, sorted(evening.slugs)
    match kind, what:
        case "game", (slug, order, rounds):
            game = evening.begin(slug, [ids[at] for at in order])
            for number, (out, melded) in enumerate(rounds, start=1):
                seat = out if out is None or out <= SHAPES[slug][0] else 1
                evening.round(game, number, seat, melded)
            evening.end(game, len(rounds))
        case "past", (slug, order, rounds, days, whole):
            evening.past(slug, [ids[at] for at in order[: SHAPES[slug][0]]], rounds, days, whole=whole)
        case "read", ():
            evening.club.league.catch_up()
        case "merge", (person, into):
            people.merge(ids[person], ids[into])
        case "unmerge", (person,):
            people.unmerge(ids[person])
        case "end", (at, round_number) if games:
            evening.end(games[at % len(games)], round_number)
        case "cell", (at, round_number, place, field, value) if games:
            game = games[at % len(games)]
            players, teams = SHAPES[evening.slugs[game]]
            most = {"seat": players, "team": teams}.get(place[:-1], 0)
            if place == "table" or int(place[-1]) <= most:
                evening.write(game, {(round_number, place, field): value})
