"""A value is applied if its phone had seen the cell's value; otherwise both are kept. Undo is a change too."""

import pytest

from scorepad.store import Cell

MELDED = (1, "team1", "melded")
ONE, TWO, THREE = ({"as": "tally", "n": n} for n in (1, 2, 3))
POINTS = {"as": "points", "typed": "120"}


def seq(at):
    """A base: the seq of an earlier entry of the row."""
    return lambda answers: answers[at].seq


def key(at):
    """A base: the key of an earlier entry, as sent by a phone that has no answer to it yet."""
    return lambda answers: answers[at].key


APPLIED, CONFLICT, SAME = "applied", "conflict", "same"
FIVE = (5, None, APPLIED)
REFUSED = [FIVE, (7, None, CONFLICT)]
ROWS = {
    "on top of what was seen": ([FIVE, (6, seq(0), APPLIED)], []),
    "without having seen anything": (REFUSED, [1]),
    "on top of an older value": ([FIVE, (6, seq(0), APPLIED), (7, seq(0), CONFLICT)], [2]),
    "from a future that never was": ([FIVE, (6, 999, CONFLICT)], [1]),
    "in a cell that never had a value": ([(5, 99, CONFLICT)], [0]),
    "by an unknown key": ([FIVE, (6, "never-came", CONFLICT)], [1]),
    "the same value": ([FIVE, (5, None, SAME)], []),
    "after the same": ([FIVE, (5, None, SAME), (50, key(1), APPLIED)], []),
    "after an own entry": ([(1, None, APPLIED), (12, key(0), APPLIED), (120, key(1), APPLIED)], []),
    "after an overtaken one": ([(1, None, APPLIED), (2, seq(0), APPLIED), (3, key(0), CONFLICT)], [2]),
    # What settles a conflict: a value based on the cell's value, or the phone's own last value.
    "a choice between two": ([*REFUSED, (7, seq(0), APPLIED)], []),
    "the same, unseen": ([*REFUSED, (5, None, SAME)], [1]),
    "the same, seen": ([*REFUSED, (5, seq(0), APPLIED)], []),
    "after a conflict": ([*REFUSED, (70, key(1), CONFLICT), (700, key(2), CONFLICT)], [3]),
    "the same after a conflict": ([*REFUSED, (70, key(1), CONFLICT), (5, key(2), SAME)], []),
    "two settle at once": ([*REFUSED, (7, seq(0), APPLIED), (7, seq(0), SAME)], []),
    "two settle differently": ([*REFUSED, (7, seq(0), APPLIED), (5, seq(0), CONFLICT)], [3]),
    # A blank is a value, and not a zero.
    "a blank again": ([(0, None, APPLIED), (None, seq(0), APPLIED), (None, None, SAME)], []),
    "a zero on a blank": ([(0, None, APPLIED), (None, seq(0), APPLIED), (0, None, CONFLICT)], [2]),
    "undo": ([(120, None, APPLIED), (1200, seq(0), APPLIED), (120, seq(1), APPLIED)], []),
    "undo of a first value": ([FIVE, (None, seq(0), APPLIED)], []),
    "undo, too late": ([FIVE, (130, seq(0), APPLIED), (None, seq(0), CONFLICT)], [2]),
    "equal points": ([(POINTS, None, APPLIED), (POINTS, None, SAME)], []),
    # Two phones that tap from 2 to 3 may have counted one book, or two.
    "equal taps": ([(TWO, None, APPLIED), (THREE, seq(0), APPLIED), (THREE, seq(0), CONFLICT)], [2]),
    "two first taps": ([(ONE, None, APPLIED), (ONE, None, CONFLICT)], [1]),
    "a tap that saw the last": ([(TWO, None, APPLIED), (TWO, seq(0), APPLIED)], []),
}  # fmt: skip


@pytest.mark.parametrize(("row", "still_open"), ROWS.values(), ids=ROWS)
def test_a_value_is_judged_by_what_its_phone_had_seen(club, game, noon, entry, row, still_open):
    answers, current = [], None
    for value, base, status in row:
        base = base(answers) if callable(base) else base
        phone = f"phone{len(answers)}"
        (answer,) = club.record([entry(value, base=base, device=phone)])
        assert (answer.status, answer.value) == (status, value)
        if status == APPLIED:
            current = Cell(value, answer.seq, phone, noon)
        assert answer.current == current
        assert club.cells(game) == ({MELDED: current} if current else {})
        answers.append(answer)
    assert [logged.value for logged in club.history(game)] == [value for value, *_ in row]
    keys = [conflict.entry.key for conflict in club.open_conflicts(game)]
    assert keys == [answers[at].key for at in still_open]


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
