"""A page of the league is up to date, or says that it is being updated."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorepad.store import Entry, StoreError
from scorepad.web.league import freshness
from scorepad.web.league.freshness import LeagueWorker
from tests.web.driving import OUT_FIRST, Visitor

UPDATING = "being updated"


@pytest.fixture
def slow(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """The league is brought up to date only after this is set."""
    go_on = threading.Event()
    league = app.extensions["scorepad.club"].league
    real = league.catch_up

    def slowly() -> None:
        go_on.wait(20)
        real()

    monkeypatch.setattr(league, "catch_up", slowly)
    monkeypatch.setattr(freshness, "WAIT", 0.05)
    yield go_on
    go_on.set()


def played(app: Flask) -> Visitor:
    """A visitor who has just finished a game."""
    visitor = Visitor(app)
    table = visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    return visitor


def test_the_standings_have_the_game_that_was_just_finished(app: Flask) -> None:
    page = played(app).get("/league")
    assert "Ann" in page.text
    assert UPDATING not in page.text


def test_a_page_that_takes_long_shows_the_old_figures_and_says_so(
    app: Flask, slow: threading.Event
) -> None:
    visitor = played(app)
    answer = visitor.client.get("/league")
    assert UPDATING in answer.text
    assert "No finished games" not in answer.text
    assert "ETag" not in answer.headers
    slow.set()
    assert app.extensions["scorepad.clubs"].home.league_worker.is_done(20)
    assert "Ann" in visitor.get("/league").text
    assert UPDATING not in visitor.get("/league").text


def test_one_thread_works_for_many_pages(app: Flask, slow: threading.Event) -> None:
    visitor = played(app)
    before = threading.active_count()
    for _ in range(5):
        visitor.get("/league")
    assert threading.active_count() <= before + 1


def test_a_fault_is_shown_once_and_the_work_is_tried_again(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = played(app)
    club = visitor.club
    real = club.league.catch_up

    def full() -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(club.league, "catch_up", full)
    with pytest.raises(StoreError, match="full"):
        LeagueWorker(club).is_done(10)
    page = visitor.get("/league")
    assert page.status == 503
    assert "The disk is full." in page.text
    monkeypatch.setattr(club.league, "catch_up", real)
    assert visitor.get("/league").status == 200


def test_a_merge_between_the_update_and_the_page_is_shown_on_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = played(app)
    people = visitor.club.people
    other = people.add("Annabel")
    real = LeagueWorker.is_done

    def then_merged(worker: LeagueWorker, wait: float) -> bool:
        done = real(worker, wait)
        people.merge(people.named("Ann")[0].id, other.id)
        return done

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(LeagueWorker, "is_done", then_merged)
        answer = visitor.client.get("/league")
    assert "ETag" not in answer.headers
    assert UPDATING in answer.text
    assert "Annabel" in visitor.get("/league").text


def test_a_game_begun_meanwhile_belongs_to_the_next_page(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = played(app)
    visitor.get("/games/new/partnership")
    real = LeagueWorker.is_done

    def then_begun(worker: LeagueWorker, wait: float) -> bool:
        done = real(worker, wait)
        visitor.club.new_game([Entry("k", 0, 0, "table", "engine", "x")], key="meanwhile")
        return done

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(LeagueWorker, "is_done", then_begun)
        answer = visitor.client.get("/league")
    assert UPDATING not in answer.text
    again = visitor.client.get("/league", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 200
