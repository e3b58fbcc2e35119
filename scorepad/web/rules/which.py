"""Questions that find the rules of a table: three before a game and on a page of their own, ten before the editor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from flask import render_template, request, url_for

from scorepad.language.words import join_words
from scorepad.play.new_game import RecentSetup
from scorepad.play.rules.catalog import playable
from scorepad.rulebook.matching import MAX_GUIDED, Fork, best_fitting, by_replies, differing, guide, next_fork
from scorepad.rules.model import RuleSet
from scorepad.rules.presets import slugs
from scorepad.web.app.current import g

UNSURE = "open"
"""The reply "Not sure"."""

FITTING, MAX_FITTING = 3, 6
"""The rule sets shown after the questions, and the most if more of them fit equally well."""

UNLIKE = 3
"""The most subjects named where two sets that fit equally well differ."""


@dataclass(frozen=True)
class ChoosePage:
    """The replies in the query string, in the order of the questions. Others than those on offer are ignored.

    `endpoint` is that of the page that asks, `begun_at` the URL of the page before its first question, `most` how many
    questions it asks.
    """

    every: Sequence[RuleSet]
    texts: Mapping[str, str]
    endpoint: str
    begun_at: str
    most: int = MAX_GUIDED

    @cached_property
    def forks(self) -> list[Fork]:
        return guide(self.every)

    @cached_property
    def replied(self) -> dict[str, str]:
        """The code of each reply, or `UNSURE`, by the key of its question."""
        forks = {fork.key: fork for fork in self.forks}
        codes = {key: text for key, text in self.texts.items() if key in forks}
        known = {key: code for key, code in codes.items() if code == UNSURE or forks[key].reply(code)}
        return dict(islice(known.items(), self.most))

    @cached_property
    def fork(self) -> Fork | None:
        """The question to ask, None after the last."""
        return next_fork(self.forks, self.every, self.replied, self.most)

    @property
    def questions(self) -> int:
        return min(self.most, len(self.forks))

    @property
    def number(self) -> int:
        """The number of the question, from 1; one more than there are after the last."""
        return len(self.replied) + 1

    def address(self, code: str) -> str:
        """Return the URL of the page after a reply to the question."""
        assert self.fork is not None
        return self._url({**self.replied, self.fork.key: code})

    @property
    def back(self) -> str:
        """The URL of the question before, or of the page before the first."""
        if not self.replied:
            return self.begun_at
        return self._url(dict(islice(self.replied.items(), len(self.replied) - 1)))

    def _url(self, replied: Mapping[str, str]) -> str:
        answers: dict[str, Any] = {**replied}
        return url_for(self.endpoint, **answers)

    @cached_property
    def ranked(self) -> list[RuleSet]:
        """All rule sets, those that fit best first: of equal ones, those played lately, then the usual ones."""
        return by_replies(self.forks, self.every, self.replied)

    @cached_property
    def equal(self) -> list[RuleSet]:
        """The rule sets that fit equally well, better than all others."""
        return best_fitting(self.forks, self.ranked, self.replied)

    @property
    def fitting(self) -> list[RuleSet]:
        """The rule sets to show after the questions."""
        return self.ranked[: min(MAX_FITTING, max(FITTING, len(self.equal)))]

    def differs(self, rules: RuleSet) -> str:
        """Return a sentence about the replies that a rule set does not meet, "" if it meets all."""
        topics = [fork.about for fork in differing(self.forks, rules, self.replied)]
        return f"Differs from what you said about {join_words(topics)}." if topics else ""

    def unlike(self, rules: RuleSet) -> str:
        """Return a sentence about what sets one that fits equally well apart from the first, "" if no question does."""
        first = self.ranked[0]
        if rules is first or rules not in self.equal:
            return ""
        topics = [fork.about for fork in self.forks if fork.given(rules).isdisjoint(fork.given(first))]
        return f"Unlike {first.name} in {join_words(topics[:UNLIKE])}." if topics else ""

    @property
    def has_own(self) -> bool:
        """Whether the club has rules of its own."""
        return any(rules.slug not in slugs() for rules in self.every)


def show() -> Any:
    """Ask which rules a table plays by, also those who may only read. Then show the rule sets that fit."""
    page = ChoosePage(playable(g.club.store), request.args, "which.show", url_for("rules.index"))
    return ask(page, "Which rules are ours?")


def ask(page: ChoosePage, title: str, last: RecentSetup | None = None) -> str:
    """Return the next question, or after the last the rule sets that fit. `last` offers to play as last time."""
    template = "rules/ask.html" if page.fork else "rules/fitting.html"
    return render_template(template, page=page, title=title, last=last)
