"""The same taps and keys leave the same entries in the club, whether scripts run or not."""

import json
from pathlib import Path

from playwright.sync_api import expect

from scorepad.web import create_app
from tests.browser.conftest import PHONE, NewContext, overhear
from tests.browser.touches import BOOKS, CUT, PILES, POINTS, WORTH, Fingers, count_piles
from tests.support.server import environment, serving
from tests.web.driving import Visitor

Row = tuple[int, str, str, str]
"""Round, place, field, and value as JSON."""

MELDED = ("Bob & Dora", "Cards melded")
SUM = {**POINTS, ("Ann & Carla", "Cards melded"): "120+290"}


def test_with_scripts_and_without_the_same_is_recorded(
    tmp_path: Path, new_context: NewContext
) -> None:
    entries, cells = _evening(tmp_path / "with", new_context, True)
    without, cells_without = _evening(tmp_path / "without", new_context, False)
    assert entries == without
    assert cells == cells_without
    # Were one of these lacking in both, they would be equal too.
    assert {
        (1, "table", "ended", '{"as": "out", "seat": 1}'),
        (1, "team1", "clean", '{"as": "tally", "n": 2}'),
        (1, "team1", "melded", '{"as": "points", "typed": "120+290"}'),
        (1, "team2", "opened", '{"yes": true}'),
        (1, "seat3", "exact_cut", '{"as": "count", "n": 1}'),
        (1, "seat4", "red_threes_held", '{"as": "count", "n": 2}'),
        (1, "table", "finished", '{"yes": true}'),
    } <= set(cells)


def _evening(home: Path, new_context: NewContext, scripts: bool) -> tuple[list[Row], list[Row]]:
    """Plays and corrects a round in a new club; gives every entry in it, and what holds in the end, both sorted."""
    home.mkdir()
    app = create_app(home)
    game = Visitor(app).begin(starter="seat2").game
    began = app.extensions["scorepad.club"].latest_seq()
    app.extensions["scorepad.club"].close()
    with serving(environment(SCOREPAD_INSTANCE=str(home))) as url:
        context = new_context(**PHONE, java_script_enabled=scripts)
        _, complaints = overhear(context)
        page = context.new_page()
        page.goto(f"{url}/games/{game}")
        _play(Fingers(page, selects=True))
        assert complaints == []
    return _recorded(home, game, began)


def _recorded(home: Path, game: int, since: int) -> tuple[list[Row], list[Row]]:
    app = create_app(home)
    club = app.extensions["scorepad.club"]
    entries, cells = club.history(game, since=since), club.cells(game)
    club.close()
    assert {one.status for one in entries} <= {"applied", "same"}
    applied = [one for one in entries if one.status == "applied"]
    rows = [(one.round, one.place, one.field, _json(one.value)) for one in applied]
    return sorted(rows), sorted((*cell, _json(cells[cell].value)) for cell in cells if cell[0])


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _play(fingers: Fingers) -> None:
    """Steppers, marks, an undo, piles, points, a sum, the finish, and a correction."""
    for team, books in BOOKS.items():
        fingers.mark("Opened", team)
        for label, number in books.items():
            fingers.step(team, label, number)
    expect(fingers.page.locator("form.undo")).to_contain_text("Black books, Bob & Dora")
    for _ in range(3):
        _mark_and_wait(fingers, CUT)
    _undo(fingers)
    fingers.mark(CUT)
    fingers.press("Count the round")
    count_piles(fingers, *MELDED, PILES[MELDED])
    fingers.choose("Ann went out")
    for (whose, label), text in SUM.items():
        if (whose, label) != MELDED:
            fingers.write(whose, label, text)
    fingers.step("Dora", "Red threes left in hand or foot")
    fingers.press("Finish the round")
    expect(fingers.page.get_by_role("heading", level=2)).to_have_text(WORTH)
    _correct(fingers)


def _mark_and_wait(fingers: Fingers, words: str) -> None:
    """Touches a mark, and waits until Undo would take that back and nothing before it."""
    last = fingers.page.locator("form.undo [name=undo]")
    before = last.input_value()
    fingers.mark(words)
    expect(last).not_to_have_value(before)


def _undo(fingers: Fingers) -> None:
    fingers.tap(fingers.page.locator("form.undo").get_by_role("button"))
    cut = fingers.page.get_by_role("button", name=CUT)
    expect(cut).to_have_attribute("aria-pressed", "false")


def _correct(fingers: Fingers) -> None:
    fingers.press("Correct this round")
    fingers.page.wait_for_load_state()
    fingers.step("Dora", "Red threes left in hand or foot")
    fingers.press("Keep the correction")
    expect(fingers.page.get_by_role("heading", level=2)).to_have_text((WORTH[0], "Bob & Dora: 90"))
