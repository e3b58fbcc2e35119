"""A key counts once: whoever sends an entry again gets the answer of then."""

from dataclasses import replace

import pytest

from scorepad.store import Club, KeyReused


def test_an_entry_sent_twice_is_recorded_once(club, game, entry):
    typed = entry({"as": "points", "typed": "120+85"})
    first = club.record([typed])
    assert club.record([typed]) == first
    assert len(club.history(game)) == 1


def test_twice_in_one_sending_is_once_too(club, entry):
    typed = entry(5)
    first, again = club.record([typed, typed])
    assert first == again


def test_the_answer_is_the_one_of_then_although_the_cell_moved_on(club, entry):
    typed = entry(5)
    (first,) = club.record([typed])
    (later,) = club.record([entry(6, base=first.seq)])
    (again,) = club.record([typed])
    assert again == first
    assert again.current is not None
    assert again.current.value == 5
    assert club.cells(first.game)[1, "team1", "melded"].seq == later.seq


@pytest.mark.parametrize("value", [7, 5], ids=["conflict", "same"])
def test_an_answer_that_was_not_applied_is_the_one_of_then_too(club, entry, value):
    (first,) = club.record([entry(5, device="ann")])
    late = entry(value, device="bob")
    (then,) = club.record([late])
    club.record([entry(8, base=first.seq)])
    (again,) = club.record([late])
    assert again == then
    assert again.current is not None
    assert (again.current.value, again.current.device) == (5, "ann")


def test_also_after_a_restart(club, path, entry):
    typed = entry([1, {"b": None, "a": "é"}])
    first = club.record([typed])
    club.close()
    with Club.open(path) as opened_again:
        assert opened_again.record([typed]) == first


@pytest.mark.parametrize(
    "change",
    [{"value": 6}, {"field": "left"}, {"place": "team2"}, {"round": 2}],
    ids=lambda change: next(iter(change)),
)
def test_a_key_used_for_something_else_is_refused_and_nothing_is_recorded(
    club, game, entry, change
):
    typed = entry(5)
    club.record([typed])
    with pytest.raises(KeyReused, match="a new key"):
        club.record([entry(1, field="aces"), replace(typed, **change)])
    assert len(club.history(game)) == 1


def test_a_key_of_another_game_is_refused(club, entry):
    typed = entry(5)
    club.record([typed])
    other = club.new_game([], key="other")
    with pytest.raises(KeyReused):
        club.record([replace(typed, game=other)])


def test_the_order_of_names_in_a_value_does_not_make_it_another(club, entry):
    typed = entry({"as": "tally", "n": 3})
    first = club.record([typed])
    assert club.record([replace(typed, value={"n": 3, "as": "tally"})]) == first
