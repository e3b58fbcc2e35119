"""The figures on the league's pages against the plain league of the same games."""

from datetime import timedelta
from itertools import combinations

import pytest

from scorepad import paths
from scorepad.store import Club
from scorepad.web import create_app
from tests.league.clubs import ZONE, plain_league
from tests.league.comparing import SIZES, key, kind_ids
from tests.league.page_figures import (
    Pages,
    amount,
    figures_in,
    marked,
    pair_rows,
    part,
    percent,
    rating,
    rows,
    written,
)
from tests.league.plain import RECORDS, WIN, figures, partnerships_of, people_of, streaks
from tests.league.plain_badges import badges
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league
from tests.web.driving import Visitor

DAY = timedelta(days=1)
FIGURES = ("games", "wins", "share", "points", "rating", "books")
ROWS, BESIDE, LAST, FIRST, TOP = 50, 5, 10, 4, 5
"""Rows of a page, partners or opponents, last games, names of champions, and places of a record."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a believable league of a hundred games."""
    home = tmp_path_factory.mktemp("league")
    write(league(11, 100), home / paths.CLUB)
    app = create_app(home)
    club: Club = app.extensions["scorepad.club"]
    club.league.zone = ZONE
    club.league.catch_up()
    plain = plain_league(club)
    yield Pages(Visitor(app).client, plain, kind_ids(club.league, plain))
    club.close()


@pytest.fixture(scope="module")
def seasons(pages):
    """A season before all games, three decided by different figures, and one that goes on: days and figure."""
    club: Club = pages.client.application.extensions["scorepad.club"]
    begun, first = {}, pages.plain.games[0].day - 30 * DAY
    for figure, days in (
        ("games", 29),
        ("points", 4),
        ("wins", 20),
        ("rating", 27),
        ("share", None),
    ):
        last = first + days * DAY if days else None
        season = club.seasons.add(
            key=figure, name=figure, first_day=first, last_day=last, figure=figure, least=1
        )
        begun[season.id] = (first, last, figure)
        first = last + DAY if last else first
    return begun


def check_standings(pages, by, group, *, games, last=None, least=1, **query):
    """Compare one table with the plain one: ranks, every figure, and who is first."""
    several = len({game.kind for game in games}) > 1
    page = pages.open("/league", by=by, whose=group, least=least, **query)
    found = rows(page)
    by = "wins" if several and by == "points" else by
    table = pages.plain.standings(by, games, SIZES[group], last, least)
    if len(table) > ROWS:
        found += rows(pages.open("/league", by=by, whose=group, least=least, page=2, **query))
    assert found == [
        (key(who), {"rank": str(rank), **written(pages.plain, who, games, last)})
        for rank, who in table
    ]
    first = [key(who) for rank, who in table if rank == 1]
    assert [one["data-champion"] for one in marked(page, "champion")] == first[:FIRST]


@pytest.mark.parametrize("group", SIZES)
@pytest.mark.parametrize("by", FIGURES)
def test_standings(pages, by, group):
    plain = pages.plain
    for least in (1, 3):
        check_standings(pages, by, group, games=plain.games, least=least, over="all")
    for kind, number in pages.kinds.items():
        check_standings(pages, by, group, games=plain.chosen(kind=kind), over="all", kind=number)
    middle = plain.games[len(plain.games) // 2].day
    for first, last in ((None, middle), (middle, None), (middle, middle + 9 * DAY)):
        days = {"from": first and first.isoformat(), "to": last and last.isoformat()}
        query = {name: day for name, day in days.items() if day} | {"over": "days"}
        check_standings(pages, by, group, games=plain.chosen(first, last), last=last, **query)


def test_seasons_and_each_in_review(pages, seasons):
    listed = marked(pages.open("/league/seasons"), "season")
    assert [int(one["data-season"]) for one in listed] == sorted(seasons, reverse=True)
    for element in listed:
        number = int(element["data-season"])
        first, last, figure = seasons[number]
        games = pages.plain.chosen(first, last)
        comparable = figure != "points" or len({game.kind for game in games}) == 1
        table = pages.plain.standings(figure, games, 1, last) if comparable else []
        champions = [key(who) for rank, who in table if rank == 1]
        assert [one["data-champion"] for one in marked(element, "champion")] == champions[:FIRST]
        by = figure if comparable else "wins"
        check_standings(pages, by, "people", games=games, last=last, over=f"season-{number}")
        review = pages.open(f"/league/seasons/{number}")
        most = pages.plain.standings("games", games, 1)[:5] if games else []
        assert (
            [who for who, _ in rows(part(review, "most"))] == [key(who) for _, who in most]
            if games
            else not rows(review)
        )


def check_own(pages, page, who):
    """Compare what the pages of a person and of a partnership have in common."""
    plain, sums = pages.plain, figures(who, pages.plain.games)
    after = plain.streaks(who)
    counts = figures_in(part(page, "games"))
    assert [counts[name] for name in ("games", "wins", "ties", "lost", "share")] == [
        *(amount(sums[name]) for name in ("games", "wins", "ties")),
        amount(sums["games"] - sums["wins"] - sums["ties"]),
        percent(sums["share"], sums["games"]),
    ]
    assert [one["data-run"] for one in marked(page, "run")] == [str(after[-1]), str(max(0, *after))]
    last = [game.number for game, _ in plain.results(who)][: -LAST - 1 : -1]
    assert [int(one["data-game"]) for one in marked(part(page, "last"), "game")] == last
    deeds = figures_in(part(page, "deeds"))
    for name in (
        "went_out",
        "exact_cuts",
        "red_threes",
        "severe",
        "opened_first",
        "books",
        "clean",
    ):
        assert deeds[name] == amount(sums[name])
    mean, off = rating(plain, who)
    shown = figures_in(part(page, "rating").all("p")[0])
    assert (shown["rating"], shown["give_or_take"]) == (mean, off)


def opponents(plain, who, others):
    met = {other: plain.meetings(who, other) for other in others if other != who}
    return {
        other: (len(games), WIN // 2 * (len(games) + sum(outcome for _, outcome in games)))
        for other, games in met.items()
    }


def test_everyone(pages):
    plain = pages.plain
    everyone = people_of(plain.games)
    for (person,) in everyone:
        if plain.people[person].forgotten or not plain.results((person,)):
            continue
        page = pages.open(f"/people/{person}")
        check_own(pages, page, (person,))
        together = {other: plain.together((person,), other) for other in everyone - {(person,)}}
        sums = {other: figures((person,), games) for other, games in together.items()}
        partners = {other: (count["games"], count["share"]) for other, count in sums.items()}
        assert rows(part(page, "partners")) == pair_rows(plain, partners, 1)[:BESIDE]
        met = opponents(plain, (person,), everyone)
        assert rows(part(page, "opponents")) == pair_rows(plain, met, -1)[:BESIDE]
        earned = {one["data-badge"] for one in marked(part(page, "badges"), "badge")}
        assert earned == {code for code, _, _ in badges(plain, person)}


def test_every_partnership(pages):
    plain = pages.plain
    everyone = partnerships_of(plain.games)
    for who in everyone:
        if not any(plain.people[person].forgotten for person in who):
            page = pages.open(f"/partners/{key(who)}")
            check_own(pages, page, who)
            met = opponents(plain, who, everyone)
            assert rows(part(page, "opponents")) == pair_rows(plain, met, -1)[:BESIDE]


def test_head_to_head(pages):
    plain = pages.plain
    people = [who for who in sorted(people_of(plain.games)) if not plain.people[who[0]].forgotten]
    for who, other in combinations(people[:14], 2):
        page = pages.open("/league/versus", one=key(other), other=key(who))
        met = plain.meetings(other, who)
        if not met:
            assert "They have never played against each other." in page.text
            continue
        outcomes = [outcome for _, outcome in met]
        meetings = part(page, "meetings")
        assert rows(meetings) == [
            (key(other), {"wins": amount(outcomes.count(1))}),
            (key(who), {"wins": amount(outcomes.count(-1))}),
        ]
        last = [game for game, _ in met][: -LAST - 1 : -1]
        assert [int(one["data-game"]) for one in marked(part(page, "last"), "game")] == last
        after = [0, *streaks(outcomes)]
        (run,) = marked(part(page, "runs"), "run")
        assert run["data-run"] == str(after[-1])
        longest = [one.text.split()[0] for one in marked(page, "figure", "longest")]
        assert longest == [str(max(after)), str(-min(after))]


def test_records(pages):
    plain = pages.plain
    for kind, number in pages.kinds.items():
        page = pages.open("/league/records", kind=number)
        for code in RECORDS:
            (record,) = marked(page, "record", code)
            places = [
                (one["data-who"], int(one["data-game"]), int(one["data-round"]))
                for one in marked(record, "who")
                if one.tag == "tr"
            ]
            expected = plain.records(code, plain.chosen(kind=kind), TOP)
            assert places == [
                (key(tuple(sorted(people))), game, at) for _, game, people, at in expected
            ]
            values = [figures["value"] for _, figures in rows(record)]
            assert values == [amount(value) for value, *_ in expected]
    for group, size in SIZES.items():
        (record,) = marked(pages.open("/league/records"), "record", f"streak-{group}")
        found = [(who, figures["value"]) for who, figures in rows(record)]
        assert found == [(key(who), str(n)) for n, who, _ in plain.longest_streaks(size, TOP)]
