"""Turns a game's cells into its facts: what it counts for in the league."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorepad.league import badges
from scorepad.league.competitors import competitor_key
from scorepad.league.credit import Seats, game_seats, round_seats
from scorepad.league.facts import WHOLE, Appearance, GameFacts, GameKind, Side, StoredGame, Tally
from scorepad.league.record_candidates import record_candidates
from scorepad.league.round_facts import RoundFacts, round_facts
from scorepad.rules.document import NOT_RULES, to_document
from scorepad.rules.faults import RulesError
from scorepad.rules.lookup import has_luck
from scorepad.rules.model import RuleSet, Table
from scorepad.scoring.cells import Cells
from scorepad.scoring.game.agreement import is_binned, is_imported
from scorepad.scoring.game.course import Phase, merits, seats_of, team_of
from scorepad.scoring.game.record import FINISHED, GameRecord, game

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
        kind=_kind(agreed.rules, agreed.table, agreed.decks),
        rounds=len(rounds),
        club=_club_tally(rounds, sides, agreed.table),
        sides=sides,
        appearances=appearances,
        record_candidates=record_candidates(record, rounds, sides, appearances),
        badges=tuple(badges.earned(record, rounds, sides, appearances)),
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
def _kind(rules: RuleSet, table: Table, decks: int) -> GameKind:
    left_out = (*NOT_RULES, "choices")
    document = {key: value for key, value in to_document(rules).items() if key not in left_out}
    title = [rules.slug, rules.name]
    text = json.dumps([title, document, table.players, table.teams, decks], sort_keys=True)
    digest = hashlib.sha256(text.encode()).digest()[:_BYTES]
    number = int.from_bytes(digest, "big")
    return GameKind(number, rules.slug, rules.name, table.players, table.teams, decks, has_luck(rules))
