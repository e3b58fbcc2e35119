"""Partners and opponents: the pairings of a game, the expected share of the win, how sure it is, and who stands out.

docs/league.md, "Partners and opponents".
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import exp, fsum, lgamma, log
from typing import NamedTuple, Protocol, TypeVar

from scorepad.league.facts import WHOLE, CompetitorKey, Side, competitor_key, members
from scorepad.scoring.names import fold_name

# ---- The pairings of a game: every two competitors who were in one team or against each other


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


# ---- Figures over many games

USUAL_GAMES = 10
"""Number of games at the usual share that are added before an expected share is computed."""

MIN_TOGETHER, MIN_MET = 3, 5
"""The fewest games together, or meetings, to be listed; and the fewest meetings to be a rival or nemesis."""

MAX_LISTED = 5
"""The most partners or opponents in a list."""

FAIRLY_SURE = 89
"""Games from which an expected share is within a tenth of the true one in 19 of 20 cases."""

BY_CHANCE = 0.05
"""The chance at most with which anyone at all stands out among competitors who are all as usual."""


class Pair(Protocol):
    """A competitor's games with or against one `other`: how many, and the competitor's share in parts of `WHOLE`."""

    @property
    def other(self) -> CompetitorKey: ...
    @property
    def games(self) -> int: ...
    @property
    def share(self) -> int: ...


P = TypeVar("P", bound=Pair)
Name = Callable[[CompetitorKey], str]


class Sureness(StrEnum):
    HINT = "a hint"
    FAIR = "fairly sure"


def sureness(games: int) -> Sureness:
    return Sureness.FAIR if games >= FAIRLY_SURE else Sureness.HINT


def expected_share(pair: Pair, usual: Fraction) -> Fraction:
    """Return the share to expect of the next game: the average of these games and `USUAL_GAMES` at the usual share."""
    return (Fraction(pair.share, WHOLE) + USUAL_GAMES * usual) / (pair.games + USUAL_GAMES)


def first_by_share(pairs: Iterable[P], usual: Fraction, name: Name, *, highest: bool) -> list[P]:
    """Return the first few by expected share; ties by games, then by name, which is slow and needed for only a few."""
    sign = -1 if highest else 1
    added = USUAL_GAMES * WHOLE * usual.numerator

    def order(pair: Pair) -> tuple[float, int]:
        # A float is faster than a fraction, and equal fractions give equal floats.
        share = (pair.share * usual.denominator + added) / (pair.games + USUAL_GAMES)
        return sign * share, -pair.games

    return _first([pair for pair in pairs if pair.games >= MIN_TOGETHER], order, name)[:MAX_LISTED]


def below_usual(pairs: Iterable[P], usual: Fraction) -> list[P]:
    """Return those against whom less is won than usual."""
    return [pair for pair in pairs if Fraction(pair.share, WHOLE * pair.games) < usual]


def above_usual(pairs: Iterable[P], usual: Fraction) -> list[P]:
    """Return those against whom more is won than usual."""
    return [pair for pair in pairs if Fraction(pair.share, WHOLE * pair.games) > usual]


def standing_out(pairs: Iterable[P], usual: Fraction, name: Name, *, best: bool) -> list[P]:
    """Return those of the first few whose share is above the usual one, or below it, by more than chance.

    It takes two who can be compared. The more there are, the rarer a share must be, because the most extreme of many
    is extreme by chance alone.
    """
    candidates = [pair for pair in pairs if pair.games >= MIN_TOGETHER]
    if len(candidates) < 2:
        return []
    rare = BY_CHANCE / len(candidates)
    first = first_by_share(candidates, usual, name, highest=best)
    return [pair for pair in first if chance_of(pair, usual, best=best) <= rare]


def chance_of(pair: Pair, usual: Fraction, *, best: bool) -> float:
    """Return how likely as many wins as these, or as few, are in games that are each won with the usual share.

    A part of a win counts as none in many wins, and as a whole one in few.
    """
    wins, lost = pair.share // WHOLE, (WHOLE * pair.games - pair.share) // WHOLE
    return at_least(wins, pair.games, usual) if best else at_least(lost, pair.games, 1 - usual)


def at_least(wins: int, games: int, share: Fraction) -> float:
    """Return the chance of at least so many wins: the upper tail of a binomial distribution."""
    if share in (0, 1):
        return float(wins == 0 or share == 1)
    won, lost = log(share), log(1 - share)
    ways = [lgamma(games + 1) - lgamma(many + 1) - lgamma(games - many + 1) for many in range(wins, games + 1)]
    return fsum(exp(way + many * won + (games - many) * lost) for many, way in enumerate(ways, wins))


def most_played(pairs: Iterable[P], name: Name) -> P | None:
    """Return the one with the most games together, or the most meetings; ties by name."""
    listed = [pair for pair in pairs if pair.games >= MIN_TOGETHER]
    return next(iter(_first(listed, lambda pair: (-pair.games, 0), name)), None)


def rival(pairs: Iterable[P], name: Name) -> P | None:
    """Return the most even of the frequent opponents, those met at least half as often as the most frequent one."""
    met = [pair for pair in pairs if pair.games >= MIN_MET]
    most = max((pair.games for pair in met), default=0)
    often = [pair for pair in met if 2 * pair.games >= most]

    def order(pair: Pair) -> tuple[float, int]:
        return abs(2 * pair.share - WHOLE * pair.games) / pair.games, -pair.games

    return next(iter(_first(often, order, name)), None)


def nemesis(pairs: Iterable[P], usual: Fraction, name: Name) -> P | None:
    """Return the hardest opponent by more than chance, if the expected share against them is less than half."""
    met = [pair for pair in pairs if pair.games >= MIN_MET]
    hardest = next(iter(standing_out(met, usual, name, best=False)), None)
    return hardest if hardest and 2 * expected_share(hardest, usual) < 1 else None


def _first(pairs: Sequence[P], order: Callable[[Pair], tuple[float, int]], name: Name) -> list[P]:
    """Return the pairs in an order, ties by name. Leaves out pairs that cannot be among the first `MAX_LISTED`."""
    ordered = sorted([(order(pair), at) for at, pair in enumerate(pairs)])
    if len(ordered) > MAX_LISTED:
        last = ordered[MAX_LISTED - 1][0]
        ordered = [(of_pair, at) for of_pair, at in ordered if of_pair <= last]

    def by_name(pair: tuple[tuple[float, int], int]) -> tuple[tuple[float, int], str, tuple[int, ...]]:
        other = pairs[pair[1]].other
        return pair[0], fold_name(name(other)), members(other)

    return [pairs[at] for _, at in sorted(ordered, key=by_name)]
