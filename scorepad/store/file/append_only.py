"""Tables whose rows are never changed."""

from sqlite_utils import Database


def append_only(db: Database, table: str, number: str, sentence: str) -> None:
    """Forbid changes to a table, for every program that opens the file.

    REPLACE skips delete triggers unless recursive_triggers is on, which another program may not have set. So an
    insert over an existing row is refused before it happens.
    """
    stop = f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
    db.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {stop}")
    db.execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {stop}")
    db.execute(f"""
        CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE {number} = NEW.{number})
          OR EXISTS (SELECT 1 FROM {table} WHERE key = NEW.key)
        {stop}""")
