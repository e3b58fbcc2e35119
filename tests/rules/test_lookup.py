"""What a rule set says for one table, and where a value that a choice changes comes from."""

from dataclasses import replace

import pytest

from scorepad.rules import choose, from_document, lookup, preset, slugs
from scorepad.rules.document import provenance
from scorepad.rules.lookup import table_for
from tests.rules.documents import EVERY_RULE, changed

PATH = "play.take.cards"


def test_tables_of_one_size_are_told_apart_by_their_teams():
    six = table_for(preset("laguna-woods"), 6)
    rules = replace(preset("laguna-woods"), tables=(six, replace(six, teams=2)))
    assert [table_for(rules, 6, teams).teams for teams in (2, 3)] == [2, 3]


def test_what_an_option_states_is_no_longer_assumed():
    rules = from_document(changed({"provenance.assumed": [PATH]}))
    chosen = choose(rules, {"short": "yes"})
    assert [str(provenance(one, PATH)) for one in (rules, chosen)] == ["assumed", "source"]


@pytest.mark.parametrize("slug", slugs())
def test_in_every_preset_luck_is_exact_cuts_and_deals_and_red_threes(slug):
    exact = {"exact_cut", "exact_deal"} & {bonus.code for bonus in preset(slug).bonuses}
    assert {*lookup.exact_bonuses(preset(slug))} == exact
    assert lookup.luck_codes(preset(slug)) == {*exact, "red_threes_held", "red_threes_laid"}


def test_a_cut_that_is_one_card_off_is_luck_and_not_an_exact_cut():
    rules = from_document(EVERY_RULE)
    lucky = {"exact_cut", "near_cut", "exact_deal"}
    assert lookup.luck_codes(rules) - {"red_threes_held", "red_threes_laid"} == lucky
    assert {*lookup.exact_bonuses(rules)} == {"exact_cut", "exact_deal"}
