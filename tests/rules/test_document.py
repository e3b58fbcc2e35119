"""Differences between rule sets, where a value comes from, and the rules of one table."""

from dataclasses import replace

import pytest

from scorepad.rules import choose, diff, from_document, lookup, preset, provenance, slugs, to_document
from scorepad.rules.document import Difference, apply_patch, origins, paths
from tests.rules.documents import EVERY_RULE, changed

BASE = preset("partnership")


def house_rules(**changes):
    named = {"name": "Ours", "slug": "ours", "parent": "partnership"}
    return from_document(apply_patch(to_document(BASE), {**named, **changes}, {}))


def test_a_difference_has_both_values_and_names_make_none():
    assert diff(BASE, BASE) == diff(BASE, house_rules()) == ()
    ours = house_rules(**{"books.clean.points": 600, "stock.round": "void"})
    assert diff(ours, BASE) == (Difference("books.clean.points", 600, 500), Difference("stock.round", "void", "scored"))


def test_what_only_one_of_them_has_stands_beside_nothing():
    there = {d.path: (d.ours, d.theirs) for d in diff(BASE, preset("catawba"))}
    assert there["books.aces.points"] == (None, 1000)
    assert there["play.hand_limit"] == (40, "any")
    back = {d.path: (d.theirs, d.ours) for d in diff(preset("catawba"), BASE)}
    assert back == there


def test_what_a_table_changed_is_its_own_and_the_rest_comes_from_where_it_came():
    ours = house_rules(**{"books.clean.points": 600, "going_out.penalty": -400})
    assert origins(ours, BASE)("books.clean.points") == "your table"
    assert origins(ours, BASE)("going_out.penalty") == "your table"
    assert provenance(ours, "going_out.penalty") == "assumed"
    assert origins(ours, BASE)("tables.1.jokers") == "assumed"
    assert origins(ours, BASE)("books.dirty.points") == "source"


def test_a_path_covers_what_lies_beneath_it_and_not_what_begins_alike():
    document = to_document(BASE)
    document["provenance"]["assumed"] = ["tables.1", "opening.steps"]
    document["provenance"]["reported"] = ["tables.1.hand"]
    rules = from_document(document)
    assert provenance(rules, "tables.1.foot") == "assumed"
    assert provenance(rules, "tables.1.hand") == "reported"
    assert provenance(rules, "tables.10") == "source"
    assert provenance(rules, "opening.steps.4.minimum") == "assumed"
    assert provenance(rules, "opening.by") == "source"


def test_threes_and_books_have_paths_by_name_and_bands_by_number():
    known = paths(to_document(BASE))
    assert {"threes.red.held.pays.1.points", "threes.red", "books.clean"} <= known
    assert {"bonuses.exact_cut", "opening.steps.4.minimum"} <= known
    assert {"tables.1", "going_out.cases.1.needs.clean"} <= known


def test_a_patch_leaves_the_document_it_was_laid_over_alone():
    document = to_document(BASE)
    changed = apply_patch(document, {"cards.K": 11}, {"notes": ["More."]})
    assert (document["cards"]["K"], changed["cards"]["K"]) == (10, 11)
    assert len(changed["notes"]) == len(document["notes"]) + 1


def test_what_an_option_states_is_no_longer_assumed():
    path = "play.take.cards"
    rules = from_document(changed({"provenance.assumed": [path]}))
    assert provenance(rules, path) == "assumed"
    assert provenance(choose(rules, {"short": "yes"}), path) == "source"


def test_tables_of_one_size_are_distinguished_by_their_teams():
    six = lookup.table_for(preset("laguna-woods"), 6)
    rules = replace(preset("laguna-woods"), tables=(six, replace(six, teams=2)))
    assert [lookup.table_for(rules, 6, teams).teams for teams in (2, 3)] == [2, 3]


@pytest.mark.parametrize("slug", slugs())
def test_in_every_preset_luck_is_exact_cuts_and_deals_and_red_threes(slug):
    exact = {"exact_cut", "exact_deal"} & {bonus.code for bonus in preset(slug).bonuses}
    assert {*lookup.exact_bonuses(preset(slug))} == exact
    assert lookup.luck_codes(preset(slug)) == {*exact, "red_threes_held", "red_threes_laid"}
    assert lookup.has_luck(preset(slug)) == (slug not in ("bicycle", "pierson", "two-handed"))


def test_a_cut_that_is_one_card_off_is_luck_and_not_an_exact_cut():
    rules = from_document(EVERY_RULE)
    lucky = {"exact_cut", "near_cut", "exact_deal"}
    assert lookup.luck_codes(rules) - {"red_threes_held", "red_threes_laid"} == lucky
    assert {*lookup.exact_bonuses(rules)} == {"exact_cut", "exact_deal"}
