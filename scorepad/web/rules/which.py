"""Questions that find rule sets to play: before a new game, before the editor, and on a page of their own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from flask import render_template, request, url_for

from scorepad.numbers import whole_number
from scorepad.play.rules.catalog import playable
from scorepad.rulebook.compare import Contrast, compare, count
from scorepad.rulebook.matching import (
    FIRST_QUESTIONS,
    PLAYERS,
    QUESTIONS,
    Answers,
    Question,
    by_likelihood,
    next_question,
    unmet,
)
from scorepad.rules.lookup import table_for
from scorepad.rules.model import RuleSet
from scorepad.scoring.text.explain import join_words, lower_first
from scorepad.web.app.current import g


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
    numbers = {key: whole_number(request.args.get(key, "")) for key in offered}
    answers = {key: number for key, number in numbers.items() if number is not None and number in offered[key]}
    links = [(question, list(_links(question, offered[question.key], answers))) for question in FIRST_QUESTIONS]
    return FirstQuestions(links, answers)


def _links(question: Question, offered: Sequence[int], answers: Answers) -> Iterator[AnswerLink]:
    """Yield the answers to a question. The chosen one links to the page without it."""
    others = {key: answer for key, answer in answers.items() if key != question.key}
    for answer in offered:
        is_chosen = answers.get(question.key) == answer
        yield AnswerLink(question.say(answer), is_chosen, others if is_chosen else {**others, question.key: answer})


OPEN = "open"
"""The answer "I do not know"."""

MAX_NEAR = 3
"""The most rule sets the page shows."""

MAX_SHOWN = 4
"""The most differences from the closest set shown; the comparison has them all."""


def show() -> Any:
    """Ask the next question, and show the rule sets closest to the answers in the query string."""
    every = playable(g.club.store)
    texts = {question.key: request.args.get(question.key, "") for question in QUESTIONS}
    return render_template("rules/which.html", page=WhichPage(every, texts))


@dataclass(frozen=True, slots=True)
class Near:
    """A rule set close to the answers: the differences from them, and from the closest set."""

    rules: RuleSet
    unmet: tuple[str, ...]
    differences: int = 0
    contrasts: tuple[Contrast, ...] = ()
    table: str | None = None
    """The table for the chosen number of players, such as "4x2", if the rule set has one."""


@dataclass(frozen=True)
class WhichPage:
    """The answers in the query string, by question. An answer that no rule set has is ignored."""

    every: Sequence[RuleSet]
    texts: Mapping[str, str]

    @cached_property
    def answers(self) -> dict[str, int]:
        numbers = {question.key: whole_number(self.texts[question.key]) for question in QUESTIONS}
        offered = {question.key: question.answers(self.every) for question in QUESTIONS}
        return {key: number for key, number in numbers.items() if number is not None and number in offered[key]}

    @cached_property
    def left_open(self) -> list[str]:
        return [key for key, text in self.texts.items() if text == OPEN]

    @cached_property
    def question(self) -> Question | None:
        return next_question(self.every, self.answers, self.left_open)

    @property
    def number(self) -> int:
        """The number of the question, from 1."""
        return len(self.answers) + len(self.left_open) + 1

    @property
    def offered(self) -> list[tuple[str, str]]:
        """The answers to the question: the text and the URL of each."""
        if self.question is None:
            return []
        key, say = self.question.key, self.question.say
        offered = self.question.answers(self.every, self.answers.get(PLAYERS.key))
        answers = [(say(answer), self._address({key: str(answer)})) for answer in offered]
        return [*answers, ("None of these, or I do not know", self._address({key: OPEN}))]

    @property
    def own_answers(self) -> list[tuple[str, str, str]]:
        """The given answers: the question, the answer, and the URL without it."""
        return [
            (
                q.text,
                q.say(self.answers[q.key]) if q.key in self.answers else "I do not know",
                self._address({q.key: ""}),
            )
            for q in QUESTIONS
            if q.key in self.answers or q.key in self.left_open
        ]

    def _address(self, changes: Mapping[str, str]) -> str:
        kept = {key: str(answer) for key, answer in self.answers.items()} | dict.fromkeys(self.left_open, OPEN)
        texts: dict[str, Any] = {key: text for key, text in {**kept, **changes}.items() if text}
        return url_for("which.show", **texts)

    @cached_property
    def near(self) -> list[Near]:
        """The closest rule sets, once a question is answered."""
        ranked = by_likelihood(self.every, self.answers)[:MAX_NEAR] if self.answers else []
        return [self._near(rules, ranked[0]) for rules in ranked]

    def _near(self, rules: RuleSet, first: RuleSet) -> Near:
        parts = compare(rules, first) if rules is not first else ()
        contrasts = [contrast for part in parts if part.code != "players" for contrast in part.in_full]
        players = self.answers.get(PLAYERS.key)
        table = table_for(rules, players) if players else None
        shape = table.shape if table else None
        return Near(rules, tuple(self._unmet(rules)), count(parts), tuple(contrasts[:MAX_SHOWN]), shape)

    def _unmet(self, rules: RuleSet) -> list[str]:
        """Return the answers that a rule set does not match, in words."""
        pairs = unmet(rules, self.answers)
        answered = {question.key: lower_first(question.say(self.answers[question.key])) for question, _ in pairs}
        return [f"{q.about}: {_words(q, theirs)} instead of {answered[q.key]}" for q, theirs in pairs]


def _words(question: Question, answers: Sequence[int]) -> str:
    return join_words([lower_first(question.say(answer)) for answer in answers], "or") or "by the clock"
