"""Who says which team will win, before the first round of a game is finished: the bets, and recording one."""

from enum import Enum, auto
from typing import NamedTuple

from scorepad.league.bets import SURE, bet_cell, chance_of, person_of, valid_bets
from scorepad.play.form_data import Submission
from scorepad.play.game import Games, LoadedGame
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.scoring.cells import Bet
from scorepad.scoring.game.agreement import SEATED, WHOLE_GAME
from scorepad.scoring.names import fold_name


class PlacedBet(NamedTuple):
    """A person's bet on a team (from 1). `percent` is the chance that it gives the team."""

    person: int
    name: str
    team: int
    percent: int


class OwnBet(NamedTuple):
    """What a phone asks its person: the `bet` until now, None if there is none; `is_answered` if that was all."""

    bet: Bet | None
    is_answered: bool


def are_open(loaded: LoadedGame) -> bool:
    """Return whether one may bet: no round is finished, here or on paper."""
    return not (loaded.agreement.paper or any(record.finished for record in loaded.record.rounds))


def placed_bets(loaded: LoadedGame) -> tuple[PlacedBet, ...]:
    """Return the bets of a game, by name; none while they are secret, so that no one can follow another."""
    if are_open(loaded):
        return ()
    bets = {person: bet for person, (_, bet) in _bets(loaded)[0].items() if bet.team}
    names = loaded.names_with(bets)
    teams = loaded.agreement.table.teams
    placed = [
        PlacedBet(person, names[person], bet.team, round(100 * chance_of(bet.sure, teams)))
        for person, bet in bets.items()
        if names.get(person)
    ]
    return tuple(sorted(placed, key=lambda bet: (fold_name(bet.name), bet.person)))


def own_bet(loaded: LoadedGame, person: int) -> OwnBet:
    """Return a person's bet. It is asked for again if someone took another seat since."""
    bets, merged = _bets(loaded, person)
    seq, bet = bets.get(merged.get(person, person), (0, None))
    seated = max((cell.seq for name, cell in loaded.cells.items() if name[2] == SEATED), default=0)
    is_said = bet is not None and bool(bet.sure or not bet.team)
    return OwnBet(bet, is_said and seq > seated)


def _bets(loaded: LoadedGame, *others: int) -> tuple[dict[int, tuple[int, Bet]], dict[int, int]]:
    """Return each person's bet with its entry; and who they, and these others, are now."""
    entered = [
        (person, loaded.cells[name].seq, value)
        for name, value in loaded.values.items()
        if isinstance(value, Bet) and name[0] == WHOLE_GAME and (person := person_of(name[2]))
    ]
    if not entered:
        return {}, {}
    current = loaded.club.people.current([*others, *(person for person, _, _ in entered)])
    merged = {person: now for person, (now, _) in current.items()}
    return valid_bets(entered, loaded.agreement.table.teams, merged), merged


class BetOutcome(Enum):
    """What came of a bet that was sent."""

    SAVED = auto()
    LATE = auto()
    """The first round was finished before it arrived."""
    UNKNOWN = auto()
    """It names no team of this game, or no way to be sure."""
    USED = auto()
    """The same form was sent before with another bet."""


def place_bet(games: Games, game: int, submission: Submission, person: int, said: str) -> BetOutcome:
    """Record a person's bet: "1", "1.surely", or "0" for none. It replaces the one before, from whichever phone."""
    # Read as the writer, so that no other phone can finish the round in between.
    club = games.club
    with club.writing(game):
        loaded = games.load(game)
        bet = _parsed(said, loaded.agreement.table.teams)
        if bet is None:
            return BetOutcome.UNKNOWN
        if not are_open(loaded):
            # A form that is sent twice must not complain about itself.
            return BetOutcome.SAVED if club.form_entries(game, [submission.key]) else BetOutcome.LATE
        cell = bet_cell(person)
        base = loaded.cells[cell].seq if cell in loaded.cells else None
        recorded = record_cell(club, game, submission, cell, bet, base=base)
        return BetOutcome.SAVED if recorded is Recorded.SAVED else BetOutcome.USED


def _parsed(said: str, teams: int) -> Bet | None:
    team, _, sure = said.partition(".")
    if team not in map(str, range(teams + 1)) or sure not in ("", *SURE):
        return None
    return Bet(int(team), sure if team != "0" else "")
