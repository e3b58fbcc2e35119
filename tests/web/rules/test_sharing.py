"""Rules go from one club to another as a link or a file, and are previewed before they are kept."""

import base64
import hashlib
import json
import zlib
from contextlib import closing
from io import BytesIO

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.play.rules import own_rules, sharing
from scorepad.play.rules.catalog import find_rules
from scorepad.play.rules.own_rules import Sender
from scorepad.rules.document import diff, to_document
from scorepad.rules.parse import from_document, parse
from scorepad.rules.presets import preset, slugs, text
from scorepad.store import Role
from scorepad.web import create_app
from tests.web.driving import Visitor
from tests.web.hosting import clubs_of

TEXT = 'schema = 2\nname = "Theirs"\nparent = "partnership"\nset = { "books.clean.points" = 700 }\n'


@pytest.fixture
def other_club(tmp_path):
    """An owner of another club on another machine."""
    (home := tmp_path / "other").mkdir()
    with closing(clubs_of(app := create_app(home))):
        yield Visitor(app)


def share(visitor, slug="our-table"):
    """The page with the link, on a machine that other phones can reach."""
    addresses.save(visitor.app.config["HOME"], Reachable(8484, ("192.168.1.20",)))
    return visitor.get(f"/rules/{slug}/share")


def link_of(visitor, slug="our-table"):
    return share(visitor, slug).root.all("textarea")[0].text


def offer(visitor, brought, **more):
    form = visitor.get("/rules/add").form("/add")
    return visitor.post("/rules/add", form.fields | {"text": brought} | more, content_type="multipart/form-data")


def own_sets(visitor):
    return [version.slug for version in visitor.club.rule_sets.current()]


def test_a_link_carries_rules_to_another_club(visitor, save, other_club):
    data = {"schema": 2, "name": "Child", "parent": "our-table", "set": {"books.dirty.points": 350}}
    own_rules.save_new(visitor.club, data, Sender("child"))
    link = link_of(visitor, "child")
    assert len(link) < 110
    assert link.startswith("http://192.168.1.20:8484/rules/shared/2")
    assert share(visitor, "child").root.all("svg")
    for page in (other_club.get("/" + link.split("/", 3)[3]), offer(other_club, link)):
        assert page.heading == "Child"
        assert "A red book 700 instead of 500" in page.text
        assert "A black book 350 instead of" in page.text
        assert own_sets(other_club) == []
        form = page.form("/keep")
    for key in ("a" * 32, "b" * 32):
        assert other_club.post(form.action, form.fields | {"key": key}).said == "“Child” is one of your own rules now."
    assert own_sets(other_club) == ["child"]
    assert "Your club already has these rules." in offer(other_club, link).text
    assert diff(find_rules(other_club.club, "child"), find_rules(visitor.club, "child")) == ()


def test_whoever_has_the_link_sees_the_rules_and_nothing_of_the_club(visitor, ours):
    address = "/" + link_of(visitor).split("/", 3)[3]
    nobody = Visitor(visitor.app, None)
    page = nobody.get(address)
    assert "A red book 700 instead of 500" in page.text
    assert not [form for form in page.forms if form.action.endswith("/keep")]
    answer = nobody.client.get(page.links["Download as a file"])
    assert answer.headers["Content-Disposition"] == 'attachment; filename="our-table.toml"'
    packed = sharing.pack(ours.rules, {"schema": 2, "name": "Spy", "parent": "our-table", "set": {}}, 1)
    page = nobody.get(f"/rules/shared/{packed}")
    assert (page.status, "700" in page.text) == (422, False)
    assert nobody.post("/rules/add/keep", {"text": TEXT}).status in (401, 403)


def test_a_file_is_looked_at_then_kept_and_later_a_new_version(visitor):
    for points, version in (("700", 1), ("900", 2)):
        file = (BytesIO(TEXT.replace("700", points).encode()), "theirs.toml")
        page = offer(visitor, "", file=file)
        assert f"A red book {points} instead of 500" in page.text
        form = page.form("/keep")
        assert ("version" in form.names) == (version == 2)
        assert visitor.post(form.action, form.fields).heading == "Theirs"
        assert own_rules.current(visitor.club, "theirs").number == version
    page = offer(visitor, TEXT.replace("700", "800"))
    form = page.form("/keep")
    visitor.post(form.action, form.fields | {"as": "new"})
    assert own_sets(visitor) == ["theirs", "theirs-2"]


def test_what_has_faults_comes_back_with_their_lines(visitor):
    bad = TEXT.replace("books.clean.points", "books.cleen.points") + 'remove = [ "no" ]\n<b>'
    page = offer(visitor, bad)
    assert page.status == 422
    assert "line 6" in page.text
    page = offer(visitor, bad.replace("<b>", ""))
    assert "Line 4: set.books.cleen.points: “books” has no “cleen”." in page.text
    assert "Line 5: remove.no: " in page.text
    assert page.form("/add").fields["text"] == bad.replace("<b>", "")
    assert own_sets(visitor) == []


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Choose a file, or paste rules or a link."),
        ({"text": TEXT, "csrf_token": "x"}, "out of date"),
        ({"file": (BytesIO(b"\xff\xfe\x00"), "x.toml")}, "This is not a text file."),
        ({"text": "#" * 40_001}, "too long for this page"),
        ({"text": TEXT.replace("partnership", "nobody")}, "This club has no rule set “nobody”."),
        ({"text": "http://x/rules/shared/1abc"}, "Part of this link is missing."),
        ({"text": 'schema = 2\nname = "\\u202Ex"\nparent = "roth"\nset = { }'}, "Line 2: name: must"),
    ],
)
def test_what_cannot_be_kept_says_why(visitor, typed, words):
    page = offer(visitor, **{"brought": "", **typed})
    assert page.status == 422
    assert words in page.text


OLD_AND_NEW = (
    "1izbWUUpOSjawTDNJUtKpRo4gaJSVZKRmAn0Oj7AQGB8RzwEIExU8gOGjoKbgBgwfHYXyzJIMhaJSYFAq5KcpVOaXFinkl-fpgQxDJA3sDoM5G5uf"
    "zA0MamtjAQ",
    "2y8CfSwADg9sbkpGaWVRMSDmunFFbCwA",
)
"""The rules of `TEXT` in both link formats, which must stay readable forever."""


@pytest.mark.parametrize("word", OLD_AND_NEW)
def test_a_link_that_was_made_once_can_be_read_for_good(visitor, word):
    shared = sharing.unpack(word)
    rules = parse(TEXT, preset)
    assert (shared.version, shared.digest) == (3, sharing.digest_of(rules))
    assert diff(from_document(shared.document, preset), rules) == ()
    assert "A red book 700 instead of 500" in visitor.get(f"/rules/shared/{word}").text
    assert sharing.pack(rules, shared.document, 3) == OLD_AND_NEW[1]


def pack(value):
    return "1" + packed(value, sharing._WORDS_OF_1)


def pack_2(value):
    return "2" + packed(value, sharing.WORDS, bytes(6))


def packed(value, words, header=b""):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, 0, words)
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(header + packer.compress(text) + packer.flush()).decode().rstrip("=")


DEEP = b"[" * 5000
CHOICE = {"key": "a", "label": "A", "options": [{"value": "a", "set": {"hand_limit": 1}}] * 41}
HOSTILE = {
    "nothing": "1", "no base64": "1!!!", "no zlib": "1AAAA", "newer": "3abc", "cut": pack([1, "", {}])[:-3],
    "long": "1" + "A" * 5000, "bomb": pack(b" " * 1_000_000), "deep": pack(DEEP), "no list": pack({"a": 1}),
    "other types": pack(["1", 2, []]), "nulls": pack([1, "", {"schema": 2, "name": None, "parent": None, "set": None}]),
    "no document": pack([1, "", {}]), "bad UTF-8": pack(b"\xff"), "NaN": pack(b'[1, "", {"schema": NaN}]'),
    "many options": pack([1, "", {"schema": 2, "name": "a", "parent": "roth", "add": {"choices": [CHOICE]}}]),
    "half a letter": pack([1, "", {"schema": 2, "name": "\ud800", "parent": "roth", "set": {}}]),
    "unknown parent": pack([1, "", {"schema": 2, "name": "a", "parent": "later", "set": {}}]),
    "a preset of lists": pack_2({"parent": []}),
    "empty": "2", "short": "2AAAA", "a bomb": pack_2(b" " * 1_000_000), "deep too": pack_2(DEEP), "a list": pack_2([]),
    "null names": pack_2({"name": None, "parent": None, "set": None}), "no UTF-8": pack_2(b"\xff"),
    "half a letter too": pack_2({"name": "\ud800", "parent": "roth", "set": {}}), "NaN too": pack_2(b"NaN"),
}  # fmt: skip


@pytest.mark.parametrize("packed", HOSTILE.values(), ids=HOSTILE)
def test_a_link_that_is_none_is_a_page_that_says_so(visitor, packed):
    for guest in (visitor, Visitor(visitor.app, None)):
        page = guest.get(f"/rules/shared/{packed}")
        assert (page.status, page.heading) == (422, "These rules cannot be read")
        assert guest.get(f"/rules/shared/{packed}/file").status == 404
    assert own_sets(visitor) == []


def test_a_link_made_with_another_parent_says_that_it_comes_out_differently(visitor, ours):
    packed = sharing.pack(preset("roth"), ours.document, 1)
    assert "These rules differ a little here" in visitor.get(f"/rules/shared/{packed}").text


def test_what_is_too_long_for_a_code_or_a_link_says_so(visitor):
    whole = to_document(preset("friends-family")) | {"slug": "whole", "name": "Whole", "parent": "", "notes": []}
    own_rules.save_new(visitor.club, whole, Sender("whole"))
    page = share(visitor, "whole")
    assert ("too long for a code" in page.text, len(page.root.all("svg"))) == (True, 0)
    digits = "".join(hashlib.sha256(bytes([number])).hexdigest() for number in range(150))
    noise = [digits[at : at + 480] for at in range(0, len(digits), 480)]
    own_rules.save_new(visitor.club, whole | {"name": "Long", "slug": "long", "notes": noise}, Sender("long"))
    page = share(visitor, "long")
    assert "too long for a link" in page.text
    assert len(page.root.all("svg")) == 0
    assert page.root.all("textarea") == []


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_fits_into_a_link(slug):
    packed = sharing.pack(preset(slug), to_document(preset(slug)), 0)
    assert sharing.unpack(packed).document == json.loads(json.dumps(to_document(preset(slug))))


@pytest.mark.parametrize("slug", slugs())
def test_the_link_of_a_preset_names_it_and_carries_no_rules(visitor, other_club, slug):
    link = link_of(visitor, slug)
    assert len(link.rpartition("/")[2]) < 45
    for page in (other_club.get("/" + link.split("/", 3)[3]), offer(other_club, link)):
        assert page.heading == preset(slug).name
        assert "come with Scorepad" in page.text
        assert "These rules differ a little" not in page.text
        assert not [form for form in page.forms if form.action.endswith("/keep")]
    assert "Download as a file" not in Visitor(visitor.app, None).get("/" + link.split("/", 3)[3]).text


def test_the_link_of_a_preset_of_another_version_says_so(visitor):
    changed = sharing.pack(preset("roth"), {"parent": "simpson"}, 0)
    assert "These rules differ a little here" in visitor.get(f"/rules/shared/{changed}").text
    later = sharing.pack(preset("roth"), {"parent": "later"}, 0)
    assert "“later” do not come with this Scorepad" in visitor.get(f"/rules/shared/{later}").text


def test_a_reader_shares_and_does_not_add(visitor, ours):
    reader = Visitor(visitor.app, Role.READER)
    assert link_of(reader) == link_of(visitor)
    assert reader.get("/rules/add").status == 403
    assert "/rules/add" not in reader.get("/rules").source


def test_a_whole_file_is_kept_too(visitor):
    page = offer(visitor, text("partnership").replace('slug = "partnership"', 'slug = "whole"'))
    form = page.form("/keep")
    visitor.post(form.action, form.fields)
    assert own_sets(visitor) == ["whole"]
