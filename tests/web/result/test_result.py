"""The page of a finished game, and its text to send: who won and how, the picture, its table, and the links back."""

from urllib.parse import parse_qs

import pytest

from scorepad.rules import preset, to_document
from scorepad.store import Entry
from scorepad.web.result.picture import Picture
from scorepad.web.result.result import ResultPage
from tests.support.scoring import rules
from tests.web.driving import OUT_FIRST, level_round
from tests.web.games.editing import mend
from tests.web.kept import brought, ended, keep, result, texted
from tests.web.league.tiny_league import play


def rows(page):
    """The texts of the table of rounds, row by row."""
    body = page.classed("by-round")[0].all("tbody")[0]
    return [[cell.text for cell in row.all("th", "td")] for row in body.all("tr")]


@pytest.fixture
def timed(visitor):
    """A game by the clock with one round in which no one scored."""
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    level_round(table, 1)
    return table


@pytest.fixture
def won(first_visitor):
    """The only game of a club, which reached its target in the first round."""
    return keep(first_visitor, "southern-ohio", (6500, 20))


def test_the_table_of_a_game_that_is_over_is_its_result(won):
    page = won.page()
    assert page.heading == "Ann & Carla win by 6,480"
    assert page.root.by_id("rematch")
    page = result(won)
    totals = [part.text for part in page.root.all("section") if part["data-team"]]
    assert totals == ["6,500 Ann & Carla", "20 Bob & Dora"]
    assert "Ahead by 6,480 points. The target of 6,000 points was reached in round 1." in page.text
    assert "it went on" not in page.text


def test_it_leads_to_the_standings_and_to_everyone_with_a_name(won):
    people = {player.name: player.id for player in won.visitor.club.people.everyone()}
    won.visitor.club.people.forget(people.pop("Bob"))
    links = result(won).links
    assert links["Standings"] == "/league"
    assert {name: links.get(name) for name in people} == {name: f"/people/{person}" for name, person in people.items()}
    assert not {"Bob", "Somebody"} & links.keys()


def test_a_game_that_is_not_over_has_a_table_and_no_result(table):
    answer = table.visitor.client.get(f"{table.address}/result")
    assert (answer.status_code, answer.location) == (302, table.address)


def test_a_tie_names_all_who_have_the_most(visitor):
    page = result(keep(visitor, "southern-ohio", (6000, 6000)))
    assert page.heading == "A tie"
    assert "Ann & Carla and Bob & Dora have 6,000 points each." in page.text
    assert page.text.count("Tied for first") == 2
    assert not page.root.all("svg")


def test_of_three_teams_the_winner_comes_first(visitor):
    points, names = (640, 2000, 1000), ("A", "B", "C", "D", "E", "F")
    page = result(keep(visitor, "laguna-woods", points, names=names, cells=ended(1)))
    totals = [part.text.split()[0] for part in page.root.all("section") if part["data-team"]]
    assert totals == ["2,000", "1,000", "640"]


@pytest.mark.parametrize(
    ("slug", "rounds", "cells", "sentence"),
    [
        ("partnership", 4, {}, "All 4 rounds were played."),
        ("partnership", 2, ended(2), "The table ended it early, after round 2 of 4."),
        ("partnership", 5, {(0, "table", "end"): {"not_before": 5}}, "Round 5 was the last."),
        ("southern-ohio", 2, ended(2), "The table ended it early, after round 2."),
        ("good-sam", 2, ended(2) | {(0, "table", "choices"): {"length": "time"}}, "Time was up after round 2."),
    ],
)  # fmt: skip
def test_how_the_game_ended(visitor, slug, rounds, cells, sentence):
    assert sentence in result(keep(visitor, slug, *[(10, 5)] * rounds, cells=cells)).text


def test_the_picture_says_in_words_what_it_shows(visitor):
    page = result(keep(visitor, "partnership", (10, 0), (0, 30), (50, 0), (5, 0)))
    (drawn,) = page.root.all("svg")
    assert drawn["role"] == "img"
    tags = [page.root.by_id(name).tag for name in drawn["aria-labelledby"].split()]
    assert tags == ["title", "desc"]
    assert drawn.all("desc")[0].text == (
        "The lead changed hands twice. From round 3 on Ann & Carla led. "
        "The lead was largest after round 4: 35 points for Ann & Carla."
    )
    assert not [e for e in drawn.elements if e["style"] or e["fill"] or e["stroke"]]


def test_three_teams_have_three_lines_with_their_names_and_the_second_is_named(visitor):
    page = result(keep(visitor, "laguna-woods", (900, 20, 500), cells=ended(1)))
    assert "Ahead of Carla & Frida by 400 points." in page.text
    (drawn,) = page.root.all("svg")
    names = {line["data-team"]: line.all("text")[0].text.strip("\u2068\u2069")[:3] for line in drawn.all("g")}
    assert names == {"1": "Ann", "2": "Bob", "3": "Car"}


def test_every_round_has_its_points_its_totals_and_a_way_to_correct_it(visitor):
    page = result(keep(visitor, "partnership", (10, 0), (-40, 1300), (50, 0), (5, 0)))
    assert rows(page)[1] == ["2", "−40 −30", "+1,300 1,300"]
    assert page.links["2"].endswith("/rounds/2")


def test_a_round_that_does_not_count_says_so_until_the_end_is_taken_back(visitor):
    table = keep(visitor, "southern-ohio", (7, 5), (3, 0), cells=ended(1))
    page = result(table)
    assert rows(page)[1] == ["2, not counted", "+3", "0"]
    assert texted(page).endswith("Round 2, not counted: 3 / 0")
    assert visitor.send(page.form("/end"), decision="on").heading == "Round 3"
    assert table.record.course.counted == 2


def test_a_round_begun_when_the_game_ended_says_so(timed):
    timed.sheet(2).save(**{"team1.melded": "300"})
    timed.decide(decision="over")
    assert rows(result(timed))[1][0] == "2, so far, not counted"


def test_rounds_on_paper_stand_in_one_line_with_what_they_brought(visitor):
    page = result(keep(visitor, "partnership", (10, 0), (5, 0), paper=2, cells=brought(1450, -300)))
    assert rows(page)[:2] == [["On paper: 1 to 2", "1,450", "−300"], ["3", "+10 1,460", "0 −300"]]
    assert "On paper: 1 to 2: 1,450 / -300" in texted(page)


def test_a_game_all_on_paper_has_its_totals_and_no_picture(visitor):
    page = result(keep(visitor, "partnership", paper=4, cells=brought(1450, 0)))
    assert page.heading.partition(" by ")[0] == "Ann & Carla win"
    assert not page.root.all("svg")


def test_a_game_whose_only_round_was_opened_again_still_has_a_page(visitor, timed):
    timed.decide(decision="over")
    seen = visitor.club.cells(timed.game)[1, "table", "finished"].seq
    visitor.club.record([Entry("again", timed.game, 1, "table", "finished", None, base=seen)])
    assert "No round counts." in result(timed).text


def test_long_names_are_whole_in_the_table_and_short_in_the_picture(visitor):
    names = ("W" * 40, "Bob", "i" * 40, "Dora")
    page = result(keep(visitor, "southern-ohio", (6500, 0), names=names))
    assert f"{'W' * 40} & {'i' * 40}" in page.classed("by-round")[0].all("thead")[0].text
    (drawn,) = page.root.all("svg")
    assert "W" * 40 not in " ".join(text.text for text in drawn.all("text"))


def test_a_correction_that_reopens_the_game_leads_back_to_the_table(visitor):
    table = visitor.begin("southern-ohio")
    table.play(1, **OUT_FIRST)
    table.play(2, **OUT_FIRST)
    page = table.page()
    assert page.heading.partition(" by ")[0] == "Ann & Carla win"
    assert len(rows(page)) == 2
    table.play(1, **OUT_FIRST | {"team1.clean": "1", "team1.dirty": "1", "team1.melded": "0"})
    assert visitor.get(f"{table.address}/result").heading == "Round 3"


def test_the_result_as_text_holds_every_round(visitor):
    rounds = (1910, 1200), (-300, 1450), (2200, 400), (1500, 1310)
    page = result(keep(visitor, "partnership", *rounds))
    assert "readonly" in page.root.by_id("result-text").attributes
    assert texted(page) == (
        "Ann & Carla won. Ahead by 950 points. All 4 rounds were played. "
        "Ann & Carla: 5,310 Bob & Dora: 4,360 "
        f"{preset('partnership').name}, round by round (Ann & Carla / Bob & Dora): "
        "Round 1: 1,910 / 1,200 Round 2: -300 / 1,450, so far 1,610 / 2,650 "
        "Round 3: 2,200 / 400, so far 3,810 / 3,050 Round 4: 1,500 / 1,310, so far 5,310 / 4,360"
    )


def test_the_text_goes_into_a_message_and_a_mail(won):
    links = result(won).links
    message, mail = links["Text message"], links["E-mail"]
    assert message.startswith("sms:?&body=Ann%20and%20Carla%20won.%0A")
    assert "%26" not in message
    assert message.count("&") == 1
    sent = parse_qs(mail.removeprefix("mailto:?"), strict_parsing=True)
    assert sent["subject"] == [f"{preset('southern-ohio').name}: Ann & Carla won"]
    assert sent["body"][0].startswith("Ann & Carla won.\r\nAhead by 6,480 points.\r\n")
    assert mail.isascii()
    assert " " not in mail


def test_names_with_anything_in_them_stay_text(visitor):
    names = ("<b>&amp;", "Q\"'?=#%", "👩‍👩‍👧", "דוד")
    page = result(keep(visitor, "southern-ohio", (0, 6500), names=names))
    assert page.heading.partition(" by ")[0] == "Q\"'?=#% & דוד win"
    body = page.links["Text message"].partition("body=")[2]
    assert not set(body) & set("\"'?=#&<> ")


def test_a_result_names_those_who_played_most_rounds_and_says_who_played_for_whom(table):
    for number in (1, 2):
        table.play(number, **OUT_FIRST)
    mend(table, since="now", seat1="Otto")
    assert "Ann played rounds 1 and 2 in Otto’s seat." in table.page().text
    table.play(3, **OUT_FIRST)
    mend(table, since="now", seat3="Pia")
    table.decide(decision="over")
    page = result(table)
    assert page.heading.partition(" by ")[0] == "Ann & Carla win"
    assert "Otto played round 3 in Ann’s seat. Tap" in page.text
    assert "Otto played round 3 in Ann’s seat." in texted(page)
    assert "Pia" not in page.text.partition("In the league")[0]
    for address, words in (("/", "Ann & Carla won 13,500"), (f"{table.address}/board", "Ann & Carla won")):
        assert words in table.visitor.get(address).text
    assert "Ann & Carla" in table.visitor.get(f"{table.address}/story").text.partition("Who sat where")[2]


def test_where_the_lowest_total_wins_every_page_puts_it_first_and_says_so(visitor):
    document = to_document(rules(change=lambda document: document["end"].update(winner="lowest")))
    table = keep(visitor, "partnership", (900, 100), (100, 300), cells={(0, "table", "rules"): document} | ended(2))
    page = result(table)
    assert page.heading == "Bob & Dora win by 600"
    assert "Ahead by 600 points; the lowest total wins." in page.text
    assert "Bob & Dora led from the first round to the last." in page.text
    assert "biggest round" not in page.text
    assert "Bob & Dora won. Ahead by 600 points; the lowest total wins." in " ".join(texted(page).split())
    assert Picture(ResultPage(table.loaded, ""), "").special == "The lowest total wins."
    assert "Bob & Dora won" in table.visitor.get("/").text
    board = table.visitor.get(f"{table.address}/board").text
    assert "600 behind" in board
    assert "600 ahead" in board


def test_only_the_result_of_a_game_that_has_just_ended_moves(first_visitor):
    play(first_visitor, (6500, 20))
    keep(first_visitor, "southern-ohio", (6500, 20))
    moving = [first_visitor.get(f"/games/{game}/result").classed("just-now") for game in (1, 2)]
    assert [len(parts) for parts in moving] == [0, 1]
