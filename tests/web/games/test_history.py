"""The change log: every action in the table's words, newest first, with its time and author."""

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from scorepad.play.change_words import Change, ChangeText, ChangeWords
from scorepad.scoring.cells import parse_value
from scorepad.scoring.sheet import build_sheet
from scorepad.scoring.text.explain import time_text
from scorepad.store import Entry
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.result.reading import score_as


def history(table, **query):
    return table.visitor.get(f"{table.address}/history", **query)


def changes(page):
    """The listed changes, without time and author."""
    (actions,) = page.classed("changes")
    items = [item for item in actions.inside if not isinstance(item, str)]
    return [(item.all("summary") or item.all("p"))[0].text for item in items]


def test_every_action_is_listed_newest_first(table):
    table.play(1, **OUT_FIRST)
    table.sheet(1).finish(**{"team1.clean": "3"})
    table.decide(seat="2")
    table.visitor.send(history(table).form("/undo"))
    assert changes(history(table)) == [
        "Taken back: Bob starts",
        "Bob starts",
        "Red books, Ann & Carla: 4 → 3",
        "Round 1 finished",
        "Ann went out and 7 more",
        "The game began",
    ]


def test_one_round_can_be_shown_alone_and_all_that_a_form_changed_be_opened(table):
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(**{"team1.melded": "120+85", "team2.clean": "1"})
    page = history(table, round=2)
    assert changes(page) == ["Cards melded, Ann & Carla: 120+85 and 1 more"]
    inside = [item.text for item in page.root.all("details")[0].all("li")]
    assert inside == ["Cards melded, Ann & Carla: 120+85", "Red books, Bob & Dora: 0 → 1"]
    assert page.heading == "Round 2: all changes"
    assert page.links["The whole game"] == f"{table.address}/history"


def test_every_change_says_when_and_by_whom(table):
    score_as(table, "Grandma")
    table.visitor.send(table.page().form("/bin"))
    page, at = history(table), table.entries[-1].at
    assert page.root.all("time")[0]["datetime"] == at
    assert f"{time_text(at, table.visitor.club.clock.zone())} , by Grandma" in page.text


def test_a_conflict_is_listed_as_not_used_and_an_agreement_once(table):
    first, second, third = (table.sheet() for _ in range(3))
    for sheet in (first, second):
        sheet.save(**{"team1.melded": "400"})
    assert len(changes(history(table))) == 2
    third.save(**{"team1.melded": "410", "team1.clean": "2"})
    page = history(table)
    assert changes(page)[0] == "Not used: Cards melded, Ann & Carla: 410 and 1 more"
    assert "Not used: someone else had changed it first." in page.text


def test_a_long_history_goes_on_on_a_next_page(table, monkeypatch):
    monkeypatch.setattr("scorepad.web.games.history.PAGE", 2)
    for count in "1234":
        table.sheet().save(**{"team1.clean": count})
    pages = [history(table)]
    while "Earlier changes" in pages[-1].links:
        pages.append(table.visitor.get(pages[-1].links["Earlier changes"]))
    ends = [[change[-5:] for change in changes(page)] for page in pages]
    assert ends == [["3 → 4", "2 → 3"], ["1 → 2", "0 → 1"], ["began"]]
    assert pages[-1].links["Latest changes"] == f"{table.address}/history"


@pytest.mark.parametrize("name", ["round", "before"])
def test_a_forged_question_is_answered_with_a_page(table, name):
    for text in ("", "x", "-1", "0", "٣", "9" * 400, "%ED%A0%80"):
        assert history(table, **{name: text}).status == 200


POINTS = {"as": "points", "typed": "60"}
SENTENCES = [
    ((2, "team1", "clean"), {"as": "count", "n": 2}, {"as": "count", "n": 3}, "Red books, Ann & Carla: 2 → 3"),
    ((2, "team1", "clean"), None, {"as": "tally", "n": 1}, "Red books, Ann & Carla: 0 → 1"),
    ((2, "team1", "clean"), None, {"as": "count", "n": 0}, "Red books, Ann & Carla: 0"),
    ((2, "seat4", "left"), {"as": "points", "typed": "65"}, POINTS, "Cards left, Dora: 65 → 60"),
    ((2, "seat4", "left"), POINTS, None, "Cards left, Dora: 60 → blank"),
    ((2, "seat4", "left"), None, {"as": "piles", "piles": {"50": 2, "20": 3}}, "Cards left, Dora: 2 × 50, 3 × 20"),
    ((2, "seat4", "left"), None, {"as": "cards", "cards": {"K": 7, "joker": 1}}, "Cards left, Dora: 1 joker, 7 kings"),
    ((2, "seat4", "left"), None, {"as": "cards", "cards": {}}, "Cards left, Dora: no cards"),
    ((2, "table", "finished"), None, {"yes": True}, "Round 2 finished"),
    ((2, "table", "finished"), {"yes": True}, None, "Round 2 opened again"),
    ((2, "table", "ended"), None, {"as": "out", "seat": 1}, "Ann went out"),
    ((2, "table", "ended"), {"as": "out", "seat": 1}, {"as": "stock"}, "The stock ran out"),
    ((2, "table", "ended"), {"as": "stock"}, None, "Who went out: blank"),
    ((2, "team2", "opened"), None, {"yes": True}, "Bob & Dora opened"),
    ((2, "team2", "opened"), {"yes": True}, None, "Bob & Dora not opened yet"),
    ((2, "seat1", "leave"), None, {"says": "yes"}, "Partner’s answer to Ann: yes"),
    ((2, "seat1", "leave"), {"says": "yes"}, None, "Partner’s answer to Ann: not asked"),
    ((2, "team1", "adjustment1"), None, {"typed": "-50", "reason": "dealt"}, "Adjustment 1, Ann & Carla: −50 (dealt)"),
    ((2, "team1", "ruling"), None, {"text": "so agreed"}, "The table's ruling, Ann & Carla: “so agreed”"),
    ((2, "table", "starter"), None, {"seat": 2}, "Bob starts"),
    ((2, "table", "starter"), {"seat": 2}, None, "Who starts: blank"),
    ((0, "table", "decks"), {"as": "count", "n": 5}, {"as": "count", "n": 6}, "Decks: 5 → 6"),
    ((0, "table", "engine"), "0.1", "0.2", "Scorepad: 0.1 → 0.2"),
    ((0, "table", "paper"), {"as": "count", "n": 2}, {"as": "count", "n": 3}, "Rounds played on paper: 2 → 3"),
    ((0, "table", "rules"), {"name": "A"}, {"name": "B"}, "Rules: A → B"),
    ((0, "table", "rules"), {"name": "A", "x": 1}, {"name": "A"}, "Rules: A, changed in some of its rules"),
    ((0, "table", "shape"), None, {"players": 6, "teams": 3}, "The table: 6 players, 3 teams"),
    ((0, "table", "end"), None, {"over_after": 3}, "Game ended after round 3"),
    ((0, "table", "end"), None, {"over_after": 3, "in_league": False},
     "Game ended after round 3, left out of the league"),
    ((0, "table", "end"), {"over_after": 3}, {"over_after": 3, "in_league": False}, "Left out of the league"),
    ((0, "table", "end"), {"over_after": 3, "in_league": False}, {"over_after": 3}, "Counted in the league"),
    ((0, "table", "end"), {"over_after": 3}, {"not_before": 4}, "The game went on to round 4"),
    ((0, "table", "end"), None, {"last_round": 2}, "The organiser ended the sitting: round 2 is the last"),
    ((0, "table", "end"), {"over_after": 3}, None, "The end of the game left open"),
    ((0, "table", "binned"), None, True, "Into the bin"),
    ((0, "table", "binned"), True, None, "Back from the bin"),
    ((0, "team1", "brought"), None, {"typed": "1450", "reason": ""}, "Brought forward, Ann & Carla: 1450"),
    ((0, "seat1", "player"), {"id": 1}, {"id": 4}, "Seat 1: Ann → Dora"),
    ((3, "seat1", "player"), None, {"id": 4}, "Dora plays for Ann from round 3 on"),
    ((3, "seat1", "player"), {"id": 4}, None, "Ann keeps the seat from round 3 on"),
    ((3, "seat1", "player"), None, {"id": 99}, "someone plays for Ann from round 3 on"),
    ((2, "team1", "new_one"), None, {"odd": 1}, "New one, Ann & Carla: something from a newer version of Scorepad"),
    ((2, "team9", "opened"), None, {"yes": True}, "Team 9 opened"),
    ((2, "seat9", "left"), None, POINTS, "Cards left, Seat 9: 60"),
]  # fmt: skip


@pytest.fixture(scope="module")
def words(app):
    """The words of a game of `partnership` in which Ann, Bob, Carla and Dora sit as players 1 to 4."""
    loaded = Visitor(app).begin().loaded
    return ChangeWords(loaded, loaded.names)


@pytest.mark.parametrize(("cell", "before", "after", "sentence"), SENTENCES)
def test_a_change_is_a_sentence(words, cell, before, after, sentence):
    assert str(words.text(Change(cell, parse_value(before), parse_value(after)))) == sentence


def test_every_field_of_every_sheet_has_its_own_label(words):
    agreed = words.loaded.agreement
    for field in build_sheet(agreed.rules, agreed.table, 1, agreed.decks).fields:
        change = Change((1, "team1", field.code), None, parse_value({"as": "count", "n": 1}))
        assert words.text(change).subject.split(", ")[0] in (field.label, field.singular)


def test_a_tick_is_yes_or_no(app):
    loaded = Visitor(app).begin("catawba").loaded
    words = ChangeWords(loaded, loaded.names)
    lost = [kind.code for kind in loaded.agreement.rules.books if kind.begun == "opening"]
    cell, ticked = (1, "team1", f"lost_{lost[0]}"), parse_value({"as": "count", "n": 1})
    assert words.text(Change(cell, None, ticked)).value == "yes"
    assert words.text(Change(cell, ticked, None)).value == "no"


def test_choices_have_their_labels(app):
    loaded = Visitor(app).begin("good-sam", **{"choice.length": "time"}).loaded
    choice = next(c for c in loaded.agreement.base.choices if c.key == "length")
    old, new = ({"length": choice.options[at].value} for at in (-1, 0))
    change = Change((0, "table", "choices"), parse_value(old), parse_value(new))
    text = ChangeText("Choices", f"{choice.label}: {choice.options[0].label}")
    assert ChangeWords(loaded, loaded.names).text(change) == text


def test_somebody_who_left_the_game_keeps_their_name(table):
    club = table.visitor.club
    old = club.cells(table.game)[0, "seat1", "player"]
    new = {"id": club.people.add("Otto").id}
    club.record([Entry("seat-1", table.game, 0, "seat1", "player", new, old.seq, old.device)])
    assert changes(history(table))[0] == "Seat 1: Ann → Otto"
    table.visitor.send(history(table).form("/undo"))
    assert changes(history(table))[0] == "Taken back: Seat 1: Ann → Otto"


def test_a_time_is_by_the_clock_of_a_zone():
    berlin = ZoneInfo("Europe/Berlin")
    assert time_text("2025-11-21T21:14:05.123+00:00", UTC) == "21 Nov 2025, 21:14"
    assert time_text("2025-11-21T23:14:05.123+00:00", berlin) == "22 Nov 2025, 00:14"
    assert time_text("2025-07-21T21:14:05.123+00:00", berlin) == "21 Jul 2025, 23:14"
    assert time_text("", UTC) == time_text("x", UTC) == ""
