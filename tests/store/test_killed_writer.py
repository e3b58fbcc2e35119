"""A process that is killed while it writes: what it was told is safe, is there."""

import pytest

from scorepad.store import Club
from scorepad.store.file.doctor import examine


@pytest.mark.parametrize("sqlite", ["newest", "own"])
def test_every_acknowledged_entry_survives_a_kill(path, scribe, begin, sqlite):
    writer = scribe("ann", 1_000_000, threads=3, sqlite=sqlite)
    begin(writer)
    assert writer.stdout is not None
    read = [writer.stdout.readline() for _ in range(100)]
    assert writer.poll() is None
    writer.kill()
    acknowledged = [line.split() for line in [*read, *writer.stdout] if line.endswith("\n")]
    with Club.open(path) as club:
        (game,) = club.games(limit=9)
        logged = {entry.key: str(entry.seq) for entry in club.history(game.id, limit=100_000)}
        assert len(acknowledged) >= 100
        assert [key for key, seq, _ in acknowledged if logged.get(key) != seq] == []
        assert [finding for finding in examine(club) if not finding.ok] == []
