"""Every figure of the league against plain code that shares nothing with it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from bench.leagues import league, write
from scorepad.store import Club
from tests.league import comparing
from tests.league.clubs import ZONE, plain_league
from tests.league.happenings import NO_SHRINKING, after, evenings
from tests.league.plain_figures import partnerships


@settings(max_examples=30, deadline=None, phases=NO_SHRINKING)
@given(evenings)
def test_tiny_leagues_whatever_happens_in_them(happenings):
    with TemporaryDirectory() as home, after(Path(home), happenings) as evening:
        evening.club.league.catch_up()
        comparing.same_league(evening.club, plain_league(evening.club))


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    """A believable league of a hundred games, with all that makes leagues difficult."""
    path = tmp_path_factory.mktemp("league") / "club.sqlite3"
    write(league(11, 100), path)
    with Club.open(path) as club:
        club.league.zone = ZONE
        club.league.catch_up()
        yield club, plain_league(club)


def test_a_hundred_games_count_alike(made_up):
    club, plain = made_up
    assert len(plain.games) > 80
    comparing.same_games(club.league, plain)


def test_a_hundred_games_stand_alike(made_up):
    comparing.same_standings(*made_up)


def test_a_hundred_games_rate_alike(made_up):
    club, plain = made_up
    comparing.same_ratings(club.league, plain)


def test_everybody_has_the_same_last_games_runs_and_sums(made_up):
    club, plain = made_up
    comparing.same_of_each(club.league, plain)


def test_everybody_met_everybody_alike(made_up):
    club, plain = made_up
    people = [(one,) for one in sorted(plain.people)]
    comparing.same_pairs(club.league, plain, people[:12])
    comparing.same_pairs(club.league, plain, sorted(partnerships(plain.games))[:14])
    for person in plain.people:
        comparing.same_partners(club.league, plain, person)


def test_records_and_streaks_are_alike(made_up):
    club, plain = made_up
    comparing.same_records(club.league, plain)
