"""From a game's cells to what the league counts: round by round, who gets the credit, records and badges.

To add a record, add a RecordCode and a candidate here and its texts in figures.py, and raise READING in
store/results/catch_up.py.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from scorepad.league.facts import (
    WHOLE,
    Appearance,
    CompetitorKey,
    GameFacts,
    GameKind,
    RecordCandidate,
    Side,
    StoredGame,
    Tally,
    competitor_key,
    is_partnership,
)
from scorepad.numbers import NotANumber
from scorepad.rules import codes
from scorepad.rules.document import NOT_RULES, to_document
from scorepad.rules.faults import RulesError
from scorepad.rules.lookup import exact_bonuses, has_luck, luck_codes
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import CardPlace, Color, MadeOf, Winner
from scorepad.scoring.cells import TABLE, Cells, Place, WentOut, is_yes
from scorepad.scoring.game.agreement import is_binned, is_imported
from scorepad.scoring.game.course import Phase, Totals, leaders, merits, seats_of, team_of
from scorepad.scoring.game.record import FINISHED, HOW_ENDED, OPENED, GameRecord, game
from scorepad.scoring.quantity import count_of, quantity

# ---- Who gets the credit: docs/league.md, "Which games count, and for whom"

EMPTY = 0
"""The id in a seat without a known person."""

Seats = Mapping[int, int]
"""Maps a seat, from 1, to the person who gets the credit there. Each person has at most one seat."""


def round_seats(players: Sequence[int], merged: Mapping[int, int]) -> dict[int, int]:
    """Return who gets the credit for a round, by seat. A person in two seats counts at the lower one.

    `players` are ids by seat; `merged` maps ids to the person they are now.
    """
    seats: dict[int, int] = {}
    for seat, player in enumerate(players, start=1):
        person = merged.get(player, player)
        if person != EMPTY and person not in seats.values():
            seats[seat] = person
    return seats


def game_seats(rounds: Sequence[Seats], players: int) -> dict[int, int]:
    """Return who gets the credit for a game, by seat: who sat there for most rounds, in a tie who sat there last."""
    owners: dict[int, int] = {}
    for seat in range(1, players + 1):
        sat = [seats[seat] for seats in rounds if seat in seats]
        candidates = [person for person in sat if person not in owners.values()]
        if candidates:
            count = Counter(candidates)
            last = {person: at for at, person in enumerate(candidates)}
            owners[seat] = max(count, key=lambda person: (count[person], last[person]))
    return owners


# ---- Rounds

_RED_THREES = codes.threes_code(Color.RED, CardPlace.HELD)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round: who gets the credit in each seat, and its figures. Tuples have one per team, mappings one per seat.

    `out` is the seat that went out. `opened_first` is a team, None if no team was marked. Both count from 1.
    """

    number: int
    seats: Seats
    points: tuple[int, ...]
    luck: tuple[int, ...]
    books: tuple[int, ...]
    clean: tuple[int, ...]
    cuts: Mapping[int, int]
    threes: Mapping[int, int]
    out: int | None
    severe: bool
    opened_first: int | None
    is_itemised: bool = True

    def team_seats(self, team: int, table: Table) -> tuple[int, ...]:
        return tuple(seat for seat in seats_of(team, table) if seat in self.seats)

    def tally(self, team: int, seats: tuple[int, ...]) -> Tally:
        """Return the figures of a team's people in these seats."""
        out = self.out in seats
        return Tally(
            rounds=1,
            points=self.points[team - 1],
            luck=self.luck[team - 1],
            went_out=int(out),
            exact_cuts=sum(self.cuts.get(seat, 0) for seat in seats),
            red_threes=sum(self.threes.get(seat, 0) for seat in seats),
            severe=int(out and self.severe),
            opened_first=int(self.opened_first == team),
            books=self.books[team - 1],
            clean=self.clean[team - 1],
            itemised=int(self.is_itemised),
            itemised_points=self.points[team - 1] if self.is_itemised else 0,
        )


def round_facts(record: GameRecord, round_number: int, stored: StoredGame, seats: Seats) -> RoundFacts:
    counted = record.rounds[round_number - 1]
    entry, cells = counted.entry, stored.cells
    natural = {kind.code for kind in entry.rules.books if kind.made_of is MadeOf.NATURALS}
    cuts, luck = exact_bonuses(entry.rules), luck_codes(entry.rules)
    books = [team.books for team in entry.teams]
    lines = [team.lines for team in counted.scores]
    return RoundFacts(
        number=round_number,
        seats=seats,
        points=counted.totals,
        luck=tuple(sum(line.points for line in team if line.code in luck) for team in lines),
        books=tuple(sum(kinds.values()) for kinds in books),
        clean=tuple(sum(n for code, n in kinds.items() if code in natural) for kinds in books),
        cuts={seat: sum(_count(cells, round_number, seat, code) for code in cuts) for seat in seats},
        threes={seat: _red_threes(cells, round_number, seat) for seat in seats},
        out=_seat_out(cells, round_number),
        severe=any(line.code == codes.SEVERE_PENALTY for team in lines for line in team),
        opened_first=_opened_first(stored, round_number, record.agreement.table.teams),
        is_itemised=counted.is_itemised,
    )


def _seat_out(cells: Cells, round_number: int) -> int | None:
    ended = cells.get((round_number, TABLE, HOW_ENDED))
    return ended.seat if isinstance(ended, WentOut) else None


def _count(cells: Cells, round_number: int, seat: int, name: str) -> int:
    value = cells.get((round_number, Place.seat(seat), name))
    if value is None:
        return 0
    try:
        return count_of(value)
    except NotANumber:
        # After a change of rules this field may hold points instead of a count.
        return 0


def _red_threes(cells: Cells, round_number: int, seat: int) -> int:
    """Return the red threes left in a seat, counted separately or among its cards."""
    left = cells.get((round_number, Place.seat(seat), codes.LEFT))
    try:
        packet = quantity(left) if left is not None else 0
    except NotANumber:
        packet = 0
    among = 0 if isinstance(packet, int) else packet.get("red3", 0)
    return among + _count(cells, round_number, seat, _RED_THREES)


def _opened_first(stored: StoredGame, round_number: int, teams: int) -> int | None:
    marked = [
        (stored.seqs[round_number, place, OPENED], team)
        for team in range(1, teams + 1)
        if is_yes(stored.cells.get((round_number, place := Place.team(team), OPENED)))
    ]
    return min(marked)[1] if marked else None


# ---- Values that may become records: docs/league.md, "Records". Larger is better.


class RecordCode(StrEnum):
    """The records, in the order in which pages show them."""

    ROUND = "round"
    GAME = "game"
    COMEBACK = "comeback"
    BLOWN = "blown"
    NARROWEST = "narrowest"
    CLEAN = "clean"
    CUTS = "cuts"
    SHAME = "shame"


def record_candidates(
    record: GameRecord, rounds: Sequence[RoundFacts], sides: Sequence[Side], appearances: Sequence[Appearance]
) -> tuple[RecordCandidate, ...]:
    """Return a game's candidates: for each record one per team, person or game, none for a team without people.

    There are no records for many points if the lowest total wins.
    """
    table = record.agreement.table
    candidates = [*_of_clean(rounds, sides)]
    if record.agreement.rules.end.winner is Winner.HIGHEST:
        candidates += [_best_round(rounds, team, table) for team in range(1, table.teams + 1) if rounds]
        candidates += [RecordCandidate(RecordCode.GAME, side.total, side.people) for side in sides]
    candidates += _of_winner(record, sides)
    candidates += _of_losers(record, sides)
    candidates += _of_people(appearances)
    return tuple(candidate for candidate in candidates if candidate.people)


def _best_round(rounds: Sequence[RoundFacts], team: int, table: Table) -> RecordCandidate:
    best = max(rounds, key=lambda facts: facts.points[team - 1])
    people = tuple(best.seats[seat] for seat in best.team_seats(team, table))
    return RecordCandidate(RecordCode.ROUND, best.points[team - 1], people, best.number)


def _of_clean(rounds: Sequence[RoundFacts], sides: Sequence[Side]) -> Iterator[RecordCandidate]:
    for at, side in enumerate(sides):
        if clean := sum(facts.clean[at] for facts in rounds):
            yield RecordCandidate(RecordCode.CLEAN, clean, side.people)


def _of_winner(record: GameRecord, sides: Sequence[Side]) -> Iterator[RecordCandidate]:
    winner = next((team for team, side in enumerate(sides, start=1) if side.share == WHOLE), None)
    if winner is None:
        return
    course, people = record.course, sides[winner - 1].people
    ranked = [merits(record.agreement.rules, totals) for totals in course.totals[1 : course.counted + 1]]
    behind = most_behind(ranked, winner)
    if behind:
        yield RecordCandidate(RecordCode.COMEBACK, behind, people)
    second = max(total for team, total in enumerate(ranked[-1], start=1) if team != winner)
    yield RecordCandidate(RecordCode.NARROWEST, second - ranked[-1][winner - 1], people)


def _of_losers(record: GameRecord, sides: Sequence[Side]) -> Iterator[RecordCandidate]:
    """Yield by how much each team that did not win at all once led."""
    course = record.course
    ranked = [merits(record.agreement.rules, totals) for totals in course.totals[1 : course.counted + 1]]
    for team, side in enumerate(sides):
        led = max((after[team] - max(after[:team] + after[team + 1 :]) for after in ranked), default=0)
        if not side.share and led > 0:
            yield RecordCandidate(RecordCode.BLOWN, led, side.people)


def most_behind(totals: Sequence[Totals], team: int) -> int:
    """Return the most points by which a team was behind the leader after any round."""
    return max((max(after) - after[team - 1] for after in totals), default=0)


def _of_people(appearances: Sequence[Appearance]) -> Iterator[RecordCandidate]:
    for competitor, _, tally in appearances:
        if is_partnership(competitor):
            continue
        if tally.exact_cuts:
            yield RecordCandidate(RecordCode.CUTS, tally.exact_cuts, (int(competitor),))
        if tally.red_threes:
            yield RecordCandidate(RecordCode.SHAME, tally.red_threes, (int(competitor),))


# ---- Badges. A badge is for a deed, which a person does or does not do in a game; each level needs more such games.

HAIR = 100
"""A game is won by a hair if its margin is at most the winner's total divided by this number."""

OFTEN_OUT, CAUGHT = 3, 3
"""How often a person goes out, and how many red threes they are caught with, in one game."""

FEWEST_SWEPT = 3
"""The fewest rounds for a clean sweep."""

LEVELS = MappingProxyType(
    {
        "game": (1, 10, 50, 100, 250, 500, 1000),
        "won": (1, 10, 50, 100, 250, 500),
        "exact_cut": (1, 10, 50, 100),
        "swept": (1, 5),
        "turned": (1, 5, 20),
        "hair": (1, 5),
        "often_out": (1, 10),
        "caught": (1,),
        "helped": (1, 10),
        "lucky": (1,),
    }
)
"""For each deed, the number of games needed for each level of its badge."""

STREAKS = (3, 5, 10, 15, 20)
"""The number of games won in a row needed for each level of the streak badge."""


@dataclass(frozen=True, slots=True)
class _Game:
    record: GameRecord
    rounds: Sequence[RoundFacts]
    sides: Sequence[Side]


def earned(
    record: GameRecord, rounds: Sequence[RoundFacts], sides: Sequence[Side], appearances: Sequence[Appearance]
) -> Iterator[tuple[CompetitorKey, str]]:
    """Yield the deeds of a game, each after the person who did it."""
    game = _Game(record, rounds, sides)
    for appearance in appearances:
        if is_partnership(appearance.competitor):
            continue
        for code, is_done in _DEEDS.items():
            if is_done(game, appearance):
                yield appearance.competitor, code


def _won(game: _Game, appearance: Appearance) -> bool:
    return appearance.tally.share == WHOLE


def _swept(game: _Game, appearance: Appearance) -> bool:
    if not _won(game, appearance) or len(game.rounds) < FEWEST_SWEPT:
        return False
    return all(_won_alone(game, facts.points, appearance.team) for facts in game.rounds)


def _turned(game: _Game, appearance: Appearance) -> bool:
    """Whether the person won although another team led before the last round."""
    if not _won(game, appearance) or appearance.team is None:
        return False
    course = game.record.course
    before = merits(game.record.agreement.rules, course.totals[course.counted - 1])
    return max(before) > before[appearance.team - 1]


def _hair(game: _Game, appearance: Appearance) -> bool:
    if not _won(game, appearance):
        return False
    first, second, *_ = sorted(game.sides, key=lambda side: side.ahead)
    return abs(first.total - second.total) * HAIR <= first.total


def _lucky(game: _Game, appearance: Appearance) -> bool:
    """Whether the person won, but would not have won alone without the luck points of all teams."""
    if not _won(game, appearance) or appearance.team is None:
        return False
    play = [side.total - sum(facts.luck[at] for facts in game.rounds) for at, side in enumerate(game.sides)]
    return not _won_alone(game, tuple(play), appearance.team)


def _won_alone(game: _Game, points: tuple[int, ...], team: int | None) -> bool:
    """Whether `team`, counted from 1, would be the only winner with these points."""
    return team is not None and leaders(merits(game.record.agreement.rules, points)) == (team,)


_DEEDS: dict[str, Callable[[_Game, Appearance], bool]] = {
    "game": lambda game, appearance: appearance.tally.games > 0,
    "won": _won,
    "exact_cut": lambda game, appearance: appearance.tally.exact_cuts > 0,
    "swept": _swept,
    "turned": _turned,
    "hair": _hair,
    "often_out": lambda game, appearance: appearance.tally.went_out >= OFTEN_OUT,
    "caught": lambda game, appearance: appearance.tally.red_threes >= CAUGHT,
    "helped": lambda game, appearance: appearance.tally.games == 0,
    "lucky": _lucky,
}


# ---- Games

_BYTES = 6
"""Bytes of the digest in the id of a kind: few enough for any program's integers."""


def game_facts(stored: StoredGame, merged: Mapping[int, int]) -> GameFacts | None:
    """Return what a game counts for, or None if it does not count. `merged` maps ids to the person they are now."""
    record = _finished_record(stored.cells)
    if record is None:
        return None
    agreed = record.agreement
    rounds = [
        round_facts(record, round_number, stored, round_seats(agreed.players_in(round_number), merged))
        for round_number in range(1, record.course.counted + 1)
        if not record.rounds[round_number - 1].on_paper
    ]
    if not rounds and not (is_imported(stored.cells) and record.course.counted):
        return None
    seats = [facts.seats for facts in rounds] or [round_seats(agreed.players, merged)]
    owners = game_seats(seats, agreed.table.players)
    sides = _sides(record, owners)
    appearances = _appearances(rounds, sides, agreed.table)
    return GameFacts(
        game=stored.game,
        day=stored.day,
        kind=kind_of(agreed.rules, agreed.table, agreed.decks),
        rounds=len(rounds),
        club=_club_tally(rounds, sides, agreed.table),
        sides=sides,
        appearances=appearances,
        record_candidates=record_candidates(record, rounds, sides, appearances),
        badges=tuple(earned(record, rounds, sides, appearances)),
        round_points=tuple((facts.number, facts.points) for facts in rounds),
    )


def _finished_record(cells: Cells) -> GameRecord | None:
    """Return the game if it is over, not in the bin, and not left out of the league.

    Returns None also if a newer Scorepad wrote its rules.
    """
    finished = any(name == FINISHED[1] and value for (_, _, name), value in cells.items())
    if not (finished or is_imported(cells)) or is_binned(cells):
        return None
    try:
        record = game(cells, {}, again=False)
    except RulesError:
        return None
    return record if record.course.phase is Phase.OVER and record.course.in_league else None


def _sides(record: GameRecord, owners: Seats) -> tuple[Side, ...]:
    course, table = record.course, record.agreement.table
    part = WHOLE // len(course.winners)
    totals = course.totals[course.counted]
    ranked = merits(record.agreement.rules, totals)
    return tuple(
        Side(
            tuple(owners[seat] for seat in seats_of(team, table) if seat in owners),
            total,
            part if team in course.winners else 0,
            sum(other > ranked[team - 1] for other in ranked),
        )
        for team, total in enumerate(totals, start=1)
    )


def _appearances(rounds: Sequence[RoundFacts], sides: Sequence[Side], table: Table) -> tuple[Appearance, ...]:
    """Return the people who sat in a round or get the credit, by seat, then the partnerships, by team."""
    teams = {person: team for team, side in enumerate(sides, 1) for person in side.people}
    people = dict.fromkeys([*[person for facts in rounds for person in facts.seats.values()], *teams])
    appearances = []
    for person in people:
        side = sides[teams[person] - 1] if person in teams else None
        tally = _person_tally(person, side, rounds, table)
        appearances.append(Appearance(str(person), teams.get(person), tally))
    for team, side in enumerate(sides, start=1):
        if len(side.people) > 1:
            tally = _partnership_tally(team, side, rounds, table)
            appearances.append(Appearance(competitor_key(side.people), team, tally))
    return tuple(appearances)


def _person_tally(person: int, side: Side | None, rounds: Sequence[RoundFacts], table: Table) -> Tally:
    sat = [
        facts.tally(team_of(seat, table), (seat,))
        for facts in rounds
        for seat, sitter in facts.seats.items()
        if sitter == person
    ]
    return Tally.sum([*([_result(side)] if side else []), *sat])


def _partnership_tally(team: int, side: Side, rounds: Sequence[RoundFacts], table: Table) -> Tally:
    """Return the tally of the game, and of its rounds in which exactly these people sat for the team."""
    tallies = [_result(side)]
    for facts in rounds:
        seats = facts.team_seats(team, table)
        if {facts.seats[seat] for seat in seats} == set(side.people):
            tallies.append(facts.tally(team, seats))
    return Tally.sum(tallies)


def _club_tally(rounds: Sequence[RoundFacts], sides: Sequence[Side], table: Table) -> Tally:
    tied = all(side.share < WHOLE for side in sides)
    teams = [facts.tally(team, facts.team_seats(team, table)) for facts in rounds for team in range(1, table.teams + 1)]
    return Tally.sum([Tally(games=1, wins=int(not tied), ties=int(tied), share=WHOLE), *teams])


def _result(side: Side) -> Tally:
    won, tied = side.share == WHOLE, 0 < side.share < WHOLE
    return Tally(games=1, wins=int(won), ties=int(tied), share=side.share)


@lru_cache(maxsize=256)
def kind_of(rules: RuleSet, table: Table, decks: int) -> GameKind:
    left_out = (*NOT_RULES, "choices")
    document = {key: value for key, value in to_document(rules).items() if key not in left_out}
    title = [rules.slug, rules.name]
    text = json.dumps([title, document, table.players, table.teams, decks], sort_keys=True)
    digest = hashlib.sha256(text.encode()).digest()[:_BYTES]
    number = int.from_bytes(digest, "big")
    return GameKind(number, rules.slug, rules.name, table.players, table.teams, decks, has_luck(rules))
