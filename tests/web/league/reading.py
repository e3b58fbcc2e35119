"""Read the pages of the league: tables and figures, on a chosen day."""

from datetime import date

from scorepad.store.clock import Clock
from tests.web.pages import Page

LEAGUE = "/league"


def begin_season(visitor, first="2026-01-05", last="2026-01-07", **terms):
    """Begin a season. Default: "Winter" by wins. Without a last day it is open."""
    days = {"first_day": date.fromisoformat(first), "last_day": None}
    if last:
        days["last_day"] = date.fromisoformat(last)
    usual = {"name": "Winter", "figure": "wins", "least": 1}
    return visitor.club.seasons.add(key=first, **days, **usual | terms)


def standings(page):
    """The first table of standings: rank, name, and the ranking figure."""
    table = page.classed("standings")[0]
    rows = [row for row in table.all("tr") if row["data-who"]]
    return [(int(figure(row, "rank")), _name(row), figure(row, table["data-by"])) for row in rows]


def _name(row):
    """The name in a row; of standings, without the mark of a provisional rating."""
    head = row.all("th")[0]
    return head.text.removesuffix(" provisional") if head["class"] == "name" else head.text


def provisional(page):
    """The names and texts listed below a table."""
    return {item.all("bdi")[0].text: figure(item, "about") for item in page.root.all("li") if item["data-provisional"]}


def movements(page):
    """The movements of all rows that moved: the visible text and the one for screen readers."""
    return [element.text for element in page.root.elements if element["data-moved"]]


def column(page, name):
    """A figure of everyone in the tables of a page, by name."""
    rows = [(_name(row), row.all("td")) for row in page.root.all("tr")]
    return {who: cell.text for who, row in rows for cell in row if cell["data-figure"] == name}


def champions(page):
    """Everyone named as champion, or as first."""
    return [element.text for element in page.root.elements if element["data-champion"]]


def figures(page, name):
    """Every text of a figure, on a page or in an element."""
    root = page.root if isinstance(page, Page) else page
    return [element.text for element in root.elements if element["data-figure"] == name]


def figure(page, name):
    return figures(page, name)[0]


def each_figure(page, *names):
    """The first text of each of these figures."""
    return [figure(page, name) for name in names]


def cells(table):
    """The texts of the cells in a table body."""
    (body,) = table.all("tbody")
    return [tuple(cell.text for cell in row.all("th", "td")) for row in body.all("tr")]


def counterparts(page, name):
    (table,) = [table for table in page.root.all("table") if table["data-table"] == name]
    return cells(table)


def section(page, name):
    (part,) = [part for part in page.root.all("section") if part["aria-labelledby"] == name]
    return part


def last_games(page):
    return [item for item in page.root.all("li") if item["data-game"]]


def check_unchanged(visitor, address):
    """Fail unless the second request for a page is answered 304; return the headers of that request."""
    visitor.get("/people")  # Creates a session with a token, which every ETag depends on.
    asks = {"If-None-Match": visitor.client.get(address).headers["ETag"]}
    assert visitor.client.get(address, headers=asks).status_code == 304
    return asks


def set_today(monkeypatch, today):
    """Let a club's clock show a day (ISO)."""
    monkeypatch.setattr(Clock, "today", lambda _: date.fromisoformat(today))
