"""A season in review: champions, table, months, and records."""

from datetime import date

import pytest

from scorepad.language.words import signed
from scorepad.league.standings import Figure, Placed
from scorepad.league.table_request import Decision
from scorepad.league.tables import LeagueTable
from scorepad.store import Season
from scorepad.store.results.tables import NO_FIGURE
from scorepad.web.league import season_review
from scorepad.web.league.champions import Champions, first_of
from scorepad.web.league.season_review import months_between, years_between
from scorepad.web.people.people_view import PeopleView
from tests.web.kept import keep
from tests.web.league import reading
from tests.web.league.reading import cells, champions, column, figure, figures, section, standings
from tests.web.league.tiny_league import USUAL, ids, play

REVIEW = "/league/seasons/1"
MONTHS, RECORDS, NIGHTS, SHEET = (f"{REVIEW}/{leaf}" for leaf in ("months", "records", "nights", "sheet"))


@pytest.fixture
def tiny(own_tiny, monkeypatch):
    """A visitor of the tiny league on the day after its last game."""
    reading.set_today(monkeypatch, "2026-01-09")
    return own_tiny


def review(visitor, first=5, last=7, **terms):
    """The review of a season between two days of January 2026, or without an end."""
    end = f"2026-01-{last:02}" if last else ""
    reading.begin_season(visitor, f"2026-01-{first:02}", end, **terms)
    page = visitor.get(REVIEW)
    assert page.status == 200
    return page


def headings(page):
    return {heading.text for heading in page.root.all("h2")}


def test_it_shows_how_much_was_played_and_who_won(tiny):
    page = review(tiny)
    assert (figures(page, "games")[0], figures(page, "rounds")) == ("3", ["4"])
    assert champions(page) == ["Carla", "Ann & Carla"]
    assert {"Champion", "Champion partnership"} <= headings(page)
    assert "2 wins in 2 games" in page.text
    assert "5 Jan 2026 to 7 Jan 2026. Over. 3 games, 4 rounds." in page.text
    assert "Decided by wins." in page.text


def test_a_running_season_has_leaders_instead_of_champions(tiny):
    page = review(tiny, last=None)
    assert "Champion" not in page.text
    assert {"In the lead", "Partners in the lead"} <= headings(page)


def test_the_months_of_a_season_by_rating_gained_add_up_for_its_first(tiny):
    play(tiny, (6500, 20), (6500, 20), day=8)
    tiny.club._now = lambda: "2026-02-03T12:00:00.000+00:00"
    keep(tiny, "southern-ohio", (20, 6500), names=USUAL)
    page = review(tiny, last=None, figure="gained")
    first, total, by_month = champions(page)[0], figures(page, "gained")[0], tiny.get(MONTHS)
    assert first in section(by_month, "months").text
    months = [int(text.replace("−", "-")) for text in figures(by_month, "gained_then")]
    ratings = tiny.club.league.ratings([ids(tiny)[first]], "2026-01-31")
    assert months[0] == ratings[ids(tiny)[first]].shown - 1500
    assert (len(months), sum(months)) == (2, int(total.replace("−", "-")))


def test_its_nights_are_listed_with_their_games(tiny, monkeypatch):
    review(tiny, 6, 7)
    page = tiny.get(NIGHTS)
    days = [link for link in page.links.values() if link.startswith("/evenings/")]
    assert days == ["/evenings/2026-01-07", "/evenings/2026-01-06"]
    monkeypatch.setattr(season_review, "NIGHTS", 1)
    page = tiny.get(NIGHTS)
    assert "The latest 1 nights" in page.text
    assert page.links["Earlier nights"] == "/evenings?before=2026-01-07"


def test_the_table_has_ten_rows_but_on_paper_and_five_people_played_most(tiny):
    for at in range(3):
        play(tiny, (6500, 20), names=("Bob", *(f"P{at}{n}" for n in range(3))), day=6)
    page = review(tiny)
    assert (len(standings(page)), len(standings(tiny.get(SHEET)))) == (10, 13)
    most = [row.text for row in section(tiny.get(MONTHS), "most").all("tr") if row["data-who"]]
    assert most[:4] == ["1 Bob 6", "2 Ann 3", "2 Carla 3", "2 Dora 3"]
    assert len(most) == 5


def test_points_have_a_champion_while_all_games_are_of_one_kind(tiny):
    page = review(tiny, figure="points")
    assert champions(page) == ["Carla", "Carla & Dora"]
    assert column(page, "points")["Ann"] == "3,150"
    play(tiny, *[(3000, 20)] * 4, slug="partnership", day=7)
    page = tiny.get(REVIEW)
    assert champions(page) == []
    assert "No champion: points a round" in page.text
    assert [table["data-by"] for table in page.classed("standings")] == ["wins"]
    assert "Points a round can only be compared" in tiny.get("/league/seasons").text


def test_no_round_together_wins_nothing_by_points():
    season = Season(1, "Winter", date(2026, 1, 1), None, Figure.POINTS, 1)
    places = [Placed(NO_FIGURE, 1, "1-2")]
    table = LeagueTable(None, PeopleView({}), "partnerships", Figure.POINTS, 1, places, places)
    assert first_of(season, Decision(table), PeopleView({}), "partnerships") == Champions()


def test_its_records_are_of_its_days_and_link_to_their_games(tiny, records_of_few):
    review(tiny, 6, 8)
    page = tiny.get(RECORDS)
    records = {item["data-record"]: item for item in page.root.elements if item["data-record"]}
    values = {code: item.all("b")[0].text for code, item in records.items()}
    assert (values["round"], values["narrowest"]) == ("6,000 points", "50 points")
    assert [a["href"] for a in records["round"].all("a")] == ["/partners/3-4", "/games/3/story"]
    assert "cuts" not in records
    on_paper = {row[0]: row[1] for row in cells(tiny.get(SHEET).classed("records")[0])}
    assert on_paper["Highest round"].startswith("6,000 points")


def test_the_last_of_a_season_that_is_over_has_the_wooden_spoon(tiny, monkeypatch):
    page = review(tiny, 5, 8)
    assert figure(page, "spoon") == "Bob ½ win in 4 games"
    reading.set_today(monkeypatch, "2026-01-08")
    assert "Wooden spoon" not in tiny.get(REVIEW).text


def test_it_shows_the_months(tiny):
    play(tiny, (6500, 20), day=31)
    assert len(column(review(tiny, last=31), "games")) == 4
    page = tiny.get(MONTHS)
    (picture,) = page.root.all("svg")
    assert picture.all("title")[0].text == "Games by month"
    assert picture.all("desc")[0].text == "Jan 2026: 5"


def test_years_and_months_are_cut_at_the_ends_of_a_season():
    years = list(years_between(date(2023, 6, 1), date(2025, 2, 3)))
    assert [name for name, *_ in years] == ["2023", "2024", "2025"]
    assert (years[0][1], years[-1][2]) == (date(2023, 6, 1), date(2025, 2, 3))
    months = list(months_between(date(2023, 12, 30), date(2024, 3, 1)))
    assert [name for name, *_ in months] == ["Dec 2023", "Jan 2024", "Feb 2024", "Mar 2024"]
    assert months[2][2] == date(2024, 2, 29)
    assert months[-1][1:] == (date(2024, 3, 1), date(2024, 3, 1))


def test_a_season_without_a_game_has_no_table(tiny):
    review(tiny, 20, 21)
    for page in map(tiny.get, (REVIEW, RECORDS, MONTHS, NIGHTS, SHEET)):
        assert page.status == 200
        assert "No finished games in this season yet." in page.text
        assert page.root.all("table") == []


def test_a_rating_counts_by_what_was_gained_in_the_season(tiny):
    """Game 1 is before the season. Carla wins games 2 and 3, Ann and Bob lose to her and Dora in game 3."""
    people = ids(tiny)
    tiny.get("/league")
    eve, end = (tiny.club.league.ratings(people.values(), f"2026-01-0{day}") for day in (5, 7))
    expected = {name: signed(end[id].shown - eve[id].shown) for name, id in people.items()}
    assert len(set(expected.values())) > 2
    page = review(tiny, 6, 7, figure="gained")
    assert {name: figure for _, name, figure in standings(page)} == expected == column(page, "gained")
    names = [row.all("th")[0].text for row in page.root.all("tr") if row["data-who"]]
    assert names == [f"{name} provisional" for name in ("Carla", "Ann", "Dora", "Bob")]
    assert "provisional" in section(page, "first").text
    whole = tiny.get(page.links["The whole table"])
    assert (standings(page), column(page, "wins")) == (standings(whole), column(whole, "wins"))
    assert f"Rating {expected['Carla']} in 2 games, from {eve[people['Carla']].shown:,} to" in page.text
    assert champions(page)[0] == "Carla"
    pair = [round(sum(at[people[name]].mean for name in ("Ann", "Carla")) / 2) for at in (eve, end)]
    whole = tiny.get("/league", over="season-1", whose="partnerships")
    assert column(whole, "gained")["Ann & Carla"] == signed(pair[1] - pair[0])
    assert "gained" not in column(tiny.get("/league", over="all"), "gained")


def test_players_with_too_few_games_do_not_lead(tiny):
    review(tiny, last=None)
    asks = reading.check_unchanged(tiny, REVIEW)
    tiny.club.seasons.change(1, least=9)
    assert tiny.client.get(REVIEW, headers=asks).status_code == 200
    page = tiny.get(REVIEW)
    assert champions(page) == []
    assert "No one has 9 games yet." in page.text


def test_a_pair_needs_a_quarter_of_the_games_of_the_busiest_to_be_champion(own_tiny):
    for _ in range(2):
        play(own_tiny, (6500, 20), day=8)
    play(own_tiny, (6500, 20), day=8, names=("Emil", "Frida", "Gus", "Hanna"))
    assert champions(review(own_tiny, last=8, figure="share"))[-1] == "Ann & Carla"
    own_tiny.club.seasons.change(1, least=99)
    assert champions(own_tiny.get(REVIEW))[-1] == "Ann & Carla"
    pairs = own_tiny.get("/league?over=season-1&whose=partnerships")
    everyone = own_tiny.get(pairs.links["Show everyone"])
    assert ["Emil & Gus" in str(standings(page)) for page in (pairs, everyone)] == [False, True]


def test_a_season_that_is_over_has_a_champion_even_if_no_one_played_enough(tiny):
    page = review(tiny, least=9)
    assert champions(page) == ["Carla", "Ann & Carla"]
    assert "No one played 9 games; the champion is first among all." in page.text
    assert "No partnership played 9 games; the champion partnership is first among all." in page.text
    whole = tiny.get(page.links["The whole table"])
    assert standings(whole) == standings(page)
    for shown in (whole, tiny.get("/league/seasons")):
        assert champions(shown) == ["Carla"]
        assert "No one played 9 games; the champion is first among all." in shown.text
