"""A total never changes in silence: other phones and the board say what was corrected, once, for a while."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest

from scorepad.live.presence import PageKind
from scorepad.play.game import Games
from scorepad.store import Role
from scorepad.web.live import live_page
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.games.editing import mend
from tests.web.games.undoing import undo
from tests.web.live.open_page import OpenPage

LEFT = "Round 1 corrected: Bob’s cards left 65 → 55, +10"


def markup_text(html):
    return unescape(re.sub("<[^>]*>", "", html))


def told(page):
    return [line.text.removesuffix(" ›") for line in page.classed("told")]


@pytest.fixture
def other(app, visitor):
    """Another phone at the same tables."""
    return Visitor(app)


@pytest.fixture
def played(table, other):
    """A game with one finished round, whose table is open on another phone too."""
    table.play(1, **OUT_FIRST | {"seat2.left": "65"})
    other.get(table.address)
    return table


def test_the_other_phones_and_the_board_say_what_was_corrected(played, other):
    table = played
    table.play(1, **{"seat2.left": "55"})
    page = other.get(table.address)
    assert told(page) == [LEFT]
    assert page.links[f"{LEFT} ›"] == f"{table.address}/rounds/1"
    assert told(other.get(f"{table.address}/board")) == [LEFT]
    assert told(table.page()) == []
    watcher = Visitor(table.visitor.app, Role.WATCHER, table.game)
    page = watcher.get(f"{table.address}/board")
    assert told(page) == [LEFT]
    assert f"{LEFT} ›" not in page.links


def test_it_is_told_for_a_minute_and_never_without_a_correction(played, other, monkeypatch):
    assert told(other.get(played.address)) == []
    played.play(1, **{"seat2.left": "55"})
    monkeypatch.setattr(live_page, "SHOWN_FOR", timedelta())
    played.sheet(2).save(team1__clean="1")
    assert told(other.get(played.address)) == []


def test_counting_and_finishing_the_next_round_is_no_correction(played, other):
    played.sheet(2).save(team1__clean="1")
    assert told(other.get(played.address)) == []
    played.play(2, **OUT_FIRST)
    assert told(other.get(played.address)) == []
    undo(played)
    assert told(other.get(played.address)) == ["Round 2 opened again: Ann & Carla −4,500"]


@pytest.mark.parametrize("kind", [PageKind.TABLE, PageKind.BOARD])
def test_an_open_page_hears_it_at_once_and_once(played, other, monkeypatch, kind):
    open_page = OpenPage(other, played, kind)

    def heard():
        return open_page.read_event().get("own", {}).get("news")

    played.sheet(2).save(team1__clean="1")
    assert heard() is None
    played.play(1, **{"seat2.left": "55"})
    assert LEFT in markup_text(heard())
    assert heard() is None
    played.sheet(2).save(team1__clean="2")
    assert heard() is None
    monkeypatch.setattr(live_page, "SHOWN_FOR", timedelta())
    played.sheet(2).save(team1__clean="3")
    assert heard() == ""


def test_an_undo_says_so_too(played, other):
    played.play(1, **{"seat2.left": "55"})
    undo(played)
    assert told(other.get(played.address)) == [LEFT, "Round 1 corrected: Bob’s cards left 55 → 65, −10"]


def test_a_change_of_both_teams_names_each(played, other):
    played.play(1, **{"seat2.left": "55", "seat3.left": "5"})
    assert told(other.get(played.address))[0].endswith("and 1 more, Ann & Carla −5, Bob & Dora +10")


def test_a_round_deleted_and_brought_back_says_what_it_changed(played, other):
    played.play(2, **OUT_FIRST)
    page = played.visitor.get(f"{played.address}/rounds/1")
    played.visitor.send(page.form("/delete"))
    undo(played)
    assert told(other.get(played.address)) == [
        "Round 1 deleted: Ann & Carla −4,500, Bob & Dora +65",
        "Round 1 brought back: Ann & Carla +4,500, Bob & Dora −65",
    ]


def test_an_adjustment_of_an_earlier_round_is_told(played, other):
    played.play(1, **{"team2.adjustment1.points": "-50", "team2.adjustment1.reason": "late"})
    assert told(other.get(played.address)) == ["Round 1 corrected: Bob & Dora’s adjustment 1 −50 (late), −50"]


def test_settings_that_score_every_round_again_are_told(played, other):
    mend(played, **{"team1.brought": "100"})
    assert told(other.get(played.address)) == ["Brought forward, Ann & Carla: 100, Ann & Carla +100"]
    mend(played, seat2="Eve")
    assert told(other.get(played.address))[-1] == "Seat 2: Bob → Eve"
    mend(played, decks="6")
    assert len(told(other.get(played.address))) == 2


def test_a_result_says_it_too(played, other):
    played.decide(decision="over")
    assert told(other.get(f"{played.address}/result")) == []
    played.play(1, **{"seat2.left": "55"})
    assert told(other.get(f"{played.address}/result")) == [LEFT]
    assert told(played.visitor.get(f"{played.address}/result")) == []


def test_a_game_of_another_file_is_no_correction(played):
    """An older copy may have replaced the file: it does not have the entry at which the game was loaded."""
    games = Games(played.visitor.club)
    kept = games.load(played.game)
    games._kept[played.game] = replace(kept, version=(10**6, kept.version[1]))
    played.play(1, **{"seat2.left": "55"})
    assert games.load(played.game).effects == ()
