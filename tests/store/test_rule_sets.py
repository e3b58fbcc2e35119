"""A club's own rules: every change is a version, nothing changes an older one, and simultaneous saves are detected."""

from dataclasses import replace

import pytest

from scorepad.store import BadEntry, ChangedMeanwhile, KeyReused, NewVersion, NoSuchRuleSet, TooManyRules, rules
from scorepad.store.engine import sqlite3

PARENT = {"slug": "partnership", "books": [{"points": 500}]}
FIRST = NewVersion("ours", 0, "saved", {"name": "Ours", "set": {"books.clean.points": 700}}, PARENT, device="a.1")
SECOND = replace(FIRST, base=1, document={"name": "Ours", "set": {}}, device="b.2")
REPLACE = (
    "REPLACE INTO rule_set (id, key, slug, number, change, retired, document, parent, at)"
    " VALUES ({}, 'saved', 0, '{{}}', 'null', '')"
)
CHANGES = {
    "update": "UPDATE rule_set SET document = '{}'",
    "delete": "DELETE FROM rule_set",
    "replace of an id": REPLACE.format("1, 'k', 'x', 1"),
    "replace of a key": REPLACE.format("9, 'key-1', 'x', 1"),
    "replace of a number": REPLACE.format("9, 'k', 'ours', 1"),
}


@pytest.fixture
def sets(club):
    club.rule_sets.add(FIRST, key="key-1")
    return club.rule_sets


def test_each_change_is_a_version_and_the_latest_is_current(sets, noon, club, faults):
    sets.add(SECOND, key="key-2")
    sets.add(replace(FIRST, slug="another", parent=None), key="key-3")
    second, first = sets.versions("ours")
    assert (first.number, first.document, first.parent, first.device) == (1, FIRST.document, PARENT, "a.1")
    assert (second.number, second.document, second.device, second.at) == (2, SECOND.document, "b.2", noon)
    assert [(version.slug, version.number) for version in sets.current()] == [("another", 1), ("ours", 2)]
    assert faults(club) <= {"permissions"}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_program_cannot_change_a_version(sets, outsider, change):
    before = sets.versions("ours")
    with pytest.raises(sqlite3.IntegrityError, match="never changed or deleted"):
        outsider.execute(change)
    assert sets.versions("ours") == before


def test_the_same_form_sent_again_adds_nothing(sets):
    assert sets.add(FIRST, key="key-1") == sets.versions("ours")[0]
    with pytest.raises(KeyReused):
        sets.add(SECOND, key="key-1")
    assert len(sets.versions("ours")) == 1


@pytest.mark.parametrize("base", [0, 2, 2**70])
def test_a_page_that_is_behind_saves_nothing(sets, base):
    with pytest.raises(ChangedMeanwhile):
        sets.add(replace(SECOND, base=base), key="key-2")
    assert len(sets.versions("ours")) == 1


def test_of_many_who_save_at_once_one_is_saved(sets, in_threads):
    def save(number):
        try:
            return sets.add(replace(SECOND, device=str(number)), key=f"key-2-{number}").device
        except ChangedMeanwhile:
            return None

    (winner,) = filter(None, in_threads(save, range(8)))
    assert [version.device for version in sets.versions("ours")] == [winner, "a.1"]


def test_a_club_keeps_so_many_and_no_more(sets, monkeypatch):
    monkeypatch.setattr(rules, "MAX_RULE_SETS", 1)
    monkeypatch.setattr(rules, "MAX_VERSIONS", 2)
    with pytest.raises(TooManyRules, match="1 rule sets"):
        sets.add(replace(FIRST, slug="another"), key="key-2")
    sets.add(SECOND, key="key-2")
    with pytest.raises(TooManyRules, match="2 versions"):
        sets.add(replace(SECOND, base=2), key="key-3")


def test_what_is_no_document_is_refused(sets):
    with pytest.raises(NoSuchRuleSet):
        sets.versions("theirs")
    with pytest.raises(BadEntry):
        sets.add(replace(SECOND, document={"points": float("nan")}), key="key-2")
