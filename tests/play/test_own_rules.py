"""A club's own rules: each change is a version, and a version never changes, even if its parent does."""

import pytest

from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import find_rules, playable
from scorepad.play.rules.own_rules import Sender
from scorepad.play.sheet_form import sheet_inputs
from scorepad.rules.codes import is_field
from scorepad.rules.document import to_document
from scorepad.rules.faults import RulesError
from scorepad.rules.presets import preset, slugs
from scorepad.scoring.sheet import build_sheet
from scorepad.store import ChangedMeanwhile, NewVersion, NoSuchRuleSet

OURS = {"schema": 2, "name": "Our table", "parent": "partnership", "set": {"books.clean.points": 700}}


def points(rules, code="clean"):
    return next(book.points for book in rules.books if book.code == code)


def changed(value, **keys):
    return {**OURS, "set": {"books.clean.points": value}, **keys}


@pytest.fixture
def ours(club, sender):
    return own_rules.save_new(club, OURS, sender())


def test_a_new_set_is_whole_and_knows_its_parent(club, ours):
    assert (ours.slug, ours.number, ours.rules.name, points(ours.rules)) == ("our-table", 1, "Our table", 700)
    assert points(ours.parent) == points(preset("partnership"))
    assert points(find_rules(club, "our-table")) == 700
    assert playable(club)[0] == ours.rules


def test_a_version_is_added_and_undone_and_the_history_keeps_all(club, ours, sender):
    second = own_rules.save_version(club, ours.slug, changed(800), 1, sender())
    assert (second.number, points(second.rules)) == (2, 800)
    third = own_rules.undo(club, ours.slug, 2, sender())
    assert (third.number, points(third.rules)) == (3, 700)
    own_rules.undo(club, ours.slug, 3, sender(), to=2)
    history = [(version.number, version.change) for version in club.rule_sets.versions(ours.slug)]
    assert history == [(4, "undone"), (3, "undone"), (2, "saved"), (1, "saved")]
    assert points(find_rules(club, ours.slug)) == 800


def test_the_same_form_and_the_same_rules_make_one_set(club, ours):
    again = own_rules.save_new(club, OURS, Sender("form-1", "phone.1"))
    other = own_rules.save_new(club, {**OURS, "slug": "another"}, Sender("other"))
    assert again.version == other.version == ours.version
    assert own_rules.save_version(club, ours.slug, OURS, 1, Sender("third")).number == 1


@pytest.mark.parametrize(
    ("slug", "numbered"),
    [("partnership", "partnership-2"), ("our-table", "our-table-2"), ("new", "new-2"), ("x" * 60, "x" * 60)],
)
def test_a_slug_that_is_taken_gets_a_number(club, ours, sender, slug, numbered):
    assert own_rules.save_new(club, changed(750, slug=slug), sender()).slug == numbered


def test_a_child_keeps_its_parent_until_it_is_saved_again(club, ours, sender):
    data = {"schema": 2, "name": "Child", "parent": ours.slug, "set": {"books.dirty.points": 350}}
    child = own_rules.save_new(club, data, sender())
    own_rules.save_version(club, ours.slug, changed(800), 1, sender())
    kept = find_rules(club, child.slug)
    assert (points(kept), points(kept, "dirty")) == (700, 350)
    again = own_rules.save_version(club, child.slug, data, 1, sender())
    assert (again.number, points(again.rules), points(again.parent)) == (2, 800, 800)


def test_no_set_is_above_itself(club, ours, sender):
    child = own_rules.save_new(club, {"schema": 2, "name": "Child", "parent": ours.slug, "set": {}}, sender())
    for parent in (child.slug, ours.slug):
        with pytest.raises(RulesError, match="its own parent"):
            own_rules.save_version(club, ours.slug, {**OURS, "parent": parent}, 1, sender())
    own_rules.save_version(club, child.slug, {**OURS, "name": "Child"}, 1, sender())
    own_rules.save_version(club, ours.slug, {**OURS, "parent": child.slug}, 1, sender())
    with pytest.raises(RulesError, match="its own parent"):
        own_rules.undo(club, child.slug, 2, sender())


def test_what_has_faults_is_not_saved(club, ours, sender):
    with pytest.raises(RulesError) as caught:
        own_rules.save_version(club, ours.slug, {**OURS, "set": {"books.clean.pionts": 1, "no": 2}}, 1, sender())
    assert [fault.path for fault in caught.value.faults] == ["set.books.clean.pionts", "set.no"]
    for name in ("", " ", "x" * 61, "two\nlines"):
        with pytest.raises(RulesError, match="name"):
            own_rules.save_new(club, {**OURS, "name": name}, sender())
        with pytest.raises(RulesError, match="name"):
            own_rules.rename(club, ours.slug, name, 1, sender())
    assert own_rules.current(club, ours.slug).version == ours.version


def test_a_page_that_is_behind_changes_nothing(club, ours, sender):
    own_rules.save_version(club, ours.slug, changed(800), 1, sender())
    for change in (
        lambda: own_rules.save_version(club, ours.slug, changed(900), 1, sender()),
        lambda: own_rules.rename(club, ours.slug, "Other", 1, sender()),
        lambda: own_rules.retire(club, ours.slug, 1, sender()),
    ):
        with pytest.raises(ChangedMeanwhile):
            change()
    with pytest.raises(NoSuchRuleSet):
        own_rules.undo(club, ours.slug, 1, sender())
    assert own_rules.current(club, ours.slug).number == 2


def test_a_retired_set_is_not_offered_but_its_children_live(club, ours, sender):
    retired = own_rules.retire(club, ours.slug, 1, sender())
    assert retired.is_retired
    assert ours.slug not in [rules.slug for rules in playable(club)]
    own_rules.save_new(club, {"schema": 2, "name": "Child", "parent": ours.slug, "set": {}}, sender())
    assert not own_rules.bring_back(club, ours.slug, 2, sender()).is_retired
    assert own_rules.undo(club, ours.slug, 3, sender()).is_retired
    assert not own_rules.save_new(club, OURS, sender()).is_retired


def test_a_new_name_keeps_the_slug(club, ours, sender):
    renamed = own_rules.rename(club, ours.slug, " Thursdays ", 1, sender())
    assert (renamed.slug, renamed.rules.name, renamed.version.change) == ("our-table", "Thursdays", "renamed")


BONUS = {
    "one": "Bonus", "many": "Bonuses", "kind": "special", "per": "team", "most": 3, "grade_of": "x",
    "cases": [{"players": [], "rounds": [], "points": 50}],
}  # fmt: skip


@pytest.mark.parametrize("code", ["opened", "ruling", "confirmed", "checked", "player", "adjustment1", "lost_clean"])
def test_a_code_may_not_name_another_cell_of_a_game(club, sender, code):
    with pytest.raises(RulesError, match=f"bonuses.{code}: this code is already taken"):
        own_rules.save_new(club, {**OURS, "add": {"bonuses": [{**BONUS, "code": code}]}}, sender())
    assert own_rules.save_new(club, {**OURS, "add": {"bonuses": [{**BONUS, "code": f"{code}_x"}]}}, sender())


def test_every_cell_of_a_sheet_that_counts_nothing_is_no_code():
    for rules in map(preset, slugs()):
        sheet = build_sheet(rules, rules.tables[0], 1, 5)
        counted = {field.code for field in sheet.fields}
        lost = {f"lost_{book.code}" for book in rules.books}
        others = {asked.field for asked in sheet_inputs(sheet)} - counted - lost
        assert all(map(is_field, others)), others
        assert not any(map(is_field, counted))


def test_too_many_options_are_refused_before_they_are_tried(club, sender, monkeypatch):
    option = {"label": "Yes", "reported": [], "assumed": [], "set": {"books.clean.points": 900}, "add": {}}
    choices = [
        {
            "key": f"k{n}",
            "label": f"Choice {n}",
            "players": [],
            "options": [{**option, "value": f"v{m}"} for m in range(3)],
        }
        for n in range(14)
    ]
    monkeypatch.setattr(own_rules, "from_document", None)
    with pytest.raises(RulesError, match="at most 40 options together"):
        own_rules.save_new(club, {**OURS, "add": {"choices": choices}}, sender())


FEWER = {**OURS, "set": {}, "remove": ["opening.steps.2", "opening.steps.3"]}


def minimums(rules):
    return [step.minimum for step in rules.opening.steps]


def stored_by_1_0(club, sender):
    """Store a version as Scorepad 1.0 wrote it: as in the file, with positions that move after each removal."""
    parent = to_document(preset("partnership"))
    club.rule_sets.add(NewVersion("old", 0, "saved", {**FEWER, "slug": "old"}, parent), key=sender().key)
    return own_rules.current(club, "old")


def test_what_an_earlier_scorepad_saved_means_what_it_meant(club, sender):
    old = stored_by_1_0(club, sender)
    assert minimums(old.rules) == [50, 120]
    assert minimums(own_rules.rename(club, "old", "Older", 1, sender()).rules) == [50, 120]
    assert minimums(own_rules.save_version(club, "old", old.document, 2, sender()).rules) == [50, 120]
    assert minimums(own_rules.undo(club, "old", 3, sender(), to=1).rules) == [50, 120]


def test_what_is_saved_now_means_the_positions_of_the_parent(club, sender):
    ours = own_rules.save_new(club, FEWER, sender())
    assert minimums(ours.rules) == minimums(find_rules(club, ours.slug)) == [50, 150]
    assert own_rules.save_version(club, ours.slug, FEWER, 1, sender()).number == 1
    assert minimums(own_rules.rename(club, ours.slug, "Other", 1, sender()).rules) == [50, 150]


def test_a_removal_that_moves_nothing_is_kept_as_it_was_written(club, sender):
    last = {**FEWER, "remove": ["opening.steps.4", "opening.steps.3"]}
    ours = own_rules.save_new(club, last, sender())
    assert (minimums(ours.rules), ours.document["remove"]) == ([50, 90], last["remove"])
