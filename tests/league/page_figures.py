"""Reads figures from the league's pages, and writes the plain league's figures as pages do."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from flask.testing import FlaskClient

from tests.league.comparing import key
from tests.league.plain import WIN, PlainLeague, figures
from tests.league.plain_games import Game, Who
from tests.web.pages import Element, Page

Row = tuple[str, dict[str, str]]
"""Whose a row is, and its figures."""

PARTS = {3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾"}
"""Signs for parts of a win, in twelfths."""


@dataclass
class Pages:
    """The pages of a club, the plain league of its games, and the ids of kinds of game."""

    client: FlaskClient
    plain: PlainLeague
    kinds: dict[str, int]

    def open(self, address: str, **query: Any) -> Element:
        answer = self.client.get(address, query_string=query or None)
        assert answer.status_code == 200, (address, query, answer.status_code)
        return Page.of(answer.status_code, answer.text).root


def marked(page: Element, name: str, value: str | None = None) -> list[Element]:
    """The elements with `data-NAME`, of one value or of any."""
    found = [one for one in page.elements if f"data-{name}" in one.attributes]
    return [one for one in found if value in (None, one[f"data-{name}"])]


def figures_in(page: Element) -> dict[str, str]:
    """Every figure of this part of a page; each is there once."""
    found = [(one["data-figure"], one.text) for one in marked(page, "figure")]
    assert len(dict(found)) == len(found), found
    return dict(found)


def rows(page: Element, name: str = "who") -> list[Row]:
    """The rows of a table, by the competitor, game or meeting that they name."""
    return [(one[f"data-{name}"], figures_in(one)) for one in marked(page, name) if one.tag == "tr"]


def part(page: Element, heading: str) -> Element:
    """The section under a heading."""
    (section,) = [one for one in page.all("section") if one["aria-labelledby"] == heading]
    return section


def amount(value: int) -> str:
    """1,234 or −65."""
    return f"{value:,}".replace("-", "−")


def average(value: int, rounds: int) -> str:
    return amount(round(Fraction(value, rounds))) if rounds else "–"


def percent(share: int, games: int) -> str:
    return f"{round(Fraction(100 * share, WIN * games))}%"


def wins(share: int) -> str:
    whole, part = divmod(share, WIN)
    return (amount(whole) if whole or not part else "") + PARTS.get(part, "")


def rating(plain: PlainLeague, who: Who, last: date | None = None) -> tuple[str, str]:
    mean, deviation = plain.rating(who, last)
    return amount(round(mean)), amount(round(2 * deviation))


def written(plain: PlainLeague, who: Who, games: list[Game], last: date | None) -> dict[str, str]:
    """All figures of a row of the standings; points only where all games are of one kind."""
    sums = figures(who, games)
    row = {
        "games": amount(sums["games"]),
        "wins": wins(sums["share"]),
        "share": percent(sums["share"], sums["games"]),
        "rating": " ± ".join(rating(plain, who, last)),
        "books": amount(sums["books"]),
    }
    if len({game.kind for game in games}) == 1:
        for name, value in (
            ("points", sums["points"]),
            ("luck", sums["luck"]),
            ("play", sums["points"] - sums["luck"]),
        ):
            row[name] = average(value, sums["rounds"])
    return row


def pair_rows(plain: PlainLeague, pairs: dict[Who, tuple[int, int]], best: int) -> list[Row]:
    """Partners or opponents with three games at least: by share, the best or (`best` -1) the lowest first."""
    enough = [who for who, (games, _) in pairs.items() if games >= 3 and plain.in_tables(who)]
    enough.sort(
        key=lambda who: (
            -best * Fraction(pairs[who][1], pairs[who][0]),
            -pairs[who][0],
            plain.by_name(who),
        )
    )
    return [
        (key(who), {"games": amount(pairs[who][0]), "share": percent(pairs[who][1], pairs[who][0])})
        for who in enough
    ]
