"""The list of games."""

import pytest

from scorepad.store import Entry
from scorepad.web.games import game_list
from tests.web.driving import OUT_FIRST, Table, Visitor, level_round
from tests.web.pages import Page


@pytest.fixture
def visitor(first_visitor) -> Visitor:
    """Every test here is about a list that holds its own games alone."""
    return first_visitor


def _entries(visitor: Visitor) -> list[str]:
    return [item.text for item in visitor.get("/").root.all("li")]


def _addresses(page: Page) -> list[str]:
    return [link["href"] for item in page.root.all("li") for link in item.all("a")]


def test_a_new_club_is_told_how_to_begin(visitor):
    page = visitor.get("/")
    assert "No games yet" in page.text
    assert page.links["New game"] == "/games/new"


def test_a_game_that_goes_on_shows_its_mark_its_round_and_its_totals(visitor):
    table = visitor.begin()
    table.play(1, **OUT_FIRST)
    (entry,) = _entries(visitor)
    assert entry.startswith(
        "♥\ufe0e 1 Round 2 Ann & Carla 4,500 Bob & Dora 0 Partnership Hand & Foot."
    )
    assert entry.endswith(f"Last change {game_list.moment(table.entries[-1].at)}")


def test_a_game_that_is_over_shows_who_won(visitor):
    table = visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    (entry,) = _entries(visitor)
    assert "Ann & Carla won" in entry


def test_equal_totals_at_the_end_are_shown_as_a_tie(visitor):
    table = visitor.begin()
    for number in range(1, 5):
        level_round(table, number)
    (entry,) = _entries(visitor)
    assert "A tie" in entry


def test_two_live_games_of_the_same_people_are_told_apart_by_their_marks(visitor):
    for _ in range(2):
        visitor.begin()
    marks = [one for one in visitor.get("/").root.all("span") if one["class"] == "game-mark"]
    assert [one.text for one in marks] == ["♦\ufe0e 2", "♥\ufe0e 1"]
    assert [one["aria-label"] for one in marks] == ["Game 2, diamonds", "Game 1, hearts"]


def test_neighbouring_games_never_share_a_suit():
    suits = [game_list.game_mark_name(number).split(", ")[1] for number in range(1, 9)]
    assert suits[:4] == suits[4:]
    assert len(set(suits)) == 4


def _by_heading(page: Page) -> dict[str, list[str]]:
    return {
        one.all("h2")[0].text: [link["href"] for link in one.all("a")]
        for one in page.root.all("section")
    }


def test_games_being_played_come_first_and_the_one_last_touched_before_the_others(visitor):
    touched, over, other = (visitor.begin() for _ in range(3))
    for number in range(1, 5):
        over.play(number, **OUT_FIRST)
    touched.sheet().save(**{"team1.melded": "300"})
    assert _by_heading(visitor.get("/")) == {
        "Being played": [touched.address, other.address],
        "Finished": [over.address],
    }


def test_an_old_game_that_was_never_finished_is_on_a_later_page(visitor, three_games):
    page = visitor.get("/", before="2")
    assert _by_heading(page) == {"Not finished": ["/games/1"]}


def test_each_game_leads_to_its_table(visitor):
    table = visitor.begin()
    (address,) = [a for text, a in visitor.get("/").links.items() if "Ann" in text]
    assert address == table.address


@pytest.fixture
def three_games(visitor, monkeypatch) -> list[Table]:
    """Three games, where a page of the list has two."""
    monkeypatch.setattr(game_list, "PAGE", 2)
    return [visitor.begin() for _ in range(3)]


def test_the_newest_games_come_first_and_older_ones_on_the_next_page(visitor, three_games):
    page = visitor.get("/")
    assert _addresses(page) == ["/games/3", "/games/2"]
    older = visitor.get(page.links["Older games"])
    assert _addresses(older) == ["/games/1"]
    assert "Older games" not in older.links
    assert older.links["Newest games"] == "/"


@pytest.mark.parametrize("before", ["", "x", "-1", "1.5", "٣", "9" * 400, "%ED%A0%80", "1 OR 1"])
def test_a_forged_page_number_shows_the_newest_games(visitor, three_games, before):
    page = visitor.client.get(f"/?before={before}")
    assert page.status_code == 200
    assert page.text.count('class="who"') == 4


def test_a_page_before_the_first_game_is_empty_and_leads_back(visitor, three_games):
    page = visitor.get("/", before="1")
    assert page.links["Newest games"] == "/"
    assert not page.root.all("li")


def test_a_game_kept_by_a_newer_scorepad_does_not_hide_the_others(visitor):
    table, newer = visitor.begin(), visitor.begin()
    rules = visitor.club.cells(newer.game)[0, "table", "rules"]
    later = {**rules.value, "schema": 2}
    visitor.club.record([Entry("x", newer.game, 0, "table", "rules", later, base=rules.seq)])
    page = visitor.get("/")
    assert "needs a newer Scorepad" in page.text
    assert table.address in page.source
    assert visitor.get(newer.address).status == 503
