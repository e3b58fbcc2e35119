"""Litestream replicates a club as docs/hosting.md says. The club is lost and restored, and nothing is missing."""

import json
import shutil
import sys
import threading
from contextlib import closing, contextmanager

import pytest

from scorepad import paths
from scorepad.serving import invite_links
from scorepad.store import Access, Club, Entry, Role, engine
from scorepad.store.file.doctor import examine
from tests.hosting.programs import example, output, program, replace, restore, running
from tests.support.waiting import PATIENCE, until
from tests.web.hosting import make_club

SLUG = "thursday"
PACE = 0.002
"""Seconds between two entries. Without a pause no other process would get a lock on the file."""

CLUBS, REPLICA = "/var/lib/scorepad/clubs", "/media/replica/clubs"


@pytest.fixture
def home(tmp_path):
    """An instance folder with one club, and its secret key."""
    home = tmp_path / "instance"
    make_club(home, SLUG)
    invite_links.link_path(home, slug=SLUG)
    return home


@contextmanager
def replicating(tmp_path, home):
    """Run Litestream with the configuration of the docs. Yields the path of its socket."""
    socket = str(tmp_path / "ls.sock")
    config = tmp_path / "litestream.yml"
    changes = {
        "/run/litestream/litestream.sock": socket,
        CLUBS: str(home / paths.CLUBS),
        REPLICA: str(tmp_path / "replica"),
    }
    config.write_text(replace(example("yaml", "dbs:"), changes))
    command = [program("litestream"), "replicate", "-config", str(config)]
    with running(command, "control socket listening"):
        yield socket


def sync(socket, file):
    """Make Litestream update the replica, and return whether the replica has everything in the file now."""
    text = output(program("litestream"), "sync", "-wait", "-json", "-socket", socket, str(file))
    answer = json.loads(text)
    return 0 < answer["txid"] == answer["replica_txid"]


@contextmanager
def typing(club):
    """Record entries before, during and after the block. Yields the keys of the acknowledged entries."""
    game = club.new_game([], key="game")
    acknowledged, stop, has_typed = [], threading.Event(), threading.Event()

    def record():
        while not stop.wait(PACE):
            key = f"key-{len(acknowledged)}"
            club.record([Entry(key, game, 1, "seat1", key, len(acknowledged))])
            acknowledged.append(key)
            if len(acknowledged) % 50 == 0:
                has_typed.set()

    thread = threading.Thread(target=record)
    thread.start()
    try:
        assert has_typed.wait(PATIENCE)
        yield acknowledged
        has_typed.clear()
        assert has_typed.wait(PATIENCE)
    finally:
        stop.set()
        thread.join(PATIENCE)


def test_a_lost_club_comes_back_with_every_acknowledged_entry(tmp_path, home, monkeypatch):
    folder = paths.club_dir(home, SLUG)
    club = Club.open(folder / paths.CLUB)
    access = Access.open(folder / paths.ACCESS)
    with club.reading() as db:
        (journal,) = db.execute("PRAGMA journal_mode").fetchone()
    assert journal == "wal", "this SQLite has a fault in WAL, and Litestream needs WAL"
    token = access.admit(None, Role.OWNER)
    with replicating(tmp_path, home) as socket:
        with typing(club) as acknowledged:
            # Replicated while entries are recorded, and once more at the end.
            sync(socket, folder / paths.CLUB)
        assert sync(socket, folder / paths.CLUB)
        assert sync(socket, folder / paths.ACCESS)
    club.close()
    access.close()
    shutil.rmtree(folder)

    restore(folder, tmp_path / "replica" / SLUG)

    monkeypatch.setenv("SCOREPAD_INSTANCE", str(home))
    examined = output(sys.executable, "-m", "scorepad", "doctor", "--club", SLUG)
    assert "NOT WELL" not in examined
    with Club.open(folder / paths.CLUB) as restored:
        history = restored.history(1, limit=10**6)
    assert [entry.key for entry in history] == acknowledged
    assert len(history) >= 100
    with closing(Access.open(folder / paths.ACCESS)) as again:
        assert again.phone(token) is not None


def test_a_club_that_was_restored_can_be_restored_again(tmp_path, home):
    folder = paths.club_dir(home, SLUG)
    replica = tmp_path / "replica" / SLUG
    levels = replica / paths.CLUB / "ltx"
    with Club.open(folder / paths.CLUB) as club, replicating(tmp_path, home) as socket, typing(club):
        until(lambda: any(levels.glob("9/*.ltx")))
        sync(socket, folder / paths.CLUB)
        sync(socket, folder / paths.ACCESS)
    # The machine died when Litestream had written the snapshot, but not the files of the last two changes in it.
    (snapshot,) = levels.glob("9/*.ltx")
    last = _last_change(snapshot)
    for change in (*levels.glob("0/*.ltx"), *levels.glob("1/*.ltx")):
        if _last_change(change) >= max(2, last - 1):
            change.unlink()
    shutil.rmtree(folder)
    restore(folder, replica)

    # The new machine plays on, and dies before Litestream has made its next snapshot.
    with Club.open(folder / paths.CLUB) as club:
        for number in range(30):
            club.record([Entry(f"on-{number}", 1, 2, "seat1", "more", number)])
        with replicating(tmp_path, home) as socket:
            until(lambda: any(folder.glob(f".{paths.ACCESS}-litestream/ltx/0/*.ltx")))
            until(lambda: any(folder.glob(f".{paths.CLUB}-litestream/ltx/0/*.ltx")))
            for number in range(30, 40):
                club.record([Entry(f"on-{number}", 1, 2, "seat1", "more", number)])
            sync(socket, folder / paths.CLUB)
            sync(socket, folder / paths.ACCESS)
    shutil.rmtree(folder)
    restore(folder, replica)
    with Club.open(folder / paths.CLUB) as club:
        keys = [entry.key for entry in club.history(1, limit=10**6)]
    assert keys[-40:] == [f"on-{number}" for number in range(40)]


def _last_change(file):
    """The number of the last change in a file of Litestream, which is named after its first and last change."""
    return int(file.stem.partition("-")[2], 16)


def test_scorepad_refuses_litestream_if_wal_has_a_fault(tmp_path, home, monkeypatch):
    monkeypatch.setattr(engine, "journal_mode", lambda version: "truncate")
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.01)
    monkeypatch.setattr(engine, "OPENING_SECONDS", 0.01)
    file = paths.club_dir(home, SLUG) / paths.CLUB
    with Club.open(file) as club, replicating(tmp_path, home) as socket:
        sync(socket, file)
        assert all("another program keeps" in finding.sentence for finding in examine(club))
    with Club.open(file) as club:
        assert [finding for finding in examine(club) if not finding.ok] == []


def test_others_open_a_club_whose_log_litestream_keeps(tmp_path, home):
    file = paths.club_dir(home, SLUG) / paths.CLUB
    with Club.open(file) as club, replicating(tmp_path, home):
        until(lambda: any(file.parent.glob(f".{file.name}-litestream/ltx/0/*.ltx")))
        club.new_game([], key="game")
        # The fold is counted in the log, but the log cannot be moved into the file.
        until(lambda: not club._connections.checkpoint())
        for key in ("second", "third"):
            with Club.open(file) as other:
                other.new_game([], key=key)
    with Club.open(file) as again:
        assert again.exists(3)
