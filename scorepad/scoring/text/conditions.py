"""Explain why a rule applies to a team."""

from collections.abc import Iterator

from scorepad.rules.model import Condition, RuleSet
from scorepad.rules.words import Answer
from scorepad.scoring.text.explain import book_count_text, join_words


def because(rules: RuleSet, when: Condition) -> str:
    """Return what is true of a team that meets a condition: "the team did not go out and has no clean book"."""
    return f"the team {join_words([*_facts(when), *_books(rules, when)])}"


def _facts(when: Condition) -> Iterator[str]:
    answers = (when.went_out, "went out", "did not go out"), (when.opened, "opened", "never opened")
    for answer, yes, no in answers:
        if answer is not Answer.EITHER:
            yield yes if answer is Answer.YES else no


def _books(rules: RuleSet, when: Condition) -> Iterator[str]:
    for code, least in when.has.items():
        yield f"has {book_count_text(rules, code, least)}"
    for code, least in when.lacks.items():
        count = book_count_text(rules, code, least)
        yield f"has no {count.removeprefix('1 ')}" if least == 1 else f"has fewer than {count}"
