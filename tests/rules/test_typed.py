"""Choices that a table types, and rounds with different deals or draws."""

import pytest

from scorepad.rulebook.card import build_card
from scorepad.rulebook.paper import blank_paper
from scorepad.rules import RulesError, choose, lookup, parse
from scorepad.rules.lookup import has_foot, table_for
from tests.rules.documents import EVERY_RULE
from tests.support.scoring import VERBS, rules

OPTION = EVERY_RULE["choices"][0]["options"][0] | {"value": "usual", "set": {}, "add": {}}
CHOICE = {"key": "rounds", "label": "Minimums", "players": [], "typed": True, "options": [OPTION]}
OHIO = rules("southern-ohio", lambda document: document["choices"].append(CHOICE))


@pytest.mark.parametrize(
    ("text", "minimums"), [("90,120,200", [90, 120, 200, 200]), ("0, 60", [0, 60, 60, 60]), ("75", [75] * 4)]
)
def test_any_list_of_numbers_is_the_minimums_of_the_rounds(text, minimums):
    chosen = choose(OHIO, {"rounds": text})
    assert [lookup.opening_step(chosen, number, 4, 9000).minimum for number in range(1, 5)] == minimums


@pytest.mark.parametrize("text", ["", "90,", "ninety", "-5", "1.5", "٩٠", "1000001", ",".join(["9"] * 51), "9" * 600])
def test_what_is_no_list_of_numbers_is_refused(text):
    with pytest.raises(RulesError, match="is not a list of numbers such as 90,120,200"):
        choose(OHIO, {"rounds": text})


def test_a_deal_may_be_for_some_players_only():
    deals = [{"rounds": [2], "players": [6], "foot": 0}, {"rounds": [2], "players": [4], "hand": 13}]
    both = rules("southern-ohio", change=lambda document: document.update(deals=deals))
    four, six = (table_for(both, players) for players in (4, 6))
    assert (has_foot(both, four, 2), has_foot(both, six, 2), has_foot(both, six, 1)) == (True, False, True)
    facts = dict(blank_paper(both, four).facts)
    assert facts["Dealt"] == "Round 2: 13 in the hand"


def test_a_deal_holds_for_its_rounds_alone():
    deals = [{"rounds": [2], "foot": 0, "hand": 13}, {"rounds": [3, 4], "draw": 3, "knee": "usual"}]
    changed_rules = rules(change=lambda document: document.update(deals=deals))
    question = {"players": 4, "books": {"clean": 1, "dirty": 1}, "last_card": "meld"}
    for number, blockers in ((1, ["foot_not_picked_up"]), (2, [])):
        answer = VERBS["can-go-out"](changed_rules, question | {"round": number, "in_foot": False})
        assert [blocker["code"] for blocker in answer["blockers"]] == blockers
    sections = {section.code: section for section in build_card(changed_rules, changed_rules.tables[0]).sections}
    lines = {line.label.text: [phrase.text for phrase in line.phrases] for line in sections["setup"].lines}
    assert lines["Round 2"] == ["13 in the hand", "none in the foot"]
    assert lines["Rounds 3 and 4"] == ["draw 3 cards"]


def test_own_rules_keep_their_own_minimums_beside_a_choice_that_can_be_typed():
    own = "schema = 2\nname = 'Ours'\nparent = 'southern-ohio'\nset = { \"opening.steps.1.minimum\" = 60 }"
    ours = parse(own, lambda slug: OHIO)
    assert lookup.opening_step(choose(ours, {}), 1, 4, 0).minimum == 60
    assert lookup.opening_step(choose(ours, {"rounds": "75"}), 1, 4, 0).minimum == 75
