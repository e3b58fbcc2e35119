"""Seasons are begun, changed, removed and taken back; their days are nobody else's."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from scorepad.league.standings import Figure
from scorepad.store import BadEntry, BadSeason, ChangedMeanwhile, KeyReused, NoSuchSeason, Season

FIRST, LAST = date(2026, 1, 1), date(2026, 3, 31)
USUAL = {"name": "Winter", "first_day": FIRST, "last_day": LAST, "figure": "wins", "least": 3}


def begin(club, key="k", **otherwise):
    return club.seasons.add(**USUAL | otherwise, key=key)


def faults(club, **otherwise):
    with pytest.raises(BadSeason) as refused:
        begin(club, "another", **otherwise)
    return dict(refused.value.faults)


def test_a_season_is_kept_as_it_was_given(club):
    begun = begin(club, name="  Winter ")
    assert begun == Season(1, "Winter", FIRST, LAST, Figure.WINS, 3)
    assert club.seasons.season(1) == begun
    assert club.seasons.all() == [begun]


def test_the_latest_season_comes_first(club):
    begin(club)
    begin(club, "l", first_day=date(2026, 4, 1), last_day=None)
    begin(club, "m", first_day=date(2025, 1, 1), last_day=date(2025, 1, 1))
    assert [one.id for one in club.seasons.all()] == [2, 1, 3]


def test_the_same_form_sent_twice_begins_one_season(club):
    assert begin(club) == begin(club)
    assert len(club.seasons.all()) == 1


def test_a_key_that_comes_again_with_another_season_is_refused(club):
    begin(club)
    with pytest.raises(KeyReused):
        begin(club, name="Spring")


def test_a_key_that_is_none_is_refused(club):
    with pytest.raises(BadEntry):
        begin(club, "")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 41),
        ("name", "a\u202eb"),
        ("figure", "luck"),
        ("figure", ""),
        ("least", 0),
        ("least", 1000),
        ("least", -(10**400)),
        ("last_day", date(2025, 12, 31)),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_a_sentence(club, field, value):
    found = faults(club, **{field: value})
    assert list(found) == [field]
    assert found[field].endswith(".")
    assert club.seasons.all() == []


def test_all_faults_are_named_at_once(club):
    found = faults(club, name="", figure="", least=0, last_day=date(2025, 1, 1))
    assert set(found) == {"name", "figure", "least", "last_day"}


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (FIRST, LAST),
        (LAST, LAST),
        (date(2025, 1, 1), FIRST),
        (date(2025, 1, 1), None),
        (date.min, date.max),
        (date(2026, 2, 1), date(2026, 2, 2)),
    ],
)
def test_days_of_another_season_are_refused_and_the_other_is_named(club, first, last):
    begin(club)
    found = faults(club, name="Other", first_day=first, last_day=last)
    assert (
        found["first_day"]
        == "“Winter” has some of these days: it runs from 1 Jan 2026 to 31 Mar 2026."
    )


def test_a_season_without_a_last_day_has_all_days_to_come(club):
    begin(club, last_day=None)
    assert "runs from 1 Jan 2026 on" in faults(club, first_day=date.max, last_day=None)["first_day"]
    assert begin(club, "l", first_day=date.min, last_day=date(2025, 12, 31)).id == 2


def test_neighbouring_days_are_free(club):
    begin(club)
    begin(club, "l", first_day=date(2026, 4, 1), last_day=None)
    begin(club, "m", first_day=date(2025, 12, 31), last_day=date(2025, 12, 31))
    assert len(club.seasons.all()) == 3


def test_a_season_is_changed_as_a_whole_and_may_keep_its_own_days(club):
    begun = begin(club)
    changed = club.seasons.change(1, name="Spring", figure="rating", last_day=None)
    assert changed == Season(1, "Spring", FIRST, None, Figure.RATING, 3)
    with pytest.raises(BadSeason):
        club.seasons.change(1, name="Summer", least=0)
    assert club.seasons.season(1) == changed
    assert changed.version != begun.version


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(club):
    begun = begin(club)
    changed = club.seasons.change(1, seen=begun.version, least=5)
    with pytest.raises(ChangedMeanwhile, match="“Winter”"):
        club.seasons.change(1, seen=begun.version, least=7)
    assert club.seasons.change(1, seen=begun.version, least=5) == changed


def test_a_season_is_removed_and_taken_back(club):
    begun = begin(club)
    gone = club.seasons.remove(1)
    assert gone.removed
    assert club.seasons.remove(1) == gone
    assert (club.seasons.all(), club.seasons.removed()) == ([], [gone])
    assert club.seasons.restore(1) == club.seasons.restore(1) == begun
    assert club.seasons.removed() == []


def test_what_was_removed_leaves_its_days_to_others_and_does_not_take_them_back(club):
    begin(club)
    club.seasons.remove(1)
    begin(club, "l", name="Other")
    with pytest.raises(BadSeason, match="“Other” has some of these days"):
        club.seasons.restore(1)
    assert begin(club, "m", first_day=date(2027, 1, 1), last_day=None).id == 3


def test_a_season_that_was_removed_stays_so_when_its_form_is_sent_again(club):
    begin(club)
    club.seasons.remove(1)
    assert begin(club).removed


@pytest.mark.parametrize("number", [0, -1, 2, 10**400])
def test_no_season_can_not_be_changed(club, number):
    begin(club)
    seasons = club.seasons
    for verb in (seasons.season, seasons.change, seasons.remove, seasons.restore):
        with pytest.raises(NoSuchSeason):
            verb(number)


def test_every_change_is_one_the_leagues_pages_see(club):
    marks = [club.league.version()]
    for change in (
        lambda: begin(club),
        lambda: club.seasons.change(1, least=9),
        lambda: club.seasons.remove(1),
        lambda: club.seasons.restore(1),
    ):
        change()
        marks.append(club.league.version())
    assert len(set(marks)) == 5
    club.seasons.change(1, least=9)
    begin(club, name="Winter", least=9)
    assert club.league.version() == marks[-1]


@pytest.mark.parametrize(
    ("today", "state"),
    [
        (date(2025, 12, 31), (False, False, False)),
        (FIRST, (True, True, False)),
        (LAST, (True, True, False)),
        (date(2026, 4, 1), (True, False, True)),
    ],
)
def test_a_season_knows_whether_it_runs(club, today, state):
    season = begin(club)
    assert (season.has_begun(today), season.is_running(today), season.is_over(today)) == state
    assert not club.seasons.change(1, last_day=None).is_over(date.max)


def test_of_eight_threads_that_want_the_same_days_one_has_them(club):
    def try_one(number):
        try:
            return begin(club, f"k{number}", name=f"Season {number}").id > 0
        except BadSeason:
            return False

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(try_one, range(8))) == [False] * 7 + [True]
