"""The questions that find a rule set."""

import pytest

from scorepad.rulebook.matching import (
    MAX_ASKED,
    MAX_GUIDED,
    MIN_ASKED,
    QUESTIONS,
    best_fitting,
    by_likelihood,
    fits,
    guide,
    next_fork,
    next_question,
    remaining,
    unmet,
)
from scorepad.rules import preset, slugs

ALL = [preset(slug) for slug in slugs()]


@pytest.mark.parametrize(
    ("answers", "fitting"),
    [
        ({"clean": 300}, {"simpson"}),
        ({"clean": 500, "cut": 1, "out": 2}, {"partnership"}),
        # The number depends on the round, the players and a choice.
        ({"cut": 1, "out": 8}, {"vegas"}),
        ({"clean": 500, "cut": 0, "out": 9}, {"friends-family"}),
        ({"out": 0}, {"roth"}),
        ({"clean": 300, "out": 9}, set()),
        ({}, set(slugs())),
    ],
)
def test_rule_sets_fit_the_answers_that_they_give(answers, fitting):
    assert {rules.slug for rules in ALL if fits(rules, answers)} == fitting


def test_no_rule_set_is_lost_and_those_with_more_of_the_answers_come_first():
    ranked = by_likelihood(ALL, {"clean": 300, "cut": 1, "out": 7})
    assert [rules.slug for rules in ranked[:3]] == ["catawba", "simpson", "partnership"]
    assert sorted(map(id, ranked)) == sorted(map(id, ALL))


def test_each_answer_that_is_offered_fits_some_rule_set():
    for question in QUESTIONS:
        answers = question.answers(ALL)
        assert len(answers) > 1
        assert all(any(fits(rules, {question.key: answer}) for rules in ALL) for answer in answers)


@pytest.mark.parametrize("slug", slugs())
def test_three_to_six_questions_lead_to_a_rule_set_that_fits(slug):
    answers = {}
    while question := next_question(ALL, answers):
        answers[question.key] = min(question.answers([preset(slug)]), default=-1)
        if answers[question.key] < 0:
            del answers[question.key]
            break
    near = [rules for rules in ALL if fits(rules, answers)]
    assert slug in {rules.slug for rules in near}
    assert MIN_ASKED <= len(answers) <= MAX_ASKED or slug == "good-sam"
    assert len(near) == 1 or len(answers) == MAX_ASKED


def test_questions_left_open_are_not_asked_again():
    asked = []
    while question := next_question(ALL, {}, asked):
        asked.append(question.key)
    assert len(asked) == len(set(asked)) == MAX_ASKED


def test_what_a_rule_set_answers_in_another_way_is_named():
    differing = unmet(preset("roth"), {"clean": 300, "cut": 1, "end": 4})
    assert [(question.key, theirs) for question, theirs in differing] == [("clean", [500]), ("end", [10000])]
    assert [question.say(theirs[0]) for question, theirs in differing] == ["500", "At 10,000 points"]


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


def test_each_question_has_two_or_three_replies_and_each_fits_some_rule_set():
    for fork in FORKS:
        assert 2 <= len(fork.replies) <= 3, fork.key
        assert all(any(reply.code in fork.given(rules) for rules in ALL) for reply in fork.replies)
        assert all(fork.given(rules) <= {reply.code for reply in fork.replies} for rules in ALL), fork.key


def test_the_first_question_is_about_going_out_and_divides_nearly_best():
    first = next_fork(FORKS, ALL, {})
    assert first.key == "needs"
    assert sum(remaining(fork, ALL) < remaining(first, ALL) for fork in FORKS) <= 1


def test_the_numbers_in_the_replies_are_those_of_the_rule_sets():
    few = [preset(slug) for slug in ("dearie", "good-sam", "two-handed")]
    end = next(fork for fork in guide(few) if fork.key == "end")
    assert end.replies[0].text == "After 3 rounds"


def test_a_question_that_all_sets_answer_alike_is_not_asked():
    assert "needs" not in {fork.key for fork in guide([preset("partnership"), preset("bicycle")])}
    assert guide([preset("partnership")]) == []
