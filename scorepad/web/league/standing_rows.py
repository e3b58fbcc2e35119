"""The rows of the standings: figures, movement, the last five games and the course of the rating."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorepad.league.facts import WHOLE, CompetitorKey, is_partnership
from scorepad.league.standings import RankedStanding
from scorepad.league.tables import DayRange
from scorepad.scoring.text.explain import format_number
from scorepad.web.app.current import g
from scorepad.web.league.movement import Movement
from scorepad.web.league.table_rows import TableRow, table_rows
from scorepad.web.people.people_view import PeopleView

LAST_FIVE, COURSE = 5, 12
"""Recent games with their results, and ratings in the sparkline."""

WON, TIED, LOST = "won", "tied", "lost"

_TALL = {WON: 18, TIED: 11, LOST: 5}
"""The height of each bar. It differs so that the outcomes do not depend on colour."""

_STEP, _BAR, _HIGH = 8, 6, 18

SPARK_WIDTH, SPARK_HEIGHT, _EDGE = 96, 28, 3
_FLAT = 40
"""Ratings that differ by less than this use only part of the height."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A recent game: its outcome and the position of its bar."""

    outcome: str
    x: int
    y: int
    height: int
    width: int = _BAR


@dataclass(frozen=True, slots=True)
class RecentResults:
    """The last games, the oldest first."""

    bars: tuple[Bar, ...]

    @classmethod
    def of(cls, shares: Sequence[int]) -> "RecentResults":
        """Build them from the shares of the win, the oldest first."""
        outcomes = [{WHOLE: WON, 0: LOST}.get(share, TIED) for share in shares]
        return cls(tuple(Bar(name, _STEP * at, _HIGH - _TALL[name], _TALL[name]) for at, name in enumerate(outcomes)))

    @property
    def text(self) -> str:
        """The outcomes in words, the latest last: "lost, won 2"."""
        runs = [(name, len(list(bars))) for name, bars in groupby(bar.outcome for bar in self.bars)]
        return ", ".join(f"{name} {count}" if count > 1 else name for name, count in runs)


@dataclass(frozen=True, slots=True)
class Sparkline:
    """The rating after each of the last games, as the points of a line."""

    points: str
    text: str

    @classmethod
    def of(cls, ratings: Sequence[int]) -> "Sparkline | None":
        """Build the line of these ratings, the oldest first; None if there are fewer than two."""
        if len(ratings) < 2:
            return None
        low, high = min(ratings), max(ratings)
        scale = (SPARK_HEIGHT - 2 * _EDGE) / max(high - low, _FLAT)
        middle = (low + high) / 2
        step = (SPARK_WIDTH - 2 * _EDGE) / (len(ratings) - 1)
        points = [
            f"{_EDGE + step * at:.1f},{SPARK_HEIGHT / 2 - (rating - middle) * scale:.1f}"
            for at, rating in enumerate(ratings)
        ]
        first, last = format_number(ratings[0]), format_number(ratings[-1])
        return cls(" ".join(points), f"Rating over the last {len(ratings)} games: from {first} to {last}")


@dataclass(frozen=True, slots=True)
class ListedStanding:
    """A row of the table with recent results, movement and rating."""

    row: TableRow
    recent: RecentResults
    movement: Movement | None
    sparkline: Sparkline | None
    is_provisional: bool


def standing_rows(
    rows: Iterable[RankedStanding],
    codes: Sequence[str],
    people: PeopleView,
    days: DayRange,
    moved: Mapping[CompetitorKey, Movement],
) -> list[ListedStanding]:
    rows = list(rows)
    return [
        ListedStanding(
            shown,
            _recent(shown.competitor.key, days),
            moved.get(shown.competitor.key),
            _sparkline(shown.competitor.key, days),
            row.standing.is_provisional,
        )
        for row, shown in zip(rows, table_rows(rows, codes, people), strict=True)
    ]


def _recent(who: CompetitorKey, days: DayRange) -> RecentResults:
    return RecentResults.of(g.club.store.league.recent.shares(who, *days.rated, LAST_FIVE))


def _sparkline(who: CompetitorKey, days: DayRange) -> Sparkline | None:
    """The course of a person's rating; a partnership has its own on its page."""
    if is_partnership(who):
        return None
    return Sparkline.of(
        [rating.shown for rating in g.club.store.league.recent.ratings(int(who), days.rated.last, COURSE)]
    )
