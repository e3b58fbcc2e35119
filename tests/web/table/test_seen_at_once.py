"""What several people at one table must not have to look for: a question, a round that is over, who starts."""

import pytest

from tests.web.driving import level_round
from tests.web.pages import Element, Page
from tests.web.rounds.conflicting import at_once, boxes, settle, two_phones


@pytest.fixture(scope="module")
def phones(app):
    """Ann's phone and Bob's at one table."""
    return two_phones(app)


def test_a_question_further_up_is_told_beside_what_is_done_next(phones):
    assert _to_settle(phones[0].page()) == []
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    for page in (phones[0].page(), phones[1].sheet().page):
        (link,) = _to_settle(page)
        assert link.text == "Two phones differ: Red books, Ann & Carla"
        assert link["href"].removeprefix("#") in [box["id"] for box in boxes(page)]
    settle(phones[1], "4")
    assert _to_settle(phones[1].page()) == []


def test_who_keeps_score_is_asked_above_the_counts_and_then_said_below_them(visitor):
    table = visitor.begin()
    order = _order(table.page(), "Who keeps score on this phone?", "Red books")
    assert order == sorted(order)
    table.keeps_score("Ann")
    order = _order(table.page(), "Red books", "Ann keeps score on this phone")
    assert order == sorted(order)


def test_where_nobody_said_who_had_begun_the_next_round_asks_who_starts(visitor):
    table = visitor.begin()
    assert "open" not in _starts(table.page()).attributes
    level_round(table, 1)
    asks = _starts(table.page())
    assert "open" in asks.attributes
    assert asks.all("summary")[0].text == "Who starts?"
    table.decide(seat="3")
    assert _starts(table.page()).all("summary")[0].text == "Somebody else starts"


def test_a_sheet_whose_round_is_over_says_so(visitor):
    table = visitor.begin()
    assert _bar(table.sheet(1).page) == "Counting round 1"
    level_round(table, 1)
    page = table.sheet(1).page
    assert _bar(page) == "Correcting round 1 it is finished"
    assert "Round 1 is finished. What you change here corrects it." in page.text


def _to_settle(page: Page) -> list[Element]:
    return page.classed("to-settle")


def _bar(page: Page) -> str:
    return page.classed("bar-round")[0].text


def _starts(page: Page) -> Element:
    return next(one for one in page.root.all("details") if one["id"] == "starts")


def _order(page: Page, *words: str) -> list[int]:
    return [page.text.index(one) for one in words]
