"""`scorepad export`: a club as a file, complete or not written."""

import gc
import io
import json
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scorepad import paths
from scorepad.exchange.exports import EXPORTS, no_report
from scorepad.store import Club, Entry
from tests.cli.invoke import invoke, run
from tests.golden import stored


@pytest.fixture
def home(instance):
    home = paths.instance_dir()
    with Club.open(home / paths.CLUB) as club:
        ann = club.people.add("Ann").id
        club.new_game([Entry("k", 0, 0, "seat1", "player", {"id": ann})], key="g")
    return home


@pytest.fixture
def full_disk(monkeypatch):
    def write(club, stream, report):
        stream.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(EXPORTS, "jsonl", replace(EXPORTS["jsonl"], write=write))


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_is_one_private_file_named_by_its_day_or_by_you(home, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert "is exported to" in run("export", name).stdout
    (file,) = tmp_path.glob(f"scorepad-*{EXPORTS[name].ending}")
    assert file.stat().st_mode & 0o777 == 0o600
    assert str(tmp_path / "named") in run("export", name, "--out", str(tmp_path / "named")).stdout
    # A workbook contains the time it was written, which may change its compressed size.
    assert abs(file.stat().st_size - (tmp_path / "named").stat().st_size) < 50


def test_json_says_where_the_file_is(home, tmp_path):
    out = tmp_path / "club.csv"
    said = json.loads(run("export", "games-csv", "--out", str(out), "--json").stdout)
    assert said == {"club": "", "file": str(out), "bytes": out.stat().st_size}
    assert "Leave out --json" in invoke("export", "games-csv", "--out", "-", "--json").stderr


def test_in_a_folder_it_is_named_by_the_day(home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stick").mkdir()
    for folder in ("stick", "."):
        run("export", "games-csv", "--out", folder)
        assert len([*(tmp_path / folder).glob("scorepad-*.csv")]) == 1


def test_a_workbook_into_a_full_device_fails_without_errors_of_its_own(home):
    class Full(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            raise OSError(28, "No space left on device")

    with Club.open(home / paths.CLUB) as club, pytest.raises(OSError, match="No space left"):
        EXPORTS["xlsx"].write(club, Full(), no_report)
    gc.collect()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_its_day_is_that_of_the_club(home, tmp_path, monkeypatch, zone):
    monkeypatch.chdir(tmp_path)
    with Club.open(home / paths.CLUB) as club:
        club.clock.change(zone)
    run("export", "games-csv")
    (file,) = tmp_path.glob("scorepad-*")
    # The day of a club begins at five.
    assert str((datetime.now(ZoneInfo(zone)) - timedelta(hours=5)).date()) in file.name


def test_json_lines_go_to_standard_output_too(home):
    lines = [json.loads(line) for line in run("export", "jsonl", "--out", "-").stdout.splitlines()]
    assert [line["line"] for line in lines] == ["club", "setting", "person", "game", "entry", "end"]


def test_nothing_is_overwritten_and_nothing_is_half_written(home, tmp_path, full_disk):
    there = tmp_path / "there"
    there.write_text("mine")
    for out, sentence, status in (
        (there, "overwrites nothing", 2),
        (tmp_path / "none" / "club", "There is no folder", 2),
        (tmp_path / "club", "No space left on device. Nothing was exported.", 1),
    ):
        result = invoke("export", "jsonl", "--out", str(out))
        assert (result.exit_code, result.stdout) == (status, "")
        assert sentence in result.stderr
    assert there.read_text() == "mine"
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["there"]


def test_one_finished_game_goes_to_bg_stats(instance, tmp_path):
    stored.restore(instance)
    out = tmp_path / "game.bgsplay"
    run("export", "bgsplay", "--game", "3", "--out", str(out))
    (play,) = json.loads(out.read_bytes())["plays"]
    assert len(play["playerScores"]) == 4
    assert "Say which with --game N." in invoke("export", "bgsplay").stderr
    assert "This file is of the whole club" in invoke("export", "xlsx", "--game", "3").stderr
    assert "There is no game" in invoke("export", "bgsplay", "--game", "99").stderr
