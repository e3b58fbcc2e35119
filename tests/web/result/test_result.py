"""The page of a game that is over: who won and how, the picture, its table, and the way back."""

import pytest

from scorepad.store import Entry
from tests.web.driving import OUT_FIRST, level_round
from tests.web.kept import brought, ended, keep, result, texted

TIMED = {"choice.length": "time"}
QUIET = {"team1.melded": "0", "team2.melded": "0", "table.ended": "stock"} | {
    f"seat{seat}.left": "0" for seat in range(1, 5)
}


def rows(page):
    """The table of rounds: its words, row by row."""
    body = page.root.all("tbody")[0]
    return [[cell.text for cell in row.all("th", "td")] for row in body.all("tr")]


def test_the_table_of_a_game_that_is_over_is_its_result(visitor):
    page = keep(visitor, "southern-ohio", (6500, 20)).page()
    assert page.heading == "Ann & Carla won"
    assert page.root.by_id("rematch")


def test_a_game_that_is_not_over_has_a_table_and_no_result(table):
    answer = table.visitor.client.get(f"{table.address}/result")
    assert (answer.status_code, answer.location) == (302, table.address)


def test_a_game_that_is_not_here_has_no_result(visitor):
    assert visitor.get("/games/99999/result").status == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_a_result_is_only_looked_at(visitor, method):
    table = keep(visitor, "southern-ohio", (6500, 20))
    assert table.visitor.client.open(f"{table.address}/result", method=method).status_code == 405


def test_winner_totals_and_how_far_ahead(visitor):
    page = result(keep(visitor, "southern-ohio", (6500, 20)))
    totals = [one.text for one in page.root.all("section") if one["class"].startswith("total")]
    assert totals == ["Ann & Carla 6,500 Winner", "Bob & Dora 20"]
    assert "Ahead by 6,480 points. The target of 6,000 points was reached in round 1." in page.text


def test_a_tie_names_all_who_have_the_most(visitor):
    page = result(keep(visitor, "southern-ohio", (6000, 6000)))
    assert page.heading == "A tie"
    assert "Ann & Carla and Bob & Dora have 6,000 points each." in page.text
    assert page.text.count("Tied for first") == 2


def test_of_three_teams_the_second_is_named(visitor):
    table = keep(visitor, "laguna-woods", (900, 20, 500), cells=ended(1))
    assert "Ahead of Carla & Frida by 400 points." in result(table).text


@pytest.mark.parametrize(
    ("slug", "rounds", "cells", "says"),
    [
        ("partnership", 4, {}, "All 4 rounds were played."),
        ("partnership", 2, ended(2), "The table ended it early, after round 2 of 4."),
        (
            "partnership",
            5,
            {(0, "table", "end"): {"not_before": 5}},
            "Round 5 was the last.",
        ),
        ("southern-ohio", 2, ended(2), "The table ended it early, after round 2."),
        (
            "good-sam",
            2,
            ended(2) | {(0, "table", "choices"): {"length": "time"}},
            "Time was up after round 2.",
        ),
    ],
)
def test_how_the_game_ended(visitor, slug, rounds, cells, says):
    assert says in result(keep(visitor, slug, *[(10, 5)] * rounds, cells=cells)).text


def test_the_picture_says_in_words_what_it_shows(visitor):
    page = result(keep(visitor, "partnership", (10, 0), (0, 30), (50, 0), (5, 0)))
    (drawn,) = page.root.all("svg")
    assert drawn["role"] == "img"
    assert [page.root.by_id(name).tag for name in drawn["aria-labelledby"].split()] == [
        "title",
        "desc",
    ]
    assert drawn.all("desc")[0].text == (
        "The lead changed hands twice. Round 3 decided it: from then on Ann & Carla led. "
        "The lead was largest after round 4: 35 points for Ann & Carla."
    )
    assert not [one for one in drawn.elements if one["style"] or one["fill"] or one["stroke"]]


def test_three_teams_have_three_lines_with_their_names(visitor):
    table = keep(visitor, "laguna-woods", (9, 2, 5), cells=ended(1))
    (drawn,) = result(table).root.all("svg")
    assert [one["class"] for one in drawn.all("g")] == ["line-1", "line-2", "line-3"]
    assert [one.all("text")[0].text.strip("\u2068\u2069")[:3] for one in drawn.all("g")] == [
        "Ann",
        "Bob",
        "Car",
    ]


def test_every_round_has_its_points_its_totals_and_a_way_to_correct_it(visitor):
    page = result(keep(visitor, "partnership", (10, 0), (-40, 1300), (50, 0), (5, 0)))
    assert rows(page)[1] == ["2", "−40 −30", "+1,300 1,300"]
    assert page.links["2"].endswith("/rounds/2")


def test_a_round_that_does_not_count_says_so_and_has_no_total(visitor):
    page = result(keep(visitor, "southern-ohio", (7, 5), (3, 0), cells=ended(1)))
    assert rows(page)[1] == ["2, not counted", "+3", "0"]
    assert "Round 2, not counted: 3 / 0" in texted(page)


def test_a_round_begun_when_the_game_ended_says_so(visitor):
    table = visitor.begin("good-sam", **TIMED)
    level_round(table, 1)
    table.sheet(2).save(**{"team1.melded": "300"})
    table.decide(decision="over")
    assert rows(result(table))[1][0] == "2, so far, not counted"


def test_rounds_on_paper_stand_in_one_line_with_what_they_brought(visitor):
    page = result(keep(visitor, "partnership", (10, 0), (5, 0), paper=2, cells=brought(1450, -300)))
    assert rows(page)[:2] == [["On paper: 1 to 2", "1,450", "−300"], ["3", "+10 1,460", "0 −300"]]
    assert "On paper: 1 to 2: 1,450 / -300" in texted(page)


def test_a_game_all_on_paper_has_its_totals_and_no_picture(visitor):
    page = result(keep(visitor, "partnership", paper=4, cells=brought(1450, 0)))
    assert page.heading == "Ann & Carla won"
    assert not page.root.all("svg")


def test_a_game_whose_only_round_was_opened_again_still_has_a_page(visitor):
    table = visitor.begin("good-sam", **TIMED)
    level_round(table, 1)
    table.decide(decision="over")
    seen = visitor.club.cells(table.game)[1, "table", "finished"].seq
    visitor.club.record(
        [Entry("opened-again", table.game, 1, "table", "finished", None, base=seen)]
    )
    assert "No round counts." in result(table).text


def test_thirty_rounds_are_all_there(visitor):
    page = result(keep(visitor, "southern-ohio", *[(10, -5)] * 30, cells=ended(30)))
    assert len(rows(page)) == 30
    assert rows(page)[-1] == ["30", "+10 300", "−5 −150"]


def test_long_names_are_whole_in_the_table_and_short_in_the_picture(visitor):
    names = ("W" * 40, "Bob", "i" * 40, "Dora")
    page = result(keep(visitor, "southern-ohio", (6500, 0), names=names))
    assert f"{'W' * 40} & {'i' * 40}" in page.root.all("thead")[0].text
    (drawn,) = page.root.all("svg")
    assert "W" * 40 not in " ".join(one.text for one in drawn.all("text"))


def test_an_end_that_the_table_decided_can_be_taken_back_there(visitor):
    table = keep(visitor, "southern-ohio", (7, 5), (3, 0), cells=ended(1))
    page = table.visitor.send(result(table).form("/end"), decision="on")
    assert page.heading == "Round 3"
    assert table.record.course.counted == 2


def test_an_end_by_the_rules_is_none_to_be_taken_back(visitor):
    page = result(keep(visitor, "southern-ohio", (6500, 20)))
    assert "it went on" not in page.text


def test_a_correction_that_reopens_the_game_leads_back_to_the_table(visitor):
    table = visitor.begin("southern-ohio")
    more = {"team1.adjustment1.points": "6000", "team1.adjustment1.reason": "a test"}
    table.play(1, **QUIET, **more)
    assert result(table).heading == "Ann & Carla won"
    table.play(1, **QUIET, **dict.fromkeys(more, ""))
    assert visitor.get(f"{table.address}/result").heading == "Round 2"


def test_the_result_is_only_read(visitor):
    table = keep(visitor, "southern-ohio", (6500, 20))
    before = visitor.club.latest_seq()
    result(table)
    assert visitor.club.latest_seq() == before


def test_a_game_played_through_its_pages_ends_on_its_result(visitor):
    table = visitor.begin("southern-ohio")
    table.play(1, **OUT_FIRST)
    table.play(2, **OUT_FIRST)
    page = table.page()
    assert page.heading == "Ann & Carla won"
    assert len(rows(page)) == 2
