"""Seasons are begun, changed, removed and restored; they may overlap."""

from datetime import date

import pytest

from scorepad.league.standings import Figure
from scorepad.store import BadEntry, BadSeason, ChangedMeanwhile, KeyReused, NoSuchSeason, Season

FIRST, LAST = date(2026, 1, 1), date(2026, 3, 31)
USUAL = {"name": "Winter", "first_day": FIRST, "last_day": LAST, "figure": "wins", "least": 3}
BEFORE, AFTER = date(2025, 12, 31), date(2026, 4, 1)


@pytest.fixture
def seasons(club):
    return club.seasons


@pytest.fixture
def begin(seasons):
    """Begin a season, which is last winter unless the arguments say otherwise."""
    return lambda key="k", **changes: seasons.add(**USUAL | changes, key=key)


@pytest.fixture
def faults(begin):
    """The faults of a season, field to sentence."""

    def refused(**changes):
        with pytest.raises(BadSeason) as refused:
            begin("another", **changes)
        return dict(refused.value.faults)

    return refused


def test_a_season_is_kept_as_it_was_given(seasons, begin):
    season = begin(name="  Winter ")
    assert season == Season(1, "Winter", FIRST, LAST, Figure.WINS, 3)
    assert seasons.season(1) == season
    assert seasons.all() == [season]


def test_neighbouring_days_are_free_and_the_latest_season_comes_first(seasons, begin):
    begin()
    begin("l", first_day=AFTER, last_day=None)
    begin("m", first_day=BEFORE, last_day=BEFORE)
    assert [season.id for season in seasons.all()] == [2, 1, 3]


def test_the_same_form_sent_twice_begins_one_season(seasons, begin):
    assert begin() == begin()
    assert len(seasons.all()) == 1
    with pytest.raises(KeyReused):
        begin(name="Spring")
    with pytest.raises(BadEntry):
        begin("")
    seasons.remove(1)
    assert begin().removed


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("name", name) for name in ("", "x" * 41, "a\u202eb")],
        *[("figure", figure) for figure in ("luck", "rating", "")],
        *[("least", number) for number in (0, 1000, -(10**400))],
        ("last_day", BEFORE),
        *[("best", number) for number in (0, 100, 10**400)],
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_a_sentence(seasons, faults, field, value):
    problems = faults(**{field: value})
    assert list(problems) == [field]
    assert problems[field].endswith(".")
    assert seasons.all() == []


@pytest.mark.parametrize("figure", [Figure.SHARE, Figure.POINTS, Figure.GAMES])
def test_best_evenings_go_with_figures_that_add_up(seasons, begin, faults, figure):
    assert faults(figure=figure, best=5)["best"].startswith("Best evenings work with wins")
    season = begin(best=5)
    assert (season.best, season.ranked_by) == (5, Figure.BEST)
    with pytest.raises(BadSeason):
        seasons.change(1, figure=figure)
    assert seasons.change(1, figure=figure, best=None).ranked_by is figure
    assert seasons.season(1).version != season.version


def test_all_faults_are_named_at_once(faults):
    problems = faults(name="", figure="", least=0, last_day=BEFORE)
    assert set(problems) == {"name", "figure", "least", "last_day"}


@pytest.mark.parametrize(
    ("first", "last", "shares"),
    [
        *[(FIRST, LAST, True), (LAST, LAST, True), (BEFORE, FIRST, True), (BEFORE, None, True), (AFTER, None, False)],
        *[(date.min, date.max, True), (date(2026, 2, 1), date(2026, 2, 2), True), (BEFORE, BEFORE, False)],
    ],
)
def test_seasons_may_share_days(seasons, begin, first, last, shares):
    winter = begin()
    other = begin("l", name="Other", first_day=first, last_day=last)
    assert winter.shares_days(other) is other.shares_days(winter) is shares
    seasons.remove(1)
    assert seasons.restore(1) == winter
    assert {season.id for season in seasons.all()} == {1, 2}


def test_a_season_is_changed_as_a_whole_and_may_keep_its_own_days(seasons, begin):
    season = begin()
    changed = seasons.change(1, name="Spring", figure="gained", last_day=None)
    assert changed == Season(1, "Spring", FIRST, None, Figure.GAINED, 3)
    with pytest.raises(BadSeason):
        seasons.change(1, name="Summer", least=0)
    assert seasons.season(1) == changed
    assert changed.version != season.version


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(seasons, begin):
    seen = begin().version
    changed = seasons.change(1, seen=seen, least=5)
    with pytest.raises(ChangedMeanwhile, match="“Winter”"):
        seasons.change(1, seen=seen, least=7)
    assert seasons.change(1, seen=seen, least=5) == changed


def test_a_season_is_removed_and_taken_back(seasons, begin):
    season = begin()
    removed = seasons.remove(1)
    assert removed.removed
    assert seasons.remove(1) == removed
    assert (seasons.all(), seasons.removed()) == ([], [removed])
    assert seasons.restore(1) == seasons.restore(1) == season
    assert seasons.removed() == []


@pytest.mark.parametrize("number", [0, -1, 2, 10**400])
def test_an_unknown_season_can_not_be_changed(seasons, begin, number):
    begin()
    for verb in (seasons.season, seasons.change, seasons.remove, seasons.restore):
        with pytest.raises(NoSuchSeason):
            verb(number)


def test_every_change_is_one_the_leagues_pages_see(club, seasons, begin):
    versions = [club.league.version()]
    for change in (begin, lambda: seasons.change(1, least=9), lambda: seasons.remove(1), lambda: seasons.restore(1)):
        change()
        versions.append(club.league.version())
    assert len(set(versions)) == 5
    seasons.change(1, least=9)
    begin(name="Winter", least=9)
    assert club.league.version() == versions[-1]


@pytest.mark.parametrize(
    ("today", "state"),
    [
        (BEFORE, (False, False, False)),
        (FIRST, (True, True, False)),
        (LAST, (True, True, False)),
        (AFTER, (True, False, True)),
    ],
)
def test_a_season_knows_whether_it_runs(seasons, begin, today, state):
    season = begin()
    assert (season.has_begun(today), season.is_running(today), season.is_over(today)) == state
    assert not seasons.change(1, last_day=None).is_over(date.max)
