"""Differences between two rule sets, and where a value comes from at a table with its own rules."""

from scorepad.rules import diff, from_document, preset, provenance, to_document
from scorepad.rules.document import Difference, apply_patch, paths
from scorepad.rules.words import Provenance

BASE = preset("partnership")


def _house(**changes):
    document = to_document(BASE)
    named = {"name": "Ours", "slug": "ours", "parent": "partnership"}
    return from_document(apply_patch(document, {**named, **changes}, {}))


def test_a_rule_set_does_not_differ_from_itself_whatever_it_is_called():
    assert diff(BASE, BASE) == ()
    assert diff(BASE, _house()) == ()


def test_every_path_that_differs_is_told_with_both_values():
    ours = _house(**{"books.clean.points": 600, "stock.round": "void"})
    assert diff(ours, BASE) == (
        Difference("books.clean.points", 600, 500),
        Difference("stock.round", "void", "scored"),
    )


def test_what_only_one_of_them_has_stands_beside_nothing():
    told = {one.path: (one.ours, one.theirs) for one in diff(BASE, preset("catawba"))}
    assert told["books.aces.points"] == (None, 1000)
    assert told["play.hand_limit"] == (40, "any")
    back = {one.path: (one.ours, one.theirs) for one in diff(preset("catawba"), BASE)}
    assert back == {path: (theirs, ours) for path, (ours, theirs) in told.items()}


def test_what_a_table_changed_is_its_own_and_the_rest_comes_from_where_it_came():
    ours = _house(**{"books.clean.points": 600, "going_out.penalty": -400})
    assert provenance(ours, "books.clean.points", BASE) is Provenance.TABLE
    assert provenance(ours, "going_out.penalty", BASE) is Provenance.TABLE
    assert provenance(ours, "going_out.penalty") is Provenance.ASSUMED
    assert provenance(ours, "tables.0.jokers", BASE) is Provenance.ASSUMED
    assert provenance(ours, "books.dirty.points", BASE) is Provenance.SOURCE


def test_a_path_covers_what_lies_beneath_it_and_not_what_begins_alike():
    document = to_document(BASE)
    document["provenance"]["assumed"] = ["tables.0", "opening.steps"]
    document["provenance"]["reported"] = ["tables.0.hand"]
    rules = from_document(document)
    assert provenance(rules, "tables.0.foot") is Provenance.ASSUMED
    assert provenance(rules, "tables.0.hand") is Provenance.REPORTED
    assert provenance(rules, "tables.01") is Provenance.SOURCE
    assert provenance(rules, "opening.steps.3.minimum") is Provenance.ASSUMED
    assert provenance(rules, "opening.by") is Provenance.SOURCE


def test_threes_and_books_have_paths_by_name_and_bands_by_number():
    known = paths(to_document(BASE))
    assert {
        "threes.red.held.pays.0.points",
        "threes.red",
        "books.clean",
        "bonuses.exact_cut",
    } <= known
    assert {"opening.steps.3.minimum", "tables.0", "going_out.cases.0.needs.clean"} <= known


def test_a_patch_leaves_the_document_it_was_laid_over_alone():
    document = to_document(BASE)
    changed = apply_patch(document, {"cards.K": 11}, {"notes": ["More."]})
    assert (document["cards"]["K"], changed["cards"]["K"]) == (10, 11)
    assert len(changed["notes"]) == len(document["notes"]) + 1
