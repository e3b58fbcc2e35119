"""The three questions that find rule sets to play: their answers as links, and those that the query string chooses."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import request

from scorepad.rulebook.matching import FIRST_QUESTIONS, Answers, Question
from scorepad.rules.model import RuleSet
from scorepad.scoring.quantity import plain_number


class AnswerLink(NamedTuple):
    """A link that chooses an answer, or clears it if it is chosen. `answers` are those of the page it leads to."""

    text: str
    is_chosen: bool
    answers: Answers


class FirstQuestions(NamedTuple):
    """Each question with its links, and the answers of this request by the question's key."""

    links: list[tuple[Question, list[AnswerLink]]]
    answers: Answers


def first_questions(every: Sequence[RuleSet]) -> FirstQuestions:
    """Return the questions about these rule sets. Answers that none of them gives are ignored."""
    offered = {question.key: question.answers(every) for question in FIRST_QUESTIONS}
    numbers = {key: plain_number(request.args.get(key, "")) for key in offered}
    answers = {key: number for key, number in numbers.items() if number is not None and number in offered[key]}
    links = [(question, list(_links(question, offered[question.key], answers))) for question in FIRST_QUESTIONS]
    return FirstQuestions(links, answers)


def _links(question: Question, offered: Sequence[int], answers: Answers) -> Iterator[AnswerLink]:
    """Yield the answers to a question. The chosen one links to the page without it."""
    others = {key: answer for key, answer in answers.items() if key != question.key}
    for answer in offered:
        is_chosen = answers.get(question.key) == answer
        yield AnswerLink(question.say(answer), is_chosen, others if is_chosen else {**others, question.key: answer})
