"""A player's page: every figure of the tiny league, and people without such a page."""

from functools import partial

import pytest

from scorepad.league import competitor_figures
from scorepad.store import Entry
from scorepad.web.players import by_rules
from scorepad.web.players.players import PARTS
from tests.web.kept import ended
from tests.web.league.reading import (
    cells,
    check_unchanged,
    counterparts,
    each_figure,
    figure,
    figures,
    last_games,
    section,
)
from tests.web.league.tiny_league import CROSSED, ids, play


@pytest.fixture
def ann(tiny):
    return page_of(tiny, "Ann")


@pytest.fixture
def part_of_ann(tiny):
    """A part of Ann's page, by its name."""
    return partial(page_of, tiny, "Ann")


def page_of(visitor, name, part=""):
    page = visitor.get(f"/people/{ids(visitor)[name]}{part and '/' + part}")
    assert page.status == 200
    return page


def test_it_has_the_name_with_its_colour_and_a_link_to_change_both(tiny, ann, tiny_ids):
    assert (ann.heading, ann.title) == ("Ann", "Ann · Scorepad")
    (heading,) = ann.root.all("h1")
    assert heading.all("span")[0]["class"] == "dot colour-2"
    assert ann.links["Change name or colour"] == f"/people/{tiny_ids['Ann']}/edit"
    own = f"/people/{tiny_ids['Ann']}"
    for part, label in PARTS.items():
        address = own if part == "overview" else f"{own}/{part}"
        assert ann.links[label] == address
        check_unchanged(tiny, address)


def test_games_are_counted(ann):
    counts = each_figure(ann, "games", "wins", "ties", "lost", "share", "run", "best_run")
    assert "half a win is expected in a game of two teams" in ann.root.all("details")[-1].text
    assert "a tie (best 2" in ann.text
    assert counts == ["4", "2", "1", "1", "62%", "None: the last game was a tie", "2"]


def test_the_best_game_is_named_from_five_of_a_kind_on(tiny, ann, monkeypatch):
    assert figures(ann, "best_game") == []
    monkeypatch.setattr(competitor_figures, "MIN_FOR_BEST", 1)
    assert figures(page_of(tiny, "Ann"), "best_game") == ["6,500 on 5 Jan 2026"]


def test_the_best_game_of_several_kinds_says_of_which_it_is(own_tiny, monkeypatch):
    monkeypatch.setattr(competitor_figures, "MIN_FOR_BEST", 1)
    play(own_tiny, *[(3000, 20)] * 4, slug="partnership")
    page = page_of(own_tiny, "Ann")
    assert "Best game 6,500 on 5 Jan 2026 Southern Ohio" in page.text


def test_the_rating_is_that_after_the_last_game_and_is_explained(ann, part_of_ann):
    games = part_of_ann("games")
    ratings = figures(section(games, "rating").all("table")[0], "rating")
    shown = ratings[0], figure(section(games, "rating").all("table")[0], "give_or_take")
    rating, off = (int(text.replace(",", "")) for text in shown)
    assert len(ratings) == 4
    about = int(figure(ann, "rating").replace(",", ""))
    assert about % 10 == 0
    assert abs(about - rating) <= 6
    assert figure(ann, "provisional") == "provisional: 4 games"
    assert f"very probably between {rating - off:,} and {rating + off:,}." in games.text
    assert "Everyone starts at 1,500 ± 400." in games.text
    assert "Only winning counts, not by how many points" in games.text


def test_pictures_are_described(part_of_ann, monkeypatch):
    monkeypatch.setattr(by_rules, "FEWEST_DRAWN", 1)
    pages = part_of_ann("games"), part_of_ann("rules")
    rating, spread = (page.root.all("svg")[0] for page in pages)
    for page, picture in zip(pages, (rating, spread), strict=True):
        labels = [page.root.by_id(name).tag for name in picture["aria-labelledby"].split()]
        assert labels == ["title", "desc"]
    assert rating.all("title")[0].text == "The rating over the last 4 games"
    assert rating.all("desc")[0].text.startswith("From ")
    assert spread.all("desc")[0].text == (
        "3,720 points a round: better than 2 of 3. The others have 2,414 to 4,920 points a round."
    )


def test_the_last_games_have_outcome_partners_and_opponents(ann, part_of_ann):
    games = last_games(part_of_ann("games"))
    form = "✓ Won on 5 Jan 2026 ✓ Won on 6 Jan 2026 ✗ Lost on 7 Jan 2026 = Tied on 8 Jan 2026"
    assert ann.classed("form")[0].text == form
    assert [game["data-game"] for game in games] == ["4", "3", "2", "1"]
    assert [figure(game, "outcome") for game in games] == ["Tied", "Lost", "Won", "Won"]
    assert games[1].text == "✗ Lost 7 Jan 2026 With Bob 0 Against Carla & Dora 6,000"
    assert games[1].all("a")[0]["href"] == "/games/3/story"


def test_points_a_round_are_compared_with_the_others(part_of_ann):
    page = part_of_ann("rules")
    part = section(page, "kinds")
    assert each_figure(part, "points_a_round", "better_than", "others") == ["3,720", "2", "3"]
    points = {"1. Carla": "4,920", "2. Ann": "3,720", "3. Dora": "3,614", "4. Bob": "2,414"}
    assert cells(part.all("table")[0]) == [*points.items()]
    assert figure(section(page, "rules"), "games") == "4"


def test_an_own_row_stands_below_the_first_with_its_rank(tiny, monkeypatch):
    monkeypatch.setattr(by_rules, "FIRST", 2)
    assert cells(section(page_of(tiny, "Bob", "rules"), "kinds").all("table")[0]) == [
        ("1. Carla", "4,920"),
        ("2. Ann", "3,720"),
        ("4. Bob", "2,414"),
    ]


def test_partners_are_listed_and_of_three_games_no_one_is_called_the_best(ann, part_of_ann, tiny_ids):
    assert figures(ann, "best_partner") == []
    page = part_of_ann("partners")
    assert counterparts(page, "partners") == [("Carla Compare with Carla", "83% of 3", "67% a hint")]
    assert "No one: it takes three meetings with someone who is harder than usual." in page.text
    assert figure(page, "most_played") == "Carla 83% of 3 won"
    address = "/league/versus?one={Ann}&other={Carla}".format(**tiny_ids)
    assert page.links["Compare with Carla"] == address


def test_an_opponent_is_hard_below_the_usual_share_only(own_tiny):
    for day in (9, 10):
        play(own_tiny, (0, 6000), day=day, names=CROSSED)
    page = page_of(own_tiny, "Ann", "partners")
    assert counterparts(page, "opponents") == [("Carla Compare with Carla", "0% of 3", "32% a hint")]
    assert figures(page, "nemesis") == []


def test_a_partner_above_the_usual_share_by_more_than_chance_is_the_best(own_tiny):
    for day in range(10, 22):
        play(own_tiny, (6000, 0), day=day)
        play(own_tiny, (0, 6000), day=day, names=CROSSED)
    assert figure(page_of(own_tiny, "Ann"), "best_partner") == "Carla"
    page = page_of(own_tiny, "Ann", "partners")
    assert figure(page, "best_partner") == "Carla 97% of 15 won"
    assert figure(page, "nemesis") == "Carla ahead in 0% of 13"


def test_evenings_in_a_row_end_with_one_without_them(own_tiny):
    assert figure(page_of(own_tiny, "Ann"), "evenings") == "4"
    assert figures(page_of(own_tiny, "Ann"), "best_evenings") == []
    play(own_tiny, (6000, 0), day=9, names=("Emil", "Bob", "Finn", "Dora"))
    page = page_of(own_tiny, "Ann")
    assert (figure(page, "evenings"), figure(page, "best_evenings")) == ("0", "4")
    assert "Evenings in a row" not in page_of(own_tiny, "Emil").text


def test_badges_have_their_game_and_the_next_level(ann, part_of_ann):
    assert figure(ann, "newest_badge") == "Last-round turn"
    page = part_of_ann("badges")
    badges = {item["data-badge"]: item for item in section(page, "badges").all("li")}
    assert list(badges)[:5] == ["game", "won", "turned", "hair", "streak"]
    assert badges["game"].text == (
        "At the table, a badge Earned, level 1 1 At the table 1 game Play a game to its end. 4 of 10 games"
        " Earned on 5 Jan 2026 , to the game"
    )
    bar = badges["won"].all("progress")[0]
    assert (bar["value"], bar["max"], figure(badges["won"], "progress")) == ("2", "10", "2 of 10 games won")
    assert len({badge.all("path")[0]["d"] for badge in badges.values()}) == len(badges) == 11
    assert figure(badges["streak"], "progress") == "2 of 3 games won in a row, the longest run so far"
    assert badges["hair"].all("a")[0]["href"] == "/games/2/story"
    assert badges["caught"].text == (
        "Caught red-handed, a badge Not earned yet"
        " Caught red-handed Be caught with 3 or more red threes in one game. 0 of 1 game"
    )


def test_luck_and_play_add_up_and_everything_at_the_table_is_counted(first_visitor):
    counts = {("team1", "clean"): 4, ("team1", "dirty"): 5, ("seat1", "exact_cut"): 2}
    counts["seat1", "red_threes_held"] = 3
    cells = {(1, *cell): {"as": "count", "n": count} for cell, count in counts.items()}
    cells[1, "team1", "opened"] = {"yes": True}
    game = play(first_visitor, (300, 0), slug="partnership", cells=cells | ended(1))
    seen = first_visitor.club.cells(game)[1, "table", "ended"].seq
    out = Entry("out", game, 1, "table", "ended", {"as": "out", "seat": 1}, base=seen)
    first_visitor.club.record([out])
    page = page_of(first_visitor, "Ann", "rules")
    # 300 + 4 × 500 + 5 × 300 + 100 for going out; 2 cuts of 100 and 3 red threes of −500.
    points = each_figure(page, "points_a_round", "play_a_round", "luck_a_round")
    assert points == ["2,600", "3,900", "−1,300"]
    deeds = section(page, "deeds")
    names = ("went_out", "exact_cuts", "red_threes", "severe", "opened_first", "books", "clean")
    assert each_figure(deeds, *names) == ["1", "2", "3", "0", "1", "9", "4"]
    assert each_figure(deeds, "exact_cuts_a_round", "severe_a_round") == ["2.00", "0.00"]


def test_a_page_has_figures_from_the_first_game_on_and_lists_the_last_ten(first_visitor):
    first_visitor.club.people.add("Newcomer")
    page = page_of(first_visitor, "Newcomer")
    assert page.heading == "Newcomer"
    assert "No finished games yet." in page.text
    empty = {part: page_of(first_visitor, "Newcomer", part) for part in ("games", "partners", "badges", "rules")}
    assert "0 of 11 badges" in empty["badges"].text
    assert not any(empty[part].root.all("svg") for part in ("games", "partners", "rules"))
    play(first_visitor, (6500, 20))
    page = page_of(first_visitor, "Ann")
    assert "The rating over the last game" in page_of(first_visitor, "Ann", "games").text
    assert "In a row now 1 game won" in page.text
    assert figure(page_of(first_visitor, "Ann", "rules"), "others") == "3"
    assert "No one yet: it takes three games together." in page_of(first_visitor, "Ann", "partners").text
    for _ in range(10):
        play(first_visitor, (6500, 20))
    games = [game["data-game"] for game in last_games(page_of(first_visitor, "Ann", "games"))]
    assert games == [str(number) for number in range(11, 1, -1)]


def test_a_substitute_has_rounds_but_no_games(first_visitor):
    substitute = first_visitor.club.people.add("Sitter").id
    cells = {(2, "seat1", "player"): {"id": substitute}, (3, "seat1", "player"): {"id": 2}}
    play(first_visitor, (100, 0), (3000, 50), (6500, 20), cells=cells)
    page = page_of(first_visitor, "Sitter")
    assert "only some in which they sat in for others" in page.text
    assert figure(section(page_of(first_visitor, "Sitter", "rules"), "kinds"), "points_a_round") == "3,000"
    assert "Good neighbour" in page_of(first_visitor, "Sitter", "badges").text


def test_guests_are_marked_and_comparisons_leave_them_out(own_tiny):
    own_tiny.club.people.change(ids(own_tiny)["Carla"], guest=True, retired=True)
    guest = page_of(own_tiny, "Carla")
    assert "A guest: the games count for everyone else" in guest.text
    assert "No longer plays." in guest.text
    assert "No one yet: it takes three games together." in page_of(own_tiny, "Ann", "partners").text
    assert figure(page_of(own_tiny, "Ann", "rules"), "others") == "2"
