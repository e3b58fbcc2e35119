"""A histogram of the win shares of all partnerships in tenths, with the bar of one partnership marked."""

from dataclasses import dataclass

from scorepad.league.standings import MIN_FOR_TENTHS, TENTHS, Figure, tenth_of, tenths
from scorepad.scoring.text.explain import format_number, plural
from scorepad.store.results.places import ALL_TIME, Ranking
from scorepad.store.results.tables import PARTNERSHIP_SIZE
from scorepad.web.players.player_figures import PlayerFigures

FEWEST = 5
"""With fewer partnerships than this there is no picture."""

WIDTH, HEIGHT = 360, 220
_LEFT, _TOP, _BOTTOM = 10, 48, 176
_STEP, _BAR = 34, 28
_MAX_WRITTEN = 999
"""Longer numbers do not fit above a bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A tenth: its number of partnerships, the position of its bar, and whether it includes the marked one."""

    count: int
    x: int
    y: float
    height: float
    is_own: bool

    @property
    def middle(self) -> float:
        return self.x + _BAR / 2

    @property
    def text(self) -> str:
        return str(self.count) if 0 < self.count <= _MAX_WRITTEN else ""


@dataclass(frozen=True, slots=True)
class Histogram:
    """The bars of all partnerships by win share."""

    bars: tuple[Bar, ...]
    count: int
    width: int = WIDTH
    height: int = HEIGHT
    thick: int = _BAR
    bottom: int = _BOTTOM
    least: int = MIN_FOR_TENTHS

    @property
    def own(self) -> Bar:
        return next(bar for bar in self.bars if bar.is_own)

    @property
    def rows(self) -> list[tuple[str, int, bool]]:
        """The bars as rows of a table."""
        return [
            (f"{at * TENTHS} to {at * TENTHS + (9 if at < TENTHS - 1 else TENTHS)}%", bar.count, bar.is_own)
            for at, bar in enumerate(self.bars)
        ]

    @property
    def text(self) -> str:
        label, count, _ = self.rows[self.bars.index(self.own)]
        all_of_them = plural(self.count, "partnership", "partnerships")
        return f"{all_of_them} in all. This one is among the {format_number(count)} that won {label} of their games."


def histogram(own: PlayerFigures, *, is_listed: bool) -> Histogram | None:
    """Return the picture, None if the partnership is in no table or there are too few to compare."""
    ranking = Ranking(PARTNERSHIP_SIZE, ALL_TIME, Figure.SHARE.value, least=MIN_FOR_TENTHS)
    share = own.club.league.places.value(ranking, own.key) if is_listed else None
    if share is None:
        return None
    shares = own.club.league.places.values([ranking])[0]
    if len(shares) < FEWEST:
        return None
    return drawn(tenths(shares), tenth_of(share))


def drawn(counts: tuple[int, ...], own: int) -> Histogram:
    """Build the bars of these counts, with the one at index `own` marked."""
    scale = (_BOTTOM - _TOP) / max(counts)
    bars = [
        Bar(count, _LEFT + at * _STEP, round(_BOTTOM - count * scale, 1), round(count * scale, 1), at == own)
        for at, count in enumerate(counts)
    ]
    return Histogram(tuple(bars), sum(counts))
