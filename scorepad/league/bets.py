"""Bets before a game, and the table of prophets: docs/league.md, "Prophets"."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from scorepad.scoring.cells import TABLE, Bet, CellName
from scorepad.scoring.game.agreement import WHOLE_GAME

SURE = {"perhaps": Fraction(3, 2), "probably": Fraction(3), "surely": Fraction(9)}
"""How sure one may be, each with the odds that it gives the team against each of the others: 60, 75 and 90 % of two."""

USUAL = "perhaps"
"""How sure someone is taken to be who only tapped a team. More would cost those dearly who only guess."""

BET = "bet"
"""The start of the fields with bets; the rest is the number of the person, because each has one bet."""


def bet_cell(person: int) -> CellName:
    return WHOLE_GAME, TABLE, f"{BET}{person}"


def person_of(field: str) -> int | None:
    """Return whose bet a field of the whole game has, None if it has none."""
    number = field.removeprefix(BET)
    return int(number) if number != field and number.isascii() and number.isdigit() and len(number) <= 15 else None


def valid_bets(
    entered: Iterable[tuple[int, int, Bet]], teams: int, merged: Mapping[int, int]
) -> dict[int, tuple[int, Bet]]:
    """Return each person's bet and its entry, from persons, entries and bets; the later one of a merged person.

    Without those on a team that the table does not have; a bet on team 0 says that there is none.
    """
    latest: dict[int, tuple[int, Bet]] = {}
    for person, seq, bet in entered:
        now = merged.get(person, person)
        if now and 0 <= bet.team <= teams and seq > latest.get(now, (0,))[0]:
            latest[now] = seq, bet
    return latest


def chance_of(sure: str, teams: int) -> Fraction:
    """Return the chance that a bet gives its team, of so many teams. The others share the rest."""
    odds = SURE.get(sure, SURE[USUAL])
    return odds / (odds + teams - 1)
