"""A game that was begun on paper and goes on here: its totals, its rounds and who starts."""

from scorepad.scoring.game.course import StartsBecause


def test_a_game_begun_on_paper_goes_on_where_it_was(visitor):
    brought = {"team1.brought": "1,450", "team2.brought": "−200", "paper": "2"}
    table = visitor.begin(starter="seat4", **brought)
    course = table.record.course
    assert (course.now, course.next_round) == ((1450, -200), 3)
    assert (course.starter.seat, course.starter.because) == (4, StartsBecause.CHOSEN)
    assert [step.minimum for step in course.minimums] == [120, 120]
    assert table.page().heading == "Round 3"


def test_who_starts_in_a_game_begun_on_paper_is_said_for_the_round_to_play(visitor):
    table = visitor.begin(paper="2")
    table.decide(seat="3")
    assert [(e.round, e.value) for e in table.entries if e.field == "starter"] == [(3, {"seat": 3})]
    assert table.record.course.starter.seat == 3


def test_a_total_of_nothing_is_nothing_to_keep(visitor):
    table = visitor.begin(**{"team1.brought": "0", "paper": "0"})
    assert not [e for e in table.entries if e.field in ("brought", "paper")]
