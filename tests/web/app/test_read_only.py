"""On a read-only disk a copy of the club is served: pages and downloads are answered, and taps are refused."""

import errno
import os
from contextlib import closing

import pytest

from scorepad import paths
from scorepad.web import create_app
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.hosting import clubs_of


@pytest.fixture
def visitor(tmp_path, monkeypatch):
    """A visitor of a club whose disk turned read-only after a round, while nothing was folded yet."""
    home = tmp_path / "instance"
    home.mkdir()
    with closing(clubs_of(app := create_app(home))):
        Visitor(app).begin().play(1, **OUT_FIRST)
        write = paths._try_to_write

        def refuse(folder):
            if folder == home:
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))
            write(folder)

        monkeypatch.setattr(paths, "_try_to_write", refuse)
        environ = {"SCOREPAD_INSTANCE": str(home)}
        copy, sentence = paths.readable_instance(environ)
    assert sentence == f"{home}: {paths.READ_ONLY}"
    assert environ == {"SCOREPAD_INSTANCE": str(copy), "SCOREPAD_COPIES": str(home / "copies")}
    with closing(clubs_of(app := create_app(copy))):
        yield Visitor(app)
    paths.remove_copy(copy)
    assert not copy.exists()
    paths.remove_copy(home)
    assert home.exists()


@pytest.mark.parametrize(
    "path", ["/", "/games/1", "/games/1/board", "/league", "/people", "/rules", "/games/1/history"]
)
def test_every_page_can_be_read_and_says_that_nothing_can_be_saved(visitor, path):
    page = visitor.get(path)
    assert page.status == 200
    assert paths.READ_ONLY in page.text


def test_the_owner_can_download_the_club(visitor):
    page = visitor.get("/league")
    assert "/export" in [link.attributes["href"] for link in page.root.all("a")]
    assert visitor.client.get("/export/sqlite").status_code == 200


def test_a_tap_is_refused_with_a_sentence_and_keeps_what_was_typed(visitor):
    before = visitor.club.latest_seq()
    form = visitor.get("/games/1/rounds/2/edit").form("/edit")
    page = visitor.post(form.action, form.fields | {"team1.melded": "120+85", "action": "save"})
    assert (page.status, page.heading) == (503, "Not saved yet")
    assert paths.READ_ONLY in page.text
    (again,) = [form for form in page.forms if "team1.melded" in form.names]
    assert again.fields["team1.melded"] == "120+85"
    assert visitor.club.latest_seq() == before
