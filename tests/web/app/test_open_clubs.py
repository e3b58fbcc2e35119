"""Clubs are opened when asked for, and the longest unused are closed, but never under somebody's hands."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorepad import paths
from scorepad.store import StoreError
from scorepad.web.app.middleware import CLUB, ClubMiddleware
from scorepad.web.app.open_clubs import NoSuchClub, OpenClub, OpenClubs
from scorepad.web.league.league_worker import LeagueWorker
from tests.support.waiting import PATIENCE
from tests.web.hosting import make_club

SLUGS = ("a", "b", "c", "d")


@pytest.fixture
def clubs(tmp_path: Path) -> Iterator[OpenClubs]:
    """Four clubs, of which two stay open."""
    for slug in SLUGS:
        make_club(tmp_path, slug)
    clubs = OpenClubs(tmp_path, most=2)
    yield clubs
    clubs.close()


def used(clubs: OpenClubs, slug: str) -> OpenClub:
    """A club that was asked for something, and given back."""
    club = clubs.take(slug)
    clubs.give_back(slug)
    return club


def is_closed(club: OpenClub) -> bool:
    try:
        club.store.latest_seq()
    except StoreError:
        return True
    return False


def test_nothing_is_open_before_it_is_asked_for(clubs: OpenClubs) -> None:
    assert clubs.home is None
    assert clubs.slugs() == ()


def test_a_club_stays_open_for_the_next_who_asks(clubs: OpenClubs) -> None:
    assert used(clubs, "a") is used(clubs, "a")


def test_the_longest_unused_is_closed_whole(clubs: OpenClubs) -> None:
    a, b = used(clubs, "a"), used(clubs, "b")
    used(clubs, "a")
    used(clubs, "c")
    assert clubs.slugs() == ("a", "c")
    assert is_closed(b)
    assert b.hub.closed
    assert not is_closed(a)
    with pytest.raises(StoreError):
        b.access.phones()


def test_a_closed_club_is_opened_again(clubs: OpenClubs) -> None:
    first = used(clubs, "a")
    for slug in ("b", "c"):
        used(clubs, slug)
    again = used(clubs, "a")
    assert again is not first
    assert not is_closed(again)


def test_what_somebody_is_in_the_middle_of_stays_open(clubs: OpenClubs) -> None:
    a = clubs.take("a")
    for slug in ("b", "c", "d"):
        used(clubs, slug)
    assert clubs.slugs() == ("a", "d")
    assert not is_closed(a)
    clubs.give_back("a")


def test_more_than_stay_open_are_open_while_all_are_needed(clubs: OpenClubs) -> None:
    found = [clubs.take(slug) for slug in SLUGS]
    assert not any(map(is_closed, found))
    for slug in SLUGS:
        clubs.give_back(slug)
    assert clubs.slugs() == ("c", "d")


def test_a_club_whose_league_is_being_worked_out_stays_open(
    clubs: OpenClubs, monkeypatch: pytest.MonkeyPatch
) -> None:
    a = used(clubs, "a")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(LeagueWorker, "is_at_work", lambda worker: worker is a.league_worker)
        for slug in ("b", "c"):
            used(clubs, slug)
        assert clubs.slugs() == ("a", "c")
    used(clubs, "b")
    assert is_closed(a)


def test_a_club_is_opened_once_however_many_ask_at_once(
    clubs: OpenClubs, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    together = threading.Barrier(8)
    real: Callable[..., OpenClub] = OpenClub.open

    def counted(home: Path, slug: str = "") -> OpenClub:
        opened.append(slug)
        return real(home, slug)

    def ask(_: int) -> OpenClub:
        together.wait(PATIENCE)
        return used(clubs, "a")

    monkeypatch.setattr(OpenClub, "open", counted)
    with ThreadPoolExecutor(8) as threads:
        found = set(threads.map(ask, range(8)))
    assert (len(found), opened) == (1, ["a"])


def test_a_club_that_cannot_be_opened_is_tried_again(clubs: OpenClubs, tmp_path: Path) -> None:
    file = tmp_path / paths.CLUBS / "a" / paths.CLUB
    whole = file.read_bytes()
    file.write_bytes(b"x" * 5000)
    with pytest.raises(StoreError):
        clubs.take("a")
    assert clubs.slugs() == ()
    file.write_bytes(whole)
    assert not is_closed(used(clubs, "a"))


def test_a_list_of_phones_that_cannot_be_opened_leaves_nothing_open(
    clubs: OpenClubs, tmp_path: Path
) -> None:
    (tmp_path / paths.CLUBS / "a" / paths.ACCESS).mkdir()
    with pytest.raises(StoreError):
        clubs.take("a")
    assert clubs.slugs() == ()


def test_a_club_that_is_not_there_is_not_made(clubs: OpenClubs, tmp_path: Path) -> None:
    (tmp_path / paths.CLUBS / "empty").mkdir()
    for slug in ("nobody", "empty"):
        with pytest.raises(NoSuchClub):
            clubs.take(slug)
    assert list((tmp_path / paths.CLUBS / "empty").iterdir()) == []


def test_a_club_stays_open_until_its_answer_has_gone_out(clubs: OpenClubs) -> None:
    def streams(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        club = environ[CLUB]
        yield b"first"
        yield b"closed" if is_closed(club) else b"open"

    environ = EnvironBuilder("/c/a/games/1/stream").get_environ()
    answer = ClubMiddleware(streams, clubs)(environ, lambda *_: None)
    parts = iter(answer)
    assert next(parts) == b"first"
    for slug in ("b", "c", "d"):
        used(clubs, slug)
    assert next(parts) == b"open"
    answer.close()
    answer.close()
    used(clubs, "b")
    assert "a" not in clubs.slugs()


def test_a_club_is_given_back_when_its_page_fails(clubs: OpenClubs) -> None:
    def fails(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        raise RuntimeError("unforeseen")

    for _ in range(2):
        with pytest.raises(RuntimeError, match="unforeseen"):
            run_wsgi_app(ClubMiddleware(fails, clubs), EnvironBuilder("/c/a/").get_environ())
    for slug in ("b", "c"):
        used(clubs, slug)
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
def test_a_prefix_moves_out_of_the_path(clubs: OpenClubs, path: str, root: str, rest: str) -> None:
    def tells(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [f"{environ['SCRIPT_NAME']} {environ['PATH_INFO']}".encode()]

    environ = EnvironBuilder("/").get_environ() | {"PATH_INFO": path}
    body, _, _ = run_wsgi_app(ClubMiddleware(tells, clubs), environ, buffered=True)
    assert b"".join(body).decode() == f"{root} {rest}"
