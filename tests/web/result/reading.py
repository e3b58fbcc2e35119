"""The page of a game as tests read it, and how they correct a round."""

from typing import Any

from tests.web.driving import Table
from tests.web.pages import Page


def story(table: Table, **asked: str) -> Page:
    """The page of a game."""
    page = table.visitor.get(f"{table.address}/story", **asked)
    assert page.status == 200
    return page


def part(page: Page, name: str) -> str:
    """The words of a part of the page, by the id of its heading."""
    (found,) = [one for one in page.root.all("section") if one["aria-labelledby"] == name]
    return found.text


def folded(page: Page) -> list[str]:
    """The rounds as they are seen folded."""
    return [one.all("summary")[0].text for one in page.classed("round")]


def keeps_score(table: Table, name: str) -> None:
    """Says on this phone who keeps score."""
    form = table.visitor.get(f"{table.address}/scorer").forms[1]
    table.visitor.send(form, name=name)


def correct(table: Table, number: int, **typed: Any) -> None:
    """Changes a finished round."""
    page = table.sheet(number).finish(**typed).page
    assert page.heading == f"Round {number}", page.said
