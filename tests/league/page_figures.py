"""Reads the figures of the league's pages: in which row, of whom, and what is written there."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flask.testing import FlaskClient

from tests.league.plain import PlainLeague, Season
from tests.league.plain_figures import Who
from tests.web.pages import Element, Page

Row = tuple[str, dict[str, str]]
"""Of whom a row is, and what stands in it by the figure."""


@dataclass
class Pages:
    """The pages of a club, the plain league they are held against, and how addresses name kinds and seasons."""

    client: FlaskClient
    plain: PlainLeague
    kinds: dict[str, int]
    seasons: dict[int, Season] = field(default_factory=dict)
    rates: dict[tuple[str, bool], dict[Who, Fraction]] = field(default_factory=dict)
    """Points a round by kind, of people or of partnerships, once they were worked out."""

    def open(self, address: str, **asked: Any) -> Page:
        """Opens a page that must be there."""
        answer = self.client.get(address, query_string=asked or None)
        assert answer.status_code == 200, (address, asked, answer.status_code)
        return Page.of(answer.status_code, answer.text)


def root_of(there: Page | Element) -> Element:
    """All of a page, or of a part of it."""
    return there.root if isinstance(there, Page) else there


def marked(there: Page | Element, name: str, value: str | None = None) -> list[Element]:
    """The elements with `data-name`, of one value or of any."""
    found = [one for one in root_of(there).elements if f"data-{name}" in one.attributes]
    return [one for one in found if value in (None, one[f"data-{name}"])]


def texts(there: Page | Element, figure: str) -> list[str]:
    """What is written in every place of a figure."""
    return [one.text for one in marked(there, "figure", figure)]


def text(there: Page | Element, figure: str) -> str:
    """What is written in the only place of a figure."""
    (found,) = texts(there, figure)
    return found


def figures_in(there: Page | Element) -> dict[str, str]:
    """Every figure there with what is written; each has one place."""
    found = marked(there, "figure")
    names = [one["data-figure"] for one in found]
    assert len(set(names)) == len(names), names
    return dict(zip(names, [one.text for one in found], strict=True))


def rows(there: Page | Element, name: str = "who") -> list[Row]:
    """The rows of tables that say of whom they are, or of which game or kind."""
    return [
        (row[f"data-{name}"], figures_in(row)) for row in marked(there, name) if row.tag == "tr"
    ]


def section(page: Page, name: str) -> Element | None:
    """The section with that heading; None where the page has none."""
    found = [one for one in page.root.all("section") if one["aria-labelledby"] == name]
    return found[0] if found else None


def part(page: Page, name: str) -> Element:
    """The section with that heading, which must be there."""
    found = section(page, name)
    assert found is not None, name
    return found


def champions(there: Page | Element) -> list[str]:
    """Who is named as first."""
    return [one["data-champion"] for one in marked(there, "champion")]


def drawn(there: Page | Element) -> tuple[list[str], str]:
    """The values that the only picture of bars there has, and what it says in words."""
    (picture,) = [one for one in root_of(there).all("svg") if one["class"] == "bars"]
    said = [bar.all("text")[1].text for bar in picture.all("g")]
    return said, picture.all("desc")[0].text


def game_of(link: Element) -> int:
    """The game to which a link leads."""
    return int(link["href"].split("/games/")[1].split("/")[0])
