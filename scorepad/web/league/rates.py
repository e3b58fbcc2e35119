"""Shares and averages as people read them. What cannot be said, since nothing was played, is a dash."""

from fractions import Fraction

from scorepad.scoring.explain import number

NOTHING = "–"


def percent(share: Fraction | None) -> str:
    """A share of a whole: "63%"."""
    return NOTHING if share is None else f"{round(share * 100)}%"


def whole(average: Fraction | float | None) -> str:
    """An average of points: "1,235"."""
    return NOTHING if average is None else number(round(average))


def each(count: int, times: int) -> str:
    """How often something happened each time, to two places: "0.31"."""
    if not times:
        return NOTHING
    ones, hundredths = divmod(round(Fraction(100 * count, times)), 100)
    return f"{number(ones)}.{hundredths:02}"
