"""Undo names what it takes back, takes back one action at a time and only the one it named, and leads back."""

import pytest

from scorepad.play import history
from scorepad.store import Entry
from tests.web.driving import OUT_FIRST
from tests.web.games.undoing import count, offered, undo

FIRST, SECOND = "Red books, Ann & Carla, 0 → 2", "Red books, Ann & Carla, 2 → 3"


@pytest.fixture
def once(table):
    count(table, team1__clean="2")
    return table


@pytest.fixture
def twice(once):
    count(once, team1__clean="3")
    return once


def form_of(table):
    return table.page().form("/undo")


def test_undo_goes_back_step_by_step_and_not_past_the_beginning(twice):
    assert offered(twice.page()) == SECOND
    page = undo(twice)
    assert f"Taken back: {SECOND}." in page.said
    assert twice.teams[0].books == {"clean": 2}
    assert offered(page) == FIRST
    count(twice, team2__dirty="1")
    assert offered(twice.page()) == "Black books, Bob & Dora, 0 → 1"
    assert offered(undo(twice)) == FIRST
    assert offered(undo(twice)) == ""
    assert twice.record.rounds == ()


def test_names_with_signs_of_html_are_written_as_they_are(table):
    name = """Ann "A" <b> & O'Hara"""
    people = table.visitor.club.people
    people.change(people.named("Ann")[0].id, name=name)
    count(table, team1__clean="2")
    change = f"Red books, {name} & Carla, 0 → 2"
    assert offered(table.page()) == change
    assert [button for button in table.page().root.all("button") if button["title"] == change]


def test_finishing_a_round_is_taken_back_without_what_was_typed_with_it(table):
    table.play(1, **OUT_FIRST)
    assert offered(table.page()) == "Round 1 finished"
    page = undo(table)
    assert not table.record.rounds[0].finished
    assert offered(page) == "Ann went out and 7 more"
    assert table.teams[0].books == {"clean": 4, "dirty": 5}


def test_undo_works_after_a_correction_and_after_the_end_of_the_game(table):
    table.play(1, **OUT_FIRST)
    table.sheet(1).finish(**{"team1.clean": "3"})
    assert offered(table.page()) == "Round 1, Red books, Ann & Carla, 4 → 3"
    undo(table)
    assert table.record.course.now == (4_500, 0)
    for number in range(2, 5):
        table.play(number, **OUT_FIRST)
    assert table.record.course.phase == "over"
    page = table.visitor.get(f"{table.address}/history")
    assert offered(page) == "Round 4 finished"
    table.visitor.send(page.form("/undo"))
    assert table.record.course.phase == "playing"


def test_an_entry_that_changed_nothing_is_passed_over(once):
    last = once.visitor.club.cells(once.game)[1, "team1", "clean"]
    cell = (once.game, 1, "team1", "clean")
    again = Entry("a:team1.clean", *cell, last.value, last.seq, last.device)
    assert once.visitor.club.record([again])[0].status == "applied"
    assert offered(once.page()) == FIRST


@pytest.mark.parametrize("random", ["", "-0123456789abcdef"], ids=["a key of version 1.0", "a random key"])
def test_an_import_that_was_undone_and_restored_is_passed_over(once, random):
    club, device = once.visitor.club, once.entries[-1].device
    for value, way in ((True, ""), (None, "-back")):
        base = club.cells(once.game).get((0, "table", "binned"))
        key = f"import-1-undo-1{random}{way}:{once.game}"
        club.record([Entry(key, once.game, 0, "table", "binned", value, base and base.seq, device)])
    assert offered(once.page()) == FIRST


def test_the_same_undo_sent_again_takes_back_once_and_knows_that_it_was_done(twice):
    form = form_of(twice)
    for _ in range(2):
        assert f"Taken back: {SECOND}." in twice.visitor.send(form).said
        assert twice.teams[0].books == {"clean": 2}
    count(twice, team2__clean="1")
    assert f"Taken back: {SECOND}." in twice.visitor.send(form).said
    assert twice.teams[1].books == {"clean": 1}


def test_two_phones_that_undo_the_same_thing_undo_it_once(twice):
    forms = [form_of(twice) for _ in range(2)]
    _, second = (twice.visitor.send(form).said for form in forms)
    assert f"“{SECOND}” is no longer the last change" in second
    assert f"The last change is now “{FIRST}”." in second
    assert twice.teams[0].books == {"clean": 2}


def test_nothing_is_undone_when_somebody_typed_meanwhile(once):
    form = form_of(once)
    count(once, team2__melded="300")
    page = once.visitor.send(form)
    assert f"Nothing was undone: “{FIRST}”" in page.said
    assert "“Cards melded, Bob & Dora, 300”" in page.said
    assert offered(page) == "Cards melded, Bob & Dora, 300"


def test_a_cell_that_changes_in_the_very_moment_is_not_overwritten(once, monkeypatch):
    form = form_of(once)
    record_all = type(once.visitor.club).record_all

    def late(club, entries, **more):
        old = entries[0]
        club.record([Entry("late", old.game, old.round, old.place, old.field, 9, base=old.base)])
        return record_all(club, entries, **more)

    monkeypatch.setattr(type(once.visitor.club), "record_all", late)
    assert "someone else has just changed" in once.visitor.send(form).said
    assert once.values[1, "team1", "clean"] == 9


def test_an_undo_of_nothing_of_ours_undoes_nothing(once, nothing_recorded):
    nothing_recorded()
    for named in (None, "", "0", "1", "x", "٣", "-1", "9" * 400, "4.0"):
        page = once.visitor.send(form_of(once), undo=named)
        assert page.status == 200
        assert "Nothing was undone: the game has changed." in page.said, named


def test_an_undone_change_stays_in_the_log_and_then_nothing_is_left_to_undo(once):
    form, last = form_of(once), once.entries[-1]
    undo(once)
    back = once.entries[-1]
    assert f":undo-{last.seq}:" in back.key
    assert (back.value, back.base, back.status) == (None, last.seq, "applied")
    assert "Nothing is left to undo." in once.visitor.send(form).said


def test_undo_goes_back_through_many_pages_of_the_log(table, monkeypatch):
    monkeypatch.setattr(history, "_FIRST", 1)
    monkeypatch.setattr(history, "_MAX", 3)
    for n in range(1, 8):
        count(table, team1__clean=str(n))
    for n in range(7, 0, -1):
        assert offered(table.page()) == f"Red books, Ann & Carla, {n - 1} → {n}"
        undo(table)
    assert offered(table.page()) == ""


def test_every_undo_brings_back_exactly_what_stood_there(visitor):
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    steps = [
        lambda: count(table, **{"team1.melded": "300", "seat2.left": "20"}),
        lambda: table.decide(seat="3"),
        lambda: count(table, **{"team1.melded": "", "team2.clean": "1"}),
        lambda: table.play(1, **OUT_FIRST, team2__clean="0"),
        lambda: table.decide(decision="over"),
    ]
    stood = []
    for step in steps:
        stood.append(table.values)
        step()
    # The round was typed and finished by one form, which is undone in two steps.
    for expected in (stood[4], None, *stood[3::-1]):
        visitor.send(visitor.get(f"{table.address}/history").form("/undo"))
        assert expected is None or table.values == expected
    assert offered(table.page()) == ""


def _leads_to(table, page, back):
    """The URL to which an undo redirects, if pressed on a page whose form has this `back`."""
    form = table.visitor.get(table.address + page).form("/undo")
    return table.visitor.client.post(form.action, data=form.fields | {"back": back}).location


@pytest.mark.parametrize("page", ["", "/rounds/1/edit", "/rounds/1", "/history", "/out"])
def test_undo_leads_back_to_the_page_it_was_pressed_on(twice, page):
    assert _leads_to(twice, "/history", twice.address + page) == twice.address + page


@pytest.mark.parametrize(
    "back",
    ["", "//evil.example", "https://evil.example/", "/games/999", "/", "/games/1/starter", "\x00",
     "/games/{game}/../1", "/games/{game}/rounds/9", "/games/{game}//x", "%ED%A0%80"],
)  # fmt: skip
def test_undo_leads_nowhere_but_to_pages_of_the_game(once, back):
    assert _leads_to(once, "", back.replace("{game}", str(once.game))) == once.address


def test_undo_of_the_round_a_page_shows_leads_to_the_table(begun):
    assert _leads_to(begun, "", f"{begun.address}/rounds/2/edit") == begun.address


def test_the_pages_of_a_round_take_back_only_what_was_done_in_it(table):
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(**{"team1.clean": "2"})
    pages = {
        1: [f"{table.address}/rounds/1", f"{table.address}/rounds/1/edit", f"{table.address}/history?round=1"],
        2: [table.address, f"{table.address}/rounds/2/edit", f"{table.address}/history?round=2"],
    }
    offers = {number: {offered(table.visitor.get(page)) for page in of_round} for number, of_round in pages.items()}
    assert offers == {1: {"Round 1 finished"}, 2: {FIRST}}
    table.sheet(1).finish(**{"team1.clean": "3"})
    correction = "Round 1, Red books, Ann & Carla, 4 → 3"
    assert offered(table.page()) == correction
    page = table.visitor.send(table.visitor.get(pages[2][1]).form("/undo"))
    assert (offered(page), offered(page, "redo")) == ("", FIRST)
    assert (2, "team1", "clean") not in table.values
    corrected = table.visitor.get(pages[1][0])
    assert (offered(corrected), offered(corrected, "redo")) == (correction, "")
    table.visitor.send(page.form("/redo"))
    assert table.values[2, "team1", "clean"]["n"] == 2
    table.visitor.send(corrected.form("/undo"))
    assert table.values[1, "team1", "clean"]["n"] == 4


def test_the_table_and_the_result_take_back_what_they_show_and_no_confirmation(table):
    def confirm(number):
        page = table.visitor.get(f"{table.address}/rounds/{number}")
        form = page.form("/confirm")
        return table.visitor.post(form.action, form.fields | {"team": "1"})

    table.play(1, **OUT_FIRST)
    confirmed, words = confirm(1), "Round 1 confirmed for Ann & Carla"
    pages = [table.address, f"{table.address}/history", f"{table.address}/rounds/1"]
    assert [offered(table.visitor.get(page)) for page in pages] == ["Round 1 finished", words, words]
    table.visitor.send(confirmed.form("/undo"))
    pages = [table.visitor.get(page) for page in pages]
    assert [offered(page, "redo") for page in pages] == ["", words, words]
    for number in (2, 3, 4):
        table.play(number, **OUT_FIRST)
    confirm(3)
    result = table.visitor.get(f"{table.address}/result")
    assert offered(result) == "Round 4 finished"
    assert table.visitor.send(result.form("/undo")).heading == "Round 4"
    assert not table.record.rounds[3].finished


def test_a_finish_is_not_taken_back_from_under_a_later_one(table):
    for number in (1, 2):
        table.play(number, **OUT_FIRST)
    form = table.visitor.get(f"{table.address}/rounds/1")
    assert "finished" not in offered(form)
    assert offered(table.visitor.get(f"{table.address}/rounds/2")) == "Round 2 finished"
