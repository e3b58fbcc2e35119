"""What to weigh before going out: what waiting would cost or gain, what the partner may hold, and the standing."""

from dataclasses import replace

import pytest

from scorepad.rules import preset, slugs
from scorepad.rules.lookup import table_for
from scorepad.rules.words import LastCard
from scorepad.scoring.advice.going_out import OutQuestion, can_go_out
from scorepad.scoring.advice.waiting import SENTENCES, consideration_text, standing_after, weigh_partner, weigh_waiting
from scorepad.scoring.model import TeamRound
from tests.support.scoring import ONE_EACH


def _question(slug="catawba", number=1, mine=None, others=None, **more):
    rule_set = preset(slug)
    table = table_for(rule_set)
    teams = [TeamRound(f"Team {at + 1}", **(others or {})) for at in range(table.teams)]
    teams[0] = TeamRound("Team 1", **(mine or {}))
    usual = {"books": {}, "unfinished": {}, "in_foot": True, "last_card": LastCard.DISCARD}
    return OutQuestion(rule_set, number, table, table.decks, **usual | more, teams=tuple(teams))


def _weigh(*questions):
    return [c for question in questions for c in weigh_waiting(question) + weigh_partner(question)]


def _facts(considerations, code):
    return [consideration.facts for consideration in considerations if consideration.code == code]


HELD = {"left": (65,), "threes": {"red_threes_held": 1}}
ENTERED_BY_OTHERS = _question("partnership", others=HELD, books=ONE_EACH)
ENTERED_BY_US = _question("partnership", mine=HELD, books=ONE_EACH)
TOO_SOON = _question("partnership", others={"left": (65,)})
FOOT = _question("laguna-woods")
FACTS = [
    # What waiting would cost or gain.
    (_question(unfinished={"sevens": 1}), "finish_unfinished", [{"now": -1000, "then": 1000, "gain": 2000}]),
    (_question(), "finish_unfinished", []),
    (_question(books={"clean": 2, "dirty": 4, "aces": 0}), "make_books", [{"missing": {"clean": 1}, "each": 500}]),
    (_question(books={"clean": 2, "dirty": 4, "aces": 1}), "make_books", []),
    # The bonus is lost if the others go out first, or the stock runs out.
    (_question(), "bonus_at_stake", [{"points": 500}]),
    (_question(), "stock_pays_no_bonus", [{"points": 500}]),
    (_question("southern-ohio"), "bonus_at_stake", []),
    (_question("two-handed"), "stock_voids", [{}]),
    (_question("two-handed"), "stock_pays_no_bonus", []),
    # Cards left, as entered or unknown.
    (ENTERED_BY_OTHERS, "others_cards_left", [{"team": "Team 2", "points": -565}]),
    (ENTERED_BY_OTHERS, "own_cards_left", []),
    (ENTERED_BY_US, "own_cards_left", [{"team": "Team 1", "points": -565}]),
    (ENTERED_BY_US, "others_cards_unknown", [{"team": "Team 2"}]),
    # If going out too soon is penalised, the others lose nothing for cards left.
    (TOO_SOON, "others_spared", [{"team": "Team 2"}]),
    (TOO_SOON, "others_cards_left", []),
    # A bonus that was already earned stays either way.
    (_question("partnership", mine={"bonuses": {"exact_cut": 2}}), "bonus_stays", [{"count": 2, "points": 200}]),
    # The partner: the dearest cards, and the foot until it is known to be picked up.
    (_question(), "partner_cards_unknown", [{}]),
    (_question("partnership"), "cards_count_against", [{"cards": {"joker": 50, "2": 20, "A": 20}}]),
    (FOOT, "partner_foot", [{"cards": 11, "knee": 11, "certain": False}]),
    (replace(FOOT, partner_in_foot=True), "partner_foot", []),
    (_question("classic"), "partner_foot", []),
]  # fmt: skip


@pytest.mark.parametrize(("question", "code", "expected"), FACTS, ids=range(len(FACTS)))
def test_what_there_is_to_weigh_has_its_facts(question, code, expected):
    result = _facts(_weigh(question), code)
    assert len(result) == len(expected)
    for facts, those in zip(result, expected, strict=True):
        assert {key: facts[key] for key in those} == those


def test_that_draws_are_unknown_comes_last():
    assert weigh_waiting(_question())[-1].code == "draws_unknown"


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
    result = _facts(weigh_partner(_question(slug)), "three_held")
    assert {facts["card"]: facts["points"] for facts in result} == costs
    assert all(facts["each"] and facts["two"] == 2 * facts["points"] for facts in result)


def test_what_was_entered_for_the_partner_leaves_out_the_player_s_own():
    mine = {"left": (40, 65), "threes": {"red_threes_held": 1}}
    question = _question("partnership", mine=mine, books=ONE_EACH)
    assert _facts(weigh_partner(question, 0), "partner_cards_entered") == [{"points": -565}]
    assert _facts(weigh_partner(question, 1), "partner_cards_entered") == [{"points": -540}]


def test_a_player_alone_has_no_partner_to_weigh_anything():
    assert weigh_partner(_question("two-handed")) == ()


def test_the_standing_is_the_projected_score_on_top_of_the_totals_before():
    question = _question("partnership", books=ONE_EACH, mine={"melded": 410})
    result = standing_after(question, (1450, 2000))
    assert result.scores == can_go_out(question).projected.teams
    assert (result.after, result.winners) == ((1450 + 1310, 2000), ())


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
    result = _weigh(begun, _question(), _question("partnership"), _question("two-handed"))
    assert {consideration.code for consideration in result} == set(SENTENCES)


def test_the_sentences_say_the_points():
    assert consideration_text(_weigh(_question(unfinished={"aces": 1}))[0]) == (
        "1 unfinished book of aces: −1,000 if you go out now, +1,000 once finished. Waiting could gain you 2,000."
    )
    sentences = map(consideration_text, _weigh(_question("partnership")))
    assert "Each red three in your partner’s hand or foot costs 500." in sentences
