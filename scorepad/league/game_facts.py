"""From a game's cells to what it says for the league."""

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache

from scorepad.league import badges, feats
from scorepad.league.belonging import Seats, game_seats, round_seats
from scorepad.league.facts import WHOLE, GameFacts, GameKind, Portion, Side, Tally, Told
from scorepad.league.round_facts import RoundFacts, round_facts
from scorepad.league.who import key_of
from scorepad.rules.document import NOT_RULES, to_document
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.read import RulesError
from scorepad.scoring.agreement import WHOLE_GAME, Cells
from scorepad.scoring.game import Phase, seats_of, team_of
from scorepad.scoring.record import GameRecord, game

_BYTES = 6
"""Of the digest of a rule set, kept as the number of a kind: small enough for any program's whole numbers."""


def game_facts(told: Told, person_of: Mapping[int, int]) -> GameFacts | None:
    """What a game says for the league, None while it does not count. `person_of` has those who are somebody else."""
    record = _counted(told.cells)
    if record is None:
        return None
    rounds = [
        round_facts(record, number, told, round_seats(_seated(record, number), person_of))
        for number in range(1, record.course.counted + 1)
        if not record.rounds[number - 1].on_paper
    ]
    if not rounds:
        return None
    agreed = record.agreement
    owners = game_seats([one.seats for one in rounds], agreed.table.players)
    sides = _sides(record, owners)
    portions = _portions(rounds, sides, agreed.table)
    return GameFacts(
        game=told.game,
        day=told.day,
        kind=_kind(agreed.rules, agreed.table, agreed.decks),
        rounds=len(rounds),
        club=_club(rounds, sides, agreed.table),
        sides=sides,
        portions=portions,
        feats=tuple(feats.feats(record, rounds, sides, portions)),
        badges=tuple(badges.earned(record, rounds, sides, portions)),
    )


def _counted(cells: Cells) -> GameRecord | None:
    """The game, if it is over and not in the bin; None too where a newer Scorepad wrote its rules."""
    finished = any(name == "finished" and value for (_, _, name), value in cells.items())
    if not finished or cells.get((WHOLE_GAME, "table", "binned")):
        return None
    try:
        record = game(cells, {}, again=False)
    except RulesError:
        return None
    return record if record.course.phase is Phase.OVER else None


def _seated(record: GameRecord, number: int) -> tuple[int, ...]:
    return record.agreement.players_in(number)


def _sides(record: GameRecord, owners: Seats) -> tuple[Side, ...]:
    course, table = record.course, record.agreement.table
    part = WHOLE // len(course.winners)
    return tuple(
        Side(
            tuple(owners[seat] for seat in seats_of(team, table) if seat in owners),
            total,
            part if team in course.winners else 0,
        )
        for team, total in enumerate(course.totals[course.counted])
    )


def _portions(
    rounds: list[RoundFacts], sides: tuple[Side, ...], table: Table
) -> tuple[Portion, ...]:
    """Everybody who sat in a round, by seat, then the partnerships, by team."""
    playing = {person: team for team, side in enumerate(sides) for person in side.people}
    everybody = dict.fromkeys(person for one in rounds for person in one.seats.values())
    found = [
        Portion(
            str(person), playing.get(person), _person_tally(person, rounds, sides, playing, table)
        )
        for person in everybody
    ]
    for team, side in enumerate(sides):
        if len(side.people) > 1:
            tally = _together(team, side, rounds, table)
            found.append(Portion(key_of(side.people), team, tally))
    return tuple(found)


def _person_tally(
    person: int,
    rounds: list[RoundFacts],
    sides: tuple[Side, ...],
    playing: Mapping[int, int],
    table: Table,
) -> Tally:
    sat = [
        one.tally(team_of(seat, table), (seat,))
        for one in rounds
        for seat, who in one.seats.items()
        if who == person
    ]
    result = [_result(sides[playing[person]])] if person in playing else []
    return Tally.sum(result + sat)


def _together(team: int, side: Side, rounds: list[RoundFacts], table: Table) -> Tally:
    """The game, and the rounds of it in which these people, and nobody else, sat for the team."""
    tallies = [_result(side)]
    for one in rounds:
        seats = tuple(seat for seat in seats_of(team, table) if seat in one.seats)
        if {one.seats[seat] for seat in seats} == set(side.people):
            tallies.append(one.tally(team, seats))
    return Tally.sum(tallies)


def _club(rounds: list[RoundFacts], sides: tuple[Side, ...], table: Table) -> Tally:
    tied = all(side.share < WHOLE for side in sides)
    teams = [
        one.tally(team, tuple(seat for seat in seats_of(team, table) if seat in one.seats))
        for one in rounds
        for team in range(table.teams)
    ]
    return Tally.sum([Tally(games=1, wins=int(not tied), ties=int(tied), share=WHOLE), *teams])


def _result(side: Side) -> Tally:
    won, tied = side.share == WHOLE, 0 < side.share < WHOLE
    return Tally(games=1, wins=int(won), ties=int(tied), share=side.share)


@lru_cache(maxsize=256)
def _kind(rules: RuleSet, table: Table, decks: int) -> GameKind:
    names = (*NOT_RULES, "choices")
    document = {key: value for key, value in to_document(rules).items() if key not in names}
    called = [rules.slug, rules.name]
    text = json.dumps([called, document, table.players, table.teams, decks], sort_keys=True)
    digest = hashlib.sha256(text.encode()).digest()[:_BYTES]
    number = int.from_bytes(digest, "big")
    return GameKind(number, rules.slug, rules.name, table.players, table.teams, decks)
