"""A round with its own rules: an option that holds in some rounds only.

The 200 round of these tests: in round 3 every team opens with 200, a clean book pays 1,000 and a king 20. By hand.
"""

import pytest

from scorepad.rulebook.card import build_card
from scorepad.rules import RulesError, choose, from_document, preset, to_document
from scorepad.rules.parse import in_round
from scorepad.scoring.answers import can_go_out_document, can_open_document
from scorepad.scoring.check import check
from scorepad.scoring.documents import read_round
from scorepad.scoring.game.course import minimums
from tests.support.scoring import OUT, answer, meld, points, round_of

NO = {"value": "no", "label": "No", "reported": [], "assumed": [], "set": {}, "add": {}}
YES = NO | {
    "value": "yes",
    "label": "Yes",
    "rounds": [3],
    "set": {"opening.steps.3.minimum": 200, "books.clean.points": 1000, "cards.K": 20, "going_out.cases.1.points": 50},
}
CHOICE = {"key": "special", "label": "A 200 round", "players": [], "options": [NO, YES], "typed": False}


def with_choice(**changes):
    """Return partnership rules with the choice; `changes` are to the option for round 3."""
    choice = CHOICE | {"options": [NO, YES | changes]}
    return from_document({"schema": 3, "name": "Ours", "parent": "partnership", "add": {"choices": [choice]}}, preset)


RULES = choose(with_choice(), {"special": "yes"})


def lines(number, *teams, rules=RULES):
    return [points(team) for team in answer(rules, *teams, round=number)["teams"]]


def test_only_its_round_pays_its_values():
    # OUT has 4 clean and 5 dirty books. Round 3: 4 × 1,000 and 50 for going out; usually 4 × 500 and 100.
    usual = {"clean": 2000, "dirty": 1500, "melded": 900, "going_out": 100}
    for number in (1, 2, 4):
        assert lines(number, OUT, {}) == [usual, {}]
    assert lines(3, OUT, {}) == [usual | {"clean": 4000, "going_out": 50}, {}]
    # A king left costs 20 in round 3, usually 10.
    assert [lines(number, OUT, {"left": {"K": 2}})[1] for number in (2, 3)] == [{"left": -20}, {"left": -40}]


def test_a_table_that_did_not_pick_it_has_no_such_round():
    for rules in (with_choice(), choose(with_choice(), {}), choose(with_choice(), {"special": "no"})):
        assert in_round(rules, 3) is rules
        assert lines(3, OUT, {}, rules=rules)[0]["clean"] == 2000


def test_a_set_may_have_it_in_every_game():
    document = {"schema": 3, "name": "Ours", "parent": "partnership", "add": {"choices": [CHOICE | {"options": [YES]}]}}
    rules = from_document(document, preset)
    assert lines(3, OUT, {}, rules=rules)[0]["clean"] == 4000
    assert lines(2, OUT, {}, rules=rules)[0]["clean"] == 2000


def test_openings_warnings_and_going_out_follow_the_round():
    kings = [meld("K", 5)]
    found = {n: can_open_document(RULES, {"round": n, "melds": kings}) for n in (2, 3, 4)}
    assert {n: (one["minimum"], one["points"]) for n, one in found.items()} == {
        2: (90, 50),
        3: (200, 100),
        4: (150, 50),
    }
    assert [minimums(RULES, RULES.tables[0], n, (0, 0))[0].minimum for n in (1, 2, 3, 4)] == [50, 90, 200, 150]
    for number, warned in ((2, []), (3, ["below_minimum"])):
        entry, _ = read_round(RULES, round_of(OUT, {"melded": 150}, round=number))
        assert [problem.code for problem in check(entry)] == warned
    question = {"books": {"clean": 1, "dirty": 1}, "in_foot": True, "last_card": "discard"}
    assert [can_go_out_document(RULES, question | {"round": n})["bonus"] for n in (2, 3)] == [100, 50]


def test_the_rules_are_written_back_and_the_card_names_the_round():
    rules = with_choice()
    assert to_document(rules)["schema"] == 3
    assert to_document(from_document(to_document(rules))) == to_document(rules)
    card = build_card(rules, rules.tables[0])
    choices = next(section for section in card.sections if section.code == "choices")
    assert any("yes (in round 3 only)" in phrase.text for phrase in choices.all_phrases)
    card = build_card(RULES, RULES.tables[0], base=rules, chosen={"special": "yes"})
    choices = next(section for section in card.sections if section.code == "choices")
    assert "in round 3 only" in [phrase.text for phrase in choices.all_phrases]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rounds": [0]}, "must name the rounds, from 1 on."),
        ({"set": {}}, "names rounds, but the option changes nothing in them."),
        ({"set": {"end.rounds": 5}}, "cannot limit end.rounds to some rounds: “end” is for the whole game."),
        ({"set": {"books.clean.pionts": 5}}, "“points”"),
    ],
)
def test_what_an_option_for_some_rounds_cannot_say(changes, sentence):
    with pytest.raises(RulesError) as raised:
        with_choice(**changes)
    assert sentence in str(raised.value)
