"""Undo: names what it takes back, takes back one thing at a time, and never what it did not name."""

import pytest

from scorepad.play import history
from scorepad.store import Entry
from tests.web.driving import OUT_FIRST, Table, Visitor


def _form(page):
    return page.form("/undo")


def _said(page) -> str:
    """What the button says, "" where there is none."""
    found = [one for one in page.root.all("form") if one["action"].endswith("/undo")]
    return found[0].all("button")[0].text if found else ""


def _undo(table: Table):
    return table.visitor.send(_form(table.page()))


def _tally(table: Table, number: int = 1, **typed):
    """Types into a sheet, each call a form of its own."""
    return table.sheet(number).save(**typed)


def test_a_game_that_was_only_begun_has_nothing_to_undo(table):
    assert _said(table.page()) == ""


def test_undo_names_what_it_will_take_back_and_takes_it_back(table):
    _tally(table, team1__clean="2")
    _tally(table, team1__clean="3")
    assert _said(table.page()) == "Undo: Red books, Ann & Carla, 2 → 3"
    page = _undo(table)
    assert "Taken back: Red books, Ann & Carla, 2 → 3." in page.said
    assert table.record.rounds[0].entry.teams[0].books == {"clean": 2}


def test_a_second_undo_goes_one_further_back_and_none_past_the_beginning(table):
    for count in ("2", "3"):
        _tally(table, team1__clean=count)
    _undo(table)
    assert _said(table.page()) == "Undo: Red books, Ann & Carla, 0 → 2"
    assert _said(_undo(table)) == ""
    assert table.record.rounds == ()


def test_what_is_typed_after_an_undo_is_undone_first(table):
    for count in ("2", "3"):
        _tally(table, team1__clean=count)
    _undo(table)
    _tally(table, team2__dirty="1")
    assert _said(table.page()) == "Undo: Black books, Bob & Dora, 0 → 1"
    assert _said(_undo(table)) == "Undo: Red books, Ann & Carla, 0 → 2"


def test_what_was_undone_stays_in_the_log_and_the_log_says_so(table):
    _tally(table, team1__clean="2")
    last = table.entries[-1]
    _undo(table)
    back = table.entries[-1]
    assert f":undo-{last.seq}:" in back.key
    assert (back.value, back.base, back.status) == (None, last.seq, "applied")


def test_finishing_a_round_is_taken_back_without_what_was_typed_with_it(table):
    table.play(1, **OUT_FIRST)
    assert _said(table.page()) == "Undo: Round 1 finished"
    page = _undo(table)
    assert not table.record.rounds[0].finished
    assert _said(page) == "Undo: Ann went out and 7 more"
    assert table.record.rounds[0].entry.teams[0].books == {"clean": 4, "dirty": 5}


def test_a_form_is_taken_back_as_a_whole(table):
    _tally(table, **{"team1.melded": "410", "team1.clean": "2"})
    _undo(table)
    assert not [value for (n, _, _), value in _values(table).items() if n == 1]


def _values(table):
    cells = table.visitor.club.cells(table.game)
    return {name: cell.value for name, cell in cells.items() if cell.value is not None}


def test_undo_works_after_the_end_of_the_game(table):
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    assert table.record.course.phase == "over"
    sheet = table.visitor.get(f"{table.address}/history")
    assert _said(sheet) == "Undo: Round 4 finished"
    table.visitor.send(_form(sheet))
    assert table.record.course.phase == "playing"


def test_a_correction_of_an_earlier_round_is_named_with_its_round(table):
    table.play(1, **OUT_FIRST)
    table.sheet(1).finish(**{"team1.clean": "3"})
    assert _said(table.page()) == "Undo: Round 1, Red books, Ann & Carla, 4 → 3"
    _undo(table)
    assert table.record.course.now == (4_500, 0)


def test_saying_who_starts_is_undone_by_its_name(table):
    table.decide(seat="2")
    assert _said(table.page()) == "Undo: Bob starts"
    _undo(table)
    assert table.record.course.starter.seat is None


def test_what_changed_nothing_is_passed_over(table):
    _tally(table, team1__clean="2")
    last = table.visitor.club.cells(table.game)[1, "team1", "clean"]
    again = Entry(
        "a:team1.clean", table.game, 1, "team1", "clean", last.value, last.seq, last.device
    )
    assert table.visitor.club.record([again])[0].status == "applied"
    assert _said(table.page()) == "Undo: Red books, Ann & Carla, 0 → 2"


def test_the_same_undo_sent_twice_takes_back_once(table):
    for count in ("2", "3"):
        _tally(table, team1__clean=count)
    form = _form(table.page())
    pages = [table.visitor.send(form) for _ in range(2)]
    assert "Taken back" in pages[0].said
    assert "Taken back: Red books, Ann & Carla, 2 → 3." in pages[1].said
    assert table.record.rounds[0].entry.teams[0].books == {"clean": 2}


def test_the_same_undo_sent_again_later_still_knows_that_it_was_done(table):
    for count in ("2", "3"):
        _tally(table, team1__clean=count)
    form = _form(table.page())
    table.visitor.send(form)
    _tally(table, team2__clean="1")
    assert "Taken back: Red books, Ann & Carla, 2 → 3." in table.visitor.send(form).said
    assert len(table.record.rounds[0].entry.teams[1].books) == 1


def test_two_phones_that_undo_the_same_thing_undo_it_once(table):
    for count in ("2", "3"):
        _tally(table, team1__clean=count)
    forms = [_form(table.page()) for _ in range(2)]
    said = [table.visitor.send(form).said for form in forms]
    assert "“Red books, Ann & Carla, 2 → 3” is no longer the last change" in said[1]
    assert "The last change is now “Red books, Ann & Carla, 0 → 2”." in said[1]
    assert table.record.rounds[0].entry.teams[0].books == {"clean": 2}


def test_nothing_is_undone_when_somebody_typed_meanwhile(table):
    _tally(table, team1__clean="2")
    form = _form(table.page())
    _tally(table, team2__melded="300")
    page = table.visitor.send(form)
    assert "Nothing was undone: “Red books, Ann & Carla, 0 → 2”" in page.said
    assert "“Cards melded, Bob & Dora, 300”" in page.said
    assert _said(page) == "Undo: Cards melded, Bob & Dora, 300"


def test_a_cell_that_changes_in_the_very_moment_is_not_overwritten(table, monkeypatch):
    _tally(table, team1__clean="2")
    form = _form(table.page())
    record_all = type(table.visitor.club).record_all

    def late(club, entries, **more):
        one = entries[0]
        club.record([Entry("late", one.game, one.round, one.place, one.field, 9, base=one.base)])
        return record_all(club, entries, **more)

    monkeypatch.setattr(type(table.visitor.club), "record_all", late)
    assert "someone else has just changed" in table.visitor.send(form).said
    assert _values(table)[1, "team1", "clean"] == 9


@pytest.mark.parametrize("named", [None, "", "0", "1", "x", "٣", "-1", "9" * 400, "4.0"])
def test_an_undo_that_names_nothing_of_ours_undoes_nothing(table, nothing_recorded, named):
    _tally(table, team1__clean="2")
    nothing_recorded()
    page = table.visitor.send(_form(table.page()), undo=named)
    assert page.status == 200
    assert "Nothing was undone: the game has moved on." in page.said


def test_an_undo_where_nothing_is_left_says_so(table):
    _tally(table, team1__clean="2")
    form = _form(table.page())
    _undo(table)
    assert "Nothing is left to undo." in table.visitor.send(form).said


def test_an_undo_without_our_token_undoes_nothing(table, nothing_recorded):
    _tally(table, team1__clean="2")
    form = _form(table.page())
    nothing_recorded()
    assert "press again" in table.visitor.send(form, csrf_token="x").said


def test_an_unknown_game_has_no_undo(visitor, own):
    assert visitor.post("/games/999/undo", own | {"undo": "1"}).status == 404
    assert visitor.client.get("/games/1/undo").status_code == 405


def test_undo_finds_its_way_through_many_pages_of_the_log(visitor, monkeypatch):
    monkeypatch.setattr(history, "_FIRST", 1)
    monkeypatch.setattr(history, "_MOST", 3)
    table = visitor.begin()
    for count in range(1, 8):
        _tally(table, team1__clean=str(count))
    for count in range(7, 0, -1):
        assert _said(table.page()) == f"Undo: Red books, Ann & Carla, {count - 1} → {count}"
        _undo(table)
    assert _said(table.page()) == ""


def test_every_undo_brings_back_exactly_what_stood_there(visitor: Visitor):
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    steps = [
        lambda: _tally(table, **{"team1.melded": "300", "seat2.left": "20"}),
        lambda: table.decide(seat="3"),
        lambda: _tally(table, **{"team1.melded": "", "team2.clean": "1"}),
        lambda: table.play(1, **OUT_FIRST, team2__clean="0"),
        lambda: table.decide(decision="over"),
    ]
    stood = []
    for step in steps:
        stood.append(_values(table))
        step()
    # The round was typed and finished by one form, which is undone in two steps.
    expected = [stood[4], None, stood[3], stood[2], stood[1], stood[0]]
    for values in expected:
        form = _form(table.visitor.get(f"{table.address}/history"))
        table.visitor.send(form)
        assert values is None or _values(table) == values
    assert _said(table.page()) == ""
