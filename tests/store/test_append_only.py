"""No program can change or delete recorded entries, whatever its settings."""

import pytest

from scorepad.store.engine import sqlite3

ENTRY = (
    "entry (key, game, round, place, field, value, status, at)"
    " VALUES ('key-1', 1, 1, 'team1', 'melded', '9', 'applied', '')"
)
CHANGES = {
    "update": "UPDATE entry SET value = '9'",
    "update or replace": "UPDATE OR REPLACE entry SET seq = 1 WHERE seq = 2",
    "delete": "DELETE FROM entry",
    "replace of a seq": (
        "REPLACE INTO entry (seq, key, game, round, place, field, value, status, at)"
        " VALUES (1, 'new', 1, 1, 'team1', 'melded', '9', 'applied', '')"
    ),
    "replace of a key": f"INSERT OR REPLACE INTO {ENTRY}",
    "upsert": f"INSERT INTO {ENTRY} ON CONFLICT DO UPDATE SET value = excluded.value",
    "update of a game": "UPDATE game SET created_at = ''",
    "delete of a game": "DELETE FROM game",
    "replace of a game": "REPLACE INTO game (id, key, created_at) VALUES (1, 'new', '')",
    "replace of a game's key": "REPLACE INTO game (key, created_at) VALUES ('the-game', '')",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_program_cannot_change_what_was_recorded(club, game, entry, outsider, change):
    first, second = club.record([entry(1), entry(2, field="left")])
    before = club.history(game)
    with pytest.raises(sqlite3.IntegrityError, match="never changed or deleted"):
        outsider.execute(change)
    assert club.history(game) == before
    assert [logged.key for logged in before] == [first.key, second.key]
    assert [row.id for row in club.games(limit=9)] == [game]


def test_scorepad_itself_cannot_either(club, entry):
    club.record([entry(1)])
    with pytest.raises(sqlite3.IntegrityError, match="record a new one"), club.writing() as db:
        db.execute("UPDATE entry SET value = '9'")


def test_what_is_no_json_is_refused_by_the_file(club, outsider):
    club.new_game([], key="a-game")
    with pytest.raises(sqlite3.IntegrityError, match="json_valid"):
        outsider.execute(
            "INSERT INTO entry (key, game, round, place, field, value, status, at)"
            " VALUES ('k', 1, 1, 'team1', 'melded', 'no JSON', 'applied', '')"
        )
