"""Clubs are opened on request, and the least recently used ones are closed, but never while in use."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorepad import paths
from scorepad.live.league_worker import LeagueWorker
from scorepad.live.open_clubs import NoSuchClub, OpenClub, OpenClubs
from scorepad.store import StoreError
from scorepad.web.app.current import CLUB
from scorepad.web.app.security import ClubMiddleware
from tests.support.waiting import PATIENCE
from tests.web.hosting import make_club

SLUGS = ("a", "b", "c", "d")


@pytest.fixture
def clubs(tmp_path):
    """Four clubs, of which two stay open."""
    for slug in SLUGS:
        make_club(tmp_path, slug)
    clubs = OpenClubs(tmp_path, most=2)
    yield clubs
    clubs.close()


@pytest.fixture
def use(clubs):
    """Take clubs one after another, give each back, and return them."""

    def take_and_give_back(*slugs):
        used = []
        for slug in slugs:
            used.append(clubs.take(slug))
            clubs.give_back(slug)
        return used

    return take_and_give_back


def is_closed(club):
    try:
        club.store.latest_seq()
    except StoreError:
        return True
    return False


def test_a_club_is_opened_when_it_is_asked_for_and_the_longest_unused_is_closed_whole(clubs, use):
    assert clubs.home is None
    assert clubs.slugs() == ()
    a, b, same, _ = use("a", "b", "a", "c")
    assert a is same
    assert clubs.slugs() == ("a", "c")
    assert [is_closed(club) for club in (a, b)] == [False, True]
    assert b.hub.closed
    with pytest.raises(StoreError):
        b.access.phones()
    (again,) = use("b")
    assert again is not b
    assert not is_closed(again)


def test_clubs_in_use_stay_open_while_they_are_needed(clubs, use):
    a = clubs.take("a")
    use("b", "c", "d")
    assert clubs.slugs() == ("a", "d")
    assert not any(map(is_closed, [a, *(clubs.take(slug) for slug in ("b", "c", "d"))]))
    for slug in SLUGS:
        clubs.give_back(slug)
    assert clubs.slugs() == ("c", "d")


def test_a_club_whose_league_is_being_worked_out_stays_open(clubs, use, monkeypatch):
    (a,) = use("a")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(LeagueWorker, "is_at_work", lambda worker: worker is a.league_worker)
        use("b", "c")
        assert clubs.slugs() == ("a", "c")
    use("b")
    assert is_closed(a)


def test_a_club_is_opened_once_however_many_ask_at_once(use, monkeypatch):
    opened = []
    together, real = threading.Barrier(8), OpenClub.open

    def counted(home, slug="", **options):
        opened.append(slug)
        return real(home, slug, **options)

    def ask(_):
        together.wait(PATIENCE)
        return use("a")[0]

    monkeypatch.setattr(OpenClub, "open", counted)
    with ThreadPoolExecutor(8) as threads:
        clubs = set(threads.map(ask, range(8)))
    assert (len(clubs), opened) == (1, ["a"])


def test_a_club_that_cannot_be_opened_is_tried_again(clubs, use, tmp_path):
    file = tmp_path / paths.CLUBS / "a" / paths.CLUB
    whole = file.read_bytes()
    file.write_bytes(b"x" * 5000)
    (tmp_path / paths.CLUBS / "b" / paths.ACCESS).mkdir()
    for slug in ("a", "b"):
        with pytest.raises(StoreError):
            clubs.take(slug)
    assert clubs.slugs() == ()
    file.write_bytes(whole)
    assert not is_closed(use("a")[0])


def test_an_unknown_club_is_not_made(clubs, tmp_path):
    (tmp_path / paths.CLUBS / "empty").mkdir()
    for slug in ("unknown", "empty"):
        with pytest.raises(NoSuchClub):
            clubs.take(slug)
    assert list((tmp_path / paths.CLUBS / "empty").iterdir()) == []


def test_a_club_stays_open_until_its_answer_has_gone_out(clubs, use):
    def streams(environ, start_response):
        start_response("200 OK", [])
        yield b"first"
        yield b"closed" if is_closed(environ[CLUB]) else b"open"

    environ = EnvironBuilder("/c/a/games/1/stream").get_environ()
    answer = ClubMiddleware(streams, clubs)(environ, lambda *_: None)
    parts = iter(answer)
    assert next(parts) == b"first"
    use("b", "c", "d")
    assert next(parts) == b"open"
    answer.close()
    answer.close()
    use("b")
    assert "a" not in clubs.slugs()


def test_a_club_is_given_back_when_its_page_fails(clubs, use):
    def fails(environ, start_response):
        raise RuntimeError("unforeseen")

    for _ in range(2):
        with pytest.raises(RuntimeError, match="unforeseen"):
            run_wsgi_app(ClubMiddleware(fails, clubs), EnvironBuilder("/c/a/").get_environ())
    use("b", "c")
    assert "a" not in clubs.slugs()


@pytest.mark.parametrize(
    ("path", "root", "rest"),
    [
        ("/c/a/games/1", "/c/a", "/games/1"),
        ("/c/a/", "/c/a", "/"),
        ("/c/a", "/c/a", "/"),
        ("/c/a/c/b/x", "/c/a", "/c/b/x"),
        ("/c/A/x", "", "/c/A/x"),
        ("/c/zz/x", "", "/c/zz/x"),
        ("/x/c/a/", "", "/x/c/a/"),
        ("/c//a/", "", "/c//a/"),
    ],
)
def test_a_prefix_moves_out_of_the_path(clubs, path, root, rest):
    def tells(environ, start_response):
        start_response("200 OK", [])
        return [f"{environ['SCRIPT_NAME']} {environ['PATH_INFO']}".encode()]

    environ = EnvironBuilder("/").get_environ() | {"PATH_INFO": path}
    body, _, _ = run_wsgi_app(ClubMiddleware(tells, clubs), environ, buffered=True)
    assert b"".join(body).decode() == f"{root} {rest}"


def test_a_deleted_club_is_gone_at_once_and_closed_when_no_one_uses_it(clubs, tmp_path):
    folder = paths.club_dir(tmp_path, "a")
    deleted = clubs.take("a")
    folder.rename(tmp_path / "gone")
    with pytest.raises(NoSuchClub):
        clubs.take("a")
    make_club(tmp_path, "a")
    new = clubs.take("a")
    assert new is not deleted
    assert [is_closed(club) for club in (deleted, new)] == [False, False]
    clubs.give_back("a", deleted)
    assert [is_closed(club) for club in (deleted, new)] == [True, False]
    clubs.give_back("a", new)
    assert clubs.slugs() == ("a",)


def test_a_request_that_ends_after_all_clubs_were_closed_changes_nothing(clubs, tmp_path):
    club = clubs.take("a")
    clubs.close()
    clubs.give_back("a", club)
    assert clubs.slugs() == ()
