"""The pairings of a game: every two competitors who were in one team or against each other."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scorepad.league.competitors import CompetitorKey, competitor_key
from scorepad.league.facts import WHOLE, Side


class Pairing(NamedTuple):
    """Two competitors in one game, lower ids first, and the first one's share of the win."""

    first: CompetitorKey
    second: CompetitorKey
    together: bool
    share: int


def pairings(sides: tuple[Side, ...]) -> Iterator[Pairing]:
    """Yield the pairings of a game: partners, opponents, and opposing partnerships."""
    for at, side in enumerate(sides):
        people = sorted(side.people)
        for seat, person in enumerate(people):
            for partner in people[seat + 1 :]:
                yield Pairing(str(person), str(partner), True, side.share)
        for opponents in sides[at + 1 :]:
            yield from _against(side, opponents)


def _against(side: Side, opponents: Side) -> Iterator[Pairing]:
    ahead, level = side.ahead < opponents.ahead, side.ahead == opponents.ahead
    share = WHOLE if ahead else WHOLE // 2 if level else 0
    for person in side.people:
        for opponent in opponents.people:
            yield _in_order((person,), (opponent,), share)
    if len(side.people) > 1 and len(opponents.people) > 1:
        yield _in_order(tuple(sorted(side.people)), tuple(sorted(opponents.people)), share)


def _in_order(people: tuple[int, ...], opponents: tuple[int, ...], share: int) -> Pairing:
    if people < opponents:
        return Pairing(_key(people), _key(opponents), False, share)
    return Pairing(_key(opponents), _key(people), False, WHOLE - share)


@lru_cache(maxsize=1_000)
def _key(people: tuple[int, ...]) -> CompetitorKey:
    return competitor_key(people)
