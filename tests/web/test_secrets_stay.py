"""The secret key, a link's word and a phone's token stand where they must and nowhere else: no log, copy or address."""

import logging

import pytest

from scorepad.store import Role
from scorepad.web.access import permissions
from tests.web.driving import Visitor
from tests.web.pages import Page


@pytest.fixture
def phone(app, values):
    """A phone of the owner's that came by the link."""
    phone = Visitor(app, None)
    assert phone.get(f"/in/{values['word']}").status == 200
    return phone


def secrets_of(app, values, phone):
    """All that nobody else may learn."""
    token = phone.client.get_cookie(permissions.COOKIE).value
    return [app.secret_key, values["word"], token]


@pytest.mark.parametrize("fault", [RuntimeError("a fault"), OSError(28, "No space left")])
@pytest.mark.parametrize("where", ["/in/{word}", "/"])
def test_a_fault_nobody_foresaw_logs_no_secret(
    app, values, phone, monkeypatch, caplog, capfd, where, fault
):
    def fail(*_, **__):
        raise fault

    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr("scorepad.web.access.links.purpose", fail)
    monkeypatch.setattr("scorepad.web.games.game_list.index", fail)
    monkeypatch.setitem(app.view_functions, "games.index", fail)
    answer = phone.client.get(where.format(**values))
    assert answer.status_code == 500
    logged = caplog.text + "".join(capfd.readouterr()) + answer.text
    assert str(fault) in caplog.text
    for secret in secrets_of(app, values, phone):
        assert secret not in logged


def test_a_link_leads_on_to_an_address_without_it(app, values):
    client = Visitor(app, None).client
    first = client.get(f"/in/{values['word']}")
    assert (first.status_code, first.headers["Referrer-Policy"]) == (303, "same-origin")
    assert values["word"] not in first.text + first.location
    second = client.get(first.location)
    assert second.status_code == 303
    assert values["word"] not in second.text + second.location


def test_no_page_shows_a_phones_token_or_the_key(app, routes, values, phone):
    key, _, token = secrets_of(app, values, phone)
    for address in routes:
        if not address.endswith("/stream"):
            with phone.client.get(address) as answer:
                assert key not in answer.text, address
                assert token not in answer.text, address


def test_only_the_page_of_the_phones_shows_the_owners_link(app, routes, values, phone):
    shows = {
        address
        for address in routes
        if not address.endswith("/stream") and values["word"] in phone.client.get(address).text
    }
    assert shows <= {"/phones"}


def test_a_copy_of_the_club_holds_no_secret_and_nobody_who_may_enter(app, values, phone, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    phone.club.backup(copy)
    held = copy.read_bytes()
    for secret in secrets_of(app, values, phone):
        assert secret.encode() not in held
    assert b"hash" not in held
    assert [file.name for file in tmp_path.iterdir()] == [copy.name]


def test_a_page_that_is_refused_tells_a_stranger_no_link(app, values):
    Visitor(app, Role.OWNER)
    answer = Visitor(app, None).client.get("/people")
    assert Page.of(answer.status_code, answer.text).status == 403
    assert "/in/" not in answer.text
