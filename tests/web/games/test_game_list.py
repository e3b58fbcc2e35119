"""The list of games."""

import pytest

from scorepad.rules.parse import SCHEMA
from scorepad.scoring.text.explain import time_text
from scorepad.store import Entry, Role
from scorepad.web.games import game_list
from tests.web.driving import OUT_FIRST, Visitor, level_round
from tests.web.kept import keep


@pytest.fixture
def visitor(first_visitor):
    return first_visitor


def by_heading(page):
    """The URLs of the games under each heading."""
    sections = page.root.all("section")
    return {s.all("h2")[0].text: [link["href"] for link in s.all("a")] for s in sections}


def play_out_first(table, number):
    table.play(number, **OUT_FIRST)


def test_a_new_club_has_one_button_and_the_rest_behind_it(visitor):
    page = visitor.get("/")
    assert page.classed("drawn-table")
    assert [button.text for button in page.classed("button")] == ["Start your first game"]
    assert page.links["Start your first game"] == "/games/new"
    assert (page.links["Join a table"], page.links["Bring games along"]) == ("/join", "/import")
    assert page.links["Name your club"] == "/club/name"
    visitor.begin()
    for links in (page.links, visitor.get("/").links):
        assert (links["League"], links["People"]) == ("/league", "/people")
    assert not visitor.get("/").classed("drawn-table")


def test_who_only_reads_a_new_club_is_told_who_begins(visitor):
    page = Visitor(visitor.app, Role.READER).get("/")
    assert "the owner of this club begins them" in page.text
    assert "/games/new" not in page.links.values()
    assert page.links["Leave on this phone"] == "/leave"


def test_a_game_that_goes_on_is_one_card_with_its_round_and_its_totals(visitor, table):
    play_out_first(table, 1)
    table.decide(seat="3")
    (card,) = visitor.get("/").classed("big-card")
    assert card.text.startswith("Round 2 of 4 4,500 Ann & Carla 0 Bob & Dora ")
    assert card.text.endswith("▲ 4,500 ahead Carla starts Continue")
    assert [svg["aria-hidden"] for svg in card.all("svg")] == ["true"]
    assert [(li["data-team"], li["class"]) for li in card.all("li")] == [("1", "leads"), ("2", "")]
    assert [link["href"] for link in card.all("a")] == [table.address]
    table.sheet(2).save(team1__clean="1")
    (card,) = visitor.get("/").classed("big-card")
    assert card.text.startswith("Round 2 of 4 4,500 Ann & Carla So far +500 0 Bob & Dora So far +0 ")


def test_with_several_games_each_says_which_it_is(visitor, table):
    other = visitor.begin("dearie", "3x3")
    play_out_first(table, 1)
    page = visitor.get("/")
    (card,) = page.classed("big-card")
    assert card.text.endswith("Game 1 Partnership Hand & Foot Continue")
    (small,) = [li.text for li in page.root.all("li") if f"Game {other.game}" in li.text]
    assert small.startswith("Round 1 of 5 Ann 0 Bob 0 Carla 0 Game 2 Dearie. Last change ")
    assert small.endswith(time_text(other.entries[-1].at, visitor.club.clock.zone()))


def test_a_page_of_games_comes_again_by_itself_and_only_if_something_changed(visitor, table):
    assert "data-fresh" in visitor.get("/").source
    (tag,) = {visitor.client.get("/").headers["ETag"] for _ in range(2)}
    again = visitor.client.get("/", headers={"If-None-Match": tag})
    assert again.status_code == 304
    play_out_first(table, 1)
    changed = visitor.client.get("/", headers={"If-None-Match": tag})
    assert (changed.status_code, "4,500" in changed.text) == (200, True)


def test_the_last_evening_says_who_made_the_most_points_in_a_round(visitor, table):
    for number in range(1, 5):
        play_out_first(table, number)
    (best,) = visitor.get("/").classed("best-round")
    assert best.text == "Ann & Carla in one round 4,500"


@pytest.mark.parametrize(
    ("play", "last", "earlier"),
    [
        (play_out_first, "Ann & Carla won 18,000 to 0 against Bob & Dora.", "Ann & Carla 18,000, Bob & Dora 0"),
        (level_round, "A tie: Ann & Carla 0, Bob & Dora 0.", "Ann & Carla 0, Bob & Dora 0"),
    ],
)
def test_the_last_game_is_a_sentence_and_earlier_games_are_in_short(visitor, play, last, earlier):
    for table in (visitor.begin(), visitor.begin()):
        for number in range(1, 5):
            play(table, number)
    words = [item.text for item in visitor.get("/").root.all("li")]
    assert [line.partition(" Game ")[0] for line in words] == [last, earlier]


def test_a_game_that_was_left_out_of_the_league_says_so(visitor):
    cells = {(0, "table", "end"): {"over_after": 1, "in_league": False}}
    for points, more in ((100, cells), (6500, {}), (100, cells)):
        keep(visitor, "southern-ohio", (points, 20), cells=more)
    words = [item.text for item in visitor.get("/").root.all("li")]
    assert [line.endswith(", not in the league") for line in words] == [True, False, True]


def test_the_game_that_was_touched_last_comes_first_and_the_others_hide_no_result(visitor):
    touched, over, other = (visitor.begin() for _ in range(3))
    for number in range(1, 5):
        play_out_first(over, number)
    touched.sheet().save(**{"team1.melded": "300"})
    headings = by_heading(visitor.get("/"))
    assert [headings[name] for name in ("Round 1 of 4", "Last game", "Also going on")] == [
        [touched.address], [over.address], [other.address]
    ]  # fmt: skip
    assert "Round 1 of 4 Ann & Carla 0 Bob & Dora 0 Game 3" in visitor.get("/").text


def test_the_newest_games_come_first_and_older_ones_on_the_next_page(visitor, monkeypatch):
    monkeypatch.setattr(game_list, "PAGE", 2)
    for _ in range(3):
        visitor.begin()
    page = visitor.get("/")
    assert by_heading(page) == {"Round 1 of 4": ["/games/3"], "Also going on": ["/games/2"]}
    assert [mark.text for mark in page.classed("game-mark")] == ["Game 3", "Game 2"]
    older = visitor.get(page.links["Older games"])
    assert by_heading(older) == {"Round 1 of 4": ["/games/1"]}
    assert "Older games" not in older.links
    assert older.links["Newest games"] == "/"
    beyond = visitor.get("/", before="1")
    assert beyond.links["Newest games"] == "/"
    assert not beyond.root.all("li")
    for before in ("", "x", "-1", "1.5", "٣", "9" * 400, "%ED%A0%80", "1 OR 1"):
        forged = visitor.client.get(f"/?before={before}")
        assert (forged.status_code, forged.text.count('class="game-mark"')) == (200, 2), before


def test_a_game_kept_by_a_newer_scorepad_does_not_hide_the_others(visitor):
    table, newer = visitor.begin(), visitor.begin()
    rules = visitor.club.cells(newer.game)[0, "table", "rules"]
    later = {**rules.value, "schema": SCHEMA + 1}
    visitor.club.record([Entry("x", newer.game, 0, "table", "rules", later, base=rules.seq)])
    page = visitor.get("/")
    assert "needs a newer Scorepad" in page.text
    assert table.address in page.source
    assert visitor.get(newer.address).status == 503
