"""The standings: who is first, over which games, by which figure."""

import pytest

from scorepad.league.facts import WHOLE, Tally
from scorepad.league.figures import sentence, shared_sentence
from scorepad.league.ratings import Rating
from scorepad.league.standings import Figure, Standing
from scorepad.web.league.standing_rows import Movement
from tests.web.kept import ended
from tests.web.league.reading import (
    LEAGUE,
    begin_season,
    champions,
    check_unchanged,
    column,
    movements,
    provisional,
    section,
    set_today,
    standings,
)
from tests.web.league.tiny_league import play


def names(page):
    return [name for _, name, _ in standings(page)]


def test_a_club_without_a_finished_game_has_no_table(first_visitor):
    first_visitor.begin()
    page = first_visitor.get(LEAGUE)
    assert (page.status, page.heading) == (200, "All games")
    assert "No finished games yet" in page.text
    assert page.root.all("table") == []


def test_people_are_ranked_by_wins_and_a_tie_is_half_a_win(tiny):
    page = tiny.get(LEAGUE)
    wins = [(1, "Carla", "3½"), (2, "Ann", "2½"), (3, "Dora", "1½"), (4, "Bob", "½")]
    assert standings(page) == wins
    assert champions(page) == []


def test_every_column_has_its_own_figure(first_visitor):
    counts = {(1, "team1", "clean"): 3, (1, "seat1", "exact_cut"): 1}
    cells = {cell: {"as": "count", "n": count} for cell, count in counts.items()}
    play(first_visitor, (1000, 30), (500, 0), slug="partnership", cells=cells | ended(2))
    play(first_visitor, (0, 30), slug="partnership", cells=ended(1))
    page = first_visitor.get(LEAGUE)
    # In 3 rounds 1,000 + 3 × 500 + 500 by play, and a cut of 100 by luck.
    row = {"games": "2", "wins": "1", "share": "50%", "points": "1,033", "luck": "+17"}
    row |= {"play": "1,000", "books": "3"}
    assert {name: column(page, name)["Ann"] for name in row} == row


@pytest.mark.parametrize(
    ("figure", "alone", "shared"),
    [
        (Figure.WINS, "1½ wins in 2 games", "1½ wins each"),
        (Figure.SHARE, "75% of 2 games won", "75% of the games won each"),
        (Figure.POINTS, "25 points a round in 2 games", "25 points a round each"),
        (Figure.RATING, "Rating 1,500 ±\u00a040, after 2 games here", "Rating 1,500 each"),
        (Figure.BOOKS, "1 book in 2 games", "1 book each"),
        (Figure.GAMES, "2 games", "2 games each"),
    ],
)
def test_a_figure_is_a_sentence(figure, alone, shared):
    tally = Tally(games=2, share=WHOLE * 3 // 2, rounds=4, points=100, books=1, itemised=4)
    standing = Standing("1", tally, Rating(1500, 20))
    assert (sentence(figure, standing), shared_sentence(figure, standing)) == (alone, shared)


def test_partnerships_have_a_table_of_their_own(tiny, tiny_ids):
    page = tiny.get(LEAGUE, whose="partnerships")
    assert standings(page)[:2] == [(1, "Ann & Carla", "2½"), (2, "Carla & Dora", "1")]
    assert page.links["Ann & Carla"] == "/partners/{Ann}-{Carla}".format(**tiny_ids)
    assert set(names(page)[2:]) == {"Ann & Bob", "Bob & Dora"}


def test_no_one_leads_a_season_if_too_many_are_equal(first_visitor):
    begin_season(first_visitor, last="")
    for at in range(2):
        play(first_visitor, (6000, 6000), names=tuple(f"P{at}{n}" for n in range(4)))
    page = first_visitor.get(LEAGUE)
    assert [rank for rank, *_ in standings(page)] == [1] * 8
    assert champions(page) == []
    assert "No one leads: 8 people are equal" in page.text
    assert "No one leads: 4 pairs are equal" in first_visitor.get("/league/seasons/1").text


def test_days_without_games_have_no_table_and_any_days_may_be_typed(tiny):
    page = tiny.get(LEAGUE, over="days", **{"from": "2027-01-01", "to": ""})
    assert page.heading == "From 1 Jan 2027 on"
    assert "No game was finished in these days" in page.text
    assert tiny.get(page.links["The table of all games"]).heading == "All games"
    page = tiny.get(LEAGUE, over="days", **{"from": "0001-01-01", "to": "9999-12-31"})
    assert set(column(page, "games").values()) == {"4"}


def test_players_with_too_few_games_are_left_out(own_tiny):
    play(own_tiny, (6500, 20), names=("Ann", "Bob", "Carla", "Emil"))
    page = own_tiny.get(LEAGUE)
    assert names(page) == ["Carla", "Ann", "Dora", "Bob"]
    assert "Shown with 2 games or more: a quarter of the games of the busiest player." in page.text
    assert provisional(page) == {"Emil": "1 game, about 1,480"}
    page = own_tiny.get(page.links["Show everyone"])
    assert "Emil" in names(page)
    assert provisional(page) == {}
    page = own_tiny.get(LEAGUE, least="6")
    assert "no one played 6 games or more" in page.text
    assert page.root.all("table") == []
    pairs = own_tiny.get(LEAGUE, least="6", whose="partnerships")
    assert "no pair has played 6 or more games together" in pairs.text


def test_points_of_several_kinds_are_not_compared(own_tiny, monkeypatch):
    play(own_tiny, *[(3000, 20)] * 4, slug="partnership")
    begin_season(own_tiny, last="2026-01-31", figure="points")
    set_today(monkeypatch, "2026-02-01")
    page = own_tiny.get(LEAGUE)
    assert page.status == 200
    assert not column(page, "points")
    assert "Champion" not in page.text
    assert "By wins." in page.text
    assert "Points a round" not in [link.text for link in page.root.all("a") if "by=points" in link["href"]]
    assert "This table has 2 kinds: choose one." in page.text
    (chosen,) = [href for name, href in page.links.items() if name.startswith("Southern Ohio")]
    of_one_kind = own_tiny.get(chosen)
    assert set(column(of_one_kind, "games").values()) == {"4"}
    assert column(of_one_kind, "points")["Carla"] == "4,920"


def test_a_rating_of_few_games_is_provisional_and_ranks_no_one(own_tiny):
    page = own_tiny.get(LEAGUE, by="rating")
    assert "every rating is still provisional" in page.text
    assert page.root.all("table") == []
    assert list(provisional(page)) == ["Ann", "Bob", "Carla", "Dora"]
    assert all(text.startswith("4 games, about 1,") for text in provisional(page).values())
    assert all(text.startswith("about 1,") for text in column(own_tiny.get(LEAGUE), "rating").values())


def test_a_rating_is_that_of_the_last_day_with_its_range(own_tiny):
    for day in range(9, 15):
        play(own_tiny, (6500, 20), day=day)
    page = own_tiny.get(LEAGUE, by="rating")
    assert provisional(page) == {}
    for rating in column(page, "rating").values():
        assert [part.replace(",", "").isdigit() for part in rating.split(" ± ")] == [True, True]
    assert [rank for rank, *_ in standings(page)] == [1, 2, 3, 4]
    # Ten games on the last day, and nine by the day before.
    before = own_tiny.get(LEAGUE, by="rating", over="days", to="2026-01-13")
    assert [text.split(",")[0] for text in provisional(before).values()] == ["9 games in all"] * 4
    assert movements(page) == []


@pytest.mark.parametrize("by", [figure for figure in Figure if figure is not Figure.BEST])
def test_every_order_has_its_figure_first(tiny, by):
    page = tiny.get(LEAGUE, by=by, over="days", **{"from": "2026-01-01"})
    current = [link for link in page.root.all("a") if link["aria-current"] == "page"]
    assert f"by={by}" in current[-1]["href"]
    if by is Figure.RATING:
        return
    (table,) = page.root.all("table")
    assert table["data-by"] == by
    (heading,) = [heading for heading in table.all("th") if heading["aria-sort"]]
    assert heading is table.all("th")[3]


def test_the_current_season_is_shown_first(own_tiny, monkeypatch):
    asks = check_unchanged(own_tiny, LEAGUE)
    begin_season(own_tiny)
    assert own_tiny.client.get(LEAGUE, headers=asks).status_code == 200
    set_today(monkeypatch, "2026-01-04")
    assert own_tiny.get(LEAGUE).heading == "All games"
    set_today(monkeypatch, "2026-01-07")
    page = own_tiny.get(LEAGUE)
    assert page.heading == "Winter"
    assert "5 Jan 2026 to 7 Jan 2026" in page.text
    assert "In the lead" in page.text
    assert standings(page)[0] == (1, "Carla", "3")


def test_of_several_seasons_that_run_the_one_begun_last_is_shown_first(own_tiny, monkeypatch):
    set_today(monkeypatch, "2026-01-07")
    begin_season(own_tiny, "2026-01-01", "2026-12-31", name="The year")
    assert "The year" not in own_tiny.get(LEAGUE).links
    begin_season(own_tiny, "2026-01-07", "2026-01-31", name="January")
    begin_season(own_tiny, "2026-01-06", "2026-01-06", name="A day")
    page = own_tiny.get(LEAGUE)
    assert (page.heading, standings(page)[0]) == ("January", (1, "Carla", "1½"))
    assert "A day" not in page.links
    year = own_tiny.get(page.links["The year"])
    assert (year.heading, standings(year)[0]) == ("The year", (1, "Carla", "3½"))
    set_today(monkeypatch, "2026-02-01")
    assert own_tiny.get(LEAGUE).heading == "The year"


def test_a_season_that_is_over_has_a_champion(own_tiny, monkeypatch):
    set_today(monkeypatch, "2026-01-08")
    begin_season(own_tiny, figure="share", least=2)
    page = own_tiny.get(LEAGUE)
    (table,) = page.root.all("table")
    assert table["data-by"] == "share"
    assert "Champion" in page.text
    assert champions(page) == ["Carla"]
    assert champions(own_tiny.get(LEAGUE, over="season-1", by="wins")) == []
    assert champions(own_tiny.get(LEAGUE, over="season-1", least="1")) == []
    begin_season(own_tiny, "2025-01-01", "2025-12-31", name="Earlier")
    assert own_tiny.get(LEAGUE, over="season-2").heading == "Earlier"


def test_a_row_shows_its_form_and_how_far_it_moved_since_the_day_before(own_tiny):
    page = own_tiny.get(LEAGUE)
    forms = {row.all("th")[0].text: row.all("svg")[0]["aria-label"] for row in page.root.all("tr") if row["data-who"]}
    assert forms == {
        "Carla": "won 3, tied",
        "Ann": "won 2, lost, tied",
        "Dora": "lost 2, won, tied",
        "Bob": "lost 3, tied",
    }
    # A tie moves no one. With another loss for Carla and Ann, they would share the lead with Dora after her third win.
    assert movements(page) == []
    play(own_tiny, (0, 6000), day=9)
    play(own_tiny, (0, 6000), day=9)
    page = own_tiny.get(LEAGUE)
    assert standings(page) == [(1, "Carla", "3½"), (1, "Dora", "3½"), (3, "Ann", "2½"), (3, "Bob", "2½")]
    assert movements(page) == ["▲2 up 2 on 9 Jan 2026", "▼1 down 1 on 9 Jan 2026", "▲1 up 1 on 9 Jan 2026"]
    play(own_tiny, (0, 6000), names=("Ann", "Bob", "Carla", "Emil"), day=10)
    assert "new new in the table on 10 Jan 2026" in movements(own_tiny.get(LEAGUE, least="1"))
    assert movements(own_tiny.get(LEAGUE, over="days", **{"from": "2026-01-10", "to": "2026-01-10"})) == []


def test_news_of_a_rank_is_of_the_first_three_or_names_who_was_overtaken(own_tiny, monkeypatch):
    names = ("Emil", "Finn", "Gabi", "Hugo")
    play(own_tiny, (6000, 0), day=9, names=names)
    play(own_tiny, (0, 6000), day=10, names=names)
    set_today(monkeypatch, "2026-01-10")
    own_tiny.get(LEAGUE)
    page = own_tiny.get(LEAGUE)
    assert [name for rank, name, _ in standings(page) if rank == 4] == ["Emil", "Finn", "Gabi", "Hugo"]
    assert section(page, "newest").text.startswith("New tonight Finn went up from rank 7 to 4, overtaking Bob.")
    night = own_tiny.get("/evenings/2026-01-10").text
    for name in ("Finn", "Hugo"):
        sentence = f"{name} went up from rank 7 to 4 in the table of all games over the evening, overtaking Bob."
        assert sentence in night
    assert "Emil went" not in night


def test_a_change_of_rank_below_the_third_is_no_news_without_a_name():
    news = [Movement(steps, "2026-01-10").is_news(rank) for steps, rank in ((2, 1), (1, 3), (-2, 5), (-2, 6), (3, 4))]
    assert news == [True, True, True, False, False]
    assert Movement(3, "2026-01-10", "Bob").is_news(4)
    assert not any(Movement(steps, "2026-01-10").is_news(1) for steps in (0, None))


def test_the_first_screen_says_what_changed_and_shows_three_people(own_tiny, monkeypatch):
    play(own_tiny, (0, 6000), day=9)
    play(own_tiny, (0, 6000), day=9)
    set_today(monkeypatch, "2026-01-10")
    own_tiny.get(LEAGUE)
    page = own_tiny.get(LEAGUE)
    new = section(page, "newest")
    assert new.text.startswith("New since last night Dora went up from rank 3 to 1.")
    assert new.all("a")[0]["href"] == "/evenings/2026-01-09"
    first = [item.text for item in section(page, "leaders").all("li")]
    assert first == [
        "Rank 1 Carla 3½ of 6 won",
        "Rank 1 Dora 3½ of 6 won ▲2 up 2 on 9 Jan 2026",
        "Rank 3 Ann 2½ of 6 won ▼1 down 1 on 9 Jan 2026",
    ]
    assert page.links["All 4 people"] == "#table"
    assert page.root.by_id("table")
    pairs = own_tiny.get(LEAGUE, whose="partnerships")
    assert f"All {len(standings(pairs))} pairs" in pairs.links
    assert "6 games" in section(own_tiny.get(LEAGUE, by="games"), "leaders").all("li")[0].text
    set_today(monkeypatch, "2026-01-09")
    assert section(own_tiny.get(LEAGUE), "newest").all("h2")[0].text == "New tonight"
