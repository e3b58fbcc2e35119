"""What fails in the middle leaves nothing behind."""

import pytest

from scorepad.store.engine import sqlite3


def test_an_exception_inside_writing_undoes_all_of_it(club, game, entry):
    def interrupted():
        with club.writing() as db:
            db.execute("INSERT INTO player (name, folded, created_at) VALUES ('Ann', 'ann', '')")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert club.people.active() == []
    assert club.record([entry(5)])[0].status == "applied"


@pytest.mark.parametrize("statement", ["INSERT INTO entry", "INSERT INTO cell", "COMMIT"])
def test_a_fault_at_any_statement_leaves_neither_entry_nor_cell(
    club, game, entry, outsider, statement
):
    if statement == "COMMIT":
        # A deferred reference is only found wanting when everything is to be committed.
        outsider.execute(
            "CREATE TABLE late (seq INTEGER REFERENCES entry (seq) DEFERRABLE INITIALLY DEFERRED)"
        )
        fault = "AFTER INSERT ON cell BEGIN INSERT INTO late VALUES (999); END"
    else:
        table = statement.removeprefix("INSERT INTO ")
        fault = (
            f"AFTER INSERT ON {table} WHEN NEW.field = 'left'"
            " BEGIN SELECT RAISE(ABORT, 'fault'); END"
        )
    outsider.execute(f"CREATE TRIGGER fault {fault}")
    with pytest.raises(sqlite3.IntegrityError):
        club.record([entry(5), entry(6, field="left")])
    assert club.history(game) == []
    assert club.cells(game) == {}
    outsider.execute("DROP TRIGGER fault")
    assert club.record([entry(7)])[0].seq == 1


def test_what_sqlite_utils_writes_inside_writing_is_undone_with_it(club):
    def interrupted():
        with club.writing() as db:
            db.table("player").insert({"name": "Ann", "folded": "ann", "created_at": ""})
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        interrupted()
    assert club.people.active() == []
