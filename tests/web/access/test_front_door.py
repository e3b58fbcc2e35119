"""The front door: what it shows to each kind of phone, and typing six-digit codes."""

import re

import pytest

from scorepad.store import Role
from tests.web.access.conftest import known_at
from tests.web.driving import Visitor
from tests.web.pages import Page


@pytest.fixture(scope="module")
def shows(app, game):
    return known_at(Visitor(app, Role.SCORER, game), "192.168.1.20")


@pytest.fixture
def digits(shows, game):

    def shown(role=Role.SCORER, game=game):
        page = shows.client.get(f"/games/{game}/invite", base_url="http://192.168.1.20:8484")
        scoring, watching = re.findall(r'class="digits">([0-9 ]{7})<', page.text)
        return scoring if role is Role.SCORER else watching

    return shown


def type_code(visitor, code, address="127.0.0.1"):
    """Type a code at the front door, from an IP address."""
    fields = visitor.get("/join").form("/join").fields | {"code": code}
    return visitor.client.post("/join", data=fields, environ_overrides={"REMOTE_ADDR": address})


def test_the_front_door_says_what_to_do_and_nothing_of_the_club(newcomer, game):
    page = newcomer.get("/")
    assert page.heading == "Join a table"
    assert "scorepad link" in page.text
    assert "This phone has access to" not in page.text
    assert page.root.by_id("code")["inputmode"] == "numeric"


@pytest.mark.parametrize(
    ("role", "words", "ending"),
    [(Role.OWNER, "The games of this club", "/"), (Role.SCORER, "Table", ""), (Role.WATCHER, "The board of", "/board")],
)
def test_the_front_door_shows_a_phone_where_it_may_go(app, game, role, words, ending):
    page = Visitor(app, role, 0 if role is Role.OWNER else game).get("/join")
    (address,) = [link for label, link in page.links.items() if label.startswith(words)]
    assert address == ("/" if role is Role.OWNER else f"/games/{game}{ending}")


@pytest.mark.parametrize(("role", "page"), [(Role.SCORER, "/scorer"), (Role.WATCHER, "/board")])
def test_six_digits_let_a_phone_in_at_their_table(newcomer, digits, game, role, page):
    answer = type_code(newcomer, digits(role))
    assert (answer.status_code, answer.location) == (303, f"/games/{game}{page}")
    assert newcomer.passes == {(role, game)}


@pytest.mark.parametrize("spaced", ["{} {}", "{}-{}", "{}–{}", " {}\u00a0{} ", "{}.{}", "{}{}"])
def test_spaces_and_dashes_do_not_matter(newcomer, digits, spaced):
    assert type_code(newcomer, spaced.format(*digits().split())).status_code == 303


MISSING, OTHER = "Type the six digits", "Type only the six digits"
ASCII = "only the digits 0 to 9"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", MISSING), ("   ", MISSING), ("12345", OTHER), ("1234567", OTHER), ("12a456", OTHER), ("+12345", OTHER),
        ("9" * 5_000, OTHER), ("<b>12345", OTHER), ("٤٨٢٩١٣", ASCII), ("४८२९१३", ASCII), ("²³¹²³¹", ASCII),
    ],
)  # fmt: skip
def test_other_text_comes_back_as_it_was_typed_and_is_no_try(newcomer, typed, sentence):
    for _ in range(11):
        answer = type_code(newcomer, typed, address="192.168.7.7")
    page = Page(answer.status_code, answer.text)
    assert page.status == 422
    assert sentence in page.beside("code")
    assert page.root.by_id("code")["value"] == typed


def test_a_new_link_ends_the_code_of_the_old_one(visitor, newcomer, shows, digits):
    table = visitor.begin()
    shows.gains(Role.SCORER, table.game)
    known_at(shows, "192.168.1.20")
    code = digits(game=table.game)
    visitor.access.renew(Role.SCORER, table.game)
    assert type_code(newcomer, code, address="192.168.7.8").status_code == 422
    assert newcomer.passes == frozenset()


def test_after_ten_wrong_codes_a_phone_must_wait_and_is_told_how_long(newcomer, digits):
    taken = {digits(role).replace(" ", "") for role in (Role.SCORER, Role.WATCHER)}
    wrong = next(code for code in ("000000", "000001", "000002") if code not in taken)
    for _ in range(10):
        answer = type_code(newcomer, wrong, address="192.168.7.9")
        assert answer.status_code == 422
        assert "This code is wrong or has expired" in answer.text
    answer = type_code(newcomer, digits(), address="192.168.7.9")
    assert answer.status_code == 429
    assert 3590 <= int(answer.headers["Retry-After"]) <= 3600
    assert "Wait 60 minutes" in Page(429, answer.text).beside("code")
    assert newcomer.passes == frozenset()
    assert type_code(newcomer, digits()).status_code == 303


def test_a_phone_that_was_sent_away_comes_in_by_no_code(newcomer, digits):
    type_code(newcomer, digits())
    newcomer.access.dismiss(newcomer.phone.id)
    assert type_code(newcomer, digits()).status_code == 403
