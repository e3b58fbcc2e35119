"""A form is saved as a whole: one conflict, and no cell changes, yet nothing is lost."""

import pytest

from scorepad.store import BadEntry, ChangedMeanwhile, Unchanged

MELDED, LEFT = (1, "team1", "melded"), (1, "team1", "left")


def statuses(answers):
    return [answer.status for answer in answers]  # type: ignore[attr-defined]


def test_a_form_without_conflicts_is_applied(club, game, entry):
    assert statuses(club.record_all([entry(5), entry(6, field="left")])) == ["applied"] * 2
    assert {name: cell.value for name, cell in club.cells(game).items()} == {MELDED: 5, LEFT: 6}


def test_one_conflict_holds_all_the_rest_and_keeps_it_in_the_history(club, game, entry):
    club.record([entry(5), entry(1, field="same")])
    before = club.cells(game)
    form = [entry(7, field="left"), entry(6), entry(1, field="same")]
    assert statuses(club.record_all(form)) == ["held", "conflict", "same"]
    assert club.cells(game) == before
    assert [logged.value for logged in club.history(game)][2:] == [7, 6, 1]


def test_a_held_value_is_answered_with_what_stands_in_its_cell(club, entry):
    there, _ = club.record([entry(5), entry(2, field="left")])
    held, conflict = club.record_all([entry(6, base=there.seq), entry(3, field="left")])
    assert (held.status, conflict.status) == ("held", "conflict")
    assert (held.value, held.current) == (6, there.current)


def test_a_form_sent_again_gets_the_same_answers(club, game, entry):
    (there,) = club.record([entry(5)])
    form = [entry(7, field="left"), entry(6)]
    first = club.record_all(form)
    club.record([entry(8, base=there.seq)])
    assert club.record_all(form) == first
    assert LEFT not in club.cells(game)


def test_the_form_that_settles_the_conflict_has_new_keys(club, game, entry):
    club.record([entry(5)])
    _, conflict = club.record_all([entry(7, field="left"), entry(6)])
    assert conflict.current is not None
    settled = club.record_all([entry(7, field="left"), entry(6, base=conflict.current.seq)])
    assert statuses(settled) == ["applied"] * 2


def test_a_held_entry_is_no_base_for_another(club, entry):
    club.record([entry(5)])
    held = entry(7, field="left")
    club.record_all([held, entry(6)])
    assert statuses(club.record([entry(8, field="left", base=held.key)])) == ["conflict"]


def test_what_a_page_had_seen_is_the_base_of_all_its_values(club, game, entry):
    club.record([entry(5), entry(6, field="left")])
    seen = club.latest_seq(game)
    form = [entry(50), entry(60, field="left"), entry(1, field="aces")]
    answers = club.record_all(form, seen=seen)
    assert statuses(answers) == ["applied"] * 3
    assert [answer.base for answer in answers] == [1, 2, None]


def test_a_value_that_came_after_the_page_was_made_is_a_conflict(club, game, entry):
    (first,) = club.record([entry(5)])
    seen = club.latest_seq(game)
    club.record([entry(6, base=first.seq)])
    assert statuses(club.record_all([entry(7)], seen=seen)) == ["conflict"]


def test_a_page_from_a_future_that_never_was_has_seen_nothing(club, entry):
    club.record([entry(5)])
    assert statuses(club.record_all([entry(7)], seen=999)) == ["conflict"]


def test_a_form_says_one_thing_about_a_cell(club, game, entry):
    with pytest.raises(BadEntry, match="twice"):
        club.record_all([entry(5), entry(6)])
    assert club.history(game) == []


@pytest.mark.parametrize("seen", [-1, "3", True, 1.5])
def test_what_cannot_have_been_seen_is_refused(club, entry, seen):
    with pytest.raises(BadEntry, match="seen"):
        club.record_all([entry(5)], seen=seen)


def test_a_form_is_refused_where_a_cell_that_it_was_judged_by_has_changed(club, game, entry):
    (there,) = club.record([entry(5, field="finished")])
    judged = Unchanged(there.seq, [(1, "team1", "finished"), MELDED])
    (first,) = club.record_all([entry(6)], unchanged=judged)
    assert first.status == "applied"
    latest = club.latest_seq()
    with pytest.raises(ChangedMeanwhile):
        club.record_all([entry(7, field="left")], unchanged=judged)
    assert club.latest_seq() == latest
