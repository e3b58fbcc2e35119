"""`scorepad export picture` and `sheet`: the pages of a game, an evening and a season as files."""

import re
from contextlib import closing

import pytest

from scorepad.web import create_app
from tests.cli.invoke import invoke, run
from tests.golden import stored
from tests.web.driving import Visitor
from tests.web.kept import keep

DAY = "2026-11-21"
GAME, EVENING, SEASON = ("--game", "3"), ("--evening", DAY), ("--season", "now on")


@pytest.fixture
def owner(instance):
    stored.restore(instance)
    app = create_app(instance)
    with closing(app.extensions["scorepad.club"]):
        yield Visitor(app)


def sheet(*part):
    return run("export", "sheet", *part, "--out", "-").stdout


@pytest.mark.parametrize(
    ("part", "address"),
    [
        (GAME, "/games/3/result.png"),
        (EVENING, f"/evenings/{DAY}/picture.png"),
        (SEASON, "/league/seasons/2/picture.png"),
    ],
)
def test_a_picture_is_that_of_the_page(owner, part, address):
    assert run("export", "picture", *part, "--out", "-").stdout_bytes == owner.client.get(address).data


@pytest.mark.parametrize(("part", "text"), [(GAME, "Round 2"), (EVENING, "Nov 2026</h1>"), (SEASON, "The table")])
def test_a_sheet_needs_no_other_file_leads_nowhere_and_lets_no_one_in(owner, part, text):
    html = sheet(*part)
    assert text in html
    assert [mark for mark in ("href", "src=", "<script", "<form", "token", "/in/", "url(") if mark in html] == []


def test_the_sheet_of_a_long_game_has_all_its_rounds(owner):
    table = keep(owner, "southern-ohio", *[(50, 60)] * 14)
    html = sheet("--game", str(table.game))
    assert re.findall(r">Round (\d+)\b", html)[:14] == [str(number) for number in range(1, 15)]


def test_its_file_is_named_by_what_it_shows(owner, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "The picture of game 3 is exported to" in run("export", "picture", *GAME).stdout
    assert "The sheet of “Now on” is exported to" in run("export", "sheet", *SEASON).stdout
    assert sorted(file.name[20:] for file in tmp_path.glob("scorepad-*")) == ["game-3.png", "season-2.html"]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("picture",), "Say what the picture is of with one of --game N"),
        (("sheet", *GAME, *SEASON), "Say what the sheet is of with one of --game N"),
        (("jsonl", *EVENING), "This file is of the whole club."),
        (("picture", "--game", "99"), "There is no game 99."),
        (("picture", "--game", "1"), "Game 1 is not over yet, so it has no picture."),
        (("sheet", "--evening", "2001-01-01"), "No game of 1 Jan 2001 counts."),
        (("sheet", "--evening", "today"), "'today' is not a day. Write it as 2026-03-31."),
        (("picture", "--season", "Old"), "No game of “Old” counts yet."),
        (("picture", "--season", "Odl"), "No season “Odl”. Did you mean Old?"),
    ],
)
def test_what_cannot_be_rendered_is_a_sentence(owner, tmp_path, asked, sentence):
    result = invoke("export", *asked, "--out", str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
