"""How pages write figures, in plain code: numbers with commas, shares of a hundred, averages, days."""

from datetime import date
from fractions import Fraction

from tests.league.plain_figures import Who
from tests.league.plain_ratings import Rating

NOTHING = "–"
PARTS = {
    Fraction(1, 4): "¼",
    Fraction(1, 3): "⅓",
    Fraction(1, 2): "½",
    Fraction(2, 3): "⅔",
    Fraction(3, 4): "¾",
}


def key(who: Who) -> str:
    """A person or partnership as addresses name them."""
    return "-".join(str(one) for one in who)


def amount(value: int) -> str:
    """1,234 or −65."""
    return f"{value:,}".replace("-", "−")


def wins(value: Fraction) -> str:
    """12½; where no such sign is known, two places."""
    whole = value.numerator // value.denominator
    part = value - whole
    if part and part not in PARTS:
        return f"{float(value):,.2f}"
    return amount(whole) * (whole > 0 or not part) + PARTS.get(part, "")


def percent(share: Fraction) -> str:
    """63%."""
    return f"{round(share * 100)}%"


def average(value: Fraction | None) -> str:
    """An average of points, rounded; a dash where there is none."""
    return NOTHING if value is None else amount(round(value))


def by_round(count: int, rounds: int) -> str:
    """0.31: how often something happened in a round; a dash where there was none."""
    return f"{round(Fraction(count * 100, rounds)) / 100:,.2f}" if rounds else NOTHING


def mean(rating: Rating) -> str:
    """The first of the two numbers of a rating."""
    return amount(round(rating[0]))


def twice_off(rating: Rating) -> str:
    """The number after ±."""
    return amount(round(2 * rating[1]))


def rated(rating: Rating) -> str:
    """1,612 ± 94."""
    return f"{mean(rating)} ± {twice_off(rating)}"


def day(when: date) -> str:
    """21 Nov 2026."""
    return f"{when.day} {when:%b} {when.year}"


def times(count: int, one: str) -> str:
    """1 game, 2 games."""
    return f"{amount(count)} {one}{'' if count == 1 else 's'}"
