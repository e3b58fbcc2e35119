"""The front door: what it says to whom, and the six digits that are typed there."""

import re

import pytest

from scorepad.store import Role
from scorepad.web.access import permissions
from tests.web.driving import Visitor
from tests.web.pages import Page


@pytest.fixture(scope="module")
def game(app):
    """A table whose phones the tests of this module let in and send away."""
    return Visitor(app).begin().game


@pytest.fixture
def stranger(app):
    """Somebody who was never let in."""
    return Visitor(app, None)


def digits(visitor, game, role=Role.SCORER):
    """The code that a table shows now."""
    page = visitor.client.get(f"/games/{game}/invite", base_url="http://192.168.1.20:8484")
    shown = re.findall(r'class="digits">([0-9 ]{7})<', page.text)
    return dict(zip((Role.SCORER, Role.WATCHER), shown, strict=True))[role]


@pytest.fixture(scope="module")
def shows(app, game):
    """A phone at the table, which shows its codes."""
    visitor = Visitor(app, Role.SCORER, game)
    token = visitor.client.get_cookie(permissions.COOKIE).value
    visitor.client.set_cookie(permissions.COOKIE, token, domain="192.168.1.20")
    return visitor


def type_code(visitor, code, address="127.0.0.1"):
    """Types a code at the front door, from an address of the network."""
    form = visitor.get("/join").form("/join")
    return visitor.client.post(
        form.action, data=form.fields | {"code": code}, environ_overrides={"REMOTE_ADDR": address}
    )


def test_the_front_door_says_what_to_do_and_nothing_of_the_club(stranger, game):
    page = stranger.get("/")
    assert page.heading == "Come in"
    assert "scorepad link" in page.text
    assert "This phone is let in here" not in page.text
    assert page.root.by_id("code")["inputmode"] == "numeric"


@pytest.mark.parametrize(
    ("role", "words"),
    [(Role.OWNER, "The games of this club"), (Role.SCORER, "Table"), (Role.WATCHER, "The board of")],
)  # fmt: skip
def test_whoever_is_let_in_sees_at_the_front_door_where_it_may_go(app, game, role, words):
    page = Visitor(app, role, 0 if role is Role.OWNER else game).get("/join")
    ((said, address),) = [(k, v) for k, v in page.links.items() if k.startswith(words)]
    assert address in ("/", f"/games/{game}", f"/games/{game}/board"), said


@pytest.mark.parametrize("role", [Role.SCORER, Role.WATCHER])
def test_six_digits_let_a_phone_in_at_their_table(stranger, shows, game, role):
    answer = type_code(stranger, digits(shows, game, role))
    assert answer.status_code == 303
    assert answer.location == f"/games/{game}{'' if role is Role.SCORER else '/board'}"
    assert stranger.passes == {(role, game)}


@pytest.mark.parametrize("spaced", ["{} {}", "{}-{}", "{}–{}", " {}\u00a0{} ", "{}.{}", "{}{}"])
def test_spaces_and_dashes_do_not_matter(stranger, shows, game, spaced):
    code = digits(shows, game).split()
    assert type_code(stranger, spaced.format(*code)).status_code == 303


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the six digits"),
        ("   ", "Type the six digits"),
        ("12345", "six digits and nothing else"),
        ("1234567", "six digits and nothing else"),
        ("12a456", "six digits and nothing else"),
        ("+12345", "six digits and nothing else"),
        ("٤٨٢٩١٣", "only the digits 0 to 9"),
        ("४८२९१३", "only the digits 0 to 9"),
        ("²³¹²³¹", "only the digits 0 to 9"),
        ("9" * 5_000, "six digits and nothing else"),
        ("<b>12345", "six digits and nothing else"),
    ],
)
def test_what_is_no_code_comes_back_as_it_was_typed_and_is_no_try(stranger, typed, said):
    for _ in range(11):
        answer = type_code(stranger, typed, address="192.168.7.7")
    page = Page.of(answer.status_code, answer.text)
    assert page.status == 422
    assert said in page.beside("code")
    assert page.root.by_id("code")["value"] == typed


def test_a_code_without_our_token_lets_nobody_in(stranger, shows, game):
    code = digits(shows, game)
    page = stranger.post("/join", {"code": code})
    assert page.status == 422
    assert page.root.by_id("code")["value"] == code
    assert stranger.passes == frozenset()


def test_a_code_is_good_no_longer_once_its_link_was_made_anew(app, visitor, stranger, shows):
    table = visitor.begin()
    shows.access.let_in(shows.client.get_cookie(permissions.COOKIE).value, Role.SCORER, table.game)
    code = digits(shows, table.game)
    visitor.access.renew(Role.SCORER, table.game)
    assert type_code(stranger, code, address="192.168.7.8").status_code == 422
    assert stranger.passes == frozenset()


def wrong(shows, game):
    taken = {digits(shows, game, role).replace(" ", "") for role in (Role.SCORER, Role.WATCHER)}
    return next(code for code in ("000000", "000001", "000002") if code not in taken)


def test_after_ten_wrong_codes_a_phone_must_wait_and_is_told_how_long(stranger, shows, game):
    code = wrong(shows, game)
    for _ in range(10):
        answer = type_code(stranger, code, address="192.168.7.9")
        assert answer.status_code == 422
        assert "No table shows this code now" in answer.text
    answer = type_code(stranger, digits(shows, game), address="192.168.7.9")
    assert answer.status_code == 429
    assert 590 <= int(answer.headers["Retry-After"]) <= 600
    page = Page.of(429, answer.text)
    assert "Wait 10 minutes" in page.beside("code")
    assert stranger.passes == frozenset()
    assert type_code(stranger, digits(shows, game)).status_code == 303


def test_a_phone_that_was_sent_away_comes_in_by_no_code(stranger, shows, game):
    type_code(stranger, digits(shows, game))
    stranger.access.dismiss(stranger.access.phones()[0].id)
    assert type_code(stranger, digits(shows, game)).status_code == 403
