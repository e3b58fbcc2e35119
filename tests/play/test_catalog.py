"""Files in the instance folder can be played. A broken file is listed with its fault and breaks nothing else."""

import os

import pytest

from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import MAX_BYTES, Origin, find_listed, find_rules, list_all, parent_of, playable
from scorepad.rules.document import to_document
from scorepad.rules.faults import RulesError
from scorepad.rules.presets import preset, slugs, text

HEAD = 'schema = 2\nname = "{0}"\nparent = "{1}"\n'
FAULTY = {
    "not TOML": (b"schema = = 2", "is not TOML"),
    "not UTF-8": (b"name = '\xff'", "is not UTF-8 text: byte 8"),
    "too long": (b"#" * (MAX_BYTES + 1), "is too long"),
    "unknown path": (
        (HEAD + 'set = {{ "books.cleen.points" = 7 }}').format("A", "partnership").encode(),
        "Line 4: set.books.cleen.points: “books” has no “cleen”. Did you mean “clean”?",
    ),
    "unknown parent": ((HEAD + "set = {{ }}").format("A", "nobody").encode(), "Line 3: parent: There are no rules"),
    "its own parent": ((HEAD + "set = {{ }}").format("A", "broken").encode(), "“broken” has these rules"),
    "slug of a preset": (text("partnership").encode(), "There are other rules called “partnership” here"),
}


def files(club):
    return {listed.name: listed for listed in list_all(club) if listed.origin is Origin.FILE}


def test_a_club_without_own_rules_plays_the_presets(club):
    assert tuple(rules.slug for rules in playable(club)) == slugs()
    with pytest.raises(RulesError, match="Did you mean “partnership”"):
        find_rules(club, "partnerships")


def test_a_file_may_be_the_parent_of_another_and_of_an_own_set(club, folder, sender):
    (folder / "b.toml").write_text((HEAD + 'set = {{ "books.dirty.points" = 350 }}').format("B", "a"))
    (folder / "a.toml").write_text((HEAD + 'set = {{ "books.clean.points" = 700 }}').format("A", "partnership"))
    own_rules.save_new(club, {"schema": 2, "name": "Own", "parent": "b", "set": {}}, sender())
    for slug in ("b", "own"):
        rules = find_rules(club, slug)
        assert [book.points for book in rules.books][:2] == [700, 350]
    assert (find_listed(club, "b").parent, find_listed(club, "b").origin) == (find_rules(club, "a"), "file")
    (folder / "a.toml").write_text((HEAD + 'set = {{ "books.clean.points" = 900 }}').format("A", "partnership"))
    assert [find_rules(club, slug).books[0].points for slug in ("b", "own")] == [900, 700]


@pytest.mark.parametrize(("content", "fault"), FAULTY.values(), ids=FAULTY)
def test_a_broken_file_is_listed_with_its_fault(club, folder, content, fault):
    (folder / "broken.toml").write_bytes(content)
    (folder / "good.toml").write_text((HEAD + "set = {{ }}").format("Good", "partnership"))
    assert find_rules(club, "good").name == "Good"
    broken = files(club)["broken.toml"]
    assert broken.rules is None
    assert fault in broken.faults[0]


def test_what_is_no_file_is_not_waited_for(club, folder):
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    (folder / "gone.toml").symlink_to("nowhere")
    assert [listed.rules for listed in files(club).values()] == [None] * 3


def test_a_game_s_copy_knows_the_parent_it_was_made_from(club, sender):
    data = {"schema": 2, "name": "Own", "parent": "partnership", "set": {"books.clean.points": 700}}
    first = own_rules.save_new(club, data, sender())
    own_rules.save_version(club, "own", {**data, "parent": "roth", "set": {}}, 1, sender())
    for rules, parent in ((first.rules, "partnership"), (find_rules(club, "own"), "roth")):
        assert to_document(parent_of(club, rules)) == to_document(preset(parent))
    assert parent_of(club, preset("partnership")) is None
