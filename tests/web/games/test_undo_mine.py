"""Undo on several phones: each names and takes back its own action, never what someone else did or typed over."""

import pytest

from scorepad.play import history as undoing
from scorepad.store import Entry, Role
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.games.editing import mend
from tests.web.games.undoing import books, count, offered, undo


@pytest.fixture
def phones(app):
    mine = Visitor(app).begin()
    return mine, Table(Visitor(app), mine.game)


def test_each_phone_is_offered_its_own_last_change(phones):
    mine, theirs = phones
    count(mine, team1__clean="2")
    assert offered(theirs.page()) == ""
    count(theirs, team2__clean="3")
    assert offered(mine.page()) == "Red books, Ann & Carla, 0 → 2"
    assert offered(theirs.page()) == "Red books, Bob & Dora, 0 → 3"
    undo(mine)
    assert books(mine) == [0, 3]
    assert offered(mine.page()) == ""
    assert offered(theirs.page()) == "Red books, Bob & Dora, 0 → 3"


def test_a_form_of_which_any_value_was_typed_over_is_passed_over(phones):
    mine, theirs = phones
    count(mine, team2__dirty="1")
    for form in ({"team1__clean": "2"}, {"team1__clean": "5", "team2__clean": "2"}):
        count(mine, **form)
        count(theirs, team1__clean="4")
        assert offered(mine.page()) == "Black books, Bob & Dora, 0 → 1"


def test_it_is_offered_again_once_the_other_took_theirs_back(phones):
    mine, theirs = phones
    count(mine, team1__clean="2")
    count(theirs, team1__clean="4")
    undo(theirs)
    assert offered(mine.page()) == "Red books, Ann & Carla, 0 → 2"
    undo(mine)
    assert mine.record.rounds == ()
    assert offered(theirs.page()) == ""


def test_a_value_that_another_phone_confirmed_is_not_taken_back_behind_its_back(phones):
    mine, _ = phones
    count(mine, team1__clean="2")
    cell = mine.visitor.club.cells(mine.game)[1, "team1", "clean"]
    again = Entry("z", mine.game, 1, "team1", "clean", cell.value, cell.seq, "0badc0de.0")
    assert mine.visitor.club.record([again])[0].status == "applied"
    assert offered(mine.page()) == ""


def test_a_change_before_very_many_of_others_is_not_offered_any_more(phones, monkeypatch):
    monkeypatch.setattr(undoing, "MAX_OF_OTHERS", 2)
    mine, theirs = phones
    count(mine, team1__clean="2")
    for n in "12":
        count(theirs, team2__clean=n)
    assert offered(mine.page()) == "Red books, Ann & Carla, 0 → 2"
    count(theirs, team2__clean="3")
    assert offered(mine.page()) == ""


def test_a_value_in_a_round_that_someone_else_finished_is_not_taken_out_of_it(phones):
    mine, theirs = phones
    count(mine, team2__clean="1")
    form = mine.page().form("/undo")
    theirs.play(1, **OUT_FIRST | {"team2.clean": "1"})
    assert offered(mine.page()) == ""
    page = mine.visitor.post(form.action, form.fields)
    assert "is no longer the last change made here" in page.said
    assert books(mine) == [4, 1]
    undo(theirs)
    assert offered(mine.page()) == "Red books, Bob & Dora, 0 → 1"


def test_the_undo_of_another_phone_is_refused_here(phones, nothing_recorded):
    mine, theirs = phones
    count(theirs, team2__clean="3")
    count(mine, team1__clean="2")
    nothing_recorded()
    form = theirs.page().form("/undo")
    own = mine.page().form("/undo").fields
    page = mine.visitor.post(form.action, own | {"undo": form.fields["undo"]})
    assert "“Red books, Bob & Dora, 0 → 3” is no longer the last change made here" in page.said
    assert "The last change is now “Red books, Ann & Carla, 0 → 2”." in page.said


@pytest.mark.parametrize("name", ["Ann", "Only watching"])
def test_a_phone_that_gives_itself_the_same_name_is_offered_nothing_of_the_other(phones, name):
    mine, theirs = phones
    for table in phones:
        table.keeps_score(name)
    count(mine, team1__clean="2")
    assert offered(theirs.page()) == ""


def _change_settings(table):
    mend(table, decks="6")


def _move_to_bin_and_back(table):
    for address, button in ((table.address, "/bin"), ("/bin", "/restore")):
        table.visitor.send(table.visitor.get(address).form(button))


@pytest.mark.parametrize("act", [_change_settings, _move_to_bin_and_back])
def test_what_only_owners_may_do_is_not_undone_by_a_phone_that_is_none_any_more(app, act):
    mine = Visitor(app).begin()
    count(mine, team1__clean="2")
    act(mine)
    form = mine.page().form("/undo")
    access, phone = mine.visitor.access, mine.visitor.phone
    mine.visitor.gains(Role.SCORER, mine.game)
    access.renew(Role.OWNER)
    assert {role for role, _ in mine.visitor.passes} == {Role.SCORER}
    assert mine.visitor.phone.id == phone.id
    assert offered(mine.page()) == "Red books, Ann & Carla, 0 → 2"
    before = len(mine.entries)
    assert "Nothing was undone" in mine.visitor.send(form).said
    assert len(mine.entries) == before


def test_a_correction_that_others_relied_on_is_not_taken_back(app, table):
    theirs = Table(Visitor(app), table.game)
    table.play(1, **OUT_FIRST)
    table.sheet(1).finish(**{"team1.melded": "600"})
    theirs.sheet(1).finish(**{"team2.melded": "2200"})
    assert "Nothing was undone" in undo(table).said
    assert table.melded == [600, 2200]
