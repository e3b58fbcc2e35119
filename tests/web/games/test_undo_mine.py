"""Undo on several phones: each takes back its own, named, and never what somebody else did or has typed over."""

import pytest

from scorepad.play import undo as undoing
from scorepad.store import Entry
from tests.web.driving import OUT_FIRST, Table, Visitor


@pytest.fixture
def phones(app):
    """Two phones at one table."""
    mine = Visitor(app).begin()
    return mine, Table(Visitor(app), mine.game)


def types(table, **typed):
    assert table.sheet().save(**typed).page.status == 200


def offered(table) -> str:
    found = [one for one in table.page().root.all("form") if one["action"].endswith("/undo")]
    return found[0].all("button")[0].text.removeprefix("Undo: ") if found else ""


def undo(table):
    return table.visitor.send(table.page().form("/undo"))


def books(table):
    return [team.books.get("clean", 0) for team in table.record.rounds[0].entry.teams]


def test_each_phone_is_offered_its_own_last_change(phones):
    mine, theirs = phones
    types(mine, team1__clean="2")
    types(theirs, team2__clean="3")
    assert offered(mine) == "Red books, Ann & Carla, 0 → 2"
    assert offered(theirs) == "Red books, Bob & Dora, 0 → 3"
    undo(mine)
    assert books(mine) == [0, 3]
    assert offered(mine) == ""
    assert offered(theirs) == "Red books, Bob & Dora, 0 → 3"


def test_a_phone_that_did_nothing_is_offered_nothing(phones):
    types(phones[0], team1__clean="2")
    assert offered(phones[1]) == ""


def test_what_somebody_else_typed_over_is_not_offered_any_more_but_what_was_before_it_is(phones):
    mine, theirs = phones
    types(mine, team2__dirty="1")
    types(mine, team1__clean="2")
    types(theirs, team1__clean="4")
    assert offered(mine) == "Black books, Bob & Dora, 0 → 1"


def test_a_form_of_which_one_value_was_typed_over_is_not_offered(phones):
    mine, theirs = phones
    types(mine, team1__clean="2", team2__clean="2")
    types(theirs, team1__clean="4")
    assert offered(mine) == ""


def test_it_is_offered_again_once_the_other_took_theirs_back(phones):
    mine, theirs = phones
    types(mine, team1__clean="2")
    types(theirs, team1__clean="4")
    undo(theirs)
    assert offered(mine) == "Red books, Ann & Carla, 0 → 2"
    undo(mine)
    assert mine.record.rounds == ()
    assert offered(theirs) == ""


def test_what_another_phone_stands_by_is_not_taken_back_behind_its_back(phones):
    mine, _ = phones
    types(mine, team1__clean="2")
    cell = mine.visitor.club.cells(mine.game)[1, "team1", "clean"]
    again = Entry("z", mine.game, 1, "team1", "clean", cell.value, cell.seq, "0badc0de.0")
    assert mine.visitor.club.record([again])[0].status == "applied"
    assert offered(mine) == ""


def test_what_lies_behind_very_much_that_others_did_is_not_offered_any_more(phones, monkeypatch):
    monkeypatch.setattr(undoing, "MOST_OF_OTHERS", 2)
    mine, theirs = phones
    types(mine, team1__clean="2")
    for count in "12":
        types(theirs, team2__clean=count)
    assert offered(mine) == "Red books, Ann & Carla, 0 → 2"
    types(theirs, team2__clean="3")
    assert offered(mine) == ""


def test_what_somebody_else_finished_a_round_over_is_not_taken_out_of_it(phones):
    mine, theirs = phones
    types(mine, team2__clean="1")
    form = mine.page().form("/undo")
    theirs.play(1, **OUT_FIRST | {"team2.clean": "1"})
    assert offered(mine) == ""
    page = mine.visitor.post(form.action, form.fields)
    assert "is no longer the last change made here" in page.said
    assert books(mine) == [4, 1]
    undo(theirs)
    assert offered(mine) == "Red books, Bob & Dora, 0 → 1"


def test_the_undo_of_another_phone_is_refused_here(phones, nothing_recorded):
    mine, theirs = phones
    types(theirs, team2__clean="3")
    types(mine, team1__clean="2")
    nothing_recorded()
    form = theirs.page().form("/undo")
    own = mine.page().form("/undo").fields
    page = mine.visitor.post(form.action, own | {"undo": form.fields["undo"]})
    assert "“Red books, Bob & Dora, 0 → 3” is no longer the last change made here" in page.said
    assert "The last change is now “Red books, Ann & Carla, 0 → 2”." in page.said


def test_the_same_person_on_two_phones_takes_back_their_own_on_either(phones):
    mine, theirs = phones
    for table in phones:
        table.keeps_score("Ann")
    types(mine, team1__clean="2")
    assert offered(theirs) == "Red books, Ann & Carla, 0 → 2"
    undo(theirs)
    assert offered(mine) == ""


def test_two_phones_that_were_not_told_who_keeps_score_are_not_one_person(phones):
    mine, theirs = phones
    for table in phones:
        table.keeps_score("Not now")
    types(mine, team1__clean="2")
    assert offered(theirs) == ""


def test_the_history_shows_everybody_with_their_name(phones):
    for table, name, typed in zip(
        phones, ("Ann", "Bob"), ("team1__clean", "team2__clean"), strict=True
    ):
        table.keeps_score(name)
        types(table, **{typed: "1"})
    text = phones[0].visitor.get(f"{phones[0].address}/history").text
    assert "by Ann" in text
    assert "by Bob" in text
