"""Drafts of rules: every step is kept until the draft is saved or discarded."""

from dataclasses import replace

import pytest

from scorepad.store import BadEntry, ChangedMeanwhile, NewStep, NoSuchRuleSet, TooManyRules
from scorepad.store import rules as drafts_of_rules

FIRST = NewStep("ours", 0, 0, {"set": {}}, {"name": "Parent"}, "phone.1")


@pytest.fixture
def drafts(club):
    club.rule_drafts.add(FIRST, key="key-1")
    return club.rule_drafts


def step(drafts, points, key=None):
    seen = drafts.latest("ours").number
    return drafts.add(replace(FIRST, seen=seen, document={"set": {"x": points}}), key=key or f"to-{points}")


def test_a_draft_is_as_its_latest_step_says(drafts):
    added = step(drafts, 2)
    assert drafts.latest("ours") == drafts.current()[0] == drafts.step("ours", added.number) == added
    assert (added.document, added.parent, added.device) == ({"set": {"x": 2}}, {"name": "Parent"}, "phone.1")


def test_the_same_key_adds_nothing_again(drafts):
    added = step(drafts, 2)
    assert step(drafts, 3, key="to-2") == added
    assert drafts.latest("ours") == added


def test_steps_are_taken_back_one_by_one_but_for_the_first(drafts):
    second = step(drafts, 2)
    third = step(drafts, 3)
    assert drafts.undo("ours", third.number) == second
    assert drafts.step("ours", third.number) == third
    with pytest.raises(ChangedMeanwhile):
        drafts.undo("ours", third.number)
    first = drafts.undo("ours", second.number)
    assert drafts.earlier("ours") is None
    assert drafts.undo("ours", first.number) == first


def test_a_page_that_is_behind_adds_nothing(drafts):
    step(drafts, 2)
    with pytest.raises(ChangedMeanwhile):
        drafts.add(FIRST, key="late")


def test_a_discarded_draft_is_gone_and_another_may_begin(drafts):
    number = drafts.latest("ours").number
    drafts.discard("ours")
    with pytest.raises(NoSuchRuleSet):
        drafts.latest("ours")
    assert drafts.add(FIRST, key="again").number > number


def test_there_is_room_for_so_many_drafts_and_steps(drafts, monkeypatch):
    monkeypatch.setattr(drafts_of_rules, "MAX_DRAFTS", 1)
    monkeypatch.setattr(drafts_of_rules, "MAX_STEPS", 2)
    with pytest.raises(TooManyRules):
        drafts.add(replace(FIRST, slug="theirs"), key="another")
    first = drafts.latest("ours").number
    step(drafts, 2)
    step(drafts, 3)
    with pytest.raises(NoSuchRuleSet):
        drafts.step("ours", first)


@pytest.mark.parametrize("bad", [{"x": "\ud800"}, {"x": float("nan")}, {"x": "y" * 300_000}])
def test_what_cannot_be_kept_is_refused(drafts, bad):
    with pytest.raises(BadEntry):
        drafts.add(replace(FIRST, slug="bad", document=bad), key="bad")
