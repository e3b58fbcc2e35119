"""A game and its first entries are made together, and a form that is sent twice makes one game."""

from dataclasses import replace

import pytest

from scorepad.store import NEW_GAME, TABLE, WHOLE_GAME, BadEntry, Entry, KeyReused

RULES = Entry("key-rules", NEW_GAME, WHOLE_GAME, TABLE, "rules", {"slug": "partnership"})
SEAT = Entry("key-seat", NEW_GAME, WHOLE_GAME, "seat1", "player", 7)


def test_a_new_game_has_its_entries(club):
    game = club.new_game([RULES, SEAT], key="form-1")
    cells = club.cells(game)
    assert cells[WHOLE_GAME, "seat1", "player"].value == 7
    assert cells[WHOLE_GAME, TABLE, "rules"].value == {"slug": "partnership"}


def test_the_form_sent_twice_makes_one_game(club):
    game = club.new_game([RULES, SEAT], key="form-1")
    assert club.new_game([RULES, SEAT], key="form-1") == game
    assert len(club.games(limit=9)) == 1
    assert len(club.history(game)) == 2


def test_also_when_the_second_made_other_keys_for_its_entries(club):
    game = club.new_game([SEAT], key="form-1")
    assert club.new_game([replace(SEAT, key="key-other")], key="form-1") == game
    assert len(club.history(game)) == 1


def test_another_form_makes_another_game(club):
    assert club.new_game([], key="form-1") != club.new_game([], key="form-2")


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ([RULES, replace(SEAT, place="nowhere")], BadEntry),
        ([RULES, replace(RULES, key="key-again")], BadEntry),
        ([RULES, replace(SEAT, base=3)], BadEntry),
    ],
    ids=["bad place", "one cell twice", "a base that cannot be"],
)
def test_a_fault_in_any_entry_makes_no_game(club, entries, fault):
    with pytest.raises(fault):
        club.new_game(entries, key="form-1")
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
