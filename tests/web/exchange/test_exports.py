"""An owner exports the club as files. Each contains the whole club, and no one else can get one."""

import io
import re
from dataclasses import replace

import pytest

from scorepad.exchange.exports import EXPORTS, no_report
from scorepad.store import Role
from scorepad.web.app.slots import Slots
from scorepad.web.exchange import exports
from tests.web.driving import Visitor


@pytest.fixture
def owner(visitor, played):
    return visitor


def test_the_page_has_each_file_with_what_it_is_good_for(owner):
    page = owner.get(owner.get("/").links["Download the club"])
    assert page.heading == "Download the club"
    for export in EXPORTS.values():
        assert export.title in page.text
        assert export.purpose in page.text
        assert f'href="/export/{export.name}"' in page.source


def test_the_size_on_the_page_is_near(owner):
    shown = re.findall(r"about ([0-9]+) kB", owner.get("/export").text)
    sizes = [len(owner.client.get(f"/export/{name}").data) for name in ("jsonl", "sqlite")]
    assert all(0.5 < 1000 * int(about) / size < 2 for about, size in zip(shown, sizes, strict=True))


@pytest.mark.parametrize("name", EXPORTS)
def test_a_file_is_what_the_command_line_writes(owner, name):
    answer = owner.client.get(f"/export/{name}")
    assert (answer.status_code, answer.content_type) == (200, EXPORTS[name].media_type)
    assert answer.headers["Content-Disposition"].endswith(f'{EXPORTS[name].ending}"')
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    stream = io.BytesIO()
    EXPORTS[name].write(owner.club, stream, no_report)
    # A workbook contains the time it was written.
    assert answer.data == stream.getvalue() or abs(len(answer.data) - len(stream.getvalue())) < 32
    assert list(owner.club.path.parent.glob(".export-*")) == []


def test_only_an_owner_gets_files(app, owner, played):
    for role, game in ((Role.SCORER, played.game), (Role.WATCHER, played.game), (Role.READER, 0), (None, 0)):
        guest = Visitor(app, role, game) if role else Visitor(app, None)
        for address in ("/export", *(f"/export/{name}" for name in EXPORTS)):
            assert guest.client.get(address).status_code in (302, 303, 403), address
    assert owner.client.get("/export/yaml").status_code == 404


def test_a_full_disk_is_a_sentence(owner, monkeypatch):
    def write(club, stream, report):
        stream.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(EXPORTS, "jsonl", replace(EXPORTS["jsonl"], write=write))
    assert exports.NO_ROOM in owner.client.get("/export/jsonl", follow_redirects=True).text
    assert owner.client.get("/export/sqlite").status_code == 200


@pytest.mark.parametrize("slots", ["_BUILD_SLOTS", "_DOWNLOAD_SLOTS"])
@pytest.mark.parametrize(("of_a_club", "of_the_host", "is_other"), [(1, 9, False), (9, 1, True)])
def test_too_many_files_at_once_are_a_sentence(owner, monkeypatch, slots, of_a_club, of_the_host, is_other):
    monkeypatch.setattr(exports, slots, Slots(of_a_club, of_the_host))
    with getattr(exports, slots).slot("another club" if is_other else owner.club.path):
        answer = owner.client.get("/export/sqlite")
        assert (answer.status_code, exports.BUSY in answer.text) == (503, True)
        assert answer.headers["Retry-After"] == "60"
    for _ in range(3):
        answer = owner.client.get("/export/sqlite")
        assert (answer.status_code, answer.data[:6]) == (200, b"SQLite")


def test_another_club_makes_files_meanwhile(owner):
    with exports._BUILD_SLOTS.slot("another club"), exports._DOWNLOAD_SLOTS.slot("another club"):
        assert owner.client.get("/export/sqlite").status_code == 200
