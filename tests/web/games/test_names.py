"""Names of players, valid and invalid."""

from urllib.parse import unquote_to_bytes

import pytest
from werkzeug.test import EnvironBuilder

from tests.web.driving import filled

REFUSED = ("", "  \t ", "a" * 10_000, "a" * 41, "Ann\u202eeve", "An\x00n", "Ann\u2028Bob", "An\u200bn", "\u0301",
           "\U000e1000", "Ann\ufffd", "Ann\U000e0100")  # fmt: skip
"""Names of every sort that `tests/scoring/test_names.py` refuses, and a few more."""

ACCEPTED = {
    "  Ann   Lee ": "Ann Lee",
    "👩‍👩‍👧 Team": "👩‍👩‍👧 Team",
    "🃏": "🃏",
    "Jose\u0301": "José",
    "नेहा": "नेहा",
    "葛\U000e0100城": "葛\U000e0100城",
    "❤️ Ann 1️⃣": "❤️ Ann 1️⃣",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "{{ 7 * 7 }}": "{{ 7 * 7 }}",
    "'; DROP TABLE player; --": "'; DROP TABLE player; --",
    "a" * 40: "a" * 40,
}


def begin(visitor, name):
    """Begin a game of two whose first player has this name, and return the page."""
    return visitor.send(visitor.get("/games/new/two-handed").form(), seat1=name, seat2="Zoe")


def people(visitor):
    return {player.name for player in visitor.club.people.active()}


@pytest.mark.parametrize("name", REFUSED, ids=range(len(REFUSED)))
def test_a_bad_name_is_refused_and_everything_typed_is_kept(visitor, nothing_recorded, name):
    before = people(visitor)
    page = begin(visitor, name)
    assert page.status == 422
    assert page.beside("seat1").endswith(".")
    assert [page.form().fields[seat] for seat in ("seat1", "seat2")] == [name, "Zoe"]
    assert people(visitor) == before


@pytest.mark.parametrize("broken", ["%ED%A0%80", "Ann%ED%B0%80", "%FF", "%C3"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_bytes_that_are_no_text_are_refused(visitor, nothing_recorded, broken, kind):
    form = visitor.get("/games/new/two-handed").form()
    fields = filled(form, {"seat1": "BROKEN", "seat2": "Zoe"})
    sent = EnvironBuilder(method="POST", data=fields, content_type=kind).get_request()
    bad = broken.encode() if kind.endswith("urlencoded") else unquote_to_bytes(broken)
    body = sent.get_data().replace(b"BROKEN", bad)
    page = visitor.client.post(form.action, data=body, content_type=sent.content_type)
    assert page.status_code == 422
    assert "Some of this cannot be read" in page.text
    assert "Zoe" in page.text


@pytest.mark.parametrize(("typed", "kept"), ACCEPTED.items())
def test_a_name_is_kept_as_it_is_read(visitor, typed, kept):
    page = begin(visitor, typed)
    assert page.status == 200
    assert kept in page.text
    assert kept in people(visitor)


def test_everybody_known_is_offered_and_no_name_can_change_the_page(visitor):
    name = '"><script>x</script>'
    page = begin(visitor, name)
    assert all(script["src"].startswith("/assets/") for script in page.root.all("script"))
    options = visitor.get("/games/new/classic").root.all("option")
    assert name in [option["value"] for option in options]
