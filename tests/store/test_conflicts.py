"""A value counts if its phone had seen what stands in the cell; otherwise both are kept. Undo is a change too."""

import pytest

from scorepad.store import Cell

MELDED = (1, "team1", "melded")
ONE, TWO, THREE = ({"as": "tally", "n": n} for n in (1, 2, 3))
POINTS = {"as": "points", "typed": "120"}


def seq(at):
    """A base: the seq of an earlier entry of the row."""
    return lambda answers: answers[at].seq


def key(at):
    """A base: the key of an earlier entry, as a phone says that has no answer to it yet."""
    return lambda answers: answers[at].key


APPLIED, CONFLICT, SAME = "applied", "conflict", "same"
ROWS = {
    "on top of what was seen": [(5, None, APPLIED), (6, seq(0), APPLIED)],
    "without having seen anything": [(5, None, APPLIED), (6, None, CONFLICT)],
    "on top of an older value": [(5, None, APPLIED), (6, seq(0), APPLIED), (7, seq(0), CONFLICT)],
    "from a future that never was": [(5, None, APPLIED), (6, 999, CONFLICT)],
    "by an unknown key": [(5, None, APPLIED), (6, "never-came", CONFLICT)],
    "the same value": [(5, None, APPLIED), (5, None, SAME)],
    "a choice between two": [(5, None, APPLIED), (6, None, CONFLICT), (6, seq(0), APPLIED)],
    "after a conflict": [(5, None, APPLIED), (6, None, CONFLICT), (7, key(1), CONFLICT)],
    "after the same": [(5, None, APPLIED), (5, None, SAME), (50, key(1), APPLIED)],
    "after an own entry": [(1, None, APPLIED), (12, key(0), APPLIED), (120, key(1), APPLIED)],
    "after an overtaken one": [(1, None, APPLIED), (2, seq(0), APPLIED), (3, key(0), CONFLICT)],
    "a blank is a value": [(0, None, APPLIED), (None, seq(0), APPLIED), (None, None, SAME)],
    "a blank is no zero": [(0, None, APPLIED), (None, seq(0), APPLIED), (0, None, CONFLICT)],
    "undo": [(120, None, APPLIED), (1200, seq(0), APPLIED), (120, seq(1), APPLIED)],
    "undo of a first value": [(120, None, APPLIED), (None, seq(0), APPLIED)],
    "undo, too late": [(120, None, APPLIED), (130, seq(0), APPLIED), (None, seq(0), CONFLICT)],
    "equal points": [(POINTS, None, APPLIED), (POINTS, None, SAME)],
    # Two who tap from 2 to 3 may have counted one book, or two.
    "equal taps": [(TWO, None, APPLIED), (THREE, seq(0), APPLIED), (THREE, seq(0), CONFLICT)],
    "two first taps": [(ONE, None, APPLIED), (ONE, None, CONFLICT)],
    "a tap that saw the last": [(TWO, None, APPLIED), (TWO, seq(0), APPLIED)],
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_value_is_judged_by_what_its_phone_had_seen(club, game, noon, entry, row):
    answers, current = [], None
    for value, base, status in row:
        base = base(answers) if callable(base) else base
        phone = f"phone{len(answers)}"
        (answer,) = club.record([entry(value, base=base, device=phone)])
        assert (answer.status, answer.value) == (status, value)
        if status == APPLIED:
            current = Cell(value, answer.seq, phone, noon)
        assert answer.current == current
        assert club.cells(game) == {MELDED: current}
        answers.append(answer)
    assert [logged.value for logged in club.history(game)] == [value for value, *_ in row]


def test_two_teams_typing_their_own_columns_never_collide(club, entry):
    answers = club.record([entry(5), entry(6, place="team2"), entry(7, round=2)])
    assert {answer.status for answer in answers} == {APPLIED}


def test_several_values_typed_without_network_are_applied_in_order(club, game, entry):
    first = entry(1)
    second = entry(12, base=first.key)
    answers = club.record([first, second, entry(120, base=second.key)])
    assert [answer.status for answer in answers] == [APPLIED] * 3
    assert club.cells(game)[MELDED].value == 120


def test_the_key_of_another_cell_is_no_base(club, entry):
    club.record([entry(5)])
    elsewhere = entry(1, field="left")
    answers = club.record([elsewhere, entry(6, base=elsewhere.key)])
    assert [answer.status for answer in answers] == [APPLIED, CONFLICT]


def test_every_entry_tells_what_it_replaced(club, game, entry):
    first = entry(120)
    (old,) = club.record([first])
    club.record([entry(130, base=first.key)])
    new = club.record_all([entry(None)], seen=old.seq + 1)
    club.record([entry(7, base=new[0].seq)])
    assert list(club.values_before(club.history(game)).values()) == [None, 120, 130, None]


def test_what_was_not_applied_replaced_nothing(club, game, entry):
    (old,) = club.record([entry(120)])
    club.record([entry(130, base=77), entry(120)])
    assert club.values_before(club.history(game)) == {old.seq: None}
    assert club.values_before([]) == {}
