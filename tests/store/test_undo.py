"""Undo is a new entry with the old value; what was undone stays in the history."""

from scorepad.store import BINNED, TABLE, WHOLE_GAME

MELDED = (1, "team1", "melded")


def test_undo_brings_the_old_value_back_and_keeps_both(club, game, entry):
    (old,) = club.record([entry(120)])
    (new,) = club.record([entry(1200, base=old.seq)])
    (undone,) = club.record([entry(old.value, base=new.seq)])
    assert undone.status == "applied"
    assert club.cells(game)[MELDED].value == 120
    assert [logged.value for logged in club.history(game)] == [120, 1200, 120]


def test_undo_of_a_first_value_leaves_a_blank(club, game, entry):
    (first,) = club.record([entry(120)])
    club.record([entry(None, base=first.seq)])
    assert club.cells(game)[MELDED].value is None


def test_every_entry_tells_what_it_replaced(club, game, entry):
    first = entry(120)
    (old,) = club.record([first])
    # A phone that was away says what it replaced by the key of its own entry.
    club.record([entry(130, base=first.key)])
    new = club.record_all([entry(None)], seen=old.seq + 1)
    club.record([entry(7, base=new[0].seq)])
    assert list(club.values_before(club.history(game)).values()) == [None, 120, 130, None]


def test_what_was_not_applied_replaced_nothing(club, game, entry):
    (old,) = club.record([entry(120)])
    club.record([entry(130, base=77), entry(120, base=None)])
    assert club.values_before(club.history(game)) == {old.seq: None}
    assert club.values_before([]) == {}


def test_undo_of_what_somebody_else_changed_since_is_a_conflict(club, entry):
    (first,) = club.record([entry(120)])
    club.record([entry(130, base=first.seq)])
    assert club.record([entry(None, base=first.seq)])[0].status == "conflict"


def test_a_game_goes_into_the_bin_and_back(club, game, entry):
    in_the_bin = {"round": WHOLE_GAME, "place": TABLE, "field": BINNED}
    (binned,) = club.record([entry(True, **in_the_bin)])
    assert club.games(limit=9) == []
    assert [row.id for row in club.games(limit=9, binned=None)] == [game]
    assert club.exists(game)
    club.record([entry(None, base=binned.seq, **in_the_bin)])
    assert [row.id for row in club.games(limit=9)] == [game]
