"""Changes of a club's own rules: each can be undone, and only an owner's form makes one."""

import tomllib

import pytest

from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import find_rules
from scorepad.play.rules.own_rules import Sender
from scorepad.rules.document import diff
from scorepad.rules.parse import parse
from scorepad.rules.presets import preset, slugs
from scorepad.store import Role
from tests.web.driving import Visitor

CHANGE = "/rules/our-table/change"


def clean(visitor):
    return find_rules(visitor.club, "our-table").books[0].points


def form_of(visitor, slug="our-table"):
    return next(form for form in visitor.get(f"/rules/{slug}").forms if form.action.endswith("/change"))


def act(visitor, action, **typed):
    """Press a button on the current page of our own rules."""
    form = form_of(visitor)
    return visitor.post(form.action, form.fields | {"action": action} | typed)


def test_the_history_says_who_and_when_and_leads_back(visitor, save):
    ann = visitor.club.people.add("Ann").id
    own_rules.rename(visitor.club, "our-table", "Thursdays", 1, Sender("named", f"{'a' * 8}.{ann}"))
    save(900, base=2)
    page = visitor.get("/rules/our-table")
    rows = [row.text for row in page.classed("versions")[0].all("li")]
    assert [row.split()[0] for row in rows] == ["Saved", "Renamed", "Made"]
    assert ", Ann Go back" in rows[1]
    assert "A red book: 900 instead of 700" in rows[0]
    page = act(visitor, "undo", to="1")
    assert page.said == "Taken back: “Our table” is what it was before. Games keep the rules they have."
    assert (clean(visitor), page.heading) == (700, "Our table")
    act(visitor, "undo")
    assert clean(visitor) == 900


def test_older_changes_stand_on_further_pages(visitor, save):
    for number in range(1, 42):
        save(700 + number, base=number)
    shown, address = [], "/rules/our-table"
    while address:
        page = visitor.get(address)
        shown += [row.all("strong")[0].text for row in page.classed("versions")[0].all("li")]
        address = next((link["href"] for link in page.root.all("a") if link.text == "Older changes"), "")
    assert shown == ["Saved"] * 41 + ["Made"]
    assert "Undo the latest change" in page.text
    assert "The latest changes" in page.text
    assert visitor.get("/rules/our-table", history="999999999").status == 200


def test_it_is_renamed_retired_and_brought_back(visitor, ours):
    assert act(visitor, "rename", name="Thursdays").heading == "Thursdays"
    assert "“Thursdays” is retired" in act(visitor, "retire").said
    assert "New games offer “Thursdays” again." in act(visitor, "return").said
    assert [v.change for v in visitor.club.rule_sets.versions("our-table")][:3] == ["returned", "retired", "renamed"]


def test_a_child_takes_its_parent_s_changes_over_when_asked(visitor, save):
    data = {"schema": 2, "name": "Child", "parent": "our-table", "set": {"books.dirty.points": 350}}
    own_rules.save_new(visitor.club, data, Sender("child"))
    save(900)
    page = visitor.get("/rules/child")
    assert "“Our table” has changed since." in page.text
    form = form_of(visitor, "child")
    page = visitor.post(form.action, form.fields | {"action": "update"})
    assert "now includes its parent’s changes" in page.said
    assert [book.points for book in find_rules(visitor.club, "child").books[:2]] == [900, 350]
    assert "has changed since" not in page.text


@pytest.mark.parametrize(
    ("typed", "status", "words"),
    [
        ({"action": "rename", "name": ""}, 422, "The name must have 1 to 60 letters"),
        ({"action": "rename", "name": "x" * 61}, 422, "The name must have 1 to 60 letters"),
        ({"action": "rename", "name": "Other", "version": "7"}, 422, "Someone else has just changed these rules."),
        ({"action": "undo"}, 422, "no version of this number"),
        ({"action": "undo", "to": "999999"}, 422, "no version of this number"),
        ({"action": "update", "csrf_token": "x"}, 422, "out of date"),
        ({"action": "delete"}, 422, "out of date"),
        ({"action": "retire", "version": "x"}, 422, "out of date"),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_keeps_what_was_typed(visitor, ours, typed, status, words):
    page = act(visitor, **typed)
    assert page.status == status
    assert words in page.text
    if len(typed.get("name", "")) == 61:
        assert "x" * 61 in page.source
    assert [version.number for version in visitor.club.rule_sets.versions("our-table")] == [1]


def test_a_button_pressed_twice_counts_once(visitor, ours):
    form = form_of(visitor)
    for _ in range(2):
        assert visitor.post(form.action, form.fields | {"action": "retire"}).status == 200
    assert len(visitor.club.rule_sets.versions("our-table")) == 2


def test_only_an_owner_changes_rules_and_nobody_a_preset(visitor, ours):
    form = form_of(visitor)
    for guest in (Visitor(visitor.app, Role.READER), Visitor(visitor.app, None)):
        assert guest.post(CHANGE, form.fields | {"action": "retire"}).status in (401, 403)
    assert "/change" not in Visitor(visitor.app, Role.READER).get("/rules/our-table").source
    for slug in ("partnership", "nobody"):
        assert visitor.post(f"/rules/{slug}/change", form.fields | {"action": "retire"}).status == 404
    assert not own_rules.current(visitor.club, "our-table").is_retired


def test_its_file_is_read_by_a_club_that_has_none_of_these(visitor, save):
    data = {"schema": 2, "name": "Child", "parent": "our-table", "set": {"books.dirty.points": 350}}
    own_rules.save_new(visitor.club, data, Sender("child"))
    answer = visitor.client.get("/rules/child/file")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="child.toml"'
    rules = parse(answer.text, preset)
    assert (rules.parent, [book.points for book in rules.books[:2]]) == ("partnership", [700, 350])
    assert len(tomllib.loads(answer.text)["set"]) == 2
    for slug in slugs()[:3]:
        assert diff(parse(visitor.client.get(f"/rules/{slug}/file").text, preset), preset(slug)) == ()
