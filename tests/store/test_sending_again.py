"""A key counts once, whether of an entry or of a new game: a repeated request gets the first answer."""

from dataclasses import replace

import pytest

from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.store import NEW_GAME, BadEntry, Club, Entry, KeyReused

RULES = Entry("key-rules", NEW_GAME, WHOLE_GAME, TABLE, "rules", {"slug": "partnership"})
SEAT = Entry("key-seat", NEW_GAME, WHOLE_GAME, "seat1", "player", 7)


@pytest.mark.parametrize("value", [{"as": "tally", "n": 3}, [1, {"b": None, "a": "é"}]])
def test_an_entry_sent_twice_is_recorded_once_also_after_a_restart(club, game, path, entry, value):
    typed = entry(value)
    first, twice_at_once = club.record([typed, typed])
    assert first == twice_at_once
    assert club.record([typed]) == (first,)
    if isinstance(value, dict):
        assert club.record([replace(typed, value={"n": 3, "as": "tally"})]) == (first,)
    club.close()
    with Club.open(path) as opened_again:
        assert opened_again.record([typed]) == (first,)
        assert len(opened_again.history(game)) == 1
        assert opened_again.cells(game)[1, "team1", "melded"].value == value


@pytest.mark.parametrize("status", ["applied", "conflict", "same"])
def test_the_answer_is_the_first_one_although_the_cell_moved_on(club, entry, status):
    there = entry(5, device="ann")
    (first,) = club.record([there])
    typed = there if status == "applied" else entry(7 if status == "conflict" else 5, device="bob")
    answers = club.record([typed])
    (later,) = club.record([entry(8, base=first.seq)])
    (again,) = club.record([typed])
    assert (again,) == answers
    assert again.status == status
    assert (again.current.value, again.current.device) == (5, "ann")
    assert club.cells(first.game)[1, "team1", "melded"].seq == later.seq


@pytest.mark.parametrize("name", ["value", "field", "place", "round", "game"])
def test_a_key_used_for_something_else_is_refused_and_nothing_is_recorded(club, game, entry, name):
    other = {"value": 6, "field": "left", "place": "team2", "round": 2}
    other["game"] = club.new_game([], key="other")
    typed = entry(5)
    club.record([typed])
    with pytest.raises(KeyReused, match="a new key"):
        club.record([entry(1, field="aces"), replace(typed, **{name: other[name]})])
    assert len(club.history(game)) == 1


def test_the_form_sent_twice_makes_one_game_with_its_entries(club):
    game = club.new_game([RULES, SEAT], key="form-1")
    cells = club.cells(game)
    assert cells[WHOLE_GAME, "seat1", "player"].value == 7
    assert cells[WHOLE_GAME, TABLE, "rules"].value == {"slug": "partnership"}
    assert club.new_game([RULES, SEAT], key="form-1") == game
    # The form may have been rendered again, with other keys for its entries.
    assert club.new_game([replace(SEAT, key="key-other")], key="form-1") == game
    assert len(club.games(limit=9)) == 1
    assert len(club.history(game)) == 2
    assert club.new_game([], key="form-2") != game


@pytest.mark.parametrize(
    "entry",
    [replace(SEAT, place="nowhere"), replace(RULES, key="key-again"), replace(SEAT, base=3)],
    ids=["bad place", "one cell twice", "a base that cannot be"],
)
def test_a_fault_in_any_entry_makes_no_game(club, entry):
    with pytest.raises(BadEntry):
        club.new_game([RULES, entry], key="form-1")
    assert club.games(limit=9) == []
    assert club.latest_seq() == 0


def test_entries_of_one_game_are_not_those_of_another(club):
    club.new_game([SEAT], key="form-1")
    with pytest.raises(KeyReused):
        club.new_game([SEAT], key="form-2")
    assert len(club.games(limit=9)) == 1


@pytest.mark.parametrize("key", ["", "two words", "x" * 201, "é", 5])
def test_a_bad_key_is_refused(club, key):
    with pytest.raises(BadEntry, match="A key is"):
        club.new_game([], key=key)
