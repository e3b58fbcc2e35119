"""Litestream replicates a club as docs/hosting.md says; the club is lost and restored, and nothing is missing."""

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorepad import paths
from scorepad.serving import invite_links
from scorepad.store import Access, Club, Entry, Role, engine
from scorepad.store.file import versions
from scorepad.store.file.doctor import examine
from tests.hosting.programs import example, output, program, replace, running
from tests.support.server import environment
from tests.support.waiting import PATIENCE
from tests.web.hosting import make_club

SLUG = "thursday"
PACE = 0.002
"""Seconds between two entries. Without a pause no other process would ever get at the file."""

CLUBS, REPLICA = "/var/lib/scorepad/clubs", "/media/replica/clubs"


@pytest.fixture
def home(tmp_path):
    """An instance folder with one club, and its secret key."""
    home = tmp_path / "instance"
    make_club(home, SLUG)
    invite_links.link_path(home, slug=SLUG)
    return home


@contextmanager
def replicating(tmp_path: Path, home: Path) -> Iterator[str]:
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
    with running(command, lambda line: "control socket listening" in line):
        yield socket


def sync(socket: str, file: Path) -> dict[str, int]:
    """Have Litestream update the replica, and return its answer."""
    text = output(program("litestream"), "sync", "-wait", "-json", "-socket", socket, str(file))
    answer: dict[str, int] = json.loads(text)
    return answer


def is_replicated(socket: str, file: Path) -> bool:
    """Whether the updated replica has everything in the file."""
    answer = sync(socket, file)
    return 0 < answer["txid"] == answer["replica_txid"]


def scorepad(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the club."""
    return subprocess.run(
        [sys.executable, "-m", "scorepad", *arguments, "--club", SLUG],
        env=environment(SCOREPAD_INSTANCE=str(home)),
        capture_output=True,
        text=True,
        check=False,
    )


class Typist:
    """Records entries one after another, and remembers which were acknowledged."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._game = club.new_game([], key="game")
        self._stop = threading.Event()
        self.has_typed = threading.Event()
        self.acknowledged: list[str] = []

    def type(self) -> None:
        """Type until stopped."""
        while not self._stop.wait(PACE):
            key = f"key-{len(self.acknowledged)}"
            self._club.record([Entry(key, self._game, 1, "seat1", key, len(self.acknowledged))])
            self.acknowledged.append(key)
            if len(self.acknowledged) % 50 == 0:
                self.has_typed.set()

    @contextmanager
    def typing(self) -> Iterator[None]:
        """Type in the background, at least a few entries."""
        thread = threading.Thread(target=self.type)
        thread.start()
        try:
            assert self.has_typed.wait(PATIENCE)
            yield
            self.has_typed.clear()
            assert self.has_typed.wait(PATIENCE)
        finally:
            self._stop.set()
            thread.join()


def test_a_lost_club_comes_back_with_every_acknowledged_entry(tmp_path, home):
    folder = paths.club_dir(home, SLUG)
    club = Club.open(folder / paths.CLUB)
    access = Access.open(folder / paths.ACCESS)
    with club.reading() as db:
        (journal,) = db.execute("PRAGMA journal_mode").fetchone()
    assert journal == "wal", "this SQLite has a fault in WAL, and Litestream needs WAL"
    token = access.let_in(None, Role.OWNER)
    typist = Typist(club)
    with replicating(tmp_path, home) as socket:
        with typist.typing():
            # Replicated in the middle of the typing, and once more at the end.
            is_replicated(socket, folder / paths.CLUB)
        assert is_replicated(socket, folder / paths.CLUB)
        assert is_replicated(socket, folder / paths.ACCESS)
    club.close()
    access.close()
    shutil.rmtree(folder)

    steps = replace(
        example("sh", "litestream restore"),
        {
            "litestream restore": f"{program('litestream')} restore",
            CLUBS: str(home / paths.CLUBS),
            REPLICA: str(tmp_path / "replica"),
        },
    )
    output("sh", "-ec", steps)

    examined = scorepad(home, "doctor")
    assert (examined.returncode, "NOT WELL" in examined.stdout) == (0, False), examined.stdout
    with Club.open(folder / paths.CLUB) as restored:
        history = restored.history(1, limit=10**6)
    assert [entry.key for entry in history] == typist.acknowledged
    assert len(history) >= 100
    again = Access.open(folder / paths.ACCESS)
    assert again.phone(token) is not None
    again.close()


def test_scorepad_refuses_litestream_if_wal_has_a_fault(tmp_path, home, monkeypatch):
    monkeypatch.setattr(versions, "journal_mode", lambda version: "truncate")
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.01)
    file = paths.club_dir(home, SLUG) / paths.CLUB
    with Club.open(file) as club, replicating(tmp_path, home) as socket:
        sync(socket, file)
        assert all("Another program keeps" in finding.sentence for finding in examine(club))
    with Club.open(file) as club:
        assert [finding for finding in examine(club) if not finding.ok] == []
