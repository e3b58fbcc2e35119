"""Makes conflicts on two phones, and reads how the pages ask about them."""

from flask import Flask

from tests.web.driving import Table, Visitor
from tests.web.pages import Element, Page


def two_phones(app: Flask) -> tuple[Table, Table]:
    """Ann's phone and Bob's at one table."""
    ann = Visitor(app).begin()
    bob = Table(Visitor(app), ann.game)
    for table, name in ((ann, "Ann"), (bob, "Bob")):
        table.keeps_score(name)
    return ann, bob


def at_once(phones: tuple[Table, ...], *typed: dict[str, str], number: int = 1) -> list[Page]:
    """All open the sheet, then one after the other types into it."""
    sheets = [table.sheet(number) for table in phones]
    return [sheet.save(**one).page for sheet, one in zip(sheets, typed, strict=True)]


def tapped(phones: tuple[Table, ...], step: str = "team1.clean+1") -> None:
    """All open the table, then all tap the same button."""
    pages = [table.page() for table in phones]
    for table, page in zip(phones, pages, strict=True):
        form = page.form("/rounds/1/edit")
        table.visitor.post(form.action, form.fields | {"step": step})


def boxes(page: Page) -> list[Element]:
    """Everything that a page asks to be settled."""
    return page.classed("conflict")


def asked(page: Page) -> list[str]:
    """The words of all that a page asks to be settled."""
    return [box.all("p")[0].text for box in boxes(page)]


def for_the_script(page: Page) -> list[str]:
    """The names of the inputs of this page that are asked about."""
    return [one["data-conflict"] for one in page.root.all("span") if one["data-conflict"]]


def choices(page: Page) -> dict[str, str]:
    """What each button of the first box sends, by its words."""
    return {one.text: one["value"] for one in boxes(page)[0].all("button")}


def settle(table: Table, label: str, page: Page | None = None) -> Page:
    """Presses a button of the box on the table's page, or on one that came before."""
    page = page or table.page()
    form = page.form("/settle")
    return table.visitor.post(form.action, form.fields | {"choice": choices(page)[label]})
