"""Compares the standings on a page with plain tables: rows, ranks, movement, form, provisional ratings."""

import json
import re
from contextlib import closing, contextmanager
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.store.clock import Clock
from scorepad.store.seasons import DECIDING, OF_EVENINGS
from scorepad.web import create_app
from scorepad.web.league import standings
from tests.league import plain_seasons, plain_tables, plain_years
from tests.league.clubs import ZONE, plain_league
from tests.league.comparing import kind_ids
from tests.league.happenings import NO_SHRINKING, after, evenings
from tests.league.plain import figures as plain_figures
from tests.league.plain_seasons import Terms
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league
from tests.web.driving import Visitor
from tests.web.hosting import clubs_of
from tests.web.league.reading import figure, figures

TODAY = date(2026, 1, 4)
FIGURES = ("wins", "share", "rating", "gained", "books", "games")
GROUPS = {"people": 1, "partnerships": 2}

_days = st.integers(-2, 9).map(lambda days: date(2025, 12, 28) + timedelta(days))
drawn_seasons = st.tuples(
    _days, _days | st.none(), st.sampled_from(DECIDING), st.integers(1, 6), st.integers(1, 4)
).map(
    lambda drawn: Terms(
        drawn[0],
        None if drawn[1] is None else max(drawn[:2]),
        *drawn[2:4],
        drawn[4] if drawn[2] in OF_EVENINGS and drawn[4] < 4 else None,
    )
)
"""Seasons by any figure that begin and end on, before and after games."""


def shown(page):
    """Return rank, movement and form of every row, by competitor."""
    rows = {}
    for row in page.root.all("tr"):
        if who := row["data-who"]:
            moves = [part["data-moved"] for part in row.elements if part["data-moved"]]
            outcomes = [bar["class"] for bar in row.all("rect")]
            key = tuple(map(int, who.split("-")))
            rank = figure(row, "rank")
            rows[key] = None if rank == "–" else int(rank), (moves or ["0"])[0], outcomes
    return rows


def check_tables(visitor, days, turn):
    """Compare the tables of these days, in every order, with plain ones, each with a different minimum of games."""
    club = visitor.club
    club.clock.change(ZONE.key)
    plain = plain_league(club)
    alike = {p.id for p in club.people.everyone() if not (p.guest or p.forgotten or p.merged_into)}
    address = {"over": "days"} | {name: day.isoformat() for name, day in zip(("from", "to"), days, strict=True) if day}
    for number, ((group, size), by) in enumerate(product(GROUPS.items(), FIGURES), start=turn):
        least = (None, 1, 3)[number % 3]
        if by == "gained" and days[0] is None:
            continue
        chosen = {"whose": group, "by": by} | (address if any(days) else {"over": "all"})
        with patch.object(standings, "ROWS", 1_000):
            page = visitor.get("/league", **chosen, **({"least": str(least)} if least else {}))
        games = plain.chosen(*days)
        listed = {who for who in plain_tables.competitors_of(games, size) if alike.issuperset(who)}
        if by == "books" and not plain_tables.tells_books(games):
            by = "wins"
        least = least or plain_tables.least_of(games, size, listed)
        ranks = plain_tables.ranks(plain, days, size, by, least, listed)
        moved = plain_tables.moved(plain, days, size, by, least, listed)
        if by == "books":
            counted = {who: plain_figures(who, games)["itemised"] for who in ranks}
            ranks = {who: rank if counted[who] else None for who, rank in ranks.items()}
        rows = shown(page)
        assert {who: (rank, move) for who, (rank, move, _) in rows.items()} == {
            who: (rank, str(moved.get(who, 0))) for who, rank in ranks.items()
        }, (chosen, least)
        for who, (_, _, outcomes) in rows.items():
            assert outcomes == plain_tables.form(plain, who, days)
        for who in rows:
            few = plain_tables.games_until(plain, who, days[1]) < plain_tables.PROVISIONAL
            (row,) = [row for row in page.root.all("tr") if row["data-who"] == "-".join(map(str, who))]
            assert figure(row, "rating").startswith("about ") == few
            assert figure(row, "expected") == plain_tables.above_expected(who, games)


def check_champions(visitor, seasons, today):
    """Compare the champions of these seasons, and whether someone with fewer games is better, with plain ones."""
    club = visitor.club
    plain = plain_league(club)
    alike = {p.id for p in club.people.everyone() if not (p.guest or p.forgotten or p.merged_into)}
    for number, terms in enumerate(seasons):
        days = {"first_day": terms.first, "last_day": terms.last}
        fields = {"name": f"Drawn {number}", "figure": terms.figure, "least": terms.least, "best": terms.best}
        season = club.seasons.add(**days, **fields, key=f"drawn-{number}")
        with patch.object(Clock, "today", return_value=today):
            page = visitor.get(f"/league/seasons/{season.id}")
        shown = {element["data-champion"] for element in page.root.elements if element["data-champion"]}
        for size in GROUPS.values():
            listed = {who for who in plain_tables.competitors_of(plain.games, size) if alike.issuperset(who)}
            is_over = terms.last is not None and terms.last < today
            first, better = plain_seasons.champions(plain, terms, size, listed, is_over=is_over)
            assert {who for who in shown if ("-" in who) == (size > 1)} == {"-".join(map(str, who)) for who in first}
            if better and first:
                assert f"the best of those with {better} game" in page.text, terms


def check_luck(visitor):
    """Compare everyone's luck in the table of each kind with the plain one."""
    plain, seen = plain_league(visitor.club), 0
    for kind, number in kind_ids(visitor.club.league, plain).items():
        page = visitor.get("/league", over="all", kind=str(number), least="1")
        if json.loads(kind)[0] == "two-handed":
            assert figures(page, "luck") == []
            continue
        for row in page.root.all("tr"):
            if row["data-who"]:
                luck = plain_tables.luck_above_club((int(row["data-who"]),), plain.chosen(kind=kind))
                text = "–" if luck is None else f"{'+' if luck > 0 else '−' if luck < 0 else ''}{abs(luck):,}"
                assert figure(row, "luck") == text
                play = plain_tables.play((int(row["data-who"]),), plain.chosen(kind=kind))
                assert figure(row, "play") == ("–" if play is None else f"{play:,}".replace("-", "−"))
                seen += luck != 0
    assert seen


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    home = tmp_path_factory.mktemp("league")
    home.chmod(0o700)
    write(league(18, 140), home / "club.sqlite3")
    with closing(clubs_of(app := create_app(home))):
        (visitor := Visitor(app)).club.clock.change(ZONE.key)
        visitor.club.league.catch_up()
        yield visitor


@pytest.mark.parametrize(("turn", "part"), [*enumerate([(None, None), (0.3, 0.6), (None, 0.8)])])
def test_the_tables_of_a_hundred_games_are_right(made_up, turn, part):
    played = plain_league(made_up.club).games
    days = tuple(None if at is None else played[int(at * len(played))].day for at in part)
    check_tables(made_up, days, turn)


def test_what_the_last_evening_moved_and_who_comes_close_is_right(made_up):
    made_up.club.clock.change(ZONE.key)
    people = {player.id: player for player in made_up.club.people.everyone()}
    plain = plain_league(made_up.club)
    listed = {(p.id,) for p in people.values() if not (p.guest or p.forgotten or p.merged_into)}
    table = plain, (None, None), 1, "wins", plain_tables.least_of(plain.games, 1, listed), listed
    ranks, moves, day = plain_tables.ranks(*table), plain_tables.moved(*table), plain.games[-1].day
    here = sorted(who for who in plain_tables.competitors_of(plain.chosen(day), 1) if who in ranks)
    said = {(people[who[0]].name, *news) for who in here if (news := plain_tables.rank_news(who, ranks, moves))}
    page = made_up.get(f"/evenings/{day}")
    found = re.findall(
        r"<bdi>([^<]+)</bdi> went (?:up|down) from rank (\d+) to (\d+)[^.<]*(?:<bdi>([^<]+))?", page.source
    )
    assert said
    names = {who: people[who[0]].name for who in listed}
    told = {(name, before, now, min(map(names.get, behind), default="")) for name, before, now, behind in said}
    assert {(name, int(before), int(now), behind) for name, before, now, behind in found} == told
    needed = [plain_tables.wins_to_next(plain, who, ranks) for who in sorted(here, key=ranks.get)]
    near = next((wins for wins in needed if wins is not None and wins <= 2), None)
    (text,) = re.findall(r"needs (\d) wins? to catch", made_up.get("/").source) or [None]
    assert text == (near and str(near))


def test_players_are_compared_with_those_whom_the_table_ranks_alone(made_up):
    plain, unranked = plain_league(made_up.club), 0
    people = [p.id for p in made_up.club.people.everyone() if not (p.guest or p.forgotten or p.merged_into)]
    listed, kinds = {(person,) for person in people}, kind_ids(made_up.club.league, plain)
    for person in people[:4]:
        page = made_up.get(f"/people/{person}/rules")
        compared = {part["data-among"]: part for part in page.classed("better")}
        for kind, number in kinds.items():
            if part := compared.get(str(number)):
                games = plain.chosen(kind=kind)
                shown = tuple(int(figure(part, name)) for name in ("better_than", "others"))
                assert shown == plain_tables.better_than((person,), games, listed), (person, kind)
                unranked += shown[1] + 1 < len(plain_tables.competitors_of(games, 1) & listed)
    assert unranked


def test_the_fun_of_a_year_is_right(made_up):
    plain, seen = plain_league(made_up.club), set()
    names = {p.id: p.name for p in made_up.club.people.everyone() if not (p.guest or p.forgotten or p.merged_into)}
    listed = {(person,) for person in names}
    for year in sorted({game.day.year for game in plain.games}):
        page = made_up.get(f"/league/year/{year}")
        games = plain.chosen(date(year, 1, 1), date(year, 12, 31))
        for code, found in (
            ("spoon", plain_years.wooden_spoon(games, listed)),
            ("cuts", plain_years.most_cuts(games, listed)),
            ("before", plain_years.games_before(plain, year, made_up.club.clock.today())),
        ):
            row = next((row for row in page.root.all("dd") if row["data-figure"] == code), None)
            assert (row is not None) == (found is not None), (year, code)
            if row is None or found is None:
                continue
            people, figure_text = found
            assert sorted(name.text for name in row.all("bdi")) == sorted(names[person] for (person,) in people)
            assert row.text.endswith(figure_text), (year, code)
            seen.add(code)
    assert {"spoon", "cuts"} <= seen


def test_luck_is_compared_with_the_club(made_up):
    check_luck(made_up)


def test_the_champions_of_a_hundred_games_are_right(made_up):
    played = plain_league(made_up.club).games
    first, middle, last = (played[int(at * (len(played) - 1))].day for at in (0, 0.5, 1))
    terms = (first, middle, 6), (first, middle, 999), (middle, None, 6)
    seasons = [Terms(begin, end, figure, least) for (begin, end, least), figure in product(terms, DECIDING)]
    seasons += [Terms(first, middle, figure, 2, 3) for figure in OF_EVENINGS]
    check_champions(made_up, seasons, last)


DAYS = ((None, None), (date(2025, 12, 30), None), (None, date(2026, 1, 2)))
drawn = settings(max_examples=12, deadline=None, phases=NO_SHRINKING)
fewer = settings(drawn, max_examples=6)


@contextmanager
def happened(happenings):
    """Visit a club after these events."""
    with TemporaryDirectory() as folder:
        with after(Path(folder), happenings):
            pass
        with closing(clubs_of(app := create_app(Path(folder)))):
            yield Visitor(app)


@drawn
@given(evenings, st.lists(drawn_seasons, min_size=1, max_size=5))
def test_champions_are_right_whatever_happens(happenings, seasons):
    with happened(happenings) as visitor:
        check_champions(visitor, seasons, TODAY)


@fewer
@given(evenings, st.sampled_from(DAYS), st.integers(0, 2))
def test_tables_are_right_whatever_happens(happenings, days, turn):
    with happened(happenings) as visitor:
        check_tables(visitor, days, turn)
