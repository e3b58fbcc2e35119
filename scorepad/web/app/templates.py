"""The filters and functions that templates share."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from flask import Flask, request, url_for
from markupsafe import Markup

from scorepad import __version__
from scorepad.play.sheet_form import Input
from scorepad.rules.model import OpeningStep, RuleSet
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.text.explain import format_number, line_text, lower_first
from scorepad.scoring.text.messages import problem_text
from scorepad.web.app.bidi import isolated

if TYPE_CHECKING:
    from scorepad.web.rounds.round_page import Note

STARTS = {
    Starts.FIRST_CUTTER: "The first cutter starts",
    Starts.LEFT_OF_DEALER: "The player left of the dealer starts",
    Starts.HIGH_CUT: "The high cut starts",
    Starts.BEHIND: "The high cut starts",
}

_LONGEST_CACHED = 20
"""Letters of an input's text that is cached, so that typing cannot fill the memory."""


def install(app: Flask) -> None:
    """Give templates their filters and functions."""
    app.jinja_env.filters.update(
        number=format_number,
        signed=signed,
        lower_first=lower_first,
        sentence=problem_text,
        explained=line_text,
        opening=opening,
        day=day,
        isolated=isolated,
    )
    app.jinja_env.globals.update(version=__version__, plural=plural, url_for=_url_for)
    app.context_processor(lambda: {"url_for": partial(_cached_url_for, request.script_root)})
    _install_inputs(app)


def signed(points: int) -> str:
    """Return points with their sign: +410, −65, 0."""
    return f"+{format_number(points)}" if points > 0 else format_number(points)


def plural(count: int, singular: str, plural: str) -> str:
    """Return a number with its word."""
    return f"{format_number(count)} {singular if count == 1 else plural}"


def stopped(text: str) -> str:
    """Return a sentence with one full stop, also if it ends with a name that has one: "… for Zoë & Olga B."."""
    return text if text.endswith(".") else f"{text}."


def opening(step: OpeningStep) -> str:
    """Return what a team must open with."""
    if step.books:
        return "a finished book"
    return f"{format_number(step.minimum)} points" if step.minimum else "any meld"


def day(text: str) -> str:
    """Return a day, in ISO format, as people read it: "21 Nov 2026"."""
    when = date.fromisoformat(text)
    return f"{when.day} {when:%b} {when.year}"


def ending(rules: RuleSet, target: int | None) -> str:
    """Return when the game ends; `target` is in points."""
    if rules.end.by is EndBy.ROUNDS:
        return plural(rules.end.rounds or 0, "round", "rounds")
    if rules.end.by is EndBy.TIME:
        return plural(rules.end.minutes or 0, "minute", "minutes")
    return f"to {format_number(target or 0)} points"


def _url_for(endpoint: str, **values: Any) -> str:
    return _cached_url_for(request.script_root, endpoint, **values)


@lru_cache(maxsize=2048)
def _cached_url_for(root: str, endpoint: str, **values: Any) -> str:
    """Like Flask's own, for an endpoint with its blueprint. `root` is the prefix of the club."""
    return url_for(endpoint, **values)


def _install_inputs(app: Flask) -> None:
    """Give templates `drawn` and `hidden`, which call the macros of _inputs.html.

    After a tap nearly every input looks as before, so the HTML of inputs is cached. It depends only on its key: nothing
    of a visitor is in it, least of all a token.
    """

    def macro(name: str, *args: Any) -> Markup:
        module = app.jinja_env.get_template("_inputs.html").module
        html: Markup = getattr(module, name)(*args)
        return html

    # Icons contain the prefix of the club.
    @lru_cache(maxsize=2048)
    def cached(root: str, input: Input, text: str, whose: str) -> Markup:
        return macro("sheet_input", input, text, (), whose)

    def drawn(input: Input, text: str, notes: "Sequence[Note]", whose: str = "") -> Markup:
        if notes or len(text) > _LONGEST_CACHED:
            return macro("sheet_input", input, text, notes, whose)
        return cached(request.script_root, input, text, whose)

    def hidden(key: str, seen: int | None = None) -> Markup:
        return macro("hidden", key, seen)

    app.jinja_env.globals.update(drawn=drawn, hidden=hidden)
