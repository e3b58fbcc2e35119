"""A page of the league is up to date, or says that it is not yet."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorepad.store import Entry, StoreError
from scorepad.web import keeping_up
from scorepad.web.keeper import Keeper
from tests.web.driving import OUT_FIRST, Visitor

UNDER_WAY = "being worked out"


@pytest.fixture
def slow(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Bringing the league up to date waits for this."""
    go_on = threading.Event()
    league = app.extensions["scorepad.club"].league
    real = league.catch_up

    def slowly() -> None:
        go_on.wait(20)
        real()

    monkeypatch.setattr(league, "catch_up", slowly)
    monkeypatch.setattr(keeping_up, "WAIT", 0.05)
    yield go_on
    go_on.set()


def played(app: Flask) -> Visitor:
    """Somebody who has just finished a game."""
    visitor = Visitor(app)
    table = visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    return visitor


def test_the_standings_have_the_game_that_was_finished_a_moment_ago(app: Flask) -> None:
    page = played(app).get("/league")
    assert "Ann" in page.text
    assert UNDER_WAY not in page.text


def test_a_page_that_would_take_long_is_shown_as_it_was_and_says_so(
    app: Flask, slow: threading.Event
) -> None:
    visitor = played(app)
    answer = visitor.client.get("/league")
    assert UNDER_WAY in answer.text
    assert "No finished game" not in answer.text
    assert "ETag" not in answer.headers
    slow.set()
    assert app.extensions["scorepad.clubs"].home.keeper.is_done(20)
    assert "Ann" in visitor.get("/league").text
    assert UNDER_WAY not in visitor.get("/league").text


def test_one_thread_works_however_many_pages_are_asked_for(
    app: Flask, slow: threading.Event
) -> None:
    visitor = played(app)
    before = threading.active_count()
    for _ in range(5):
        visitor.get("/league")
    assert threading.active_count() <= before + 1


def test_what_went_wrong_is_said_to_whoever_asked_and_tried_again_for_the_next(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = played(app)
    club = visitor.club
    real = club.league.catch_up

    def full() -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(club.league, "catch_up", full)
    with pytest.raises(StoreError, match="full"):
        Keeper(club).is_done(10)
    page = visitor.get("/league")
    assert page.status == 503
    assert "The disk is full." in page.text
    monkeypatch.setattr(club.league, "catch_up", real)
    assert visitor.get("/league").status == 200


def test_what_happens_before_the_page_is_read_but_after_the_figures_were_right_is_said_on_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = played(app)
    people = visitor.club.people
    other = people.add("Annabel")
    real = Keeper.is_done

    def then_merged(keeper: Keeper, wait: float) -> bool:
        done = real(keeper, wait)
        people.merge(people.named("Ann")[0].id, other.id)
        return done

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Keeper, "is_done", then_merged)
        answer = visitor.client.get("/league")
    assert "ETag" not in answer.headers
    assert UNDER_WAY in answer.text
    assert "Annabel" in visitor.get("/league").text


def test_what_others_type_meanwhile_belongs_to_the_next_page_and_disturbs_nobody(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = played(app)
    visitor.get("/games/new/partnership")
    real = Keeper.is_done

    def then_begun(keeper: Keeper, wait: float) -> bool:
        done = real(keeper, wait)
        visitor.club.new_game([Entry("k", 0, 0, "table", "engine", "x")], key="meanwhile")
        return done

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Keeper, "is_done", then_begun)
        answer = visitor.client.get("/league")
    assert UNDER_WAY not in answer.text
    again = visitor.client.get("/league", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 200
