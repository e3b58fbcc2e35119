"""The days of games follow the club's time zone, whatever that of the machine."""

import os
import subprocess
import sys
from datetime import date

import pytest

from scorepad.store.clock import NoSuchZone, zone_names
from tests.league.clubs import new_evening, plain_league, rebuilt_alike
from tests.league.comparing import same_league
from tests.league.happenings import NAMES, WINS

SHOW = """
import sys
from pathlib import Path
from scorepad.store import Club
from scorepad.store.results.tables import TABLES
with Club.open(Path(sys.argv[1])) as club:
    club.league.rebuild()
    print(club.clock.name(), club.league.days())
    with club.reading() as db:
        for name in TABLES:
            if name != "league_state":
                print(sorted(db.execute(f"SELECT * FROM {name}").fetchall()))
"""


@pytest.fixture
def evening(tmp_path):
    """Three games of a club two hours ahead of UTC, for which the first and the last began after midnight."""
    with new_evening(tmp_path, NAMES) as evening:
        for at, begun in enumerate(("2025-12-28T22:30", "2025-12-30T12:00", "2025-12-31T23:00")):
            evening.club._now = lambda begun=begun: f"{begun}:00+00:00"
            game = evening.begin("partnership", evening.people[:4])
            evening.round(game, 1, 1, [500 + at, 300])
            evening.end(game, 1)
        evening.club.league.catch_up()
        yield evening


def shown(path, zone):
    """All figures as a machine in that zone computes them."""
    environment = os.environ | {"TZ": zone, "PYTHONPATH": os.getcwd()}
    done = subprocess.run([sys.executable, "-c", SHOW, path], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_new_club_has_the_zone_of_its_machine_and_keeps_it_on_others(tmp_path):
    path = tmp_path / "club.sqlite3"
    assert shown(path, "America/Los_Angeles").startswith("America/Los_Angeles")
    assert shown(path, "Pacific/Auckland").startswith("America/Los_Angeles")


def test_a_machine_in_another_zone_changes_no_day_and_no_figure(evening):
    path = evening.club.path
    evening.club.seasons.add(name="S", first_day=date(2025, 12, 30), last_day=None, **WINS, key="s")
    at_home = shown(path, "Etc/GMT-2")
    assert "('2025-12-29', '2026-01-01')" in at_home
    assert shown(path, "America/Los_Angeles") == shown(path, "Pacific/Kiritimati") == at_home


def test_another_zone_moves_games_to_other_days_and_every_figure_with_them(evening):
    club, version = evening.club, evening.club.league.version()
    assert club.clock.moved("UTC") == (2, 3)
    assert club.clock.change("UTC") == 2
    assert club.league.version() != version
    assert not club.league.is_fresh()
    club.league.catch_up()
    assert club.league.days() == ("2025-12-28", "2025-12-31")
    same_league(club, plain_league(club))
    rebuilt_alike(club)
    assert (club.clock.change("UTC"), club.league.is_fresh()) == (0, True)


@pytest.mark.parametrize("name", ["", "Europe", "Europe/Nowhere", "../etc/passwd", "/etc/localtime", "x" * 400, "\0"])
def test_what_is_no_zone_is_refused(evening, name):
    for verb in (evening.club.clock.change, evening.club.clock.moved):
        with pytest.raises(NoSuchZone):
            verb(name)
    assert evening.club.clock.name() == "Etc/GMT-2"


def test_the_list_has_places_and_utc():
    assert {"Europe/Berlin", "America/Argentina/Ushuaia", "UTC"} <= {*zone_names()}
    assert not [name for name in zone_names() if name.startswith(("Etc/", "posix", "US/"))]


def test_an_evening_begun_while_the_zone_changes_is_on_the_right_day(evening, monkeypatch):
    """The games of a batch that was read in the old zone are read again."""
    from scorepad.store.results import catch_up as module

    real = module._write_part

    def change_first(*args):
        monkeypatch.setattr(module, "_write_part", real)
        evening.club.clock.change("UTC")

    monkeypatch.setattr(module, "_write_part", change_first)
    evening.round(1, 1, 1, [900, 100])
    evening.club.league.catch_up()
    assert evening.club.league.game(1).day == "2025-12-28"
