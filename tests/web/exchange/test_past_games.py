"""Pages of games from a file of which only the points are known."""

import pytest

from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.plan import Decisions
from tests.web.driving import OUT_FIRST

TOTALS = "Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,Ann & Carla,Bob & Dora,5200,4100\n"


@pytest.fixture
def club(first_visitor, tmp_path):
    """A club with game 1 from a file, of which only the totals are known."""
    file = tmp_path / "results.csv"
    file.write_text(TOTALS)
    pipeline.record(first_visitor.club, pipeline.ImportFile(file, file.name), Decisions(rules="partnership"))
    return first_visitor


def test_other_rules_leave_them_out(club):
    text = club.get("/games/1/what-if", rules="simpson").text
    assert "Only the points of this game are known." in text
    assert "so they are 0" not in text
    everything = {"over": "all", "rules": "simpson"}
    assert "Only the points of these games are known." in club.get("/league/what-if", **everything).text
    table = club.begin()
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    text = club.get("/league/what-if", **everything).text
    assert "The same winner in 1 game." in text
    assert "Left out: 1 game of which only the points are known." in text
