"""Only clubs that visitors started and never used are swept, after thirty days, and no slug is used twice."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from scorepad import paths
from scorepad.play.game import load
from scorepad.store import Club
from scorepad.web.host import house
from scorepad.web.host.house import DAYS_UNUSED, make_club, new_slug, started_on, sweep, swept_slugs
from tests.web.host.conftest import Stranger
from tests.web.hosting import Member, clubs_of

TODAY = datetime.now(UTC).date()
EVER = TODAY + timedelta(days=4000)


@pytest.fixture
def slug(stranger, slugs):
    stranger.start()
    (slug,) = slugs()
    return slug


def played(owner):
    owner.begin()


def binned(owner):
    table = owner.begin()
    owner.send(table.page().form("/bin"))
    assert load(owner.club, 1)


def person(owner):
    owner.club.people.add("Ann")


def season(owner):
    owner.club.seasons.add(key="w", name="Winter", first_day=TODAY, last_day=None, figure="wins", least=1)


def test_a_club_that_nobody_used_goes_on_its_thirtieth_day(stranger, open_app, home, slug):
    path = stranger.get("/started").links["Open the club"]
    # A phone that joined and typed nothing has not used it.
    assert stranger.client.get(path, follow_redirects=True).status_code == 200
    # Read the day from the club: midnight may have passed since this module was imported.
    thirtieth = started_on(paths.club_dir(home, slug)) + timedelta(days=DAYS_UNUSED)
    assert sweep(home, clubs_of(open_app), thirtieth - timedelta(days=1)) == []
    assert sweep(home, clubs_of(open_app), thirtieth) == [slug]
    assert stranger.get(path).status == 404
    assert stranger.get("/started").heading == "Start a club"
    assert [file.name for file in (home / paths.CLUBS).iterdir()] == []
    assert swept_slugs(home) == {slug}


@pytest.mark.parametrize("use", [played, binned, person, season])
def test_a_club_in_which_anything_was_ever_typed_stays(open_app, home, slug, use):
    use(Member(open_app, home, slug))
    assert sweep(home, clubs_of(open_app), EVER) == []
    assert paths.slugs(home) == [slug]


def test_other_clubs_those_in_use_and_those_that_cannot_be_read_stay(open_app, home, slug):
    make_club(home, "thursday")
    broken = new_slug(home)
    make_club(home, broken, TODAY)
    (paths.club_dir(home, broken) / paths.CLUB).write_bytes(b"no club at all" * 400)
    club = clubs_of(open_app).take(slug)
    assert sweep(home, clubs_of(open_app), EVER) == []
    clubs_of(open_app).give_back(slug, club)
    assert sweep(home, clubs_of(open_app), EVER) == [slug]
    assert set(paths.slugs(home)) == {"thursday", broken}


def test_a_club_that_is_used_at_the_last_moment_stays_and_loses_nothing(open_app, home, slug, monkeypatch):
    looks = iter([True, False])
    monkeypatch.setattr(house, "is_untouched", lambda file: next(looks))
    assert sweep(home, clubs_of(open_app), EVER) == []
    with closing(Club.open(paths.club_dir(home, slug) / paths.CLUB)) as club:
        assert club.latest_seq() == 0
    assert swept_slugs(home) == set()


def test_no_name_is_given_twice(open_app, home, slug, monkeypatch):
    monkeypatch.setattr(house, "_COLOURS", ("red",))
    monkeypatch.setattr(house, "_CARDS", ("ace",))
    monkeypatch.setattr(house, "_LETTERS", "x")
    first = new_slug(home)
    make_club(home, first, TODAY)
    for _ in range(2):
        with pytest.raises(Exception, match="No name was found"):
            new_slug(home)
        # A swept slug is not available again.
        sweep(home, clubs_of(open_app), EVER)
    assert first in swept_slugs(home)
    answer = Stranger(open_app).start()
    assert answer.status == 503
