"""A process of its own reads and records an upload, with limits that no file gets around."""

import resource
import sys

import pytest

from scorepad.exchange.imports import own_process
from scorepad.exchange.imports.own_process import ReaderDied, Task, run
from scorepad.store import Busy, Entry
from tests.exchange.imports.test_hostile_files import HEADER, LINE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps such limits")

MIB = 1024 * 1024


def carried_out(imported, **more):
    counts = []
    task = Task(imported.club.path, imported.file, imported.decisions, **more)
    return run(task, counts.append), counts


def test_it_previews_and_records_like_this_process(bring, club):
    imported = bring(HEADER + LINE * 501, again=True)
    seen, counts = carried_out(imported)
    assert (seen.preview, counts) == (imported.preview, [500])
    done, counts = carried_out(imported, records=True, device="0a1b2c3d.1")
    assert (done.past.games, done.past.device, counts) == (501, "0a1b2c3d.1", [500])
    assert done.past == club.imports.get(1) == carried_out(imported, records=True)[0].past
    assert len(club.games(limit=999)) == 501


def test_a_refusal_and_an_import_that_is_not_ready_are_answers(bring):
    assert carried_out(bring(b"\0" * 99))[0].refusal.startswith("This is not a text file")
    answer, _ = carried_out(bring(HEADER + LINE + "yesterday,A,B,1,2\n"), records=True)
    assert (answer.past, len(answer.preview.problems)) == (None, 1)


def test_a_file_that_needs_more_memory_than_it_may_ends_only_its_process(bring):
    imported = bring(HEADER + "".join(LINE.replace(",1,2", f",{points},2") for points in range(10_000)))
    with pytest.raises(ReaderDied, match="more than 1 MiB of memory"):
        carried_out(imported, memory=MIB)
    assert carried_out(imported, memory=64 * MIB)[0].preview.games == 10_000


def test_a_file_that_takes_too_long_ends_its_process(bring, monkeypatch):
    monkeypatch.setattr(own_process, "SECONDS", 0)
    with pytest.raises(ReaderDied, match="it is not read again"):
        carried_out(bring(HEADER + LINE))


def test_this_process_keeps_its_limits(bring):
    limits = [resource.getrlimit(limit) for limit in (resource.RLIMIT_DATA, resource.RLIMIT_AS, resource.RLIMIT_CPU)]
    carried_out(bring(HEADER + LINE))
    assert limits == [
        resource.getrlimit(limit) for limit in (resource.RLIMIT_DATA, resource.RLIMIT_AS, resource.RLIMIT_CPU)
    ]


def test_while_it_records_others_wait_as_for_each_other(club, monkeypatch):
    from scorepad.store import engine

    told = []
    club.listen(told.append)
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0)
    with club.imports.recording_elsewhere():
        assert club.imports.is_recording
        with pytest.raises(Busy):
            club.new_game([Entry("k", 0, 0, "table", "engine", "0")], key="own")
    assert (club.imports.is_recording, told) == (False, [None])
