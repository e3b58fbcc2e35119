"""Who changes a cell must have seen what stands there; else both values are kept."""

from scorepad.store import Cell

MELDED = (1, "team1", "melded")


def test_the_first_value_of_a_cell_is_applied(club, game, noon, entry):
    (answer,) = club.record([entry(5, device="ann")])
    assert answer.status == "applied"
    assert answer.current == Cell(5, answer.seq, "ann", noon)
    assert club.cells(game) == {MELDED: answer.current}


def test_a_value_on_top_of_the_one_that_was_seen_is_applied(club, entry):
    (first,) = club.record([entry(5)])
    (second,) = club.record([entry(6, base=first.seq)])
    assert second.status == "applied"


def test_a_value_that_saw_nothing_where_something_stands_is_a_conflict(club, game, entry):
    (first,) = club.record([entry(5, device="ann")])
    (second,) = club.record([entry(6, device="bob")])
    assert second.status == "conflict"
    assert (second.value, second.current) == (6, first.current)
    assert club.cells(game)[MELDED].value == 5
    assert [logged.value for logged in club.history(game)] == [5, 6]


def test_a_value_on_top_of_an_older_one_is_a_conflict(club, entry):
    (first,) = club.record([entry(5)])
    club.record([entry(6, base=first.seq)])
    (late,) = club.record([entry(7, base=first.seq)])
    assert late.status == "conflict"


def test_a_base_from_a_future_that_never_was_is_a_conflict(club, entry):
    club.record([entry(5)])
    (lost,) = club.record([entry(6, base=999)])
    assert lost.status == "conflict"


def test_the_same_value_is_the_same_whatever_was_seen(club, game, entry):
    (first,) = club.record([entry(5)])
    (second,) = club.record([entry(5)])
    assert second.status == "same"
    assert second.current == first.current
    assert club.cells(game)[MELDED].seq == first.seq


def test_a_choice_between_two_values_is_a_new_entry_on_top_of_what_stands(club, game, entry):
    club.record([entry(5)])
    (conflict,) = club.record([entry(6)])
    assert conflict.current is not None
    (chosen,) = club.record([entry(6, base=conflict.current.seq)])
    assert chosen.status == "applied"
    assert club.cells(game)[MELDED].value == 6


def test_two_teams_typing_their_own_columns_never_collide(club, entry):
    answers = club.record([entry(5), entry(6, place="team2"), entry(7, round=2)])
    assert {answer.status for answer in answers} == {"applied"}


def test_three_values_typed_without_network_are_applied_in_order(club, game, entry):
    first = entry(1)
    second = entry(12, base=first.key)
    third = entry(120, base=second.key)
    answers = club.record([first, second, third])
    assert [answer.status for answer in answers] == ["applied"] * 3
    assert club.cells(game)[MELDED].value == 120


def test_a_waiting_entry_that_was_overtaken_is_no_base_any_more(club, entry):
    first = entry(1)
    (sent,) = club.record([first])
    club.record([entry(2, base=sent.seq)])
    (late,) = club.record([entry(3, base=first.key)])
    assert late.status == "conflict"


def test_what_follows_a_conflict_unknowingly_is_a_conflict(club, entry):
    club.record([entry(5)])
    first = entry(6)
    statuses = [a.status for a in club.record([first, entry(7, base=first.key)])]
    assert statuses == ["conflict", "conflict"]


def test_what_follows_an_entry_that_was_the_same_is_applied(club, entry):
    club.record([entry(5)])
    first = entry(5)
    statuses = [a.status for a in club.record([first, entry(50, base=first.key)])]
    assert statuses == ["same", "applied"]


def test_an_unknown_key_or_one_of_another_cell_is_no_base(club, entry):
    club.record([entry(5)])
    elsewhere = entry(1, field="left")
    answers = club.record([elsewhere, entry(6, base=elsewhere.key), entry(6, base="never-came")])
    assert [answer.status for answer in answers] == ["applied", "conflict", "conflict"]


def test_a_blank_is_a_value_and_no_zero(club, game, entry):
    (zero,) = club.record([entry(0)])
    (blank,) = club.record([entry(None, base=zero.seq)])
    assert blank.status == "applied"
    assert club.cells(game)[MELDED].value is None
    assert club.record([entry(0)])[0].status == "conflict"
    assert club.record([entry(None)])[0].status == "same"
