"""The standings as a page shows them against plain tables: rows, ranks, movement, form, provisional ratings."""

import json
from contextlib import closing
from datetime import date
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.web import create_app
from scorepad.web.league import standings
from tests.league import plain_tables
from tests.league.clubs import ZONE, plain_league
from tests.league.comparing import kind_ids
from tests.league.happenings import NO_SHRINKING, after, evenings
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league
from tests.web.driving import Visitor
from tests.web.hosting import clubs_of
from tests.web.league.reading import figure, figures

FIGURES = ("wins", "share", "rating", "gained", "books", "games")
GROUPS = {"people": 1, "partnerships": 2}


def shown(page):
    """Rank, movement and form of every row, by competitor."""
    rows = {}
    for row in page.root.all("tr"):
        if who := row["data-who"]:
            moves = [part["data-moved"] for part in row.elements if part["data-moved"]]
            outcomes = [bar["class"] for bar in row.all("rect")]
            key = tuple(map(int, who.split("-")))
            rows[key] = int(figure(row, "rank")), (moves or ["0"])[0], outcomes
    return rows


def check_tables(visitor, days):
    """Compare the tables of these days, in every order, with plain ones."""
    club = visitor.club
    club.clock.change(ZONE.key)
    plain = plain_league(club)
    alike = {p.id for p in club.people.everyone() if not (p.guest or p.forgotten or p.merged_into)}
    address = {"over": "days"} | {name: day.isoformat() for name, day in zip(("from", "to"), days, strict=True) if day}
    for (group, size), by, least in product(GROUPS.items(), FIGURES, (None, 1, 3)):
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


def check_luck(visitor):
    """Compare the luck of everyone in the table of each kind with the plain one."""
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
                seen += luck != 0
    assert seen


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    home = tmp_path_factory.mktemp("league")
    home.chmod(0o700)
    write(league(11, 100), home / "club.sqlite3")
    with closing(clubs_of(app := create_app(home))):
        yield Visitor(app)


@pytest.mark.parametrize("part", [(None, None), (0.3, 0.6), (None, 0.8)])
def test_the_tables_of_a_hundred_games_are_right(made_up, part):
    made_up.club.clock.change(ZONE.key)
    made_up.club.league.catch_up()
    played = plain_league(made_up.club).games
    days = tuple(None if at is None else played[int(at * len(played))].day for at in part)
    check_tables(made_up, days)


def test_luck_is_compared_with_the_club(made_up):
    made_up.club.clock.change(ZONE.key)
    made_up.club.league.catch_up()
    check_luck(made_up)


@settings(max_examples=6, deadline=None, phases=NO_SHRINKING)
@given(evenings, st.sampled_from(((None, None), (date(2025, 12, 30), None), (None, date(2026, 1, 2)))))
def test_tables_are_right_whatever_happens(happenings, days):
    with TemporaryDirectory() as folder:
        home = Path(folder)
        with after(home, happenings):
            pass
        with closing(clubs_of(app := create_app(home))):
            check_tables(Visitor(app), days)
