"""The owner creates tokens on a page or on the command line. Each is shown once and stored as a hash."""

import json
import re

from scorepad.store.tokens import TokenRole
from tests.cli.invoke import run
from tests.web.api.programs import Program, program
from tests.web.guests import kept

TOKENS = "/phones/tokens"
TEXT = re.compile(r"scorepad_\d+_[0-9a-f]{40}")


def make(visitor, **typed):
    return visitor.send(visitor.get(TOKENS).form(TOKENS), name="Overlay", **typed)


def test_a_token_is_shown_once_and_kept_as_a_hash(first_visitor):
    page = make(first_visitor, ends="")
    (text,) = TEXT.findall(page.source)
    (shown,) = page.root.all("textarea")
    (copied,) = (button for button in page.root.all("button") if "data-copy" in button.attributes)
    assert (shown.text, copied["data-copy"], copied.text) == (text, shown["id"], "Copy the token")
    assert TEXT.findall(first_visitor.get(TOKENS).source) == []
    assert "not used yet" in first_visitor.get(TOKENS).text
    assert Program(first_visitor.app, text).ask("/games").status_code == 200
    assert "not used yet" not in first_visitor.get(TOKENS).text
    secret = text.rpartition("_")[2]
    assert secret not in str(kept([first_visitor.access.path]))


def test_a_token_is_revoked_alone(first_visitor):
    revoked, kept_one = program(first_visitor), program(first_visitor)
    number = revoked.text.split("_")[1]
    page = first_visitor.send(first_visitor.get(TOKENS).form(f"{TOKENS}/{number}/revoke"))
    assert "The token is revoked." in page.text
    assert "Revoked or ended: 1" in page.text
    assert [of.ask("/games").status_code for of in (revoked, kept_one)] == [401, 200]


def test_what_cannot_be_used_comes_back_as_it_was_typed(first_visitor):
    for typed, sentence in (
        ({"name": ""}, "name"),
        ({"may": "all"}, "Choose what the program may do."),
        ({"game": "7", "may": "score"}, "Type the number of a game"),
        ({"ends": "2020-01-01"}, "This day is in the past."),
        ({"ends": "soon"}, "Type a day"),
        ({"per_minute": "0"}, "Type a number from 1 to 6000."),
    ):
        form = first_visitor.get(TOKENS).form(TOKENS)
        page = first_visitor.send(form, **{"name": "Overlay"} | typed)
        assert page.status == 422
        assert sentence in page.text, typed
    assert first_visitor.access.tokens.all() == []


def test_a_form_that_is_sent_twice_makes_one_token(first_visitor):
    form = first_visitor.get(TOKENS).form(TOKENS)
    pages = [first_visitor.send(form, name="Overlay", ends="") for _ in range(2)]
    assert [page.status for page in pages] == [200, 422]
    assert len(first_visitor.access.tokens.all()) == 1


def test_a_token_that_is_nearly_right_is_wrong(first_visitor):
    tokens = first_visitor.access.tokens
    text = tokens.new("Overlay", TokenRole.READ).text
    assert tokens.find(text).name == "Overlay"
    last = "0" if text[-1] != "0" else "1"
    for wrong in (text[:-1] + last, text[:-1], f"{text}0", text.replace("_1_", "_2_"), text.upper(), f"{text}\n", ""):
        assert tokens.find(wrong) is None


def test_the_command_line_makes_lists_and_revokes(first_visitor, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(first_visitor.app.config["HOME"]))
    made = run("token", "new", "Score box", "--may", "score", "--until", "2099-12-31")
    text = made.stdout.strip()
    assert TEXT.fullmatch(text)
    assert Program(first_visitor.app, text).ask("/games").status_code == 200
    (listed,) = json.loads(run("token", "list", "--json").stdout)["tokens"]
    assert (listed["name"], listed["may"], listed["ends"], listed["revoked"]) == (
        "Score box", "score", "2099-12-31", False
    )  # fmt: skip
    assert "Score box" in run("token", "list").stdout
    assert run("token", "revoke", "1").exit_code == 0
    assert Program(first_visitor.app, text).ask("/games").status_code == 401
    assert run("token", "revoke", "9").exit_code == 2
