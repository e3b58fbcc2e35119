"""What to weigh before going out: what waiting would cost or gain, what the partner may hold, and the standing."""

from dataclasses import replace

import pytest

from scorepad.rules import preset, slugs
from scorepad.rules.lookup import table_for
from scorepad.rules.words import LastCard
from scorepad.scoring.advice.going_out import OutQuestion, can_go_out
from scorepad.scoring.advice.waiting import standing_after, weigh_partner, weigh_waiting
from scorepad.scoring.model import TeamRound
from scorepad.scoring.text.waiting import SENTENCES, consideration_text


def _question(slug="catawba", number=1, mine=None, others=None, **more):
    rule_set = preset(slug)
    table = table_for(rule_set)
    teams = [TeamRound(f"Team {at + 1}", **(others or {})) for at in range(table.teams)]
    teams[0] = TeamRound("Team 1", **(mine or {}))
    usual = {"books": {}, "unfinished": {}, "in_foot": True, "last_card": LastCard.DISCARD}
    return OutQuestion(rule_set, number, table, table.decks, **usual | more, teams=tuple(teams))


def _facts(considerations, code):
    return [one.facts for one in considerations if one.code == code]


def _codes(considerations):
    return [one.code for one in considerations]


def test_an_unfinished_premium_turns_from_a_penalty_into_its_value():
    (facts,) = _facts(weigh_waiting(_question(unfinished={"sevens": 1})), "finish_unfinished")
    assert (facts["now"], facts["then"], facts["gain"]) == (-1000, 1000, 2000)
    assert _facts(weigh_waiting(_question()), "finish_unfinished") == []


def test_every_book_that_lacks_is_named_with_what_it_pays():
    found = _facts(
        weigh_waiting(_question(books={"clean": 2, "dirty": 4, "aces": 0})), "make_books"
    )
    assert [(one["missing"], one["each"]) for one in found] == [({"clean": 1}, 500)]
    met = _question(books={"clean": 2, "dirty": 4, "aces": 1})
    assert _facts(weigh_waiting(met), "make_books") == []


def test_the_bonus_is_lost_if_the_others_go_out_first_or_the_stock_runs_out():
    found = weigh_waiting(_question())
    assert _facts(found, "bonus_at_stake") == [{"points": 500}]
    assert _facts(found, "stock_pays_no_bonus") == [{"points": 500}]
    assert "bonus_at_stake" not in _codes(weigh_waiting(_question("southern-ohio")))


def test_a_stock_that_voids_the_round_is_told():
    codes = _codes(weigh_waiting(_question("two-handed")))
    assert "stock_voids" in codes
    assert "stock_pays_no_bonus" not in codes


def test_cards_left_are_told_as_entered_and_as_unknown_where_they_were_not():
    held = {"left": (65,), "threes": {"red_threes_held": 1}}
    ready = {"books": {"clean": 1, "dirty": 1}}
    found = weigh_waiting(_question("partnership", others=held, **ready))
    assert _facts(found, "others_cards_left") == [{"team": "Team 2", "points": -565}]
    assert _facts(found, "own_cards_left") == []
    found = weigh_waiting(_question("partnership", mine=held, **ready))
    assert _facts(found, "own_cards_left") == [{"team": "Team 1", "points": -565}]
    assert _facts(found, "others_cards_unknown") == [{"team": "Team 2"}]


def test_going_out_too_soon_where_that_is_punished_spares_the_others_their_cards():
    found = weigh_waiting(_question("partnership", others={"left": (65,)}))
    assert _facts(found, "others_spared") == [{"team": "Team 2"}]
    assert _facts(found, "others_cards_left") == []


def test_a_bonus_that_is_already_there_stays_either_way():
    found = weigh_waiting(_question("partnership", mine={"bonuses": {"exact_cut": 2}}))
    (facts,) = _facts(found, "bonus_stays")
    assert (facts["count"], facts["points"]) == (2, 200)


def test_what_cannot_be_known_is_said_to_be_unknown():
    assert _codes(weigh_waiting(_question()))[-1] == "draws_unknown"
    assert "partner_cards_unknown" in _codes(weigh_partner(_question()))


THREES = [
    ("partnership", {"red3": 500, "black3": 5}),
    ("southern-ohio", {"red3": 300, "black3": 5}),
    ("catawba", {"red3": 300}),
    ("vegas", {"red3": 500, "black3": 300}),
    ("classic", {"black3": 5}),
]


@pytest.mark.parametrize(("slug", "costs"), THREES)
def test_a_three_in_the_partner_s_hand_costs_what_the_rules_say(slug, costs):
    found = _facts(weigh_partner(_question(slug)), "three_held")
    assert {one["card"]: one["points"] for one in found} == costs
    assert all(one["each"] and one["two"] == 2 * one["points"] for one in found)


def test_the_dearest_cards_a_partner_may_hold_are_named():
    (facts,) = _facts(weigh_partner(_question("partnership")), "cards_count_against")
    assert facts["cards"] == {"joker": 50, "2": 20, "A": 20}


def test_the_partner_s_foot_is_weighed_until_it_is_known_to_be_picked_up():
    question = _question("laguna-woods")
    (facts,) = _facts(weigh_partner(question), "partner_foot")
    assert (facts["cards"], facts["knee"], facts["certain"]) == (11, 11, False)
    assert _facts(weigh_partner(replace(question, partner_in_foot=True)), "partner_foot") == []
    assert _facts(weigh_partner(_question("classic")), "partner_foot") == []


def test_what_was_entered_for_the_partner_is_told_without_the_player_s_own():
    mine = {"left": (40, 65), "threes": {"red_threes_held": 1}}
    question = _question("partnership", mine=mine, books={"clean": 1, "dirty": 1})
    assert _facts(weigh_partner(question, 0), "partner_cards_entered") == [{"points": -565}]
    assert _facts(weigh_partner(question, 1), "partner_cards_entered") == [{"points": -540}]


def test_a_player_alone_has_no_partner_to_weigh_anything():
    assert weigh_partner(_question("two-handed")) == ()


def test_the_standing_is_the_projected_score_on_top_of_the_totals_before():
    question = _question("partnership", books={"clean": 1, "dirty": 1}, mine={"melded": 410})
    found = standing_after(question, (1450, 2000))
    assert found.scores == can_go_out(question).projected.teams
    assert (found.after, found.winners) == ((1450 + 1310, 2000), ())


def test_going_out_in_the_last_round_ends_the_game_with_a_winner_or_a_tie():
    question = _question("partnership", number=4, books={"clean": 1, "dirty": 1})
    assert standing_after(question, (5, 900)).winners == (1,)
    assert standing_after(question, (0, 900)).winners == (1, 2)


def test_reaching_the_target_ends_the_game():
    question = _question("southern-ohio", books={"clean": 1, "dirty": 1})
    assert standing_after(question, (5000, 5900)).winners == ()
    assert standing_after(question, (5200, 5900)).winners == (1,)


@pytest.mark.parametrize("slug", slugs())
def test_under_every_rule_set_each_thing_to_weigh_is_a_sentence(slug):
    held = {"left": (5, 5), "threes": {"red_threes_held": 1}, "bonuses": {}}
    kinds = [kind.code for kind in preset(slug).books if kind.unfinished]
    for mine in ({}, held):
        question = _question(slug, mine=mine, others=mine, unfinished=dict.fromkeys(kinds, 1))
        for one in (*weigh_waiting(question), *weigh_partner(question)):
            assert consideration_text(one).endswith(".")
            assert consideration_text(one)[0].isupper() or consideration_text(one)[0].isdigit()


def test_every_sentence_is_of_something_that_can_come_up():
    held = {"left": (5, 5), "bonuses": {"exact_cut": 1}}
    asked = [
        _question(mine=held, others=held, unfinished={"aces": 1}),
        _question(),
        _question("partnership"),
        _question("two-handed"),
    ]
    found = {
        one.code
        for question in asked
        for one in (*weigh_waiting(question), *weigh_partner(question))
    }
    assert found == set(SENTENCES)


def test_the_sentences_say_the_points():
    said = [consideration_text(one) for one in weigh_waiting(_question(unfinished={"aces": 1}))]
    assert said[0] == (
        "1 unfinished book of aces: −1,000 if you go out now, +1,000 once finished. "
        "Waiting could gain you 2,000."
    )
    said = [consideration_text(one) for one in weigh_partner(_question("partnership"))]
    assert "Each red three in your partner’s hand or foot costs 500." in said
