"""The questions that find a rule set."""

import pytest

from scorepad.rulebook.matching import MAX_GUIDED, best_fitting, guide, next_fork, remaining
from scorepad.rules import preset, slugs

ALL = [preset(slug) for slug in slugs()]


FORKS = guide(ALL)


@pytest.mark.parametrize("slug", slugs())
def test_three_replies_of_a_rule_set_leave_it_and_at_most_one_other(slug):
    replied = {}
    while fork := next_fork(FORKS, ALL, replied):
        replied[fork.key] = min(fork.given(preset(slug)))
    assert len(replied) == MAX_GUIDED
    near = [rules.slug for rules in best_fitting(FORKS, ALL, replied)]
    assert slug in near
    assert len(near) <= 2


def test_each_question_has_two_to_four_replies_and_each_fits_some_rule_set():
    for fork in FORKS:
        assert 2 <= len(fork.replies) <= 4, fork.key
        assert all(any(reply.code in fork.given(rules) for rules in ALL) for reply in fork.replies)
        assert all(fork.given(rules) <= {reply.code for reply in fork.replies} for rules in ALL), fork.key


def test_the_first_question_is_about_going_out_and_divides_nearly_best():
    first = next_fork(FORKS, ALL, {})
    assert first.key == "needs"
    assert sum(remaining(fork, ALL) < remaining(first, ALL) for fork in FORKS) <= 1


@pytest.mark.parametrize("slug", ["burraco", "burraco-international", "buraco", "biriba", "classic"])
def test_three_replies_tell_the_games_without_a_foot_apart(slug):
    replied = {}
    while fork := next_fork(FORKS, ALL, replied):
        replied[fork.key] = min(fork.given(preset(slug)))
    assert [rules.slug for rules in best_fitting(FORKS, ALL, replied)] == [slug]


def test_the_numbers_in_the_replies_are_those_of_the_rule_sets():
    few = [preset(slug) for slug in ("dearie", "good-sam", "two-handed")]
    end = next(fork for fork in guide(few) if fork.key == "end")
    assert end.replies[0].text == "After 3 rounds"


def test_a_question_that_all_sets_answer_alike_is_not_asked():
    assert "needs" not in {fork.key for fork in guide([preset("partnership"), preset("bicycle")])}
    assert guide([preset("partnership")]) == []
