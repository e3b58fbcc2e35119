"""What every answer says to the browser besides its page: what may be loaded, kept, framed and used."""

import re

import pytest

from scorepad.store import Role
from tests.web.driving import POLICY, Visitor, guarded

REFUSED = {"evil.example": 421, "a b": 400}


@pytest.fixture(scope="module")
def answers(app, routes):
    """What the owner and a stranger are answered at every route, and where there is none, by address and guest."""
    found = {}
    for who in (Role.OWNER, None):
        for address in [*routes, "/nowhere", "/games/999"]:
            with Visitor(app, who).client.get(address) as answer:
                found[address, who] = answer
    return found


def test_every_answer_is_guarded(answers):
    statuses = set()
    for answer in answers.values():
        guarded(answer)
        statuses.add(answer.status_code)
    assert {200, 303, 403, 404} <= statuses


def test_nothing_is_loaded_but_our_own_and_nothing_is_written_into_a_page():
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert "unsafe" not in POLICY
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert {rules[name] for name in rules if rules[name] != "'none'"} == {"'self'"}


def test_a_page_may_keep_the_screen_awake_and_fill_it_and_has_no_use_for_anything_else(answers):
    (said,) = {answer.headers["Permissions-Policy"] for answer in answers.values()}
    allowed = dict(one.split("=", 1) for one in said.split(", "))
    own = {name for name, who in allowed.items() if who == "(self)"}
    assert own == {"screen-wake-lock", "fullscreen"}
    assert {who for name, who in allowed.items() if name not in own} == {"()"}
    assert {"camera", "microphone", "geolocation", "usb", "payment"} <= allowed.keys()


def test_each_header_is_said_once(answers):
    for answer in answers.values():
        names = [name for name, _ in answer.headers if name not in ("Set-Cookie", "Vary")]
        assert len(names) == len(set(names))


def test_no_page_is_kept_by_anybody_else_and_each_is_asked_for_again(answers):
    for (address, who), answer in answers.items():
        # What is the same for everybody, and tells nobody anything.
        common = re.match(r"/(assets/|manifest|worker|service|sw)", address)
        kept = answer.headers["Cache-Control"]
        assert common or kept.startswith(("private, no-cache", "no-store")), (address, who, kept)


def test_only_over_https_are_browsers_told_to_stay_there(app, routes, answers):
    assert not any("Strict-Transport-Security" in answer.headers for answer in answers.values())
    with Visitor(app).client.get("/", base_url="https://localhost") as answer:
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_every_cookie_is_out_of_reach_of_scripts_and_other_sites(app, values):
    for scheme in ("http", "https"):
        client = Visitor(app, None).client
        given, where = [], f"/in/{values['word']}"
        while where:
            answer = client.get(where, base_url=f"{scheme}://localhost")
            given += answer.headers.getlist("Set-Cookie")
            where = answer.location
        assert {cookie.partition("=")[0] for cookie in given} >= {"session", "scorepad_phone"}
        for cookie in given:
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert "Path=/" in cookie
            assert ("Secure" in cookie) == (scheme == "https")


@pytest.mark.parametrize(("host", "status"), REFUSED.items())
def test_what_is_refused_before_all_else_is_guarded_too(app, host, status):
    answer = Visitor(app).client.get("/", headers={"Host": host})
    assert answer.status_code == status
    guarded(answer)
    assert answer.headers["Cache-Control"] == "private, no-cache"
