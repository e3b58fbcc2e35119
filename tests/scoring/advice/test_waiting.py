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

ONE_EACH = {"clean": 1, "dirty": 1}


def _question(slug="catawba", number=1, mine=None, others=None, **more):
    rule_set = preset(slug)
    table = table_for(rule_set)
    teams = [TeamRound(f"Team {at + 1}", **(others or {})) for at in range(table.teams)]
    teams[0] = TeamRound("Team 1", **(mine or {}))
    usual = {"books": {}, "unfinished": {}, "in_foot": True, "last_card": LastCard.DISCARD}
    return OutQuestion(rule_set, number, table, table.decks, **usual | more, teams=tuple(teams))


def _facts(considerations, code):
    return [consideration.facts for consideration in considerations if consideration.code == code]


def _codes(considerations):
    return [consideration.code for consideration in considerations]


def test_an_unfinished_premium_turns_from_a_penalty_into_its_value():
    (facts,) = _facts(weigh_waiting(_question(unfinished={"sevens": 1})), "finish_unfinished")
    assert (facts["now"], facts["then"], facts["gain"]) == (-1000, 1000, 2000)
    assert _facts(weigh_waiting(_question()), "finish_unfinished") == []


def test_every_missing_book_is_named_with_what_it_pays():
    short = _question(books={"clean": 2, "dirty": 4, "aces": 0})
    (facts,) = _facts(weigh_waiting(short), "make_books")
    assert (facts["missing"], facts["each"]) == ({"clean": 1}, 500)
    met = _question(books={"clean": 2, "dirty": 4, "aces": 1})
    assert _facts(weigh_waiting(met), "make_books") == []


def test_the_bonus_is_lost_if_the_others_go_out_first_or_the_stock_runs_out():
    found = weigh_waiting(_question())
    assert _facts(found, "bonus_at_stake") == _facts(found, "stock_pays_no_bonus")
    assert _facts(found, "bonus_at_stake") == [{"points": 500}]
    assert "bonus_at_stake" not in _codes(weigh_waiting(_question("southern-ohio")))
    void = _codes(weigh_waiting(_question("two-handed")))
    assert "stock_voids" in void
    assert "stock_pays_no_bonus" not in void


def test_cards_left_are_shown_as_entered_and_as_unknown_where_they_were_not():
    held = {"left": (65,), "threes": {"red_threes_held": 1}}
    found = weigh_waiting(_question("partnership", others=held, books=ONE_EACH))
    assert _facts(found, "others_cards_left") == [{"team": "Team 2", "points": -565}]
    assert _facts(found, "own_cards_left") == []
    found = weigh_waiting(_question("partnership", mine=held, books=ONE_EACH))
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


@pytest.mark.parametrize(
    ("slug", "costs"),
    [
        ("partnership", {"red3": 500, "black3": 5}),
        ("southern-ohio", {"red3": 300, "black3": 5}),
        ("catawba", {"red3": 300}),
        ("vegas", {"red3": 500, "black3": 300}),
        ("classic", {"black3": 5}),
    ],
)
def test_a_three_in_the_partner_s_hand_costs_what_the_rules_say(slug, costs):
    found = _facts(weigh_partner(_question(slug)), "three_held")
    assert {facts["card"]: facts["points"] for facts in found} == costs
    assert all(facts["each"] and facts["two"] == 2 * facts["points"] for facts in found)


def test_the_dearest_cards_a_partner_may_hold_are_named():
    (facts,) = _facts(weigh_partner(_question("partnership")), "cards_count_against")
    assert facts["cards"] == {"joker": 50, "2": 20, "A": 20}


def test_the_partner_s_foot_is_weighed_until_it_is_known_to_be_picked_up():
    question = _question("laguna-woods")
    (facts,) = _facts(weigh_partner(question), "partner_foot")
    assert (facts["cards"], facts["knee"], facts["certain"]) == (11, 11, False)
    assert _facts(weigh_partner(replace(question, partner_in_foot=True)), "partner_foot") == []
    assert _facts(weigh_partner(_question("classic")), "partner_foot") == []


def test_what_was_entered_for_the_partner_leaves_out_the_player_s_own():
    mine = {"left": (40, 65), "threes": {"red_threes_held": 1}}
    question = _question("partnership", mine=mine, books=ONE_EACH)
    assert _facts(weigh_partner(question, 0), "partner_cards_entered") == [{"points": -565}]
    assert _facts(weigh_partner(question, 1), "partner_cards_entered") == [{"points": -540}]


def test_a_player_alone_has_no_partner_to_weigh_anything():
    assert weigh_partner(_question("two-handed")) == ()


def test_the_standing_is_the_projected_score_on_top_of_the_totals_before():
    question = _question("partnership", books=ONE_EACH, mine={"melded": 410})
    found = standing_after(question, (1450, 2000))
    assert found.scores == can_go_out(question).projected.teams
    assert (found.after, found.winners) == ((1450 + 1310, 2000), ())


@pytest.mark.parametrize(
    ("slug", "number", "before", "winners"),
    [
        ("partnership", 4, (5, 900), (1,)),
        ("partnership", 4, (0, 900), (1, 2)),
        ("southern-ohio", 1, (5000, 5900), ()),
        ("southern-ohio", 1, (5200, 5900), (1,)),
    ],
)
def test_the_last_round_or_the_target_ends_the_game(slug, number, before, winners):
    question = _question(slug, number=number, books=ONE_EACH)
    assert standing_after(question, before).winners == winners


def _weigh(*questions):
    return [c for question in questions for c in weigh_waiting(question) + weigh_partner(question)]


@pytest.mark.parametrize("slug", slugs())
def test_under_every_rule_set_each_thing_to_weigh_is_a_sentence(slug):
    held = {"left": (5, 5), "threes": {"red_threes_held": 1}, "bonuses": {}}
    begun = {kind.code: 1 for kind in preset(slug).books if kind.unfinished}
    for mine in ({}, held):
        for consideration in _weigh(_question(slug, mine=mine, others=mine, unfinished=begun)):
            text = consideration_text(consideration)
            assert text.endswith(".")
            assert text[0].isupper() or text[0].isdigit()


def test_every_sentence_is_of_something_that_can_come_up():
    held = {"left": (5, 5), "bonuses": {"exact_cut": 1}}
    begun = _question(mine=held, others=held, unfinished={"aces": 1})
    found = _weigh(begun, _question(), _question("partnership"), _question("two-handed"))
    assert {*_codes(found)} == set(SENTENCES)


def test_the_sentences_say_the_points():
    assert consideration_text(_weigh(_question(unfinished={"aces": 1}))[0]) == (
        "1 unfinished book of aces: −1,000 if you go out now, +1,000 once finished. "
        "Waiting could gain you 2,000."
    )
    sentences = map(consideration_text, _weigh(_question("partnership")))
    assert "Each red three in your partner’s hand or foot costs 500." in sentences
