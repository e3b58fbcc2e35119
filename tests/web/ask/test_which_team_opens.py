"""Which team asks "can we open?": whom the page chooses, and whom it leaves to be chosen."""

import pytest

from scorepad.store import Entry
from tests.web.ask.asking import KINGS, answer_of, ask_open


def test_nobody_is_chosen_while_both_teams_may_open(table):
    assert "team" not in ask_open(table).forms[0].fields


def test_the_team_that_is_yet_to_open_is_chosen_once_the_other_has(table):
    opened = Entry("opened", table.game, 1, "team1", "opened", {"yes": True})
    table.visitor.club.record([opened])
    page = ask_open(table)
    assert page.forms[0].fields["team"] == "2"
    assert "Ann & Carla: 50 points, opened already" in page.text
    page = ask_open(table, team="1", **KINGS)
    assert answer_of(page) is None
    assert "This team has opened already" in page.said


def test_a_team_whose_books_were_counted_has_opened_though_nobody_marked_it(table):
    table.sheet(1).save(**{"team2.dirty": "1"})
    page = ask_open(table, **KINGS)
    assert page.forms[0].fields["team"] == "1"
    assert "Bob & Dora: 50 points, opened already" in page.text
    assert "✓ opened" in table.page().classed("side-note")[1].text
    page = ask_open(table, team="2", **KINGS)
    assert answer_of(page) is None
    assert "This team has opened already" in page.said


def test_where_the_minimums_differ_the_team_is_asked_for_first(visitor):
    table = visitor.begin("two-handed")
    ahead = {"table.ended": "seat1", "team1.clean": "7", "team1.dirty": "1", "team1.melded": "900"}
    table.play(1, **ahead | {"team2.melded": "0", "seat2.left": "0"})
    page = ask_open(table, **{"K.naturals": "6"})
    assert (page.status, answer_of(page)) == (200, None)
    assert "Choose which team opens" in page.said


def test_each_team_is_asked_for_its_own_minimum(visitor):
    table = visitor.begin("two-handed")
    ahead = {"table.ended": "seat1", "team1.clean": "7", "team1.dirty": "1", "team1.melded": "900"}
    table.play(1, **ahead | {"team2.melded": "0", "seat2.left": "0"})
    typed = {"K.naturals": "6"}
    assert answer_of(ask_open(table, **typed, team="1")) == "No"
    assert answer_of(ask_open(table, **typed, team="2")) == "Yes"


@pytest.mark.parametrize("team", ["0", "3", "x", "", "٢", "9" * 400])
def test_a_team_that_is_not_at_the_table_is_refused(table, team):
    page = ask_open(table, **KINGS, team=team)
    assert (page.status, page.beside("team")) == (422, "Choose one of these.")
