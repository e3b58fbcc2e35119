"""Three questions that find a rule set, for a table that knows how it plays but not what its rules are called.

The answers are those that the rule sets themselves give, with any option of their choices. Nothing here has a number of
its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorepad.rules.model import RuleSet
from scorepad.rules.parse import choose
from scorepad.rules.words import BonusKind, MadeOf

Answers = Mapping[str, int]
"""What a table answered, by the key of the question. A question may be left open."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a rule set; `read` yields the answers of one. Yes is 1, no is 0."""

    key: str
    text: str
    read: Callable[[RuleSet], Iterable[int]]
    is_yes_or_no: bool = False

    def answers(self, rule_sets: Iterable[RuleSet]) -> list[int]:
        """Return every answer that these rule sets give, in order."""
        return sorted({answer for rules in rule_sets for answer in _answers(rules)[self.key]})


def _clean_book(rules: RuleSet) -> Iterator[int]:
    return (book.points for book in rules.books if book.made_of is MadeOf.NATURALS and not book.ranks)


def _cut(rules: RuleSet) -> Iterator[int]:
    yield int(any(bonus.kind is BonusKind.CUT for bonus in rules.bonuses))


def _books_to_go_out(rules: RuleSet) -> Iterator[int]:
    return (sum(case.needs.values()) for case in rules.going_out.cases)


QUESTIONS = (
    Question("clean", "How many points for a clean book?", _clean_book),
    Question("cut", "Do you cut for a bonus?", _cut, is_yes_or_no=True),
    Question("out", "How many books to go out?", _books_to_go_out),
)


@lru_cache(maxsize=256)
def _answers(rules: RuleSet) -> Mapping[str, frozenset[int]]:
    options = [{choice.key: option.value} for choice in rules.choices for option in choice.options]
    variants = [rules, *(choose(rules, picked) for picked in options)]
    return {
        question.key: frozenset(answer for variant in variants for answer in question.read(variant))
        for question in QUESTIONS
    }


def fits(rules: RuleSet, answers: Answers) -> bool:
    """Return whether a table that gave these answers may play by these rules."""
    return _matches(rules, answers) == len(answers)


def by_likelihood(rule_sets: Sequence[RuleSet], answers: Answers) -> list[RuleSet]:
    """Return all of the rule sets, those with the most of the answers first; equals stay in order."""
    return sorted(rule_sets, key=lambda rules: -_matches(rules, answers))


def _matches(rules: RuleSet, answers: Answers) -> int:
    return sum(answer in _answers(rules)[key] for key, answer in answers.items())
