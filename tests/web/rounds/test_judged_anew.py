"""What another phone records while a form is being judged: a final round never counts what nobody judged."""

from threading import Thread

import pytest

from scorepad.play.game import new_key
from scorepad.store import Club
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.games.editing import mend

BOOKS = {"team2.clean": "1"}


@pytest.fixture
def phones(app):
    """Two phones at one table, where a book was tapped."""
    mine = Visitor(app).begin()
    mine.sheet().save(**BOOKS)
    return mine, Table(Visitor(app), mine.game)


def elsewhere(what):
    """Does something in a thread of its own, as the server does for every phone, and waits until it is done."""
    thread = Thread(target=what)
    thread.start()
    thread.join()


@pytest.fixture
def in_between(monkeypatch):
    """Does something between the next form's judgement and its entries."""

    def do(what):
        record_all, waiting = Club.record_all, [what]

        def later(club, entries, **more):
            if waiting:
                elsewhere(waiting.pop())
            return record_all(club, entries, **more)

        monkeypatch.setattr(Club, "record_all", later)

    return do


def change(table, **typed):
    """What a script sends of a single change, from the page as it is now; gives what sends it."""
    form = table.sheet().form
    own = {name: form.fields[name] for name in ("csrf_token", "seen")} | {"key": new_key()}
    fields = own | {name.replace("__", "."): text for name, text in typed.items()}
    return lambda: table.visitor.post(form.action, fields)


def books(table):
    return [team.books.get("clean", 0) for team in table.record.rounds[0].entry.teams]


def test_a_tap_that_meets_the_end_of_its_round_is_for_somebody_to_keep(phones, in_between):
    mine, theirs = phones
    tap = change(theirs, step="team2.clean+1", team2__clean="1")
    in_between(lambda: mine.play(1, **OUT_FIRST | BOOKS))
    assert "Changed on this page only" in tap().text
    assert books(mine) == [4, 1]


def test_a_round_is_not_finished_by_whoever_has_not_seen_what_is_odd_about_it(phones, in_between):
    mine, theirs = phones
    in_between(change(theirs, step="team2.clean+1", team2__clean="1"))
    # Enough for one book, and too little for two.
    sheet = mine.sheet().finish(**OUT_FIRST | {"team2.melded": "50"})
    assert "the cards in the books alone are worth 70" in sheet.page.text
    assert "finished" not in [one.field for one in mine.entries]
    assert sheet.finish(confirm=True).page.said == "Round 1 is kept."
    assert books(mine) == [4, 2]


def test_a_round_is_not_finished_by_settings_that_changed_meanwhile(phones, in_between):
    mine, theirs = phones
    in_between(lambda: mend(theirs, decks="1"))
    sheet = mine.sheet().finish(**OUT_FIRST | BOOKS)
    assert sheet.page.status == 422
    assert "1 deck" in sheet.page.text
    assert "finished" not in [one.field for one in mine.entries]


def test_who_records_on_and_on_leaves_it_to_the_phone_to_send_it_again(phones, monkeypatch):
    mine, theirs = phones
    record_all, busy = Club.record_all, []

    def crowded(club, entries, **more):
        if not busy:
            busy.append(True)
            clean = theirs.record.rounds[0].entry.teams[1].books["clean"]
            elsewhere(lambda: theirs.sheet().save(**{"team2.clean": str(clean + 1)}))
            busy.clear()
        return record_all(club, entries, **more)

    monkeypatch.setattr(Club, "record_all", crowded)
    assert mine.sheet().finish(**OUT_FIRST).page.status == 503


def test_a_number_typed_before_the_round_was_final_does_not_change_it_by_itself(phones):
    mine, theirs = phones
    mine.sheet().save(**{"team2.melded": "100"})
    late = change(theirs, team2__melded="110")
    mine.play(1, **OUT_FIRST | BOOKS | {"team2.melded": "100"})
    page = late()
    assert "Changed on this page only" in page.text
    assert page.form("/edit").fields["team2.melded"] == "110"
    assert mine.record.rounds[0].entry.teams[1].melded == 100


@pytest.mark.parametrize(
    "typed", [{"team2__melded": "110"}, {"step": "team2.clean+1", "team2__clean": "1"}]
)
def test_what_was_recorded_before_the_round_was_final_is_answered_as_it_was_then(phones, typed):
    mine, theirs = phones
    late = change(theirs, **typed)
    assert late().status == 200
    before = [one for one in mine.entries if one.round]
    mine.play(1, **OUT_FIRST | {"team2.melded": "110", "team2.clean": str(books(mine)[1])})
    after = len(mine.entries)
    assert "Changed on this page only" not in late().text
    assert len(mine.entries) == after
    assert before
