"""The page of records: whose they are, of which kind of game, and what holds nothing."""

import pytest

from scorepad.league.feats import FeatCode
from scorepad.web.league.bars import bars
from tests.web.driving import NAMES, OUT_FIRST, Visitor, level_round
from tests.web.pages import Page

RECORDS = "/league/records"


@pytest.fixture
def visitor(first_visitor) -> Visitor:
    """Every test here is about a club that holds its own games alone."""
    return first_visitor


def _play(visitor, rounds=(OUT_FIRST,) * 4, **begun):
    table = visitor.begin(**begun)
    for number, typed in enumerate(rounds, start=1):
        table.play(number, **typed) if typed else level_round(table, number)
    return table


def _record(page: Page, code: str):
    (found,) = [one for one in page.root.all("section") if one["data-record"] == code]
    return found


def _rows(page: Page, code: str):
    """The list of a record: who (by name), how much, and in which game and round."""
    return [
        (
            row.all("span")[0].text,
            next(cell.text for cell in row.all("td") if cell["data-figure"] == "value"),
            int(row["data-game"]),
            int(row["data-round"]),
        )
        for row in _record(page, code).all("tr")
        if row["data-who"]
    ]


def test_a_club_without_games_is_told_how_records_come_about(visitor):
    page = visitor.get(RECORDS)
    assert page.status == 200
    assert "No game is over yet" in page.text
    assert page.links["To the games"] == "/"


def test_a_game_that_is_not_over_sets_no_record(visitor):
    _play(visitor, (OUT_FIRST,))
    assert "No game is over yet" in visitor.get(RECORDS).text


def test_an_unknown_kind_is_not_spoken_of_in_a_club_without_games(visitor):
    page = visitor.get(RECORDS, kind="7")
    assert (page.status, page.said) == (200, "")


def test_the_holder_stands_first_with_value_day_round_and_ways(visitor):
    table = _play(visitor)
    record = _record(visitor.get(RECORDS), FeatCode.ROUND)
    (held,) = [one for one in record.all("p") if one["class"] == "held"]
    assert held.text == "4,500 points"
    addresses = [link["href"] for link in record.all("a")]
    assert addresses[0] == "/partners/1-3"
    assert addresses[1] == f"{table.address}/story?rounds=open#round-1"
    assert "round 1" in record.all("a")[1].text


def test_every_record_there_is_has_a_place_of_its_own_and_some_are_nobodys(visitor):
    _play(visitor)
    page = visitor.get(RECORDS)
    codes = [one["data-record"] for one in page.root.all("section") if one["data-record"]]
    assert codes == [*FeatCode, "streak-people", "streak-partnerships"]
    for code in (FeatCode.COMEBACK, FeatCode.CUTS, FeatCode.SHAME):
        assert _record(page, code).text.endswith("Nobody yet.")


def test_all_records_hold_what_was_counted(visitor):
    first = OUT_FIRST | {"seat2.red_threes_held": "2", "seat3.exact_cut": "1"}
    number = _play(visitor, (first, *(OUT_FIRST,) * 3)).game
    page = visitor.get(RECORDS)
    assert _rows(page, FeatCode.ROUND)[0] == ("Ann & Carla", "4,600", number, 1)
    assert _rows(page, FeatCode.GAME)[0] == ("Ann & Carla", "18,100", number, 0)
    assert _rows(page, FeatCode.CLEAN) == [("Ann & Carla", "16", number, 0)]
    assert _rows(page, FeatCode.CUTS) == [("Carla", "1", number, 0)]
    assert _rows(page, FeatCode.SHAME) == [("Bob", "2", number, 0)]


def test_the_narrowest_win_is_shown_as_its_margin_and_the_least_is_first(visitor):
    wide = _play(visitor).game
    narrow = _play(visitor, (OUT_FIRST, None, None, None)).game
    rows = _rows(visitor.get(RECORDS), FeatCode.NARROWEST)
    assert [row[1:] for row in rows] == [("4,500", narrow, 0), ("18,000", wide, 0)]


def test_a_comeback_is_how_far_the_winner_was_behind(visitor):
    turned = {"seat1.left": "0", "seat3.left": "0"} | {
        name.translate(str.maketrans("12", "21")) if name.startswith("team") else name: value
        for name, value in OUT_FIRST.items()
        if name != "seat2.left"
    }
    turned["table.ended"] = "seat2"
    number = _play(visitor, (OUT_FIRST, turned, turned, turned)).game
    rows = _rows(visitor.get(RECORDS), FeatCode.COMEBACK)
    assert rows == [("Bob & Dora", "4,500", number, 0)]


def test_streaks_put_all_kinds_together_and_lead_to_their_last_game(visitor):
    _play(visitor)
    last = _play(visitor, decks="7")
    page = visitor.get(RECORDS)
    assert "all kinds of games are put together" in page.text
    expected = ("Ann & Carla", "2", last.game, 0)
    assert _rows(page, "streak-partnerships") == [expected]
    assert [row[:2] for row in _rows(page, "streak-people")] == [("Ann", "2"), ("Carla", "2")]
    assert "2 games in a row" in _record(page, "streak-people").text


def test_only_the_best_five_are_listed(visitor):
    for _ in range(6):
        _play(visitor)
    page = visitor.get(RECORDS)
    assert len(_rows(page, FeatCode.GAME)) == 5
    assert "Among equals the earlier stands first" in page.text
    assert [row[2] for row in _rows(page, FeatCode.CLEAN)] == [1, 2, 3, 4, 5]


def test_the_kind_played_most_is_shown_and_another_can_be_chosen(visitor):
    for _ in range(2):
        _play(visitor)
    other = _play(visitor, decks="7")
    page = visitor.get(RECORDS)
    (chosen, rest) = page.root.all("option")
    assert "selected" in chosen.attributes
    assert (chosen.text, rest.text) == (
        "Partnership Hand & Foot, 5 decks (2 games)",
        "Partnership Hand & Foot, 7 decks (1 game)",
    )
    assert "never compared" in page.text
    shown = visitor.get(RECORDS, kind=rest["value"])
    assert shown.said == ""
    assert {row[2] for row in _rows(shown, FeatCode.ROUND)} == {other.game}


def test_a_kind_that_is_none_gives_the_usual_one_and_says_so(visitor):
    _play(visitor)
    for kind in ("7", "0", "-1", "x", "٣", "1" * 5000, "\0", "1.0", "' OR 1=1"):
        page = visitor.get(RECORDS, kind=kind)
        assert page.status == 200
        assert page.said.startswith("No game of that kind was played here"), kind
        assert _rows(page, FeatCode.GAME)


def test_no_kind_is_the_usual_one_and_nothing_is_said(visitor):
    _play(visitor)
    assert visitor.get(RECORDS, kind="").said == ""
    assert not visitor.get(RECORDS).root.all("select")


def test_who_was_forgotten_holds_a_record_without_a_name_or_a_page(visitor):
    _play(visitor)
    carla = next(one.id for one in visitor.club.people.everyone() if one.name == NAMES[2])
    visitor.club.people.forget(carla)
    record = _record(visitor.get(RECORDS), FeatCode.ROUND)
    assert "Ann & Somebody" in record.text
    assert [link.text for link in record.all("a") if "/partners" in link["href"]] == ["Bob & Dora"]


def test_every_picture_has_a_title_a_description_and_ids_of_its_own(visitor):
    _play(visitor)
    _play(visitor, (OUT_FIRST, None, None, None))
    page = visitor.get(RECORDS)
    pictures = page.root.all("svg")
    assert pictures
    for one in pictures:
        title, said = one["aria-labelledby"].split()
        assert one["role"] == "img"
        assert page.root.by_id(title).tag == "title"
        assert page.root.by_id(said).text.startswith("1. ")
    ids = [one["id"] for one in page.root.elements if one["id"]]
    assert len(ids) == len(set(ids))


def test_a_name_of_many_letters_is_cut_in_the_picture_and_whole_in_the_list(visitor):
    name = "Wilhelmina-Alexandrina the Younger"
    for _ in range(2):
        _play(visitor, seat1=name)
    record = _record(visitor.get(RECORDS), FeatCode.GAME)
    assert f"{name} & Carla" in record.text
    assert "…" in record.all("svg")[0].all("text")[0].text


def test_a_bar_is_as_long_as_its_amount_and_below_zero_it_lies_on_the_other_side():
    drawn = bars([("Ann", 200), ("Bob", 100), ("Carla", -50), ("Dora", 0)])
    ann, bob, carla, dora = drawn.bars
    assert ann.length == pytest.approx(2 * bob.length, abs=0.2)
    assert ann.x == bob.x == drawn.zero
    assert carla.x + carla.length == pytest.approx(drawn.zero, abs=0.2)
    assert ann.x + ann.length == pytest.approx(drawn.right, abs=0.2)
    assert carla.x >= drawn.left
    assert dora.length > 0
    assert drawn.height > max(bar.y + drawn.thick for bar in drawn.bars)


def test_bars_of_nothing_at_all_can_be_drawn():
    assert [bar.said for bar in bars([("Ann", 0)]).bars] == ["0"]
    assert bars([]).bars == ()
