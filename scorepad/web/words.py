"""The few words and filters that templates share."""

from datetime import date

from flask import Flask
from flask_wtf.csrf import generate_csrf

from scorepad import __version__
from scorepad.rules.model import OpeningStep, RuleSet
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.explain import line_text, lower, number
from scorepad.scoring.messages import message
from scorepad.web.isolating import isolated

STARTS = {
    Starts.FIRST_CUTTER: "The first cutter starts",
    Starts.LEFT_OF_DEALER: "The player left of the dealer starts",
    Starts.HIGH_CUT: "The high cut starts",
    Starts.BEHIND: "The high cut starts",
}


def signed(points: int) -> str:
    """Points with their sign, as they are added: +410, −65, 0."""
    return f"+{number(points)}" if points > 0 else number(points)


def plural(count: int, one: str, many: str) -> str:
    """A number with its word."""
    return f"{number(count)} {one if count == 1 else many}"


def stopped(text: str) -> str:
    """A sentence with one full stop at its end, also where a name brought one: "… for Zoë & Olga B."."""
    return text if text.endswith(".") else f"{text}."


def opening(step: OpeningStep) -> str:
    """What a team must open with, in a few words."""
    if step.books:
        return "a finished book"
    return f"{number(step.minimum)} points" if step.minimum else "any meld"


def day(text: str) -> str:
    """A day (ISO) as people read it: "21 Nov 2026"."""
    when = date.fromisoformat(text)
    return f"{when.day} {when:%b} {when.year}"


def ending(rules: RuleSet, target: int | None) -> str:
    """When the game ends, in a few words; `target` in points where it ends by one."""
    if rules.end.by is EndBy.ROUNDS:
        return plural(rules.end.rounds or 0, "round", "rounds")
    if rules.end.by is EndBy.TIME:
        return plural(rules.end.minutes or 0, "minute", "minutes")
    return f"to {number(target or 0)} points"


def install(app: Flask) -> None:
    """Gives templates their filters."""
    app.jinja_env.filters.update(
        number=number,
        signed=signed,
        lower_first=lower,
        sentence=message,
        explained=line_text,
        opening=opening,
        day=day,
        isolated=isolated,
    )
    app.jinja_env.globals.update(version=__version__, plural=plural, csrf_token=generate_csrf)
