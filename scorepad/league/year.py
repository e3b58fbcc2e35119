"""One year of a person or partnership, from their games: docs/league.md, "Year in review"."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scorepad.league.facts import WHOLE, CompetitorKey, Side, competitor_key
from scorepad.league.ratings import Rating, shown_of


class OwnGame(NamedTuple):
    """A game for which the competitor gets the credit: its day (ISO), kind, own team, counted from 1, and all teams."""

    day: str
    kind: int
    team: int
    sides: tuple[Side, ...]

    @property
    def own(self) -> Side:
        return self.sides[self.team - 1]

    @property
    def others(self) -> tuple[Side, ...]:
        return (*self.sides[: self.team - 1], *self.sides[self.team :])


class Month(NamedTuple):
    """A month ("2026-11"), its games, and its wins in parts of `WHOLE`."""

    month: str
    games: int
    share: int


class YearCounterpart(NamedTuple):
    """A partner or opponent in the year: games with or against them, and one's own share in parts of `WHOLE`."""

    other: CompetitorKey
    games: int
    share: int


class RatedResult(NamedTuple):
    """A rated game: its number, its teams, and everyone's rating after it."""

    game: int
    sides: tuple[Side, ...]
    after: Mapping[int, Rating]


class Upset(NamedTuple):
    """A game that the weaker team won alone: by how much its rating was below that of the strongest other team."""

    game: int
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    below: int


def greatest_upset(
    games: Iterable[RatedResult], ratings: Mapping[int, Rating], played: Mapping[int, int], least: int
) -> Upset | None:
    """Return the game won against the most rating, of equal ones the first; None without one.

    `ratings` and `played` are everyone's rating and number of games before these. It takes `least` games before for
    everyone in a game, because sooner a rating says little.
    """
    now, counts = dict(ratings), dict(played)
    greatest: Upset | None = None
    for rated in games:
        people = [person for side in rated.sides for person in side.people]
        found = _upset(rated, now) if all(counts.get(person, 0) >= least for person in people) else None
        if found and (greatest is None or found.below > greatest.below):
            greatest = found
        now.update(rated.after)
        counts.update({person: counts.get(person, 0) + 1 for person in people})
    return greatest


def _upset(rated: RatedResult, ratings: Mapping[int, Rating]) -> Upset | None:
    winner = next((side for side in rated.sides if side.share == WHOLE and side.people), None)
    others = [side for side in rated.sides if side is not winner and side.people]
    if winner is None or not others:
        return None
    strongest = max(others, key=lambda side: shown_of(side.people, ratings))
    below = shown_of(strongest.people, ratings) - shown_of(winner.people, ratings)
    return Upset(rated.game, winner.people, strongest.people, below) if below > 0 else None


def share_of(games: Iterable[OwnGame]) -> int:
    """Return the wins, including shares of ties, in parts of `WHOLE`."""
    return sum(played.own.share for played in games)


def wins_of(games: Iterable[OwnGame]) -> int:
    return sum(played.own.share == WHOLE for played in games)


def ties_of(games: Iterable[OwnGame]) -> int:
    return sum(0 < played.own.share < WHOLE for played in games)


def win_share(games: Sequence[OwnGame]) -> Fraction | None:
    return Fraction(share_of(games), WHOLE * len(games)) if games else None


def best_month(games: Iterable[OwnGame]) -> Month | None:
    """Return the month with the most wins, in a tie the fewest games, then the first; None without a win."""
    months: dict[str, list[OwnGame]] = {}
    for played in games:
        months.setdefault(played.day[:7], []).append(played)
    counted = [Month(month, len(of_month), share_of(of_month)) for month, of_month in months.items()]
    best = min(counted, key=lambda month: (-month.share, month.games, month.month), default=None)
    return best if best and best.share else None


def longest_streak(games: Iterable[OwnGame]) -> int:
    """Return the most games won in a row within the year."""
    longest = streak = 0
    for played in games:
        streak = streak + 1 if played.own.share == WHOLE else 0
        longest = max(longest, streak)
    return longest


def highest_rating(before: Rating, after: Iterable[Rating], end: Rating) -> int:
    """Return the highest shown rating: before the year, after each of its games, or at its end."""
    return max(rating.shown for rating in (before, *after, end))


def partners(games: Iterable[OwnGame], own: Sequence[int]) -> list[YearCounterpart]:
    """Return everyone else in one's own team, in no particular order."""
    return _counted(
        games, lambda played: [(str(person), played.own.share) for person in played.own.people if person not in own]
    )


def opponents(games: Iterable[OwnGame], own: Sequence[int]) -> list[YearCounterpart]:
    """Return all opponents, in no particular order: people for a person, partnerships for a partnership."""
    return _counted(games, _of_person if len(own) == 1 else _of_partnership)


def _of_person(played: OwnGame) -> list[tuple[CompetitorKey, int]]:
    return [(str(person), _meeting(played.own, side)) for side in played.others for person in side.people]


def _of_partnership(played: OwnGame) -> list[tuple[CompetitorKey, int]]:
    return [(competitor_key(side.people), _meeting(played.own, side)) for side in played.others if len(side.people) > 1]


def _meeting(own: Side, other: Side) -> int:
    return WHOLE if own.ahead < other.ahead else WHOLE // 2 if own.ahead == other.ahead else 0


def _counted(
    games: Iterable[OwnGame], others: Callable[[OwnGame], Iterable[tuple[CompetitorKey, int]]]
) -> list[YearCounterpart]:
    counts: dict[CompetitorKey, tuple[int, int]] = {}
    for played in games:
        for other, share in others(played):
            before = counts.get(other, (0, 0))
            counts[other] = before[0] + 1, before[1] + share
    return [YearCounterpart(other, *count) for other, count in counts.items()]
