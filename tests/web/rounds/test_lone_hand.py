"""Three people play cutthroat Canasta through the pages: in each round one is alone, and the others are partners.

The rounds and their sums are those of `tests/scoring/test_lone_hand.py`.
"""

import pytest

from scorepad.play.rules import own_rules
from scorepad.play.rules.own_rules import Sender
from tests.support.lone_hand import CUTTHROAT
from tests.web.games.undoing import offered, undo

ROUND = {
    "table.alone": "seat1", "table.ended": "seat3",
    "team1.dirty": "1", "team1.melded": "215", "seat1.left": "90",
    "team2.clean": "1", "team2.melded": "320", "seat2.left": "45", "team2.red_threes_laid": "1",
    "team3.dirty": "1", "team3.melded": "150", "team3.red_threes_laid": "2",
}  # fmt: skip


@pytest.fixture
def three(first_visitor):
    """A table of Ann, Bob and Carla, each a team."""
    rules = own_rules.save_new(first_visitor.club, CUTTHROAT, Sender("cutthroat"))
    return first_visitor.begin(rules.slug)


def test_a_game_with_a_lone_hand_from_the_first_round_to_the_league(three):
    visitor = three.visitor
    sheet = three.sheet()
    assert sheet.page.text.index("Who played alone?") < sheet.page.text.index("How did the round end?")
    # Without an answer the round is not finished, and the page says where. One of the partners counts what both melded.
    nobody_said = {name: text for name, text in ROUND.items() if name != "table.alone"}
    page = sheet.finish(**nobody_said).page
    assert (page.status, three.record.rounds[0].finished) == (422, False)
    assert "Say who played alone, or that everyone did." in page.beside("table.alone")
    three.play(1, **ROUND)
    assert three.record.course.now == (425, 1425, 1525)
    # It was Bob who took the pile first. Counts stay where they were made, and only the sums change. Bob alone:
    # 500 + 320 − 45 + 100 = 875. Ann and Carla: 600 + 365 − 90 + 100 = 975, and 200 more for Carla’s red threes.
    page = three.sheet(1).finish(table__alone="seat2").page
    assert "Corrected: Bob played alone." in page.said
    assert three.record.course.now == (975, 875, 1175)
    # In round 2 the stock runs out before anyone takes the pile: each for themselves.
    level = {name: "0" for name in three.sheet(2).form.names if name.endswith((".melded", ".left"))}
    three.play(2, **level | {"table.alone": "none", "table.ended": "stock", "seat2.left": "65"})
    assert three.record.course.now == (975, 810, 1175)
    three.decide(decision="over")
    page = visitor.get("/league")
    assert all(name in page.text for name in ("Ann", "Bob", "Carla"))
    assert "&" not in page.text


def test_one_of_the_partners_counts_what_both_melded(three):
    three.play(1, **ROUND | {"team2.melded": "470", "team3.melded": None})
    assert three.record.course.now == (425, 1425, 1525)


def test_the_history_and_undo_say_who_was_alone(three):
    three.sheet().save(**{"table.alone": "seat2"})
    assert three.values[1, "table", "alone"] == {"as": "lone_hand", "seat": 2}
    assert offered(three.page()) == "Bob played alone"
    undo(three)
    assert (1, "table", "alone") not in three.values


def test_going_out_adds_what_the_partner_has(three):
    three.sheet().save(**{"table.alone": "seat1", "team2.clean": "1", "team2.melded": "300", "team3.dirty": "1"})
    page = three.visitor.get(f"{three.address}/out", seat="3")
    assert "What Bob has counted is added" in page.text


def test_a_player_who_is_not_at_the_table_is_refused(three):
    page = three.sheet().save(**{"table.alone": "seat4"}).page
    assert page.status == 422
    assert "Choose one of the players, or that everyone played alone." in page.beside("table.alone")


def test_a_game_without_feet_does_not_speak_of_them(three, first_visitor):
    assert "Hand and foot together." not in three.sheet().page.text
    assert "Hand and foot together." in first_visitor.begin("partnership").sheet().page.text
