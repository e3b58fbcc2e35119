"""The page that asks which rules to begin with: three questions, then the rule sets, matching ones first."""

from typing import Any

from flask import render_template

from scorepad.play.rules.catalog import playable
from scorepad.rulebook.matching import by_likelihood, fits
from scorepad.web.app.current import g
from scorepad.web.app.templates import new_key
from scorepad.web.rules.first_questions import first_questions


def begin_page(notice: str = "") -> Any:
    """Return the page, with the rule sets that match the answers in the query string first."""
    every = playable(g.club.store)
    questions, answers = first_questions(every)
    html = render_template(
        "rules/begin.html",
        questions=questions,
        fitting=[rules for rules in every if answers and fits(rules, answers)],
        every=by_likelihood(every, answers),
        answers=answers,
        drafts=g.club.store.rule_drafts.current(),
        notice=notice,
        key=new_key(),
    )
    return html, 422 if notice else 200
