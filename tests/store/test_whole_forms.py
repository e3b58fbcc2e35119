"""A form is saved as a whole: with one conflict, no cell changes, but every value is kept."""

import pytest

from scorepad.store import BadEntry

MELDED, LEFT = (1, "team1", "melded"), (1, "team1", "left")


def statuses(answers):
    return [answer.status for answer in answers]


def test_a_form_without_conflicts_is_applied(club, game, entry):
    assert statuses(club.record_all([entry(5), entry(6, field="left")])) == ["applied"] * 2
    assert {name: cell.value for name, cell in club.cells(game).items()} == {MELDED: 5, LEFT: 6}


def test_one_conflict_holds_all_the_rest_and_keeps_it_in_the_history(club, game, entry):
    there, *_ = club.record([entry(5), entry(2, field="left"), entry(1, field="same")])
    before = club.cells(game)
    form = [entry(6, base=there.seq), entry(7, field="left"), entry(1, field="same")]
    held, *rest = club.record_all(form)
    assert statuses((held, *rest)) == ["held", "conflict", "same"]
    assert (held.value, held.current) == (6, there.current)
    assert club.cells(game) == before
    assert [logged.value for logged in club.history(game)][3:] == [6, 7, 1]


def test_a_form_sent_again_gets_the_same_answers(club, game, entry):
    (there,) = club.record([entry(5)])
    form = [entry(7, field="left"), entry(6)]
    first = club.record_all(form)
    club.record([entry(8, base=there.seq)])
    assert club.record_all(form) == first
    assert LEFT not in club.cells(game)


def test_a_held_entry_is_no_base_and_the_form_that_settles_has_new_keys(club, entry):
    club.record([entry(5)])
    held = entry(7, field="left")
    _, conflict = club.record_all([held, entry(6)])
    assert statuses(club.record([entry(8, field="left", base=held.key)])) == ["conflict"]
    settled = [entry(7, field="left"), entry(6, base=conflict.current.seq)]
    assert statuses(club.record_all(settled)) == ["applied"] * 2


def test_what_a_page_had_seen_is_the_base_of_all_its_values(club, game, entry):
    club.record([entry(5), entry(6, field="left")])
    seen = club.latest_seq(game)
    form = [entry(50), entry(60, field="left"), entry(1, field="aces")]
    answers = club.record_all(form, seen=seen)
    assert statuses(answers) == ["applied"] * 3
    assert [answer.base for answer in answers] == [1, 2, None]
    # The page is out of date now, and no page can have seen what was never recorded.
    for past_or_future in (seen, 999):
        assert statuses(club.record_all([entry(7)], seen=past_or_future)) == ["conflict"]


def test_a_form_says_one_thing_about_a_cell(club, game, entry):
    with pytest.raises(BadEntry, match="twice"):
        club.record_all([entry(5), entry(6)])
    assert club.history(game) == []


@pytest.mark.parametrize("seen", [-1, "3", True, 1.5])
def test_what_cannot_have_been_seen_is_refused(club, entry, seen):
    with pytest.raises(BadEntry, match="seen"):
        club.record_all([entry(5)], seen=seen)
