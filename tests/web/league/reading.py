"""Read the pages of the league: tables, figures, and the day they are read on."""

from datetime import date, datetime
from typing import Any

import pytest

from scorepad.store import Season
from scorepad.web.league import freshness
from tests.web.driving import Visitor
from tests.web.pages import Element, Page

LEAGUE = "/league"


def begin_season(
    visitor: Visitor,
    first_day: str = "2026-01-05",
    last_day: str = "2026-01-07",
    figure: str = "wins",
    least: int = 1,
    name: str = "Winter",
) -> Season:
    """Begin a season; it is open without a last day."""
    last = date.fromisoformat(last_day) if last_day else None
    first = date.fromisoformat(first_day)
    return visitor.club.seasons.add(
        key=first_day, name=name, first_day=first, last_day=last, figure=figure, least=least
    )


def standings(page: Page) -> list[tuple[int, str, str]]:
    """The first table of standings: rank, name, and the figure that ranks it."""
    (table, *_) = page.classed("standings")
    rows = []
    for row in table.all("tr"):
        if row["data-who"]:
            rank, figure, *_ = [cell.text for cell in row.all("td")]
            rows.append((int(rank), row.all("th")[0].text, figure))
    return rows


def column(page: Page, name: str) -> dict[str, str]:
    """A figure of everyone in the tables of a page, by name."""
    return {
        row.all("th")[0].text: cell.text
        for row in page.root.all("tr")
        for cell in row.all("td")
        if cell["data-figure"] == name
    }


def champions(page: Page) -> list[str]:
    """Everyone who is named as champion, or as the first."""
    return [element.text for element in page.root.elements if element["data-champion"]]


def figure(page: Page | Element, name: str) -> str:
    """The first text of a figure."""
    return figures(page, name)[0]


def figures(page: Page | Element, name: str) -> list[str]:
    """Every text of a figure."""
    root = page.root if isinstance(page, Page) else page
    return [element.text for element in root.elements if element["data-figure"] == name]


def each_figure(page: Page | Element, *names: str) -> list[str]:
    """The first text of each of these figures."""
    return [figure(page, name) for name in names]


def cells(table: Element) -> list[tuple[str, ...]]:
    """The body of a table, as the texts of its cells."""
    (body,) = table.all("tbody")
    return [tuple(cell.text for cell in row.all("th", "td")) for row in body.all("tr")]


def counterparts(page: Page, name: str) -> list[tuple[str, ...]]:
    """The table of partners or opponents with this name."""
    (table,) = [table for table in page.root.all("table") if table["data-table"] == name]
    return cells(table)


def section(page: Page, name: str) -> Element:
    """The section with this heading id."""
    (part,) = [part for part in page.root.all("section") if part["aria-labelledby"] == name]
    return part


def last_games(page: Page) -> list[Element]:
    """The games in a list of last games or meetings."""
    return [item for item in page.root.all("li") if item["data-game"]]


def check_unchanged(visitor: Visitor, address: str) -> dict[str, str]:
    """Fail unless a page is answered 304 the second time; return the headers that ask for it."""
    visitor.get("/people")  # Makes a session with a token, which every tag needs.
    asks = {"If-None-Match": visitor.client.get(address).headers["ETag"]}
    assert visitor.client.get(address, headers=asks).status_code == 304
    return asks


def set_today(monkeypatch: pytest.MonkeyPatch, today: str) -> None:
    """Make it noon of a day (ISO) for the league's pages."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Clock":
            day = date.fromisoformat(today)
            return cls(day.year, day.month, day.day, 12, tzinfo=tz)

    monkeypatch.setattr(freshness, "datetime", Clock)
