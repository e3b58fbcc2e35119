"""Connections: how threads share them, how safe they are with any SQLite, and that a failure leaves nothing behind."""

import pytest

from scorepad.store import Club, Damaged, StoreError, engine, journal_mode, sqlite_version
from scorepad.store.engine import BUSY_SECONDS, connect, sqlite3


def pragma(club, verb, name):
    with getattr(club, verb)() as db:
        return db.execute(f"PRAGMA {name}").fetchone()[0]


def test_a_reader_cannot_write(club):
    with pytest.raises(StoreError), club.reading() as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('k', '')")
    assert club.games(limit=9) == []


def test_the_statements_of_an_entry_are_compiled_once(club, entry):
    # Enough other statements to fill pysqlite3's default cache.
    for number in range(200):
        with club.writing() as db:
            db.execute(f"SELECT {number}").fetchall()
    compiled = []

    def note(action, *about):
        compiled.append((action, *about))
        return sqlite3.SQLITE_OK

    with club.writing() as db:
        db.conn.set_authorizer(note)
    (answer,) = club.record([entry(1)])
    assert any("cell" in about for about in compiled)
    compiled.clear()
    club.record([entry(2, base=answer.seq)])
    assert not [about for about in compiled if about[0] != sqlite3.SQLITE_PRAGMA]


def test_reading_inside_reading_is_the_same_moment(club):
    with club.reading() as outer, club.reading() as inner:
        assert inner is outer


def test_reading_inside_writing_sees_what_was_written(club, game):
    with club.writing() as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('new', '')")
        assert len(club.games(limit=9)) == 2


def test_writing_inside_reading_is_refused_instead_of_waiting_for_ever(club, entry):
    typed = entry(5)
    with club.reading(), pytest.raises(RuntimeError, match="already"):
        club.record([typed])
    assert club.record([typed])[0].status == "applied"


def test_writing_inside_writing_is_one_transaction(club, game, entry):
    def record_and_stop():
        with club.writing(game):
            club.record([entry(5)])
            raise ValueError(len(club.cells(game)))

    with pytest.raises(ValueError, match="1"):
        record_and_stop()
    assert not club.cells(game)
    told = []
    club.listen(told.append)
    with club.writing(game):
        club.record([entry(5)])
        assert not told
    assert (told, len(club.cells(game))) == ([{game}], 1)


def test_a_reader_comes_back_clean_after_an_exception(club):
    with pytest.raises(ValueError, match="stop"), club.reading() as failed:
        raise ValueError("stop")
    with club.reading() as db:
        assert db is failed
        assert db.execute("SELECT count(*) FROM game").fetchone() == (0,)


def test_a_closed_club_says_that_it_is_closed(club, entry):
    late = entry(6)
    club.close()
    club.close()
    for verb in (lambda: club.record([late]), lambda: club.cells(1)):
        with pytest.raises(StoreError, match="closed"):
            verb()


def test_a_reader_still_lent_is_closed_when_it_comes_back(club):
    with club.reading() as db:
        club.close()
        assert db.execute("SELECT count(*) FROM game").fetchone() == (0,)
    with pytest.raises(sqlite3.ProgrammingError):
        db.execute("SELECT 1")


def test_the_default_time_is_utc(path):
    with Club.open(path) as club:
        club.new_game([], key="k")
        (row,) = club.games(limit=1)
    assert row.created_at.endswith("+00:00")


INSERTS = {
    "sql": lambda db: db.execute("INSERT INTO player (name, folded, created_at) VALUES ('Ann', 'ann', '')"),
    "sqlite-utils": lambda db: db.table("player").insert({"name": "Ann", "folded": "ann", "created_at": ""}),
}


@pytest.mark.parametrize("insert", INSERTS.values(), ids=INSERTS)
@pytest.mark.parametrize("exception", [KeyboardInterrupt, ValueError])
def test_an_exception_inside_writing_undoes_all_of_it(club, entry, insert, exception):
    def interrupted():
        with club.writing() as db:
            insert(db)
            raise exception

    with pytest.raises(exception):
        interrupted()
    assert club.people.active() == []
    assert club.record([entry(5)])[0].status == "applied"


@pytest.mark.parametrize("statement", ["INSERT INTO entry", "INSERT INTO cell", "COMMIT"])
def test_a_fault_at_any_statement_leaves_nothing(club, game, entry, outsider, statement):
    if statement == "COMMIT":
        # A deferred reference is only checked at the commit.
        reference = "seq INTEGER REFERENCES entry (seq) DEFERRABLE INITIALLY DEFERRED"
        outsider.execute(f"CREATE TABLE late ({reference})")
        fault = "AFTER INSERT ON cell BEGIN INSERT INTO late VALUES (999); END"
    else:
        table = statement.removeprefix("INSERT INTO ")
        body = "WHEN NEW.field = 'left' BEGIN SELECT RAISE(ABORT, 'fault'); END"
        fault = f"AFTER INSERT ON {table} {body}"
    outsider.execute(f"CREATE TRIGGER fault {fault}")
    with pytest.raises((sqlite3.IntegrityError, Damaged)):
        club.record([entry(5), entry(6, field="left")])
    assert (club.history(game), club.cells(game)) == ([], {})
    outsider.execute("DROP TRIGGER fault")
    assert club.record([entry(7)])[0].seq == 1


WHOLE = ["3.44.6", "3.50.7", "3.50.99", "3.51.3", "3.51.4", "3.53.4", "4.0.0"]
FAULTY = ["3.40.1", "3.44.5", "3.45.0", "3.50.6", "3.51.0", "3.51.2"]
JOURNALS = dict.fromkeys(WHOLE, "wal") | dict.fromkeys(FAULTY, "truncate")


@pytest.mark.parametrize(("version", "journal"), JOURNALS.items())
def test_wal_is_used_only_where_it_is_known_to_be_whole(version, journal):
    assert journal_mode(tuple(map(int, version.split(".")))) == journal


def test_the_version_is_the_one_of_the_library_that_opens_the_file(club):
    with club.reading() as db:
        (spelled,) = db.execute("SELECT sqlite_version()").fetchone()
    assert engine.spelled(sqlite_version()) == spelled


@pytest.mark.parametrize("verb", ["reading", "writing"])
def test_every_connection_is_as_safe_as_the_design_demands(club, verb):
    wanted = {"synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1, "busy_timeout": 2_000}
    assert {name: pragma(club, verb, name) for name in wanted} == wanted
    assert pragma(club, verb, "journal_mode") == journal_mode(sqlite_version())


@pytest.mark.parametrize(("options", "seconds"), [({}, BUSY_SECONDS), ({"wait": 0}, 0), ({"wait": 20.0}, 20)])
def test_a_connection_waits_for_locks_as_long_as_it_was_asked_to(club, options, seconds):
    db = connect(club.path, **options)
    try:
        assert db.conn.execute("PRAGMA busy_timeout").fetchone()[0] == 1000 * seconds
    finally:
        db.close()


def test_a_newer_sqlite_s_file_goes_over_to_the_older_journal(path, monkeypatch, impatient):
    monkeypatch.setattr(engine, "journal_mode", lambda version: "wal")
    with Club.open(path) as club:
        game = club.new_game([], key="k")
        monkeypatch.setattr(engine, "journal_mode", lambda version: "truncate")
        with pytest.raises(StoreError, match="Close that program, or try again"):
            Club.open(path)
    with Club.open(path) as club:
        assert club.exists(game)
        assert pragma(club, "reading", "journal_mode") == "truncate"


def test_an_sqlite_without_strict_tables_is_refused(path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    with pytest.raises(StoreError, match=r"SQLite 3\.31\.1, and Scorepad needs 3\.38\.0"):
        Club.open(path)
    assert not path.exists()
