"""Compares the cells with the entries, and rebuilds them. A cell has the value of its last applied entry."""

from sqlite_utils import Database

_FROM_ENTRIES = """
    SELECT game, round, place, field, value, max(seq) AS seq
    FROM entry WHERE status = 'applied' GROUP BY game, round, place, field"""
_STORED = "SELECT game, round, place, field, value, seq FROM cell"


def count_wrong_cells(db: Database) -> int:
    """How many cells are missing, wrong, or have no entry."""
    sql = f"""
        SELECT count(*) FROM (
            SELECT DISTINCT game, round, place, field FROM (
                SELECT * FROM ({_FROM_ENTRIES} EXCEPT {_STORED})
                UNION ALL
                SELECT * FROM ({_STORED} EXCEPT {_FROM_ENTRIES})))"""
    return int(db.execute(sql).fetchone()[0])


def rebuild_cells(db: Database) -> None:
    """Rebuild all cells from the entries. Call this inside `Club.writing`."""
    db.execute("DELETE FROM cell")
    db.execute(f"INSERT INTO cell (game, round, place, field, value, seq) {_FROM_ENTRIES}")
