"""The standings: who is first over which games."""

import pytest

from tests.web.standings import LEAGUE, column, first, rows, season, set_today
from tests.web.tiny_league import ids, play, play_tiny_league


@pytest.fixture
def visitor(first_visitor):
    """Every test here is about a club that holds its own games alone."""
    return first_visitor


@pytest.fixture
def tiny(visitor):
    """Somebody at a club of four games."""
    play_tiny_league(visitor)
    return visitor


def test_a_club_without_a_finished_game_is_told_so(visitor):
    visitor.begin()
    page = visitor.get(LEAGUE)
    assert (page.status, page.heading) == (200, "All games")
    assert "No finished game yet" in page.text
    assert page.root.all("table") == []


def test_everybody_stands_in_the_order_of_wins_and_a_tie_is_half_a_win(tiny):
    page = tiny.get(LEAGUE)
    assert rows(page) == [
        (1, "Carla", "3½"), (2, "Ann", "2½"), (3, "Dora", "1½"), (4, "Bob", "½"),
    ]  # fmt: skip
    assert first(page) == ["Carla"]
    assert "First by wins" in page.text
    assert "3½ wins in 4 games" in page.text


def test_partnerships_have_a_table_of_their_own(tiny):
    page = tiny.get(LEAGUE, whose="partnerships")
    assert rows(page)[:2] == [(1, "Ann & Carla", "2½"), (2, "Carla & Dora", "1")]
    assert page.links["Ann & Carla"] == "/partners/1-3"
    assert {row[1] for row in rows(page)[2:]} == {"Ann & Bob", "Bob & Dora"}


def test_equals_have_one_rank_and_the_next_is_left_out(visitor):
    play(visitor, (6500, 20), names=("Ann", "Bob", "Carla", "Dora"))
    play(visitor, (6500, 20), names=("Ann", "Carla", "Bob", "Dora"))
    found = rows(visitor.get(LEAGUE))
    assert found == [(1, "Ann", "2"), (2, "Bob", "1"), (2, "Carla", "1"), (4, "Dora", "0")]


def test_several_who_are_first_are_all_named(tiny):
    page = tiny.get(LEAGUE, by="games")
    assert [row[0] for row in rows(page)] == [1, 1, 1, 1]
    assert first(page) == ["Ann", "Bob", "Carla", "Dora"]
    assert "4 games each" in page.text


def test_more_than_four_who_are_first_are_counted(visitor):
    for at in range(2):
        play(visitor, (6000, 6000), names=tuple(f"P{at}{n}" for n in range(4)))
    page = visitor.get(LEAGUE)
    assert len(first(page)) == 4
    assert "and 4 more" in page.text


@pytest.mark.parametrize("leaves", ["set_guest", "forget"])
def test_guests_and_the_forgotten_stand_in_no_table(tiny, leaves):
    carla = ids(tiny)["Carla"]
    people = tiny.club.people
    people.forget(carla) if leaves == "forget" else people.set_guest(carla, True)
    assert [row[:2] for row in rows(tiny.get(LEAGUE))] == [(1, "Ann"), (2, "Dora"), (3, "Bob")]
    partners = [row[1] for row in rows(tiny.get(LEAGUE, whose="partnerships"))]
    assert partners == ["Bob & Dora", "Ann & Bob"]


@pytest.mark.parametrize(
    ("first_day", "last_day", "games"),
    [
        ("2026-01-06", "2026-01-07", "2"),
        ("2026-01-06", "", "3"),
        ("", "2026-01-05", "1"),
        ("0001-01-01", "9999-12-31", "4"),
    ],
)
def test_days_of_ones_own_choice_are_both_included(tiny, first_day, last_day, games):
    page = tiny.get(LEAGUE, over="days", **{"from": first_day, "to": last_day})
    assert page.status == 200
    assert set(column(page, "games").values()) == {games}


def test_a_range_without_games_says_so(tiny):
    page = tiny.get(LEAGUE, over="days", **{"from": "2027-01-01", "to": ""})
    assert page.heading == "From 1 Jan 2027 on"
    assert "No game was finished in these days" in page.text
    assert tiny.get(page.links["The table of all games"]).heading == "All games"


def test_the_least_games_leave_out_who_has_fewer(tiny):
    play(tiny, (6500, 20), names=("Ann", "Bob", "Carla", "Emil"))
    assert "Emil" not in [row[1] for row in rows(tiny.get(LEAGUE, least="2"))]
    page = tiny.get(LEAGUE, least="6")
    assert "nobody here has 6 games or more" in page.text
    assert page.root.all("table") == []


def test_points_luck_and_play_are_shown_of_one_kind_and_rounded(tiny):
    page = tiny.get(LEAGUE, by="points")
    assert rows(page) == [
        (1, "Carla", "4,920"), (2, "Ann", "3,720"), (3, "Dora", "3,614"), (4, "Bob", "2,414"),
    ]  # fmt: skip
    assert column(page, "luck")["Carla"] == "0"
    assert column(page, "play") == column(page, "points")


def test_points_of_several_kinds_are_not_compared_and_one_can_be_chosen(tiny):
    play(tiny, (3000, 20), (3000, 20), (3000, 20), (3000, 20), slug="partnership")
    page = tiny.get(LEAGUE, by="points")
    assert page.status == 200
    assert not column(page, "points")
    assert "Points a round" not in [
        link.text for link in page.root.all("a") if "by=points" in link["href"]
    ]
    assert "Here are 2 kinds: choose one." in page.text
    (chosen,) = [href for name, href in page.links.items() if name.startswith("Southern Ohio")]
    one = tiny.get(chosen)
    assert set(column(one, "games").values()) == {"4"}
    assert column(one, "points")["Carla"]


def test_a_rating_is_shown_with_how_sure_it_is(tiny):
    page = tiny.get(LEAGUE, by="rating")
    for rating in column(page, "rating").values():
        assert [part.replace(",", "").isdigit() for part in rating.split(" ± ")] == [True, True]
    assert "Bars begin at 1,500" in page.text


def test_a_rating_is_that_of_the_end_of_the_days(tiny):
    day = {"over": "days", "from": "2026-01-05", "to": "2026-01-05"}
    of_then = column(tiny.get(LEAGUE, **day), "rating")["Ann"]
    assert of_then == column(tiny.get(LEAGUE, **day), "rating")["Carla"]
    assert of_then != column(tiny.get(LEAGUE), "rating")["Ann"]


@pytest.mark.parametrize("by", ["wins", "share", "points", "rating", "books", "games"])
def test_every_order_is_a_table_with_its_figure_first_and_a_picture(tiny, by):
    page = tiny.get(LEAGUE, by=by)
    (table,) = page.root.all("table")
    assert table["data-by"] == by
    (heading,) = [one for one in table.all("th") if one["aria-sort"]]
    assert heading is table.all("th")[2]
    (picture,) = page.root.all("svg")
    title, said = picture.all("title")[0], picture.all("desc")[0]
    assert picture["aria-labelledby"] == f"{title['id']} {said['id']}"
    assert all(f"{rank}. {name}, {figure}" in said.text for rank, name, figure in rows(page))
    current = [one for one in page.root.all("a") if one["aria-current"] == "page"]
    assert f"by={by}" in current[-1]["href"]


def test_the_season_that_runs_is_shown_first_and_who_leads_it(tiny, monkeypatch):
    set_today(monkeypatch, "2026-01-07")
    season(tiny)
    page = tiny.get(LEAGUE)
    assert page.heading == "Winter"
    assert "5 Jan 2026 to 7 Jan 2026" in page.text
    assert "In the lead" in page.text
    assert rows(page)[0] == (1, "Carla", "3")


def test_a_season_that_is_over_has_a_champion(tiny, monkeypatch):
    set_today(monkeypatch, "2026-01-08")
    season(tiny, figure="share", least=2)
    page = tiny.get(LEAGUE)
    (table,) = page.root.all("table")
    assert table["data-by"] == "share"
    assert "Champion" in page.text
    assert first(page) == ["Carla"]
    assert "First by wins" in tiny.get(LEAGUE, over="season-1", by="wins").text
    assert "First by win share" in tiny.get(LEAGUE, over="season-1", least="1").text


def test_a_season_to_come_is_not_yet_the_usual_table(tiny, monkeypatch):
    set_today(monkeypatch, "2026-01-04")
    season(tiny)
    assert tiny.get(LEAGUE).heading == "All games"


def test_who_leads_by_points_of_several_kinds_is_nobodys_champion(tiny, monkeypatch):
    set_today(monkeypatch, "2026-02-01")
    play(tiny, *[(3000, 20)] * 4, slug="partnership", day=7)
    season(tiny, figure="points")
    page = tiny.get(LEAGUE)
    assert "Champion" not in page.text
    assert "First by wins" in page.text


def test_those_with_one_win_have_one_win_each(visitor):
    play(visitor, (6500, 20))
    assert "1 win each" in visitor.get(LEAGUE).text


def test_names_are_shown_whole_and_harmless(visitor):
    names = ("<script>alert(1)</script>", "W" * 40, "O'Neil & Sons", "Élise")
    play(visitor, (6500, 20), names=names)
    page = visitor.get(LEAGUE)
    assert {row[1] for row in rows(page)} == set(names)
    assert "<script>alert" not in page.source
    assert "W" * 40 in page.root.all("desc")[0].text
    assert "…" in page.root.all("svg")[0].text


def test_an_unchanged_table_is_not_sent_again(tiny):
    tiny.get("/games/new/partnership")
    answer = tiny.client.get(LEAGUE)
    again = {"If-None-Match": answer.headers["ETag"]}
    assert tiny.client.get(LEAGUE, headers=again).status_code == 304
    season(tiny)
    assert tiny.client.get(LEAGUE, headers=again).status_code == 200
