"""A finished game under other rules, beside the real result."""

import pytest

from tests.web.driving import OUT_FIRST
from tests.web.rules.bad_slugs import BAD_SLUGS


@pytest.fixture
def over(visitor):
    table = visitor.begin()
    table.play(1, **OUT_FIRST | {"seat1.exact_cut": "1", "team2.clean": "1"})
    table.decide(decision="over")
    return table


def test_the_outcome_under_other_rules_stands_beside_the_real_one(visitor, over):
    page = visitor.get(f"{over.address}/what-if", rules="simpson")
    # 4 × 500 + 5 × 300 + 900 + 100 + 100; under simpson clean books pay 300 and dirty ones 100.
    assert "Ann & Carla won, 4,600 to 500." in page.text
    assert "Ann & Carla won, 2,800 to 300." in page.text
    assert "The same winner" in page.text
    assert "Your table ended this game itself, after round 1. So it would under those rules." in page.text


def test_what_is_not_certain_is_said_cell_by_cell(visitor, over):
    text = visitor.get(f"{over.address}/what-if", rules="southern-ohio").text
    assert "Those rules do not count this. Round 1, Ann, exact cuts of 22: 1" in text
    text = visitor.get(f"{over.address}/what-if", rules="roth").text
    assert "Under those rules the cards may be worth other points. Round 1, Ann & Carla, cards melded: 900" in text
    assert "Unfinished books of aces" in visitor.get(f"{over.address}/what-if", rules="catawba").text
    assert "Not possible under these rules" not in text


def test_a_round_that_the_other_rules_do_not_allow_is_named(visitor):
    table = visitor.begin()
    table.play(1, **OUT_FIRST | {"team1.clean": "1", "team1.dirty": "1"})
    table.decide(decision="over")
    text = visitor.get(f"{table.address}/what-if", rules="catawba").text
    assert "Not possible under these rules Round 1: Ann & Carla cannot have gone out." in text


def test_own_rules_can_be_asked_about_and_nothing_changes_by_looking(visitor, over, ours, nothing_recorded):
    nothing_recorded()
    assert "Ann & Carla won, 5,400 to 700." in visitor.get(f"{over.address}/what-if", rules=ours.slug).text
    assert "Count it again" in visitor.get(f"{over.address}/what-if").text


def test_rules_without_such_a_table_are_refused_with_a_list(visitor, over):
    page = visitor.get(f"{over.address}/what-if", rules="two-handed")
    assert page.status == 422
    assert "These rules have no table of this size." in page.text


def test_a_game_that_is_going_on_leads_to_its_table(visitor):
    table = visitor.begin()
    assert visitor.client.get(f"{table.address}/what-if?rules=roth").location == table.address


@pytest.mark.parametrize("text", BAD_SLUGS)
def test_an_unknown_rule_set_is_no_page(visitor, over, text):
    assert visitor.get(f"{over.address}/what-if", rules=text).status == (404 if text else 200)
