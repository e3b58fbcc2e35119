"""Every figure of the league's pages against plain code that shares nothing with what makes them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from jinja2 import FileSystemBytecodeCache

from bench.leagues import league, write
from scorepad import places
from scorepad.store import Club
from scorepad.web import create_app
from tests.league.clubs import ZONE, an_evening, plain_league
from tests.league.comparing import kind_numbers
from tests.league.comparing_meetings import same_meetings
from tests.league.comparing_players import RATED, same_partnership, same_player
from tests.league.comparing_records import (
    LONG,
    same_records,
    same_review,
    same_seasons,
    same_streaks,
)
from tests.league.comparing_tables import Asked, same_standings
from tests.league.happenings import NAMES, NO_SHRINKING, after, evenings
from tests.league.page_figures import Pages
from tests.league.plain import FIGURES, PlainLeague, Season
from tests.league.plain_badges import badges
from tests.league.plain_figures import everybody, partnerships
from tests.web.driving import Visitor

DAY = timedelta(days=1)


@contextmanager
def open_pages(home: Path, templates: Path) -> Iterator[Pages]:
    """The pages of a club that has its games; `templates` keeps them compiled for the next club."""
    app = create_app(home)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(templates))
    club: Club = app.extensions["scorepad.club"]
    club.league.zone = ZONE
    club.league.catch_up()
    plain = plain_league(club)
    yield Pages(Visitor(app).client, plain, kind_numbers(club.league, plain))
    club.close()


def begin(pages: Pages, seasons: list[Season]) -> None:
    """Lets a club have these seasons."""
    club: Club = pages.client.application.extensions["scorepad.club"]
    for at, one in enumerate(seasons):
        kept = club.seasons.begin(
            f"Season {at}", one.first, one.last, one.figure, one.least, f"season-{at}"
        )
        pages.seasons[kept.id] = one


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    return tmp_path_factory.mktemp("templates")


@pytest.fixture(scope="module")
def made_up(tmp_path_factory, compiled):
    """The pages of a believable league of a hundred games, with seasons decided by every figure."""
    home = tmp_path_factory.mktemp("league")
    write(league(11, 100), home / places.CLUB)
    with open_pages(home, compiled) as pages:
        begin(pages, seasons(pages.plain))
        yield pages


def seasons(plain: PlainLeague) -> list[Season]:
    """A season before all games, one of days with one kind of game, others of several, and one that goes on."""
    first, last = plain.games[0].day, plain.games[-1].day
    found = [Season(first - 30 * DAY, first - DAY, "games")]
    for figure, least, days in (
        *(("points", 1, 4), ("wins", 1, 20), ("rating", 3, 27), ("share", 3, 30)),
        ("points", 1, 20),
    ):
        begins = found[-1].last + DAY
        found.append(Season(begins, begins + days * DAY, figure, least))
    assert found[-1].last < last
    kinds = [{game.kind for game in plain.chosen(one.first, one.last)} for one in found]
    assert [len(there) > 1 for there in kinds] == [False, True, True, True, True, False]
    return [*found, Season(found[-1].last + DAY, None, "books")]


def living(plain: PlainLeague) -> list[int]:
    """Everybody who has a page."""
    return [
        number
        for number, one in plain.people.items()
        if not one.forgotten and one.merged_into is None
    ]


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("figure", FIGURES)
def test_standings_of_all_days_and_of_each_kind(made_up, figure, together):
    for least in (1, 3):
        same_standings(made_up, Asked(figure, least=least, together=together), over="all")
    for kind in made_up.kinds:
        asked = Asked(figure, kind=kind, together=together)
        same_standings(made_up, asked, over="all")


@pytest.mark.parametrize("figure", FIGURES)
def test_standings_over_days(made_up, figure):
    games = made_up.plain.games
    middle = games[len(games) // 2].day
    for first, last in (
        (None, middle),
        (middle, None),
        (middle, middle),
        (middle, middle + 9 * DAY),
    ):
        ends = {"from": first, "to": last}
        days = {name: day.isoformat() for name, day in ends.items() if day}
        for together in (False, True):
            asked = Asked(figure, first, last, together=together)
            same_standings(made_up, asked, over="days", **days)


@pytest.mark.parametrize("figure", FIGURES)
def test_standings_of_seasons(made_up, figure):
    for number, season in made_up.seasons.items():
        kind = next(iter(made_up.kinds)) if number % 2 else None
        least = 1 + number % 3
        asked = Asked(figure, season.first, season.last, kind, least, together=number % 3 == 0)
        same_standings(made_up, asked, over=f"season-{number}")


def test_everybody(made_up):
    for person in living(made_up.plain):
        same_player(made_up, person)


def test_every_partnership(made_up):
    for who in partnerships(made_up.plain.games):
        if not any(made_up.plain.people[one].forgotten for one in who):
            same_partnership(made_up, who)


def test_every_two_people_head_to_head(made_up):
    for one, other in combinations(living(made_up.plain), 2):
        same_meetings(made_up, (one,), (other,))


def test_partnerships_head_to_head(made_up):
    plain = made_up.plain
    there = [who for who in sorted(partnerships(plain.games)) if plain.in_tables(who)]
    pairs = [(one, two) for one, two in combinations(there, 2) if not {*one} & {*two}]
    met = [(one, two) for one, two in pairs if plain.versus(one, two).meetings]
    assert len(met) > 20
    for one, other in met:
        same_meetings(made_up, other, one)


def test_records_of_every_kind_and_streaks(made_up):
    for kind in made_up.kinds:
        same_records(made_up, kind)
    same_streaks(made_up)


def test_seasons_and_each_in_review(made_up):
    same_seasons(made_up)
    for number in made_up.seasons:
        same_review(made_up, number)


def test_two_who_played_so_often_that_lists_are_cut(tmp_path, compiled):
    """More games than the pages list or draw, over more than a year."""
    with an_evening(tmp_path) as evening:
        both = [evening.person(name) for name in NAMES[:2]]
        for at in range(RATED + 12):
            game = evening.begin("two-handed", both[:: 1 if at % 3 else -1])
            evening.round(game, 1, None if at % 5 else 1, [100 + at * at % 7, 104])
            evening.end(game, 1)
    with open_pages(tmp_path, compiled) as pages:
        first, last = pages.plain.games[0].day, pages.plain.games[-1].day
        assert (last - first).days > LONG
        begin(pages, [Season(first, last, "share"), Season(last + DAY, None)])
        same_seasons(pages)
        same_review(pages, 1)
        for one in both:
            same_player(pages, one)
        same_meetings(pages, (both[1],), (both[0],))
        year = [date(first.year + 1, 1, 1), date(first.year + 1, 12, 31)]
        days = dict(zip(("from", "to"), (day.isoformat() for day in year), strict=True))
        same_standings(pages, Asked("points", *year), over="days", **days)


def test_a_game_that_was_level_but_for_luck(tmp_path, compiled):
    with an_evening(tmp_path) as evening:
        four = [evening.person(name) for name in NAMES[:4]]
        game = evening.begin("partnership", four)
        evening.round(game, 1, None, [100, 100])
        evening.put(game, 1, "seat1", "exact_cut", {"as": "count", "n": 1})
        evening.end(game, 1)
    with open_pages(tmp_path, compiled) as pages:
        lucky = [one for one in four if "lucky" in badges(pages.plain, one)]
        assert lucky == four[::2]
        for one in four:
            same_player(pages, one)


@settings(max_examples=8, deadline=None, phases=NO_SHRINKING)
@given(evenings)
def test_tiny_leagues_whatever_happens_in_them(compiled, happenings):
    with TemporaryDirectory() as home:
        with after(Path(home), happenings):
            pass
        with open_pages(Path(home), compiled) as pages:
            _some_pages(pages)


def _some_pages(pages: Pages) -> None:
    plain = pages.plain
    for at, figure in enumerate(FIGURES):
        same_standings(pages, Asked(figure, together=at % 2 == 0, least=1 + at % 2), over="all")
    for kind in pages.kinds:
        same_standings(pages, Asked("points", kind=kind), over="all")
        same_records(pages, kind)
    same_streaks(pages)
    for person in living(plain):
        same_player(pages, person)
    there = sorted(partnerships(plain.games))
    for who in there[:3]:
        same_partnership(pages, who)
    for one, other in list(combinations(sorted(everybody(plain.games)), 2))[:5]:
        same_meetings(pages, other, one)
    for one, other in combinations(there, 2):
        if not {*one} & {*other}:
            same_meetings(pages, one, other)
            break
    if plain.games:
        middle = plain.games[len(plain.games) // 2].day
        begin(pages, [Season(date(2025, 1, 1), middle), Season(middle + DAY, None, "points")])
        same_seasons(pages)
        for number in pages.seasons:
            same_review(pages, number)
