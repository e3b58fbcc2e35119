"""Evenings, and the news on the result, the home page and the standings."""

import re
import threading
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from scorepad.exchange.documents.games import games_document
from scorepad.store import Role
from scorepad.web.app import freshness
from scorepad.web.evenings import news
from tests.web.driving import OUT_FIRST, Visitor, level_round
from tests.web.kept import ended, keep
from tests.web.league.reading import begin_season, column, section, set_today
from tests.web.league.tiny_league import USUAL, ids, play

DAY = "/evenings/2026-01-09"


def lines(page):
    return [item.text for news in page.classed("news") for item in news.all("li")]


def test_an_evening_has_its_games_and_the_table_of_the_night(night):
    page = night.get(DAY)
    assert page.heading == "Friday, 9 Jan 2026"
    assert "3 games, 4 people." in page.text
    assert column(page, "wins") == {"Ann": "2", "Bob": "2", "Carla": "1", "Dora": "1"}
    assert list(column(page, "rank").values()) == ["1", "1", "3", "3"]
    assert [item.text for item in page.classed("best")] == ["Ann, Bob"]
    assert "Bob & Dora won 6,000 to 0 against Ann & Carla." in page.text
    assert page.links["Previous: 8 Jan 2026"] == "/evenings/2026-01-08"
    assert "Next" not in page.text
    assert night.get("/evenings").links["Friday, 9 Jan 2026 3 games"] == DAY
    assert night.get("/evenings?before=2026-01-09").links["Thursday, 8 Jan 2026 1 game"] == "/evenings/2026-01-08"


def test_a_night_that_passes_midnight_is_one_evening(first_visitor, monkeypatch):
    club, zone = first_visitor.club, ZoneInfo("Europe/Berlin")
    club.clock.change(zone.key)
    for at, points in ((20, (6500, 20)), (22, (6000, 20)), (23, (20, 6500)), (25, (6000, 0))):
        begun = datetime(2026, 12, 31, tzinfo=zone) + timedelta(hours=at)
        monkeypatch.setattr(club, "_now", lambda begun=begun: begun.astimezone(UTC).isoformat())
        keep(first_visitor, "southern-ohio", points, names=USUAL)
    begin_season(first_visitor, "2026-01-01", "2026-12-31", figure="wins", best=1)
    nights = first_visitor.get("/evenings")
    assert nights.links["Thursday, 31 Dec 2026 4 games"] == "/evenings/2026-12-31"
    assert "2027" not in nights.text
    assert column(first_visitor.get("/evenings/2026-12-31"), "wins")["Ann"] == "3"
    assert column(first_visitor.get("/league/seasons/1"), "wins")["Ann"] == "3"
    assert first_visitor.get("/league/years/2027").status == 404
    assert games_document(club)["games"][0]["day"] == "2026-12-31"
    club.clock.change(begins=time(0))
    assert column(first_visitor.get("/evenings/2026-12-31"), "wins")["Ann"] == "2"


def test_tonight_lasts_until_the_day_of_the_club_begins(night, monkeypatch):
    night.club.clock.change("Europe/Berlin")

    class Wall(datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2026, 1, 10, hour, 0, tzinfo=ZoneInfo("Europe/Berlin"))

    monkeypatch.setattr("scorepad.store.clock.datetime", Wall)
    night.get("/league")
    hour = 4
    assert section(night.get("/"), "latest").all("h2")[0].text == "Best of tonight"
    hour = 5
    assert section(night.get("/"), "latest").all("h2")[0].text == "Best of last night"


def test_a_night_of_one_game_has_no_table_and_a_day_without_games_leads_on(night):
    assert night.get("/evenings/2026-01-08").classed("best") == []
    page = night.get("/evenings/2026-01-01")
    assert "No finished games on this day." in page.text
    assert page.links["Next: 8 Jan 2026"] == "/evenings/2026-01-08"
    assert night.get("/evenings/2026-02-30").status == night.get("/evenings/tonight").status == 404


def test_names_on_a_night_sort_without_case_and_accents(first_visitor):
    for names in (("Zoe", "Émile", "adam", "Ötzi"), ("Émile", "Zoe", "Ötzi", "adam")):
        play(first_visitor, (300, 300), day=9, names=names, cells=ended(1))
    page = first_visitor.get(DAY)
    assert list(column(page, "wins")) == ["adam", "Émile", "Ötzi", "Zoe"]
    first_visitor.get("/league")
    assert "Best of the night: adam, Émile, Ötzi, Zoe." in first_visitor.get("/").text
    for name in ("Zoe", "Émile", "adam"):
        first_visitor.club.people.change(ids(first_visitor)[name], guest=True)
    assert "Guests: adam, Émile, Zoe" in first_visitor.get(DAY).text


def test_sets_that_differ_in_a_choice_say_in_which(first_visitor):
    for length in ({}, {"choice.length": "time"}):
        table = first_visitor.begin("good-sam", **length)
        level_round(table, 1)
        table.decide(decision="over")
    (night,) = [link for text, link in first_visitor.get("/evenings").links.items() if text.endswith("2 games")]
    kinds = {item.all("bdi")[-1].text for item in first_visitor.get(night).root.all("li") if item["data-game"]}
    assert kinds == {"Good Sam, as many as fit into 90 minutes", "Good Sam, three rounds"}


def test_games_that_go_on_or_do_not_count_are_listed_apart(night):
    cells = {(0, "table", "end"): {"over_after": 1, "in_league": False}}
    play(night, (100, 0), day=9, cells=cells)
    play(night, (100, 0), day=9)
    page = night.get(DAY)
    assert "3 games, 4 people. 1 game still going on." in page.text
    assert column(page, "games")["Ann"] == "3"
    listed = [item["data-game"] for item in page.root.all("li") if item["data-game"]]
    assert listed == ["4", "3", "2", "6", "5"]


def test_three_teams_guests_and_merged_people_stand_in_the_table_as_in_the_league(night):
    names = ("Ann", "Bob", "Carla", "Ann B.", "Guest", "Emil")
    play(night, (300, 100, 200), day=9, names=names, slug="laguna-woods", cells=ended(1))
    people = ids(night)
    night.club.people.change(people["Guest"], guest=True)
    page = night.get(DAY)
    assert column(page, "wins") == {"Ann": "3", "Ann B.": "1", "Bob": "2", "Carla": "1", "Dora": "1", "Emil": "0"}
    assert "Points a round" not in page.text
    assert "Guest: Guest" in page.text
    night.club.people.merge(people["Ann B."], people["Dora"])
    assert column(night.get(DAY), "wins")["Dora"] == "2"


def test_what_is_new_is_told_on_the_result_and_follows_a_correction(night):
    page = night.get("/games/4/result")
    assert page.root.by_id("changed").text == "What this game changed"
    assert column(page, "after").keys() == {f"{name} provisional" for name in USUAL}
    assert "provisional" in page.text
    assert page.links["The whole evening"] == DAY
    first = night.get("/games/1/result")
    assert {"Ann and Carla won their first game.", "Ann, Bob, Carla and Dora played their first game."} <= {
        *lines(first)
    }
    before = column(page, "before")
    night.send(night.get("/games/3").form("/bin"))
    assert column(night.get("/games/4/result"), "before") != before


def test_the_first_page_and_the_standings_say_what_is_new(night):
    night.get("/league")  # This waits longer for the figures than the home page does.
    home = night.get("/")
    assert "3 games. Best of the night: Ann, Bob." in home.text
    assert "needs 1 win to catch" in home.text
    assert home.links["Friday, 9 Jan 2026"] == DAY
    league = night.get("/league?over=all")
    assert "New on 9 Jan 2026" in league.text
    assert "Bob went up from rank 3 to 2 in the table of all games over the evening." in night.get(DAY).text
    down = "Carla went down from rank 1 to 2 in the table of all games over the evening."
    assert down in night.get("/games/4/result").text
    assert "from rank" not in night.get("/evenings/2026-01-08").text


def test_the_first_page_and_the_standings_name_the_ratings_that_moved_most(night):
    for day in range(10, 19):
        play(night, (6500, 20), day=day)
    night.get("/league")
    moved = next(p.text for p in section(night.get("/"), "latest").all("p") if p["data-figure"] == "largest")
    assert re.fullmatch(r"Ratings: Ann \+\d+, Carla \+\d+, (Bob −\d+, Dora|Dora −\d+, Bob) −\d+\.", moved), moved
    assert moved in [p.text for p in section(night.get("/league?over=all"), "newest").all("p")]
    assert "Ratings: " not in night.get("/league?over=all&after=1").text


def test_ranks_and_chances_are_those_of_the_table_without_people_of_few_games(night):
    for day in range(10, 15):
        play(night, (6500, 20), day=day)
    play(night, (20, 6500), day=15, names=("Emil", "Bob", "Frida", "Dora"))
    night.get("/league")
    page = night.get("/evenings/2026-01-15")
    assert "Emil" not in " ".join(line for line in lines(page) if "first game" not in line)
    assert "Emil needs" not in night.get("/").text


def test_the_first_page_says_who_leads_the_seasons_that_run(night, monkeypatch):
    set_today(monkeypatch, "2026-01-10")
    begin_season(night, "2026-01-01", "2026-12-31", name="The year", figure="gained")
    begin_season(night, "2026-01-09", "2026-01-31", name="January")
    begin_season(night, "2026-01-08", "2026-01-08", name="A day")
    begin_season(night, "2025-12-31", "", name="Ever")
    night.get("/league")
    page = night.get("/")
    by_gain = night.get("/league/seasons/1").root.all("section")[0].all("p")[0].text
    leads = [item.text for item in section(page, "leading").all("p")]
    assert leads == ["Ann and Bob lead January", "2 wins each", "Ann leads The year", by_gain]
    assert night.get(page.links["January"]).heading == "January"


def test_a_first_club_has_nothing_new(first_visitor):
    assert "Best of" not in first_visitor.get("/").text
    assert "No finished games yet." in first_visitor.get("/evenings").text


def test_news_under_way_are_never_partial(night, monkeypatch):
    go_on, real = threading.Event(), night.club.league.catch_up

    def slowly():
        go_on.wait(20)
        real()

    night.get("/league")
    monkeypatch.setattr(night.club.league, "catch_up", slowly)
    monkeypatch.setattr(news, "WAIT", 0.05)
    monkeypatch.setattr(freshness, "WAIT", 0.05)
    table = night.begin(slug="partnership")
    table.play(1, **OUT_FIRST)
    page = night.get("/games/4/result")
    assert "This is being worked out." in page.text
    assert column(page, "after") == {}
    assert "Best of the night" not in night.get("/").text
    assert column(night.get(DAY), "wins") == column(night.get(DAY), "after") == {}
    go_on.set()


def test_a_guest_of_one_table_reads_nothing_of_the_league(night):
    scorer = Visitor(night.app, Role.SCORER, 4)
    page = scorer.get("/games/4/result")
    assert page.status == 200
    assert "What this game changed" not in page.text
