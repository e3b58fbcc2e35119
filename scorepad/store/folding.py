"""The fold of the applied entries: compared with the stored cells, and made anew."""

from sqlite_utils import Database

_FOLD = """
    SELECT game, round, place, field, value, max(seq) AS seq
    FROM entry WHERE status = 'applied' GROUP BY game, round, place, field"""
_STORED = "SELECT game, round, place, field, value, seq FROM cell"


def differing_cells(db: Database) -> int:
    """How many cells are missing, wrong, or said by no entry."""
    sql = f"""
        SELECT count(*) FROM (
            SELECT DISTINCT game, round, place, field FROM (
                SELECT * FROM ({_FOLD} EXCEPT {_STORED})
                UNION ALL
                SELECT * FROM ({_STORED} EXCEPT {_FOLD})))"""
    return int(db.execute(sql).fetchone()[0])


def rebuild(db: Database) -> None:
    """Make all cells anew from the entries, which are the truth; inside `Club.writing`."""
    db.execute("DELETE FROM cell")
    db.execute(f"INSERT INTO cell (game, round, place, field, value, seq) {_FOLD}")
