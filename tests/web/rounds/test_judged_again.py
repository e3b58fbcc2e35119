"""Another phone records something just before a form is checked: a finished round never contains unchecked entries."""

from secrets import token_hex
from threading import Thread

import pytest

from scorepad.store import Club
from tests.support.waiting import PATIENCE
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.games.editing import mend
from tests.web.games.undoing import books

BOOKS = {"team2.clean": "1"}
TAP = {"step": "team2.clean+1", "team2.clean": "1"}
GIFT = {"team1.adjustment1.points": "5", "team1.adjustment1.reason": "Gift"}
UNSAVED = "Not saved yet"


@pytest.fixture
def phones(app):
    """Two phones at one table, where one book is counted."""
    mine = Visitor(app).begin()
    mine.sheet().save(**BOOKS)
    return mine, Table(Visitor(app), mine.game)


@pytest.fixture
def in_between(monkeypatch):
    """Run an action as late as another phone can: just before a form first takes the club's only writer."""

    def do(action):
        left = [action]

        def after(verb):
            def later(*args, **more):
                if left:
                    other = Thread(target=left.pop())  # Each phone's request has its own thread.
                    other.start()
                    other.join(PATIENCE)
                return verb(*args, **more)

            return later

        for verb in (Club.writing, Club.record_all):
            monkeypatch.setattr(Club, verb.__name__, after(verb))

    return do


def change(table, **typed):
    """Return a function that sends a single change as a script does, from the current page."""
    form = table.sheet().form
    own = {name: form.fields[name] for name in ("csrf_token", "seen")} | {"key": token_hex(16)}
    return lambda **more: table.visitor.post(form.action, own | typed | more)


def is_finished(table):
    return "finished" in [entry.field for entry in table.entries]


def test_a_tap_that_meets_the_end_of_its_round_waits_to_be_kept(phones, in_between):
    mine, theirs = phones
    tap = change(theirs, **TAP)
    in_between(lambda: mine.play(1, **OUT_FIRST | BOOKS))
    assert UNSAVED in tap().text
    assert books(mine) == [4, 1]


def test_a_round_is_not_finished_by_somebody_who_has_not_seen_what_is_odd_about_it(phones, in_between):
    mine, theirs = phones
    in_between(change(theirs, **TAP))
    # Enough points for one book, but not for two.
    sheet = mine.sheet().finish(**OUT_FIRST | {"team2.melded": "50"})
    assert "the cards in the books alone are worth 70" in sheet.page.text
    assert not is_finished(mine)
    assert sheet.finish(confirm=True).page.said.startswith("Round 1 is finished.")
    assert books(mine) == [4, 2]


def test_a_round_is_not_finished_by_settings_that_changed_meanwhile(phones, in_between):
    mine, theirs = phones
    in_between(lambda: mend(theirs, decks="1"))
    page = mine.sheet().finish(**OUT_FIRST | BOOKS).page
    assert (page.status, "1 deck" in page.text) == (422, True)
    assert not is_finished(mine)


def test_a_number_typed_before_the_round_was_final_does_not_change_it_by_itself(phones):
    mine, theirs = phones
    mine.sheet().save(team2__melded="100")
    late = change(theirs, **{"team2.melded": "110"})
    mine.play(1, **OUT_FIRST | BOOKS | {"team2.melded": "100"})
    page = late()
    assert UNSAVED in page.text
    assert page.form("/edit").fields["team2.melded"] == "110"
    assert mine.melded[1] == 100


@pytest.mark.parametrize("typed", [{"team2.melded": "110"}, {"team2.melded": "111"}, TAP], ids=["even", "odd", "tap"])
def test_what_was_recorded_before_the_round_was_final_is_answered_as_it_was_then(phones, typed):
    mine, theirs = phones
    late, before = change(theirs, **typed), len(mine.entries)
    assert late().status == 200
    assert len(mine.entries) == before + 1
    melded = typed.get("team2.melded", "110")
    mine.play(1, **OUT_FIRST | {"team2.melded": melded, "team2.clean": str(books(mine)[1])})
    after, again = len(mine.entries), late()
    assert (again.status, UNSAVED in again.text) == (200, False)
    assert len(mine.entries) == after


def test_a_refused_form_that_comes_again_says_nothing_new(phones):
    mine, theirs = phones
    counts = dict.fromkeys((*OUT_FIRST, *BOOKS, "seat1.left"), "0")
    late = change(theirs, **counts | {"table.ended": "stock", "team1.melded": "900", "action": "finish"})
    mine.sheet().save(team2__melded="100")
    mine.tap("team1.clean+1")
    assert late().status == 422
    mine.visitor.send(mine.page().form("/undo"))
    after = len(mine.entries)
    assert late().status == 422
    assert len(mine.entries) == after


@pytest.mark.parametrize("more", [{}, GIFT], ids=["a copy", "after Back"])
@pytest.mark.parametrize("dirty", ["99", "2"], ids=["wrong now", "right now"])
def test_a_refused_form_that_comes_again_is_judged_by_what_stands_now(phones, dirty, more):
    mine, theirs = phones
    mine.sheet().save(team2__clean="98")
    late = change(theirs, **OUT_FIRST | {"team2.dirty": "1", "team2.melded": "300", "action": "finish"})
    assert late().status == 422
    mine.sheet().save(team2__clean="1", team2__dirty=dirty)
    late(**more)
    assert is_finished(mine) == (more != {} and dirty == "2")
    sheet = mine.sheet()
    assert sheet.form.fields["team2.dirty"] == dirty
    assert is_finished(mine) or sheet.finish(team2__dirty="2").page.said.startswith("Round 1 is finished.")
