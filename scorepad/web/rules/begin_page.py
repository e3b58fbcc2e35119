"""The page that asks which rules to begin with: three questions, then the rule sets, matching ones first."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import render_template, request

from scorepad.play.form_data import plain_number
from scorepad.play.rules.catalog import playable
from scorepad.rules.questions import FIRST_QUESTIONS, Answers, Question, by_likelihood, fits
from scorepad.web.app.current import g
from scorepad.web.app.templates import new_key


class AnswerLink(NamedTuple):
    """An answer to tap: its text, whether it is chosen, and the answers in the URL of its link."""

    text: str
    is_chosen: bool
    answers: Answers


def begin_page(notice: str = "") -> Any:
    """Return the page, with the rule sets that match the answers in the query string first."""
    every = playable(g.club.store)
    offered = {question.key: question.answers(every) for question in FIRST_QUESTIONS}
    numbers = {key: plain_number(request.args.get(key, "")) for key in offered}
    answers = {key: number for key, number in numbers.items() if number is not None and number in offered[key]}
    html = render_template(
        "rules/begin.html",
        questions=[(question, list(_links(question, offered[question.key], answers))) for question in FIRST_QUESTIONS],
        fitting=[rules for rules in every if answers and fits(rules, answers)],
        every=by_likelihood(every, answers),
        answers=answers,
        drafts=g.club.store.rule_drafts.current(),
        notice=notice,
        key=new_key(),
    )
    return html, 422 if notice else 200


def _links(question: Question, offered: Sequence[int], answers: Answers) -> Iterator[AnswerLink]:
    """Yield the answers to a question. The chosen one links to the page without it."""
    others = {key: answer for key, answer in answers.items() if key != question.key}
    for answer in offered:
        is_chosen = answers.get(question.key) == answer
        yield AnswerLink(question.say(answer), is_chosen, others if is_chosen else {**others, question.key: answer})
