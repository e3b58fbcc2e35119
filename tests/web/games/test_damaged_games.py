"""A game that cannot be read is named in the list as damaged, and takes nothing else down."""

from contextlib import closing
from pathlib import Path

import pytest

from scorepad.store import Role
from scorepad.store.engine import sqlite3
from scorepad.web import create_app
from scorepad.web.games.game_list import DAMAGED
from tests.web.driving import Visitor

FIRST_CLUB = Path(__file__).parents[2] / "store" / "first_club.sql"


def damage(visitor, statement):
    """Change the file of a club as a fault of the disk would."""
    with closing(sqlite3.connect(visitor.club.path)) as outside, outside:
        outside.execute(statement)


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
    ["value = '{\"as'", "value = '1, 2'", "value = '[]'", f"value = {NO_TEXT}", "field = 'rulex'", "place = 'tafle'"],
)
def test_only_the_damaged_game_is_lost(visitor, games, damage_to):
    good, bad = games
    damage(visitor, f"UPDATE cell SET {damage_to} WHERE game = {bad.game} AND field = 'rules'")
    front = visitor.get("/")
    assert front.status == 200
    listed = {item.all("a")[0]["href"]: item.text for item in front.root.all("li")}
    assert DAMAGED in listed[bad.address]
    assert "Round 1" in listed[good.address]
    assert visitor.get(good.address).status == 200
    page = visitor.get(bad.address)
    assert page.status == 503
    assert "cannot be read" in page.text
    for address in ("/league", "/people", f"{good.address}/history"):
        assert visitor.get(address).status == 200


def test_a_club_of_the_first_version_has_a_front_page(tmp_path):
    path = tmp_path / "club.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(FIRST_CLUB.read_text())
    path.chmod(0o600)
    visitor = Visitor(create_app(tmp_path), Role.OWNER)
    front = visitor.get("/")
    assert front.status == 200
    # Its only game has no rules that could be read.
    assert DAMAGED in front.text
    assert visitor.get("/league").status == 200


def test_a_damaged_person_is_a_sentence(visitor, games):
    damage(visitor, f"UPDATE player SET name = {NO_TEXT} WHERE id = 1")
    page = visitor.get("/people")
    assert page.status == 503
    assert "scorepad doctor" in page.text


@pytest.mark.parametrize("address", ["/", "/games/new/partnership"])
def test_a_fault_in_the_names_of_the_schema_is_a_sentence(visitor, games, address):
    damage(visitor, "ALTER TABLE entry RENAME COLUMN at TO av")
    page = visitor.get(address)
    assert page.status == 503
    assert "scorepad doctor" in page.text


def test_a_damaged_place_in_the_log_is_a_sentence(visitor, games):
    damage(visitor, "DROP TRIGGER entry_no_update")
    damage(visitor, f"UPDATE entry SET place = 'ceat2' WHERE game = {games[1].game} AND place = 'seat2'")
    assert visitor.get(f"{games[1].address}/history").status == 503
    assert visitor.get(f"{games[0].address}/history").status == 200
