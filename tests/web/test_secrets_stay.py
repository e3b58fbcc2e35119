"""The secret key, a link's word and a phone's token stay secret: they are in no log, copy, export or other page."""

import logging

import pytest

from scorepad.exchange.exports import EXPORTS, no_report, write_file
from tests.web.driving import Visitor


@pytest.fixture
def phone(app, values):
    """A phone of the owner's that was admitted by the link."""
    phone = Visitor(app, None)
    assert phone.get(f"/in/{values['word']}").status == 200
    return phone


@pytest.fixture
def secrets(app, values, phone):
    """The secrets: the key, the link's word, the phone's token."""
    return [app.secret_key, values["word"], phone.token]


@pytest.mark.parametrize("fault", [RuntimeError("a fault"), OSError(28, "No space left")])
@pytest.mark.parametrize("where", ["/in/{word}", "/"])
def test_a_fault_nobody_foresaw_logs_no_secret(app, values, phone, secrets, monkeypatch, caplog, capfd, where, fault):
    def fail(*_, **__):
        raise fault

    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr("scorepad.web.access.join.link_purpose", fail)
    monkeypatch.setattr("scorepad.web.games.game_list.index", fail)
    monkeypatch.setitem(app.view_functions, "games.index", fail)
    answer = phone.client.get(where.format(**values))
    assert answer.status_code == 500
    assert str(fault) in caplog.text
    logged = caplog.text + "".join(capfd.readouterr()) + answer.text
    assert [secret for secret in secrets if secret in logged] == []


def test_no_page_shows_a_secret_but_the_page_of_the_phones_its_link(routes, secrets, phone):
    key, word, token = secrets
    for address in routes:
        if not address.endswith("/stream"):
            with phone.client.get(address) as answer:
                assert key.encode() not in answer.data, address
                assert token.encode() not in answer.data, address
                assert word.encode() not in answer.data or address == "/phones", address


def test_no_copy_or_export_of_the_club_holds_a_secret_or_who_may_enter(secrets, phone, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    phone.club.backup(copy)
    exports = [write_file(export, phone.club, tmp_path / name, no_report) for name, export in EXPORTS.items()]
    for file in (copy, *exports):
        held = file.read_bytes()
        assert [secret for secret in secrets if secret.encode() in held] == []
        assert b"hash" not in held
    assert {file.name for file in tmp_path.iterdir()} == {copy.name, *EXPORTS}


def test_a_page_that_is_refused_tells_a_stranger_no_link(app):
    page = Visitor(app, None).get("/people")
    assert page.status == 403
    assert "/in/" not in page.source
