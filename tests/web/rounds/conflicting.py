"""Create conflicts between two phones, and read how the pages ask about them."""

from typing import Any

from flask import Flask

from tests.web.driving import Table, Visitor
from tests.web.pages import Element, Page

Phones = tuple[Table, ...]
THREE_OR_FOUR = ({"team1.clean": "3"}, {"team1.clean": "4"})
"""What two phones type that counted the same books."""


def two_phones(app: Flask, names: tuple[str, str] = ("Ann", "Bob")) -> Phones:
    first = Visitor(app).begin()
    tables = (first, Table(Visitor(app), first.game))
    for table, name in zip(tables, names, strict=True):
        table.keeps_score(name)
    return tables


def at_once(phones: Phones, *typed: dict[str, str], number: int = 1) -> list[Page]:
    """Open the sheet on all phones, then type into each, one after another."""
    sheets = [table.sheet(number) for table in phones]
    return [sheet.save(**texts).page for sheet, texts in zip(sheets, typed, strict=True)]


def tapped(phones: Phones, step: str = "team1.clean+1") -> None:
    """Open the table on all phones, then tap the same button on each."""
    pages = [table.page() for table in phones]
    for table, page in zip(phones, pages, strict=True):
        table.tap(step, page)


def start(phones: Phones, seats: str) -> None:
    """Open the table on all phones, then choose a starter on each."""
    forms = [table.page().form("/starter") for table in phones]
    for table, form, seat in zip(phones, forms, seats, strict=True):
        table.visitor.post(form.action, form.fields | {"seat": seat})


def standing(table: Table, place: str = "team1", field: str = "clean", number: int = 1) -> Any:
    return table.visitor.club.cells(table.game)[number, place, field].value


def boxes(page: Page) -> list[Element]:
    return page.classed("conflict")


def asked(page: Page) -> list[str]:
    return [box.all("p")[0].text for box in boxes(page)]


def for_the_script(page: Page) -> list[str]:
    """The names of this page's inputs that have a conflict."""
    return [span["data-conflict"] for span in page.root.all("span") if span["data-conflict"]]


def choices(page: Page) -> dict[str, str]:
    """The data that each button of the first box sends, by its label."""
    return {button.text: button["value"] for button in boxes(page)[0].all("button")}


def resolve(table: Table, label: str, page: Page | None = None) -> Page:
    """Press a button of the first box on the table's page, or on an earlier page."""
    page = page or table.page()
    form = next(form for form in page.forms if form.action.endswith("/settle"))
    return table.visitor.post(form.action, form.fields | {"choice": choices(page)[label]})
