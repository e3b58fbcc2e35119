"""The same taps and keys leave the same entries in the club, with and without scripts."""

import json

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.fingers import Fingers
from tests.browser.tables import Tables
from tests.browser.touches import CUT, PILES, POINTS, THREES, WORTH, count_piles, tally_books

Row = tuple[int, str, str, str]
"""Round, place, field, and value as JSON."""

MELDED = ("Bob & Dora", "Cards melded")
SUM = {**POINTS, ("Ann & Carla", "Cards melded"): "120+290"}


def test_with_scripts_and_without_the_same_is_recorded(tables, new_context):
    rows, cells = _evening(tables, new_context, has_scripts=True)
    assert (rows, cells) == _evening(tables, new_context, has_scripts=False)
    # If one of these were missing in both, they would be equal too.
    assert {
        (1, "table", "ended", '{"as": "out", "seat": 1}'),
        (1, "team1", "clean", '{"as": "tally", "n": 2}'),
        (1, "team1", "melded", '{"as": "points", "typed": "120+290"}'),
        (1, "team2", "opened", '{"yes": true}'),
        (1, "seat3", "exact_cut", '{"as": "count", "n": 1}'),
        (1, "seat4", "red_threes_held", '{"as": "count", "n": 2}'),
        (1, "table", "finished", '{"yes": true}'),
    } <= set(cells)


def _evening(tables: Tables, new_context: NewContext, has_scripts: bool) -> tuple[list[Row], list[Row]]:
    """Play and correct a round. Return all of its entries, and the final values of its cells, both sorted."""
    game = tables.begun()
    context = new_context(**PHONE, java_script_enabled=has_scripts)
    fingers = tables.phone(context, game)
    fingers.selects = True
    _play(fingers)
    entries = tables.entries(game)
    assert {entry.status for entry in entries} <= {"applied", "same"}
    rows = [
        (entry.round, entry.place, entry.field, _json(entry.value)) for entry in entries if entry.status == "applied"
    ]
    cells = tables.owner.club.cells(game)
    return sorted(rows), sorted((*cell, _json(cells[cell].value)) for cell in cells if cell[0])


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _play(fingers: Fingers) -> None:
    """Use steppers, toggles, an undo, piles, points and a sum, finish the round, and correct it."""
    page = fingers.page
    tally_books(fingers)
    fingers.recorded("Black books, Bob & Dora")
    last = page.locator("form.undo [name=undo]")
    for _ in range(3):
        # Undo must revert this toggle and nothing before it.
        before = last.input_value()
        fingers.mark(CUT)
        expect(last).not_to_have_value(before)
    fingers.tap(page.locator("form.undo").get_by_role("button"))
    expect(page.get_by_role("button", name=CUT)).to_have_attribute("aria-pressed", "false")
    fingers.mark(CUT)
    fingers.press("Count the round")
    count_piles(fingers, *MELDED, PILES[MELDED])
    fingers.choose("Ann went out")
    for (legend, label), text in SUM.items():
        if (legend, label) != MELDED:
            fingers.write(legend, label, text)
    fingers.step("Dora", THREES)
    fingers.press("Finish the round")
    expect(page.locator(".done .suit")).to_have_text(WORTH)
    fingers.tap(page.locator(".done a"))
    fingers.press("Correct this round")
    fingers.step("Dora", THREES)
    fingers.press("Save the correction")
    expect(page.locator(".receipt .round-sum td")).to_have_text(("1,910", "90"))
