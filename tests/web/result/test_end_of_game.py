"""What the table decides about the end: time is up, it went on, and corrections that reach the target earlier."""

import pytest

from tests.web.driving import Table, level_round

TIMED = {"choice.length": "time"}
SWEEP = {
    "table.ended": "seat1",
    "team1.clean": "4",
    "team1.dirty": "3",
    "team1.melded": "600",
    "team2.melded": "0",
    "seat2.left": "0",
    "seat3.left": "0",
    "seat4.left": "0",
}


def _to_target(visitor) -> Table:
    """`southern-ohio` to 6,000: two rounds of 3,500 were played, and team 1 won."""
    table = visitor.begin("southern-ohio")
    for number in (1, 2):
        table.play(number, **SWEEP)
    return table


def _asking(visitor) -> Table:
    """The same with a third round, then the first corrected so that the second reached the target."""
    table = visitor.begin("southern-ohio")
    table.play(1, **SWEEP | {"team1.clean": "1", "team1.dirty": "1", "team1.melded": "500"})
    table.play(2, **SWEEP)
    table.play(3, **SWEEP | {"team1.clean": "1", "team1.dirty": "1", "team1.melded": "500"})
    table.play(1, **SWEEP)
    return table


def test_reaching_the_target_ends_the_game(visitor):
    table = _to_target(visitor)
    assert table.page().heading == "Ann & Carla won"
    assert "No, it went on" not in table.page().source


def test_a_correction_that_reaches_the_target_earlier_drops_nothing_and_asks(visitor):
    page = _asking(visitor).page()
    assert "the game ended after round 2, but more was played. Nothing is dropped" in page.text
    decisions = [one for one in page.root.all("button") if one["name"] == "decision"]
    assert [button.text for button in decisions][:2] == [
        "It ended after round 2",
        "It went on",
    ]


def test_answering_that_it_ended_there_leaves_later_rounds_out_of_the_totals(visitor):
    table = _asking(visitor)
    page = table.decide(decision="over")
    assert page.heading == "Ann & Carla won"
    assert table.record.course.now == (7_000, 0)
    assert "3, not counted" in page.links


def test_answering_that_it_went_on_counts_every_round(visitor):
    table = _asking(visitor)
    page = table.decide(decision="on")
    assert page.heading == "Ann & Carla won"
    assert table.record.course.counted == 3


def test_an_answer_can_be_taken_back(visitor):
    table = _asking(visitor)
    table.decide(decision="over")
    table.decide(decision="on")
    assert table.record.course.counted == 3


def test_a_timed_game_goes_on_until_somebody_says_that_time_is_up(visitor):
    table = visitor.begin("good-sam", **TIMED)
    assert "Time is up" not in table.page().source
    for number in range(1, 5):
        level_round(table, number)
    assert "Time is up: round 4 was the last" in table.page().text
    assert "minutes" in table.page().text
    page = table.decide(decision="over")
    assert page.heading == "A tie"


def test_a_timed_game_that_was_ended_too_early_goes_on(visitor):
    table = visitor.begin("good-sam", **TIMED)
    level_round(table, 1)
    table.decide(decision="over")
    page = table.decide(decision="on")
    assert page.heading == "Round 2"
    level_round(table, 2)
    assert table.decide(decision="over").heading == "A tie"


@pytest.mark.parametrize("decision", ["", "off", "OVER", "0", "over\x00", "٣"])
def test_a_decision_that_is_none_changes_nothing(visitor, nothing_recorded, decision):
    table = _asking(visitor)
    nothing_recorded()
    page = table.decide(decision=decision)
    assert "Nothing was changed" in page.said


@pytest.mark.parametrize("decision", ["on", "over"])
def test_a_decision_about_a_game_that_was_not_played_yet_changes_nothing(
    visitor, nothing_recorded, decision
):
    table = visitor.begin("good-sam", **TIMED)
    form = table.page().form("/starter")
    form.action = f"{table.address}/end"
    nothing_recorded()
    page = visitor.send(form, decision=decision)
    assert "the game has moved on since that page was made" in page.said


def test_a_decision_made_on_an_old_page_overwrites_nothing(visitor):
    table = _asking(visitor)
    mine, theirs = table.page().form("/end"), table.page().form("/end")
    visitor.send(theirs, decision="on")
    page = visitor.send(mine, decision="over")
    assert page.said
    assert table.record.course.counted == 3


def test_without_a_token_nothing_is_decided(visitor, nothing_recorded):
    table = _asking(visitor)
    form = table.page().form("/end")
    nothing_recorded()
    page = visitor.send(form, decision="over", csrf_token=None)
    assert page.status == 422
    assert "lost its connection" in page.said


@pytest.mark.parametrize("game", ["0", "99999", "-1", "٣", "9" * 400, "1e1"])
def test_a_game_that_is_not_here_is_no_page(visitor, table, game):
    assert visitor.get(f"/games/{game}").status == 404
    for ending in ("starter", "end"):
        assert (
            visitor.post(f"/games/{game}/{ending}", {"seat": "1", "decision": "on"}).status == 404
        )


def test_any_game_can_be_ended_early_and_goes_on_again(visitor):
    table = visitor.begin()
    level_round(table, 1)
    assert "End the game here" in table.page().text
    assert "Yes, end it: round 1 was the last" in table.page().text
    assert table.decide(decision="over").heading == "A tie"
    assert table.decide(decision="on").heading == "Round 2"
