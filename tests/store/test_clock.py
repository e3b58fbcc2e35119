"""The days of games follow the club's time zone, whatever that of the machine."""

import os
import subprocess
import sys
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from scorepad.store import Damaged
from scorepad.store.clock import BadBegin, Days, NoSuchZone, parse_begin, zone_names
from tests.league.clubs import new_evening, plain_league, rebuilt_alike
from tests.league.comparing import same_league
from tests.league.happenings import NAMES, WINS
from tests.support.waiting import PATIENCE

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
    """Three games of a club two hours ahead of UTC, for which the first and the last began after 05:00."""
    with new_evening(tmp_path, NAMES) as evening:
        for at, begun in enumerate(("2025-12-29T03:30", "2025-12-30T12:00", "2026-01-01T04:00")):
            evening.club._now = lambda begun=begun: f"{begun}:00+00:00"
            game = evening.begin("partnership", evening.people[:4])
            evening.round(game, 1, 1, [500 + at, 300])
            evening.end(game, 1)
        evening.club.league.catch_up()
        yield evening


def shown(path, zone):
    """All figures as a machine in that zone computes them."""
    environment = os.environ | {"TZ": zone, "PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", SHOW, path], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
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


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-01-20T04:59:59.999", "2026-01-19"),
        ("2026-01-20T05:00", "2026-01-20"),
        ("2026-03-01T00:30", "2026-02-28"),
        ("2026-01-01T04:00", "2025-12-31"),
    ],
)
def test_a_day_begins_at_five(at, day):
    berlin = ZoneInfo("Europe/Berlin")
    assert str(Days(berlin).day_of(datetime.fromisoformat(at).replace(tzinfo=berlin))) == day
    assert str(Days(berlin, time(0)).day_of(datetime.fromisoformat(at).replace(tzinfo=berlin))) == at[:10]


def test_a_day_begins_once_at_the_time_on_the_wall_when_the_clock_is_changed():
    """In Berlin 02:30 does not exist on 29 March 2026, and comes twice on 25 October."""
    days = Days(ZoneInfo("Europe/Berlin"), time(2, 30))
    for night, last, first in (
        ("2026-03-28", "2026-03-29T00:59:59", "2026-03-29T01:00"),
        ("2026-10-24", "2026-10-25T00:29:59", "2026-10-25T00:30"),
    ):
        assert str(days.day_of(datetime.fromisoformat(f"{last}+00:00"))) == night
        for later in range(0, 120, 15):
            moment = datetime.fromisoformat(f"{first}+00:00") + timedelta(minutes=later)
            assert days.day_of(moment) == date.fromisoformat(first[:10]), moment
    five = Days(ZoneInfo("Europe/Berlin"))
    for first in ("2026-03-29T03:00+00:00", "2026-10-25T04:00+00:00"):
        begin = datetime.fromisoformat(first)
        assert (begin.date() - five.day_of(begin - timedelta(seconds=1))).days == 1
        assert five.day_of(begin) == begin.date()


def test_the_machines_own_clock_has_days_that_begin_at_five_too(tmp_path):
    script = (
        "from datetime import datetime; from scorepad.store.clock import Days;"
        "print(*(Days(None).day_of(datetime.fromisoformat(f'2026-10-25T{at}+00:00')) for at in ('03:59', '04:00')))"
    )
    environment = os.environ | {"TZ": "Europe/Berlin", "PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout.split() == ["2026-10-24", "2026-10-25"]


def test_another_begin_of_the_day_moves_games_and_every_figure_with_them(evening):
    club = evening.club
    assert club.clock.moved(begins=time(6)) == (1, 3)
    assert club.clock.change(begins=time(6)) == 1
    club.league.catch_up()
    assert club.league.days() == ("2025-12-28", "2026-01-01")
    same_league(club, plain_league(club))
    rebuilt_alike(club)
    assert (club.clock.change(begins=time(6)), club.league.is_fresh()) == (0, True)
    assert (club.clock.name(), club.clock.days().begins) == ("Etc/GMT-2", time(6))
    with pytest.raises(BadBegin):
        club.clock.change(begins=time(12, 1))


@pytest.mark.parametrize("text", ["", "24:00", "12:01", "5", "05:60", "noon", "٠٥:٠٠", "-1:00", "x" * 400, "\0"])
def test_what_is_no_time_for_a_day_to_begin_is_refused(text):
    with pytest.raises(BadBegin):
        parse_begin(text)


def test_a_game_from_a_file_keeps_its_date_whatever_the_clock(evening):
    evening.past("partnership", evening.people[:4], [(500, 300)], days=3, whole=True)
    club, game = evening.club, 4
    club.league.catch_up()
    day = club.league.game(game).day
    assert day == "2025-12-25"
    for zone, begins in (("Pacific/Kiritimati", time(0)), ("Pacific/Pago_Pago", time(12))):
        club.clock.change(zone, begins)
        club.league.catch_up()
        assert (club.league.game(game).day, club.clock.days_of_games([game])) == (day, {game: day})
        same_league(club, plain_league(club))
        rebuilt_alike(club)


@pytest.mark.parametrize("imported", ['{"from": "a.csv", "line": 2}', "true", '{"day": "soon"}', '{"day": 7}', "{"])
def test_an_earlier_import_without_its_date_keeps_the_date_of_its_noon(imported):
    assert Days(ZoneInfo("Etc/GMT-2"), time(12)).day_of_game("2025-12-24T09:59:00+00:00", imported) == "2025-12-24"


def test_the_first_evening_there_is_has_no_day_before_it():
    with pytest.raises(Damaged):
        Days(ZoneInfo("UTC")).day_of_game("0001-01-01T01:00:00+00:00", None)
