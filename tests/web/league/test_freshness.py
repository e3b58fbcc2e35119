"""A page of the league is up to date, or says that it is being updated."""

import threading

import pytest

from scorepad.live.league_worker import LeagueWorker
from scorepad.store import Entry, StoreError
from scorepad.store.results.rating import RatingReplay
from scorepad.web.app import freshness
from tests.web.driving import OUT_FIRST, filled
from tests.web.league.reading import figures

UPDATING = "being updated"


@pytest.fixture
def slow(app, monkeypatch):
    """An event that delays the update of the league until it is set."""
    go_on = threading.Event()
    league = app.extensions["scorepad.club"].league
    real = league.catch_up

    def slowly():
        go_on.wait(20)
        real()

    monkeypatch.setattr(league, "catch_up", slowly)
    monkeypatch.setattr(freshness, "WAIT", 0.05)
    yield go_on
    go_on.set()


@pytest.fixture
def meanwhile(monkeypatch, visitor):
    """Get the standings while something happens between the update and the rendering."""
    real = LeagueWorker.is_done

    def get(event):
        def then(worker, wait):
            done = real(worker, wait)
            event()
            return done

        with monkeypatch.context() as patch:
            patch.setattr(LeagueWorker, "is_done", then)
            return visitor.client.get("/league")

    return get


@pytest.fixture(autouse=True)
def _finished(table):
    """Finish a game without opening its result, which would update the league."""
    for number in range(1, 4):
        table.play(number, **OUT_FIRST)
    form = table.sheet(4).form
    answer = table.visitor.client.post(form.action, data=filled(form, OUT_FIRST) | {"action": "finish"})
    assert answer.status_code == 303


def test_the_standings_have_the_game_that_was_just_finished(visitor):
    page = visitor.get("/league")
    assert "Ann" in page.text
    assert UPDATING not in page.text


def test_a_page_that_takes_long_shows_the_old_figures_and_says_so(app, visitor, slow):
    before = threading.active_count()
    for _ in range(5):
        answer = visitor.client.get("/league")
    assert threading.active_count() <= before + 1
    assert UPDATING in answer.text
    assert "No finished games" not in answer.text
    assert "ETag" not in answer.headers
    slow.set()
    assert app.extensions["scorepad.clubs"].home.league_worker.is_done(20)
    assert "Ann" in visitor.get("/league").text
    assert UPDATING not in visitor.get("/league").text


@pytest.mark.parametrize("address", ["/league", "/people/1", "/partners/1-3", "/league/seasons", "/league/what-if"])
def test_figures_of_which_only_a_part_is_worked_out_are_not_shown(visitor, monkeypatch, address):
    """As after a restore: the game is read, but the ratings are still at 1,500."""
    monkeypatch.setattr(freshness, "WAIT", 0.05)
    stop = threading.Event()
    with monkeypatch.context() as patch:
        patch.setattr(RatingReplay, "next_part", lambda replay: stop.wait(20))
        page = visitor.get(address, rules="roth") if "what" in address else visitor.get(address)
    assert UPDATING in page.text
    assert "Nothing is shown until everything is right." in page.text
    assert figures(page, "rating") == figures(page, "games") == []
    stop.set()
    assert visitor.app.extensions["scorepad.clubs"].home.league_worker.is_done(20)
    visitor.club.league.catch_up()
    assert "Nothing is shown" not in visitor.get(address).text


def test_a_fault_is_shown_once_and_the_work_is_tried_again(visitor, monkeypatch):
    def full():
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(visitor.club.league, "catch_up", full)
        with pytest.raises(StoreError, match="full"):
            LeagueWorker(visitor.club).is_done(10)
        page = visitor.get("/league")
    assert page.status == 503
    assert "The disk is full." in page.text
    assert visitor.get("/league").status == 200


def test_a_fault_of_an_earlier_update_is_not_shown_after_one_that_succeeded(visitor, monkeypatch):
    failing = threading.Event()
    worker = LeagueWorker(visitor.club)

    def fail():
        failing.wait(20)
        raise StoreError("The disk is full.")

    visitor.get("/games/new/partnership")
    visitor.club.new_game([Entry("fault", 0, 0, "table", "engine", "x")], key="after-a-fault")
    with monkeypatch.context() as patch:
        patch.setattr(visitor.club.league, "catch_up", fail)
        assert not worker.is_done(0.01)
        failing.set()
        worker._work.join()
    assert worker.is_done(20)


def test_a_merge_between_the_update_and_the_page_is_shown_on_it(visitor, meanwhile):
    people = visitor.club.people
    ann, other = people.named("Ann")[0], people.add("Annabel")
    answer = meanwhile(lambda: people.merge(ann.id, other.id))
    assert "ETag" not in answer.headers
    assert UPDATING in answer.text
    assert "Annabel" in visitor.get("/league").text


def test_a_game_begun_meanwhile_belongs_to_the_next_page(visitor, meanwhile):
    visitor.get("/games/new/partnership")
    entry = Entry("k", 0, 0, "table", "engine", "x")
    answer = meanwhile(lambda: visitor.club.new_game([entry], key="meanwhile"))
    assert UPDATING not in answer.text
    again = visitor.client.get("/league", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 200


@pytest.mark.parametrize(
    ("address", "damage"),
    [
        ("/league/records", "UPDATE league_game SET sides = '[[['"),
        ("/people/1", "UPDATE league_rating SET ratings = x'00'"),
    ],
)
def test_damaged_figures_are_a_sentence_until_they_are_worked_out_again(visitor, address, damage):
    visitor.begin().play(1, **OUT_FIRST)
    assert visitor.get(address).status == 200
    with visitor.club.writing() as db:
        db.execute(damage)
        db.execute("UPDATE league_state SET turn = turn + 1")
    page = visitor.get(address)
    assert (page.status, "league rebuild" in page.text) == (503, True)
    visitor.club.league.rebuild()
    assert visitor.get(address).status == 200
