"""What several people at one table must not have to look for: a question, a round that is over, who starts."""

from tests.web.driving import level_round
from tests.web.rounds.conflicting import THREE_OR_FOUR, at_once, boxes, settle, two_phones


def _bar(table):
    return table.sheet(1).page.classed("bar-round")[0].text


def _starts(table):
    return next(fold for fold in table.page().root.all("details") if fold["id"] == "starts")


def test_a_question_further_up_is_linked_beside_what_is_done_next(app):
    ann, bob = phones = two_phones(app)
    assert ann.page().classed("to-settle") == []
    at_once(phones, *THREE_OR_FOUR)
    for page in (ann.page(), bob.sheet().page):
        (link,) = page.classed("to-settle")
        assert link.text == "Two phones differ: Red books, Ann & Carla"
        assert link["href"].removeprefix("#") in [box["id"] for box in boxes(page)]
    settle(bob, "4")
    assert bob.page().classed("to-settle") == []


def test_who_keeps_score_is_asked_above_the_counts_and_then_said_below_them(table):
    text = table.page().text
    assert text.index("Who keeps score on this phone?") < text.index("Red books")
    table.keeps_score("Ann")
    text = table.page().text
    assert text.index("Red books") < text.index("Ann keeps score on this phone")


def test_a_round_that_is_over_is_said_so_and_the_next_asks_who_starts(table):
    assert "open" not in _starts(table).attributes
    assert _bar(table) == "Counting round 1"
    level_round(table, 1)
    assert _bar(table) == "Correcting round 1 it is finished"
    words = "Round 1 is finished. What you change here corrects it."
    assert words in table.sheet(1).page.text
    asks = _starts(table)
    assert "open" in asks.attributes
    assert asks.all("summary")[0].text == "Who starts?"
    table.decide(seat="3")
    assert _starts(table).all("summary")[0].text == "Somebody else starts"
