"""To whom a round and a game belong: docs/league.md, "Which games count, and for whom"."""

from collections import Counter
from collections.abc import Mapping, Sequence

NOBODY = 0

Seats = Mapping[int, int]
"""Person by seat, from 1: the seats at which people count, one each."""


def round_seats(players: Sequence[int], person_of: Mapping[int, int]) -> dict[int, int]:
    """Who counts at which seat in a round: everybody at the lowest they hold. `players` are ids by seat."""
    seats: dict[int, int] = {}
    for seat, player in enumerate(players, start=1):
        person = person_of.get(player, player)
        if person != NOBODY and person not in seats.values():
            seats[seat] = person
    return seats


def game_seats(rounds: Sequence[Seats], size: int) -> dict[int, int]:
    """To whom a game of these rounds belongs, by seat: to who sat there longest, of equals to the later one."""
    owners: dict[int, int] = {}
    for seat in range(1, size + 1):
        sat = [one[seat] for one in rounds if seat in one]
        free = [person for person in sat if person not in owners.values()]
        if free:
            count = Counter(free)
            latest = {person: at for at, person in enumerate(free)}
            owners[seat] = max(count, key=lambda one: (count[one], latest[one]))
    return owners
