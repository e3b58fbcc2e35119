"""Computes the games that count from their cells, in a plain and slow way, as docs/league.md says.

Imports nothing from `scorepad.league` or `scorepad.store`, because they are compared with it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from typing import Any

from scorepad.numbers import NotANumber
from scorepad.rules.document import NOT_RULES, to_document
from scorepad.rules.lookup import target_for
from scorepad.rules.words import BonusPer, EndBy, MadeOf
from scorepad.scoring.cells import parse_value, parse_values
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import GameRecord, RoundRecord, game
from scorepad.scoring.quantity import count_of

Cells = Mapping[tuple[int, str, str], tuple[Any, int]]
"""The cells of a game: (round, place, field) → the value, and the seq of its entry."""

Who = tuple[int, ...]
"""A person, (3,), or a partnership, (3, 17), ids ascending."""

EMPTY = 0
LUCK = ("exact_cut", "exact_deal", "red_threes_held", "red_threes_laid")
CUTS = ("exact_cut", "exact_deal")


People = Mapping[int, int | None]
"""Maps everyone's id to the person they were merged into, if any."""


@dataclass(frozen=True)
class Round:
    """A round that counts and was played here or imported.

    Lists have one item per seat or per team, both from 0. `seats` are people, EMPTY if no one counts; `out` is a seat,
    `opened` a team.
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
    itemised: bool

    def sat(self, team: int) -> list[int]:
        """Return the people of a team, by seat."""
        return [person for person in self.seats[team :: len(self.points)] if person != EMPTY]

    def team_of(self, who: Who) -> int | None:
        """Return the team for which a person sat, or which consisted of exactly a partnership."""
        return _team_of(who, [self.sat(team) for team in range(len(self.points))])


@dataclass(frozen=True)
class Game:
    """A game that counts. `people` get the credit, by team and seat; `after` has the totals after each round."""

    number: int
    day: date
    kind: str
    people: list[list[int]]
    rounds: list[Round]
    totals: list[int]
    after: list[list[int]]
    bets: list[tuple[int, int, int, str]] = field(default_factory=list)
    """Every bet: the seq of its entry, the person, the team from 1 (0: none), how sure."""

    @property
    def winners(self) -> list[int]:
        return [team for team, total in enumerate(self.totals) if total == max(self.totals)]

    def team_of(self, who: Who) -> int | None:
        """Return the team of a person or partnership who get the credit for the game."""
        return _team_of(who, self.people)

    def outcome(self, team: int) -> int:
        """Return 1 if the team won alone, 0 for a tie, -1 if it did not win."""
        if team not in self.winners:
            return -1
        return int(len(self.winners) == 1)


def _team_of(who: Who, teams: list[list[int]]) -> int | None:
    for team, people in enumerate(teams):
        if (len(who) == 1 and who[0] in people) or (len(who) > 1 and sorted(people) == [*who]):
            return team
    return None


def games_that_count(
    games: Mapping[int, tuple[str, Cells]], people: People, zone: tzinfo, begins: timedelta
) -> list[Game]:
    """Return the games that count, in the order of play. `games` has each game's start and its cells.

    `begins` is how long after midnight a day of the club begins.
    """
    counted = []
    for number, (begun, cells) in games.items():
        values = {name: value for name, (value, _) in cells.items() if value is not None}
        if not values or values.get((0, "table", "binned")) is True:
            continue
        record = game(parse_values(values), {})
        local = datetime.fromisoformat(begun).astimezone(zone).replace(tzinfo=None)
        said = (values.get((0, "table", "imported")) or {}).get("day")
        day = date.fromisoformat(said) if said else (local - begins).date()
        plain = _game(number, day, record, cells, people)
        counts = plain.rounds or ((0, "table", "imported") in values and record.course.counted)
        if record.course.phase is Phase.OVER and counts and not _left_out(values, record):
            counted.append(plain)
    return sorted(counted, key=lambda plain: (plain.day, plain.number))


def _left_out(values: Mapping[tuple[int, str, str], Any], record: GameRecord) -> bool:
    """Whether the table ended the game, has left it out, and no round before had ended it by the rules."""
    end, last = values.get((0, "table", "end")) or {}, record.course.counted
    if end.get("in_league") is not False or "over_after" not in end:
        return False
    rules = record.agreement.rules.end
    if rules.by is EndBy.ROUNDS:
        return last < (rules.rounds or 0)
    target = target_for(record.agreement.rules, record.agreement.table.players) if rules.by is EndBy.TARGET else None
    return target is not None and max(max(after) for after in record.course.totals[1 : last + 1]) < target.points


def _game(number: int, day: date, record: GameRecord, cells: Cells, people: People) -> Game:
    counted = record.rounds[: record.course.counted]
    rounds = [
        _round(at, played, record, cells, people) for at, played in enumerate(counted, start=1) if not played.on_paper
    ]
    return Game(
        number=number,
        day=day,
        kind=_kind(record),
        people=_owners(record, [played.seats for played in rounds] or [_seats(record.agreement.players, people)]),
        rounds=rounds,
        totals=list(record.course.now),
        after=[list(totals) for totals in record.course.totals[1 : len(counted) + 1]],
        bets=[
            (seq, _current(people, int(name[3:])), value["bet"], value["sure"])
            for (_, _, name), (value, seq) in cells.items()
            if isinstance(value, dict) and "bet" in value
        ],
    )


def _kind(record: GameRecord) -> str:
    """Return the rules with their name, every number and choice, and the players, teams and decks, as one text."""
    agreed = record.agreement
    rules = {k: v for k, v in to_document(agreed.rules).items() if k not in NOT_RULES}
    shape = [agreed.table.players, agreed.table.teams, agreed.decks]
    return json.dumps([agreed.rules.slug, agreed.rules.name, rules, shape], sort_keys=True)


def _owners(record: GameRecord, rounds: list[list[int]]) -> list[list[int]]:
    """Return who gets the credit, by seat: who sat there for most rounds, in a tie who sat there last."""
    taken: list[int] = []
    teams: list[list[int]] = [[] for _ in range(record.agreement.table.teams)]
    for seat in range(record.agreement.table.players):
        sat = [seats[seat] for seats in rounds]
        there = {person for person in sat if person not in (EMPTY, *taken)}
        if there:
            most = max(there, key=lambda who: (sat.count(who), len(sat) - sat[::-1].index(who)))
            taken.append(most)
            teams[seat % len(teams)].append(most)
    return teams


def _current(people: People, person: int) -> int:
    """Return whom a person became after all merges."""
    while (other := people.get(person)) is not None:
        person = other
    return person


def _seats(players: Sequence[int], people: People) -> list[int]:
    """Return the people in the seats of a round. A person in two seats counts only at the lower one."""
    seats = [_current(people, player) if player else EMPTY for player in players]
    return [EMPTY if person in seats[:at] else person for at, person in enumerate(seats)]


def _round(number: int, played: RoundRecord, record: GameRecord, cells: Cells, people: People) -> Round:
    agreed = record.agreement
    there = {(place, field): v for (n, place, field), (v, _) in cells.items() if n == number}
    seats = _seats(agreed.players_in(number), people)
    places = [f"seat{seat}" for seat in range(1, agreed.table.players + 1)]
    bonuses = {b.code for b in agreed.rules.bonuses if b.per is BonusPer.PLAYER and b.code in CUTS}
    naturals = [kind.code for kind in agreed.rules.books if kind.made_of is MadeOf.NATURALS]
    books = [team.books for team in played.entry.teams]
    lines = [team.lines for team in played.scores]
    ended = there.get(("table", "ended")) or {}
    return Round(
        number=number,
        seats=seats,
        points=list(played.totals),
        luck=[sum(line.points for line in team if line.code in LUCK) for team in lines],
        books=[sum(kinds.values()) for kinds in books],
        clean=[sum(kinds.get(code, 0) for code in naturals) for kinds in books],
        cuts=[sum(_count(there.get((place, code))) for code in bonuses) for place in places],
        threes=[_threes(there, place) for place in places],
        out=ended["seat"] - 1 if ended.get("as") == "out" else None,
        severe=any(line.code == "severe_penalty" for team in lines for line in team),
        opened=_opened(number, cells, agreed.table.teams),
        itemised=bool(ended) or not there.get(("table", "imported")),
    )


def _count(value: Any) -> int:
    """Return a count; 0 for a blank or a value that is not a count."""
    try:
        return count_of(parse_value(value)) if value else 0
    except NotANumber:
        return 0


def _threes(there: Mapping[tuple[str, str], Any], place: str) -> int:
    """Return the red threes left in a seat: those counted separately, and those among its cards."""
    left = there.get((place, "left")) or {}
    among = left["cards"].get("red3", 0) if left.get("as") == "cards" else 0
    return _count(there.get((place, "red_threes_held"))) + among


def _opened(number: int, cells: Cells, teams: int) -> int | None:
    """Return the team that was marked first."""
    marks = [cells.get((number, f"team{team + 1}", "opened"), (None, 0)) for team in range(teams)]
    opened = [(seq, team) for team, (value, seq) in enumerate(marks) if value and value.get("yes")]
    return min(opened)[1] if opened else None
