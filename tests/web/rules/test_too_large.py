"""No reader of rules looks up what is too long, or explains thousands of faults: work is bounded by what was sent."""

import json
from io import BytesIO

import pytest

from scorepad import paths
from scorepad.play.rules import own_rules, sharing
from scorepad.play.rules.own_rules import Sender
from scorepad.rules import document, own, read
from scorepad.rules.faults import RulesError
from scorepad.rules.parse import from_document
from scorepad.rules.presets import preset
from scorepad.store import Role
from tests.cli.invoke import run
from tests.web.driving import Visitor, filled
from tests.web.rules.test_sharing import offer, pack_2

LONG = "books" + ".aaaa" * 150
"""Longer than any path of a rule set."""

OPTION = {"value": "a", "label": "A", "players": [], "reported": [], "assumed": [], "set": {LONG: 1}, "add": {}}
CHOICES = [{"key": "k", "label": "K", "players": [], "options": [OPTION, {**OPTION, "value": "b"}]}]
PLACES = {
    "set": {"set": {LONG: 1}},
    "nested set": {"set": {"books": {"a" * 400: {"a" * 400: 1}}}},
    "add": {"set": {}, "add": {LONG: []}},
    "remove": {"set": {}, "remove": [LONG]},
    "needs": {"set": {"going_out.cases.1.needs": {LONG: 1}}},
    "choice": {"set": {}, "add": {"choices": CHOICES}},
}
REFUSED = ("is too long: a path has at most 600 letters.", "must be printable text of at most 500 characters.")


@pytest.fixture
def lengths(monkeypatch):
    """The lengths of all paths that are looked up in documents."""
    seen = [0]
    place_of = document.place_of

    def counted(data, path):
        seen.append(len(path))
        return place_of(data, path)

    for module in (document, own):
        monkeypatch.setattr(module, "place_of", counted)
    return seen


def rules(**differences):
    return {"schema": 2, "name": "Long", "parent": "partnership", **differences}


def by_link(visitor, data):
    address = f"/rules/shared/{pack_2(data)}"
    pages = [guest.get(address) for guest in (visitor, Visitor(visitor.app, None))]
    assert [page.status for page in pages] == [422, 422]
    assert Visitor(visitor.app, None).get(f"{address}/file").status == 404
    return pages[1].text


def by_pasted_link(visitor, data):
    return offer(visitor, f"http://x/rules/shared/{pack_2(data)}").text


def by_form(visitor, data):
    return offer(visitor, toml(data)).text


def by_upload(visitor, data):
    return offer(visitor, "", file=(BytesIO(toml(data).encode()), "long.toml")).text


def by_folder(visitor, data):
    folder = paths.rules_folder(visitor.club.path)
    folder.mkdir()
    (folder / "long.toml").write_text(toml(data))
    return visitor.get("/rules").text


def by_command(visitor, data):
    return run("rules", "check", "-", stdin=toml(data)).stderr


def toml(data):
    """A TOML text in which every table is inline, so that every key is in quotes."""
    return "\n".join(f"{key} = {_inline(value)}" for key, value in data.items())


def _inline(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{key}" = {_inline(inner)}' for key, inner in value.items()) + " }"
    return f"[{', '.join(map(_inline, value))}]" if isinstance(value, list) else json.dumps(value)


READERS = [by_link, by_pasted_link, by_form, by_upload, by_folder, by_command]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("place", PLACES)
def test_a_path_over_the_limit_is_refused_before_it_is_looked_up(visitor, lengths, reader, place):
    text = reader(visitor, rules(**PLACES[place]))
    assert REFUSED[place == "remove"] in " ".join(text.split())
    assert max(lengths) <= read.LONGEST_PATH


def test_a_path_is_only_followed_as_far_as_it_exists(lengths):
    whole = document.to_document(preset("partnership"))
    assert document.value_at(whole, "books.clean" + ".a" * 200) is None
    assert not document.put(whole, "books.clean" + ".a" * 200, 1)
    assert len(lengths) <= 10


def test_a_button_of_the_editor_is_not_matched_with_a_longer_path(editor, monkeypatch):
    matched = []
    matches = document._matches
    monkeypatch.setattr(document, "_matches", lambda path, key: matched.append(len(path)) or matches(path, key))
    page = editor.page("books")
    for name, suffix in {"step": "+1", "remove": "", "restore": "", "move": "+1"}.items():
        sent = filled(page.form(), {}) | {name: LONG + suffix}
        assert editor.visitor.post(page.form().action, sent).status in (200, 422)
    assert editor.visitor.get(f"{editor.address}/books", option=f"choices.{LONG}").status == 422
    assert document.pattern_of("books.clean.points") == "books.*.points"
    assert max(matched, default=0) <= read.LONGEST_PATH


@pytest.mark.parametrize(
    "data",
    [
        rules(set={f"books.a{number}": 1 for number in range(300)}),
        rules(set={}, remove=[f"a{number}" for number in range(300)]),
        rules(set={"going_out.cases.1.needs": {f"a{number}": 1 for number in range(300)}}),
        rules(set={}, add={"books": [{"a": 1}] * 90}),
        rules(set={}) | {f"a{number}": 1 for number in range(300)},
        document.to_document(preset("roth")) | {f"a{number}": 1 for number in range(300)},
    ],
    ids=["set", "remove", "needs", "add", "keys", "whole"],
)
def test_at_most_a_hundred_faults_are_explained(data):
    with pytest.raises(RulesError) as caught:
        from_document(data, preset)
    *faults, last = caught.value.faults
    assert 99 <= len(faults) <= 201
    assert last.message == "More is wrong than is listed here. Correct this first."


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (rules(set={}, add={"books": [{"a": 1}] * 101}), "has 101 items in one place, and 100 are the most."),
        (
            rules(set={f"a{number}": 1 for number in range(1001)}),
            "has 1,001 items in one place, and 1,000 are the most.",
        ),
    ],
)
def test_longer_lists_than_any_rules_have_are_refused_unread(visitor, data, words):
    assert words in by_form(visitor, data)
    with pytest.raises(RulesError, match=words):
        own_rules.save_new(visitor.club, data, Sender("long"))
    if len(sharing.pack(preset("roth"), data, 1)) < sharing.LONGEST_WORD:
        assert words in by_link(visitor, data)


def test_names_are_compared_with_few_and_short_others(monkeypatch):
    compared = []
    monkeypatch.setattr(
        "scorepad.rules.faults.get_close_matches", lambda word, names, **_: compared.append((word, names))
    )
    codes = [f"c{number}" for number in range(90)] + ["c" * 300]
    books = [{**document.to_document(preset("roth"))["books"][0], "code": code, "counts_for": [code]} for code in codes]
    needs = {"going_out.cases.1.needs": {"e" * 400: 1}}
    with pytest.raises(RulesError):
        from_document(rules(set=needs, add={"books": books}), preset)
    assert compared
    assert all(len(word) <= 60 and len(names) <= 100 and max(map(len, names)) <= 60 for word, names in compared)


def test_a_reader_of_the_club_may_look_at_a_link_of_the_longest_rules(visitor):
    page = Visitor(visitor.app, Role.READER).get(f"/rules/shared/{pack_2(rules(set={'books.clean.points': 700}))}")
    assert page.status == 200
