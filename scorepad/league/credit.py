"""Who gets the credit for a round and for a game: docs/league.md, "Which games count, and for whom"."""

from collections import Counter
from collections.abc import Mapping, Sequence

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
