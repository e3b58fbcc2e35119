"""Decisions about the end: time is up, play on, and corrections that reach the target earlier."""

import threading

import pytest

from scorepad.store import Entry
from scorepad.web.app import current
from tests.support.waiting import PATIENCE
from tests.web.driving import OUT_FIRST, level_round

SWEEP = OUT_FIRST | {"team1.dirty": "3", "team1.melded": "600"}
"""In `southern-ohio` 3,500 points for team 1."""

LITTLE = SWEEP | {"team1.clean": "1", "team1.dirty": "1", "team1.melded": "500"}


@pytest.fixture
def asking(visitor):
    """`southern-ohio` to 6,000, in which a correction of round 1 of 3 made round 2 reach the target."""
    table = visitor.begin("southern-ohio")
    for number, typed in ((1, LITTLE), (2, SWEEP), (3, LITTLE), (1, SWEEP)):
        table.play(number, **typed)
    return table


@pytest.fixture
def timed(visitor):
    """A new game of `good-sam`, played by the clock."""
    return visitor.begin("good-sam", **{"choice.length": "time"})


def test_a_correction_that_reaches_the_target_earlier_drops_nothing_and_asks(asking):
    page = asking.page()
    assert "the game ended after round 2, but you played on. Did it end there? No round is deleted" in page.text
    buttons = [button for button in page.root.all("button") if button["name"] == "decision"]
    assert [button.text for button in buttons][:2] == ["It ended after round 2", "It went on"]


def test_the_answer_that_it_ended_leaves_out_later_rounds_until_it_is_taken_back(asking):
    page = asking.decide(decision="over")
    assert page.heading.partition(" by ")[0] == "Ann & Carla win"
    assert asking.record.course.now == (7_000, 0)
    assert "3, not counted" in page.links
    asking.decide(decision="on")
    assert asking.record.course.counted == 3


def test_a_timed_game_goes_on_until_the_table_ends_it(timed):
    assert "Time is up" not in timed.page().source
    for number in range(1, 5):
        level_round(timed, number)
    assert "Time is up: round 4 was the last" in timed.page().text
    assert "minutes" in timed.page().text
    assert timed.decide(decision="over").heading == "A tie"


def test_any_game_can_be_ended_early_and_goes_on_again(table):
    level_round(table, 1)
    assert "End the game here" in table.page().text
    assert "Yes, end it: round 1 was the last" in table.page().text
    assert table.decide(decision="over").heading == "A tie"
    assert table.decide(decision="on").heading == "Round 2"


def test_another_decision_changes_nothing(asking, nothing_recorded):
    nothing_recorded()
    for decision in ("", "off", "OVER", "0", "over\x00", "٣"):
        assert "Nothing was changed" in asking.decide(decision=decision).said, decision


@pytest.mark.parametrize("decision", ["on", "over"])
def test_a_decision_about_a_game_without_a_round_changes_nothing(timed, nothing_recorded, decision):
    form = timed.page().form("/starter")
    form.action = f"{timed.address}/end"
    nothing_recorded()
    page = timed.visitor.send(form, decision=decision)
    assert "the game has changed since you opened that page" in page.said


def test_a_decision_made_on_an_old_page_overwrites_nothing(visitor, asking):
    mine, theirs = asking.page().form("/end"), asking.page().form("/end")
    visitor.send(theirs, decision="on")
    assert visitor.send(mine, decision="over").said
    assert asking.record.course.counted == 3


def test_a_round_that_is_finished_during_a_decision_comes_after_it(table, monkeypatch):
    level_round(table, 1)
    real, late = current.load, []

    def load(game):
        loaded = real(game)
        entry = Entry("late", game, 2, "table", "finished", {"yes": True})
        late.append(threading.Thread(target=table.visitor.club.record, args=([entry],)))
        late[0].start()
        late[0].join(0.1)
        return loaded

    with monkeypatch.context() as patch:
        patch.setattr("scorepad.web.table.table.load", load)
        form = table.page().form("/end")
        table.visitor.client.post(form.action, data=form.fields | {"decision": "over"})
        late[0].join(PATIENCE)
    assert [entry.field for entry in table.entries[-2:]] == ["end", "finished"]


def test_a_decision_that_is_sent_again_is_answered_alike(visitor, asking):
    form = asking.page().form("/end")
    first, again = (visitor.send(form, decision="over") for _ in range(2))
    assert (again.heading, again.said) == (first.heading, "")


def test_a_game_ended_early_counts_in_the_league_only_if_the_table_says_so(table):
    def counts():
        table.visitor.club.league.catch_up()
        return table.visitor.club.league.game(table.game) is not None

    level_round(table, 1)
    mine = table.page().form("/end")
    page = table.decide(decision="uncounted")
    assert "after round 1 of 4. It does not count in the league." in page.text
    assert not counts()
    assert "someone else decided this first" in table.visitor.send(mine, decision="over").said.lower()
    result = table.visitor.get(f"{table.address}/result")
    assert table.visitor.send(result.form("/end"), decision="over").heading == "A tie"
    assert counts()
    form = table.visitor.get(f"{table.address}/result").form("/undo")
    assert "Taken back: Counted in the league." in table.visitor.send(form).said
    assert not counts()


@pytest.mark.parametrize("slug", ["partnership", "good-sam"])
def test_no_game_that_its_rules_or_the_clock_ended_can_be_left_out(visitor, nothing_recorded, slug):
    table = visitor.begin(slug, **({"choice.length": "time"} if slug == "good-sam" else {}))
    for number in range(1, 5):
        level_round(table, number)
    form = table.page().form("/starter" if slug == "good-sam" else "/rematch")
    form.action = f"{table.address}/end"
    nothing_recorded()
    page = visitor.post(form.action, form.fields | {"decision": "uncounted"})
    assert "Nothing was changed" in page.said
    assert "Leave it out" not in page.source


@pytest.mark.parametrize(("slug", "rounds", "typed"), [("partnership", 4, OUT_FIRST), ("southern-ohio", 2, SWEEP)])
def test_one_more_round_can_be_played_after_the_last_and_another_after_that(visitor, slug, rounds, typed):
    table = visitor.begin(slug)
    for number in range(1, rounds + 1):
        table.play(number, **typed)
    both = [table.visitor.get(f"{table.address}/result").form("/end") for _ in range(2)]
    assert "Play one more round" in table.visitor.get(f"{table.address}/result").source
    page = visitor.send(both[0], decision="on")
    assert page.heading == f"Round {rounds + 1}"
    assert "one more round" in page.text
    assert "one more round" in visitor.get(f"{table.address}/board").text
    assert "Nothing was changed: the game has changed" in visitor.send(both[1], decision="on").said
    table.play(rounds + 1, **typed)
    assert (table.record.course.phase, table.record.course.counted) == ("over", rounds + 1)
    assert table.decide(decision="on").heading == f"Round {rounds + 2}"
    assert f"Taken back: The game went on to round {rounds + 2}." in visitor.send(table.page().form("/undo")).said
    assert table.page().heading.partition(" by ")[0] == "Ann & Carla win"
