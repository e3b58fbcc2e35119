"""Read the pages of the league: tables, figures, and the day they are read on."""

from datetime import date, datetime

from scorepad.web.league import freshness
from tests.web.pages import Page

LEAGUE = "/league"


def begin_season(visitor, first="2026-01-05", last="2026-01-07", **terms):
    """Begin a season, "Winter" by wins unless `terms` say otherwise; it is open without a last day."""
    days = {"first_day": date.fromisoformat(first), "last_day": None}
    if last:
        days["last_day"] = date.fromisoformat(last)
    usual = {"name": "Winter", "figure": "wins", "least": 1}
    return visitor.club.seasons.add(key=first, **days, **usual | terms)


def standings(page):
    """The first table of standings: rank, name, and the figure that ranks it."""
    table = page.classed("standings")[0]
    rows = [row for row in table.all("tr") if row["data-who"]]
    return [(int(figure(row, "rank")), row.all("th")[0].text, figure(row, table["data-by"])) for row in rows]


def provisional(page):
    """Who is listed below a table, and with what."""
    return {item.all("bdi")[0].text: figure(item, "about") for item in page.root.all("li") if item["data-provisional"]}


def movements(page):
    """The movements of all rows that moved, as they are seen and as they are read out."""
    return [element.text for element in page.root.elements if element["data-moved"]]


def column(page, name):
    """A figure of everyone in the tables of a page, by name."""
    rows = [(row.all("th")[0].text, row.all("td")) for row in page.root.all("tr")]
    return {who: cell.text for who, row in rows for cell in row if cell["data-figure"] == name}


def champions(page):
    """Everyone who is named as champion, or as the first."""
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
    """The body of a table, as the texts of its cells."""
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
    """Fail unless a page is answered 304 the second time; return the headers that ask for it."""
    visitor.get("/people")  # Makes a session with a token, which every tag needs.
    asks = {"If-None-Match": visitor.client.get(address).headers["ETag"]}
    assert visitor.client.get(address, headers=asks).status_code == 304
    return asks


def set_today(monkeypatch, today):
    """Make it noon of a day (ISO) for the league's pages."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return cls.combine(date.fromisoformat(today), cls.min.time().replace(hour=12), tz)

    monkeypatch.setattr(freshness, "datetime", Clock)
