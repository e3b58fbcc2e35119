"""The year in review of the tiny league: of a person, a partnership and the club, and its picture."""

import re
import struct
from xml.etree import ElementTree

import pytest

from scorepad.live.league_worker import LeagueWorker
from scorepad.store.results import reads
from scorepad.store.results.reads import Years
from scorepad.web.result import picture
from tests.web.kept import keep
from tests.web.league.reading import each_figure, figure, section, set_today
from tests.web.league.tiny_league import ids, play

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def in_2026(monkeypatch):
    set_today(monkeypatch, "2026-02-01")


def year_of(visitor, place, year=2026):
    page = visitor.get(f"{place}/year/{year}")
    assert page.status == 200
    return page


def test_a_person_has_figures_records_and_badges(tiny, tiny_ids, in_2026, records_of_few):
    page = year_of(tiny, f"/people/{tiny_ids['Ann']}")
    assert page.heading == "Ann in 2026, so far"
    assert each_figure(page, "games", "wins", "ties", "share") == ["4", "2", "1", "62%"]
    assert "Best partner" not in page.text
    facts = each_figure(page, "month", "run", "rival")
    assert facts == ["January, 2 of 4 won, 1 tied", "2 games won in a row", "Dora ahead in 62% of 4"]
    about = figure(tiny.get(f"/people/{tiny_ids['Ann']}"), "rating")
    assert figure(page, "rating") == f"about 1,500 – {about}, provisional: 4 games"
    records = {row["data-record"]: row.text for row in page.root.all("dd") if row["data-record"]}
    assert records == {
        "round": "6,500 points",
        "game": "6,500 points",
        "comeback": "50 points",
        "narrowest": "50 points",
    }
    assert [row["data-badge"] for row in section(page, "badges").all("dd")] == ["game", "won", "turned", "hair"]
    assert tiny.get(f"/people/{tiny_ids['Ann']}").links["Year 2026"] == f"/people/{tiny_ids['Ann']}/year/2026"


def test_a_rating_of_ten_games_has_its_highest_point(own_tiny, in_2026):
    for day in range(9, 15):
        play(own_tiny, (0, 6500), day=day)
    ann = ids(own_tiny)["Ann"]
    page = year_of(own_tiny, f"/people/{ann}")
    start, end, high = figure(page, "rating").replace(" –", ",").replace(" high", "").split(", ")
    assert (start, end) == ("1,500", figure(own_tiny.get(f"/people/{ann}"), "rating"))
    assert int(high.replace(",", "")) > int(end.replace(",", ""))


def test_who_gained_most_is_provisional_with_few_games(tiny, in_2026):
    assert re.fullmatch(
        r"Carla Rating \+\d+ in 4 games, from 1,500 to 1,\d+, provisional", figure(year_of(tiny, "/league"), "gained")
    )


def test_a_kind_of_game_has_records_in_a_year_from_its_fifth_game_on(own_tiny, in_2026):
    place = f"/people/{ids(own_tiny)['Ann']}"
    assert "Records set" not in year_of(own_tiny, place).text
    play(own_tiny, (20, 6500), day=9)
    assert "Records set" in year_of(own_tiny, place).text


def test_a_year_is_read_from_its_games_once(own_tiny, in_2026, monkeypatch):
    address = f"/people/{ids(own_tiny)['Ann']}"
    page = year_of(own_tiny, address)
    with monkeypatch.context() as patch:
        patch.delattr(Years, "games")
        assert year_of(own_tiny, address).text == page.text
    play(own_tiny, (6500, 20), day=9)
    assert figure(year_of(own_tiny, address), "games") == "5"


def test_the_years_of_someone_are_looked_up_without_those_of_everyone(tiny):
    with tiny.club.reading() as db:
        plan = db.execute(f"EXPLAIN QUERY PLAN {reads._YEARS}", ('["2026"]', 1, "1")).fetchall()
    assert "year=? AND who=?" in str(plan)


def test_a_partnership_has_a_year_of_its_own_and_one_beaten_record_is_not_named(own_tiny, in_2026, records_of_few):
    people = ids(own_tiny)
    play(own_tiny, (7000, 20), day=9, names=("Ann", "Carla", "Bob", "Dora"))
    page = year_of(own_tiny, f"/partners/{people['Ann']}-{people['Carla']}")
    assert each_figure(page, "games", "run", "rival") == ["3", "2 games won in a row", "Bob & Dora ahead in 83% of 3"]
    assert [row["data-record"] for row in page.root.all("dd") if row["data-record"]] == ["comeback", "narrowest"]


def test_records_are_those_of_the_end_of_the_year_and_set_in_it(own_tiny, in_2026, monkeypatch, records_of_few):
    monkeypatch.setattr(own_tiny.club, "_now", lambda: "2025-03-01T12:00:00.000+00:00")
    keep(own_tiny, "southern-ohio", (6900, 20), names=("Ann", "Bob", "Carla", "Dora"))
    ann = f"/people/{ids(own_tiny)['Ann']}"
    records = {
        year: {
            row["data-record"]: row.text for row in year_of(own_tiny, ann, year).root.all("dd") if row["data-record"]
        }
        for year in (2025, 2026)
    }
    # The record margin was beaten in 2026; the records of a round and a game still stand.
    assert records == {
        2025: {"round": "6,900 points", "game": "6,900 points", "narrowest": "6,880 points"},
        2026: {"comeback": "50 points", "narrowest": "50 points"},
    }


def test_there_is_no_picture_while_figures_are_under_way(tiny, tiny_ids, in_2026, monkeypatch):
    place = f"/people/{tiny_ids['Ann']}/year/2026"
    assert tiny.get(place).status == 200
    monkeypatch.setattr(LeagueWorker, "is_done", lambda worker, wait: False)
    answer = tiny.client.get(f"{place}.png")
    assert (answer.status_code, answer.location) == (303, place)
    assert not [link for link in tiny.get(place).root.all("a") if link["data-share"]]


def test_the_club_has_a_year(tiny, tiny_ids, in_2026):
    answer = tiny.client.get("/league/year")
    assert (answer.status_code, answer.location) == (303, "/league/year/2026")
    page = year_of(tiny, "/league")
    assert page.heading == "The club in 2026, so far"
    assert each_figure(page, "games", "rounds", "month") == ["4", "5", "January, 4 games"]
    assert figure(page, "player") == "Carla 3½ wins in 4 games"
    assert figure(page, "run").startswith("Carla 3 games won in a row")


def test_a_year_of_the_club_has_a_wooden_spoon_and_who_cut_exactly_most(own_tiny, in_2026):
    cuts = {(1, seat, "exact_cut"): {"as": "count", "n": 2} for seat in ("seat1", "seat3")}
    page = year_of(own_tiny, "/league")
    assert figure(page, "spoon") == "Bob 12% of 4 games won"
    assert "Most exact cuts" not in page.text
    play(own_tiny, *[(3000, 20)] * 4, day=9, slug="partnership", cells=cuts)
    assert figure(year_of(own_tiny, "/league"), "cuts") == "Ann Carla 2 exact cuts"


def test_an_upset_is_won_by_the_lower_rated_after_ten_games(own_tiny, in_2026):
    for day in range(9, 19):
        play(own_tiny, (6500, 20), day=day)
    assert "Upset of the year" not in year_of(own_tiny, "/league").text
    game = play(own_tiny, (20, 6500), day=20)
    ids_ = ids(own_tiny)
    before = {who: own_tiny.club.league.ratings_before([id_], "2026-01-20")[id_].mean for who, id_ in ids_.items()}
    by = round((before["Ann"] + before["Carla"]) / 2) - round((before["Bob"] + before["Dora"]) / 2)
    page = year_of(own_tiny, "/league")
    assert figure(page, "upset") == f"Bob & Dora beat Ann & Carla, who were rated {by} higher"
    assert page.links[f"beat Ann & Carla, who were rated {by} higher"] == f"/games/{game}/story"


def test_a_year_is_compared_with_the_same_days_of_the_year_before(own_tiny, in_2026, monkeypatch):
    now = own_tiny.club._now
    for day in ("2025-01-10", "2025-03-10"):
        monkeypatch.setattr(own_tiny.club, "_now", lambda day=day: f"{day}T12:00:00.000+00:00")
        keep(own_tiny, "southern-ohio", (6900, 20), names=("Ann", "Bob", "Carla", "Dora"))
    monkeypatch.setattr(own_tiny.club, "_now", now)
    ann = f"/people/{ids(own_tiny)['Ann']}"
    assert "In 2025 by this day 1 of 1 game won, 100%" in year_of(own_tiny, ann).text
    assert "In 2025 by this day 1 game" in year_of(own_tiny, "/league").text
    assert "In 2024" not in year_of(own_tiny, ann, 2025).text
    set_today(monkeypatch, "2027-01-01")
    assert "In 2025 2 of 2 games won, 100%" in year_of(own_tiny, ann).text


def test_one_game_is_no_run_of_the_club(first_visitor, in_2026):
    play(first_visitor, (6500, 20), day=5)
    page = year_of(first_visitor, "/league")
    assert "Busiest month January, 1 game" in page.text
    assert "Longest run" not in page.text


def test_a_year_without_games_says_so_and_has_no_picture(tiny, tiny_ids, in_2026):
    for place in (f"/people/{tiny_ids['Ann']}", "/partners/{Ann}-{Dora}".format(**tiny_ids), "/league"):
        assert "No games in 2025." in year_of(tiny, place, 2025).text
        assert "2027 has not begun yet." in year_of(tiny, place, 2027).text
        answer = tiny.client.get(f"{place}/year/2025.png")
        assert (answer.status_code, answer.location) == (303, f"{place}/year/2025")
        assert tiny.get(f"{place}/year/9999").status == 404


def test_a_year_that_is_over_does_not_say_so_far(tiny, tiny_ids, monkeypatch):
    set_today(monkeypatch, "2027-01-01")
    assert year_of(tiny, f"/people/{tiny_ids['Ann']}").heading == "Ann in 2026"


def test_the_picture_is_a_png_to_share(tiny, tiny_ids, in_2026, monkeypatch, records_of_few):
    place = f"/people/{tiny_ids['Ann']}/year/2026"
    (share,) = [link for link in tiny.get(place).root.all("a") if link["data-share"]]
    assert (share["href"], share["data-share"]) == (f"{place}.png", f"scorepad-{tiny_ids['Ann']}-2026.png")
    answer = tiny.client.get(share["href"])
    assert (answer.mimetype, struct.unpack(">II", answer.data[16:24])) == ("image/png", (1200, 630))
    monkeypatch.setattr(picture, "png", str.encode)
    drawing = ElementTree.fromstring(tiny.client.get(share["href"]).text)
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert texts[:3] == ["\u2068Ann\u2069: 2026, so far", "4", "Games"]
    assert "Met most: Dora, ahead in 62% of 4" in texts
    assert "4 records set, 4 badges earned" in texts


def test_a_run_of_the_year_leaves_out_the_wins_before_it(own_tiny, in_2026, monkeypatch):
    monkeypatch.setattr(own_tiny.club, "_now", lambda: "2025-12-30T12:00:00.000+00:00")
    keep(own_tiny, "southern-ohio", (6900, 20), names=("Carla", "Bob", "Ann", "Dora"))
    carla = f"/people/{ids(own_tiny)['Carla']}"
    assert figure(own_tiny.get(carla), "best_run") == "4"
    assert figure(year_of(own_tiny, carla), "run") == "3 games won in a row"
    assert figure(year_of(own_tiny, "/league"), "run") == "Carla 3 games won in a row"
