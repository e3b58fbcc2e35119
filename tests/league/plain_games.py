"""The games that count, worked out from their cells the plain and slow way, as docs/league.md says.

Nothing here comes from `scorepad.league` or `scorepad.store`: this is what they are compared with.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any

from scorepad.rules.document import NOT_RULES, to_document
from scorepad.rules.words import BonusPer, MadeOf
from scorepad.scoring.game import Phase
from scorepad.scoring.quantity import NotANumber, count_of
from scorepad.scoring.record import GameRecord, RoundRecord, game

Cells = Mapping[tuple[int, str, str], tuple[Any, int]]
"""What stands in a game: (round, place, field) → the value, and the seq of the entry that says so."""

LogOfGames = Mapping[int, tuple[str, Cells]]
"""Games by number: when each was begun, and its cells."""

NOBODY = 0
LUCK = ("exact_cut", "exact_deal", "red_threes_held", "red_threes_laid")
CUTS = ("exact_cut", "exact_deal")


@dataclass(frozen=True)
class Person:
    """Somebody as the club knows them; who was merged into somebody has the other's id."""

    name: str
    guest: bool = False
    forgotten: bool = False
    merged_into: int | None = None


People = Mapping[int, Person]


@dataclass(frozen=True)
class Round:
    """A round that was played here and counts. Lists are one item a seat (from seat 1) or a team.

    `seats` are the people, NOBODY where none counts; `out` is the place of the seat that went out in such a list.
    """

    number: int
    seats: list[int]
    points: list[int]
    luck: list[int]
    books: list[int]
    clean: list[int]
    cuts: list[int]
    threes: list[int]
    out: int | None
    severe: bool
    opened: int | None
    """The team that opened first, where any was marked."""

    def sat(self, team: int) -> list[int]:
        """The people of a team, by seat."""
        return [one for one in self.seats[team :: len(self.points)] if one != NOBODY]


@dataclass(frozen=True)
class Game:
    """A game that counts. `after` are the totals after each round that counts, those on paper included."""

    number: int
    day: date
    kind: str
    teams: int
    people: list[list[int]]
    """To whom the game belongs, by team, in the order of seats."""
    rounds: list[Round]
    totals: list[int]
    after: list[list[int]]

    @property
    def order(self) -> tuple[date, int]:
        """The order of play."""
        return self.day, self.number

    @property
    def winners(self) -> list[int]:
        """The teams with most points."""
        return [at for at in range(self.teams) if self.totals[at] == max(self.totals)]


def real(people: People, one: int) -> int:
    """Who somebody is, after all merges."""
    seen = {one}
    while one in people and people[one].merged_into is not None:
        one = people[one].merged_into or NOBODY
        assert one not in seen, "merged in a circle"
        seen.add(one)
    return one


def games_that_count(log: LogOfGames, people: People, zone: tzinfo) -> list[Game]:
    """All games that count, in the order of play."""
    found = []
    for number, (begun, cells) in log.items():
        values = {name: value for name, (value, _) in cells.items() if value is not None}
        if not values or values.get((0, "table", "binned")) is True:
            continue
        record = game(values, {})
        day = datetime.fromisoformat(begun).astimezone(zone).date()
        one = _game(number, day, record, cells, people)
        if record.course.phase is Phase.OVER and one.rounds:
            found.append(one)
    return sorted(found, key=lambda one: one.order)


def _game(number: int, day: date, record: GameRecord, cells: Cells, people: People) -> Game:
    counted = record.rounds[: record.course.counted]
    rounds = [
        _round(at, one, record, cells, people)
        for at, one in enumerate(counted, start=1)
        if not one.on_paper
    ]
    totals = [list(one) for one in record.course.totals]
    return Game(
        number=number,
        day=day,
        kind=_kind(record),
        teams=record.agreement.table.teams,
        people=_belongs(record, rounds),
        rounds=rounds,
        totals=list(record.course.now),
        after=totals[1 : len(counted) + 1],
    )


def _kind(record: GameRecord) -> str:
    """The rules by name and in every number and choice, the players, teams and decks, as one text."""
    agreed = record.agreement
    rules = {k: v for k, v in to_document(agreed.rules).items() if k not in NOT_RULES}
    shape = [agreed.table.players, agreed.table.teams, agreed.decks]
    return json.dumps([agreed.rules.slug, agreed.rules.name, rules, shape], sort_keys=True)


def _belongs(record: GameRecord, rounds: list[Round]) -> list[list[int]]:
    """To whom the game belongs, seat by seat: who sat there for most rounds, of equals who sat there later."""
    taken: list[int] = []
    teams: list[list[int]] = [[] for _ in range(record.agreement.table.teams)]
    for seat in range(record.agreement.table.players):
        sat = [one.seats[seat] for one in rounds]
        there = {one for one in sat if one != NOBODY and one not in taken}
        if there:
            most = max(there, key=lambda one: (sat.count(one), len(sat) - sat[::-1].index(one)))
            taken.append(most)
            teams[seat % len(teams)].append(most)
    return teams


def _round(
    number: int, one: RoundRecord, record: GameRecord, cells: Cells, people: People
) -> Round:
    agreed = record.agreement
    there = {(place, field): v for (n, place, field), (v, _) in cells.items() if n == number}
    seats = [NOBODY if not p else real(people, p) for p in agreed.players_in(number)]
    # Who held two seats counts at the lowest of them alone.
    seats = [NOBODY if p in seats[:at] else p for at, p in enumerate(seats)]
    places = [f"seat{seat}" for seat in range(1, agreed.table.players + 1)]
    asked = {b.code for b in agreed.rules.bonuses if b.per is BonusPer.PLAYER and b.code in CUTS}
    ended = there.get(("table", "ended")) or {}
    lines = [team.lines for team in one.scores]
    return Round(
        number=number,
        seats=seats,
        points=list(one.totals),
        luck=[sum(line.points for line in team if line.code in LUCK) for team in lines],
        books=[sum(team.books.values()) for team in one.entry.teams],
        clean=[_clean(record, team.books) for team in one.entry.teams],
        cuts=[sum(_count(there.get((place, code))) for code in asked) for place in places],
        threes=[_threes(there, place) for place in places],
        out=ended["seat"] - 1 if ended.get("as") == "out" else None,
        severe=any(line.code == "severe_penalty" for team in lines for line in team),
        opened=_opened(number, cells, agreed.table.teams),
    )


def _clean(record: GameRecord, books: Mapping[str, int]) -> int:
    naturals = [k.code for k in record.agreement.rules.books if k.made_of is MadeOf.NATURALS]
    return sum(count for code, count in books.items() if code in naturals)


def _count(value: Any) -> int:
    """A counted number; 0 where nothing, or something else, was counted."""
    try:
        return count_of(value) if value else 0
    except NotANumber:
        return 0


def _threes(there: Mapping[tuple[str, str], Any], place: str) -> int:
    """The red threes a seat held at the end: those counted apart, and those among its cards."""
    left = there.get((place, "left")) or {}
    among = left["cards"].get("red3", 0) if left.get("as") == "cards" else 0
    return _count(there.get((place, "red_threes_held"))) + among


def _opened(number: int, cells: Cells, teams: int) -> int | None:
    marks = []
    for team in range(teams):
        value, seq = cells.get((number, f"team{team + 1}", "opened"), (None, 0))
        if value and value.get("yes"):
            marks.append((seq, team))
    return min(marks)[1] if marks else None
