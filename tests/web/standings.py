"""The tables of the league as tests read them, and the day on which they are read."""

from datetime import date, datetime
from typing import Any

import pytest

from scorepad.store import Season
from scorepad.web import keeping_up
from tests.web.driving import Visitor
from tests.web.pages import Page

LEAGUE = "/league"


def season(
    visitor: Visitor,
    first_day: str = "2026-01-05",
    last_day: str = "2026-01-07",
    figure: str = "wins",
    least: int = 1,
) -> Season:
    """A season of the club; no last day is an open one."""
    last = date.fromisoformat(last_day) if last_day else None
    seasons, key = visitor.club.seasons, first_day
    return seasons.begin("Winter", date.fromisoformat(first_day), last, figure, least, key)


def rows(page: Page) -> list[tuple[int, str, str]]:
    """The first table of a page: rank, name, and the figure it is ranked by."""
    (table, *_) = [one for one in page.root.all("table") if "standings" in one["class"].split()]
    found = []
    for row in table.all("tr"):
        if row["data-who"]:
            rank, figure, *_ = [cell.text for cell in row.all("td")]
            found.append((int(rank), row.all("th")[0].text, figure))
    return found


def column(page: Page, name: str) -> dict[str, str]:
    """A figure of everybody in the tables of a page, by the name."""
    return {
        row.all("th")[0].text: cell.text
        for row in page.root.all("tr")
        for cell in row.all("td")
        if cell["data-figure"] == name
    }


def first(page: Page) -> list[str]:
    """Who is named as champion, or as the first."""
    return [one.text for one in page.root.elements if one["data-champion"]]


def set_today(monkeypatch: pytest.MonkeyPatch, today: str) -> None:
    """Lets it be noon of a day (ISO) where the league asks which day it is."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Clock":
            day = date.fromisoformat(today)
            return cls(day.year, day.month, day.day, 12, tzinfo=tz)

    monkeypatch.setattr(keeping_up, "datetime", Clock)
