"""An unreadable game is listed as damaged, and breaks nothing else."""

from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from scorepad.store import Role
from scorepad.store.engine import sqlite3
from scorepad.web import create_app
from scorepad.web.games.game_list import DAMAGED
from tests.web.driving import Visitor

FIRST_CLUB = Path(__file__).parents[2] / "store" / "first_club.sql"


def damage(visitor, statement):
    """Change the file of a club as a disk fault would."""
    with closing(sqlite3.connect(visitor.club.path)) as outside, outside:
        outside.executescript(statement)


@pytest.fixture
def visitor(first_visitor):
    return first_visitor


@pytest.fixture
def games(visitor):
    """Two games; the second will be damaged."""
    return visitor.begin(), visitor.begin()


NO_TEXT = "CAST(x'7bff7d' AS TEXT)"


@pytest.mark.parametrize(
    "damage_to",
    [
        "value = '{\"as'",
        "value = '1, 2'",
        "value = '[]'",
        # Another number in a rule, and half a character in a name.
        "value = replace(value, '500', '700')",
        r"value = replace(value, 'Partnership', '\ud800')",
        "seq = seq + 1",
        "round = 1000000000000",
        f"value = {NO_TEXT}",
        "field = 'rulex'",
        "place = 'tafle'",
    ],
)
def test_only_the_damaged_game_is_lost(visitor, games, damage_to):
    good, bad = games
    damage(visitor, f"UPDATE cell SET {damage_to} WHERE game = {bad.game} AND field = 'rules'")
    front = visitor.get("/")
    assert front.status == 200
    listed = {item.all("a")[0]["href"]: item.text for item in front.root.all("li") if item.all("a")}
    assert DAMAGED in listed[bad.address]
    (card,) = [section for section in front.root.all("section") if "big-card" in section["class"]]
    assert (good.address, "Round 1" in card.text) == (card.all("a")[0]["href"], True)
    assert visitor.get(good.address).status == 200
    for address in (bad.address, f"{bad.address}/board"):
        page = visitor.get(address)
        assert page.status == 503
        assert "cannot be read" in page.text
    for address in ("/league", "/people", "/games/new", "/games/new/partnership", f"{good.address}/history"):
        assert visitor.get(address).status == 200


def test_a_club_of_the_first_version_has_a_front_page(tmp_path):
    path = tmp_path / "club.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(FIRST_CLUB.read_text())
    path.chmod(0o600)
    visitor = Visitor(create_app(tmp_path), Role.OWNER)
    front = visitor.get("/")
    assert front.status == 200
    # The rules of its only game cannot be read.
    assert DAMAGED in front.text
    assert visitor.get("/league").status == 200


@pytest.mark.parametrize(
    ("address", "statement"),
    [
        ("/people", f"UPDATE player SET name = {NO_TEXT} WHERE id = 1"),
        ("/league/seasons/1", "UPDATE season SET figure = 'wims'"),
        ("/league/seasons/1", "UPDATE season SET last_day = '2999-13-01'"),
        ("/", "ALTER TABLE entry RENAME COLUMN at TO av"),
        ("/games/new/partnership", "ALTER TABLE player RENAME COLUMN colour TO color"),
        # A byte that gives the type of the next value.
        ("/people", "DROP TABLE player; CREATE TABLE player AS SELECT *, 5 AS name FROM (SELECT 1 AS id)"),
    ],
)
def test_a_fault_in_what_every_game_shares_is_a_sentence(visitor, games, address, statement):
    visitor.club.seasons.add(key="s", name="S", first_day=date(2025, 1, 1), last_day=None, figure="wins", least=1)
    damage(visitor, statement)
    page = visitor.get(address)
    assert page.status == 503
    assert "scorepad doctor" in page.text


def test_a_time_that_is_none_leaves_the_story_without_its_day(visitor, games):
    damage(visitor, "DROP TRIGGER game_no_update; UPDATE game SET created_at = '2026-11h22'")
    assert visitor.get(f"{games[0].address}/story").status == 200


def test_a_damaged_place_in_the_log_is_a_sentence(visitor, games):
    damage(visitor, "DROP TRIGGER entry_no_update")
    damage(visitor, f"UPDATE entry SET place = 'ceat2' WHERE game = {games[1].game} AND place = 'seat2'")
    assert visitor.get(f"{games[1].address}/history").status == 503
    assert visitor.get(f"{games[1].address}/board").status in (200, 503)
    assert visitor.get(f"{games[0].address}/history").status == 200
