"""The filters and functions that templates share."""

import re
import secrets
from functools import lru_cache, partial
from typing import Any

from flask import Flask, current_app, request, url_for
from markupsafe import Markup

from scorepad import __version__
from scorepad.language.languages import Language
from scorepad.language.words import format_number, lower_first, plural, reader, say, signed
from scorepad.rules.lookup import target_for
from scorepad.rules.model import OpeningStep, RuleSet
from scorepad.rules.words import EndBy, Starts, Winner
from scorepad.scoring.text.explain import day, line_text
from scorepad.scoring.text.messages import brief_text, problem_text
from scorepad.store import StoreError
from scorepad.web.app.bidi import isolated
from scorepad.web.app.cookies import csrf_token, farewell_word
from scorepad.web.app.current import g
from scorepad.web.app.navigation import game_url_for, home_for
from scorepad.web.app.short_names import first_letters

STARTS = {
    Starts.FIRST_CUTTER: say("First cutter starts"),
    Starts.LEFT_OF_DEALER: say("Left of dealer starts"),
    Starts.HIGH_CUT: say("High cut starts"),
    Starts.BEHIND: say("High cut starts"),
}


def install(app: Flask) -> None:
    """Add the filters and functions."""
    app.jinja_env.filters.update(
        number=_number,
        signed=_signed,
        lower_first=lower_first,
        sentence=problem_text,
        briefly=brief_text,
        explained=line_text,
        opening=opening,
        needs_to_open=needs_to_open,
        day=day,
        isolated=isolated,
        first_letters=first_letters,
    )
    app.jinja_env.globals.update(version=__version__, url_for=_url_for)
    app.jinja_env.globals.update(asset=asset, club_name=club_name, new_key=new_key, farewell_word=farewell_word)
    app.context_processor(_of_this_request)
    _install_macros(app)


def _number(number: float) -> str:
    language = reader()
    return language.number(number) if language else format_number(number)


def _signed(number: float) -> str:
    language = reader()
    return language.signed(number) if language else signed(number)


def stopped(text: str) -> str:
    """Return a sentence with one full stop, even if it ends with a name that has one: "… for Zoë & Olga B."."""
    return text if text.endswith(".") else f"{text}."


def opening(step: OpeningStep) -> str:
    """Return what a team needs to open."""
    if step.books:
        return say("a finished book")
    return say("{points} points", points=format_number(step.minimum)) if step.minimum else say("any meld")


def needs_to_open(step: OpeningStep) -> str:
    """Return the opening as a sentence about a team: "Needs 120 to open"."""
    if step.books:
        return say("Needs a finished book to open")
    if step.minimum:
        return say("Needs {points} to open", points=format_number(step.minimum))
    return say("Any meld opens")


@lru_cache(maxsize=256)
def ending(rules: RuleSet, players: int) -> str:
    """Return when a game of this many players ends, and that the lowest total wins if it does."""
    if rules.end.by is EndBy.ROUNDS:
        end: str = plural(rules.end.rounds or 0, "round", "rounds")
    elif rules.end.by is EndBy.TIME:
        end = plural(rules.end.minutes or 0, "minute", "minutes")
    else:
        end = say("to {points} points", points=format_number(target_for(rules, players).points))
    return say("{end}, the lowest total wins", end=end) if rules.end.winner is Winner.LOWEST else end


NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Matches a character that XML, and so SVG, does not allow."""


APP = "Scorepad"


def club_name() -> str:
    """Return the club's name for a phone with access, else "Scorepad", and for a club without a name or one that cannot
    be read: a page must still say why.
    """
    phone = g.get("phone")
    if "club" not in g or not (phone and phone.passes):
        return APP
    if "club_name" not in g:
        try:
            g.club_name = g.club.store.name() or APP
        except StoreError:
            g.club_name = APP
    return g.club_name


def new_key() -> str:
    """Return a random idempotency key for a form: if it is sent twice, it is recorded once."""
    # Reading random bytes lets other threads run, so a stream that needs no key must not do it.
    return "" if g.get("is_shared") else secrets.token_hex(16)


def _of_this_request() -> dict[str, Any]:
    """Return the template context of this request. Macros imported without context use the globals instead."""
    root, phone = request.script_root, g.get("phone")
    version = current_app.jinja_env.globals["asset_version"]
    return {
        "url_for": partial(_cached_url_for, root),
        "asset": partial(_cached_asset, root, version),
        "home": home_for(root, phone, (request.view_args or {}).get("game")),
        "game_url": partial(game_url_for, root, phone),
    }


def asset(name: str) -> str:
    """Return the URL of a file of `static/`."""
    version = current_app.jinja_env.globals["asset_version"]
    return _cached_asset(request.script_root, version, name)


@lru_cache(maxsize=256)
def _cached_asset(root: str, version: str, name: str) -> str:
    return url_for("asset", version=version, name=name)


def _url_for(endpoint: str, **values: Any) -> str:
    return _cached_url_for(request.script_root, endpoint, **values)


@lru_cache(maxsize=2048)
def _cached_url_for(root: str, endpoint: str, **values: Any) -> str:
    """Flask's `url_for`, cached. Endpoints need their blueprint's name. `root` is the prefix of the club."""
    return url_for(endpoint, **values)


def _install_macros(app: Flask) -> None:
    """Add functions that call macros, so that what depends only on the arguments is rendered once."""

    def macro(name: str, *args: Any, of: str) -> Markup:
        html: Markup = getattr(app.jinja_env.get_template(of).module, name)(*args)
        return html

    @lru_cache(maxsize=1)
    def hidden_for_all() -> Markup:
        return macro("hidden", "", "", "", of="_hidden.html")

    def hidden(key: str, seen: int = 0) -> Markup:
        if g.get("is_shared"):
            return hidden_for_all()
        return macro("hidden", g.get("csrf_token") or csrf_token(), key, seen, of="_hidden.html")

    @lru_cache(maxsize=64)
    def usual_action(action: str) -> Markup:
        return macro("usual_action", action, of="_inputs.html")

    @lru_cache(maxsize=1024)
    def mark_in(language: Language | None, game: int) -> Markup:
        return macro("mark", game, of="games/_mark.html")

    def mark(game: int) -> Markup:
        return mark_in(reader(), game)

    shared = {"hidden": hidden, "usual_action": usual_action, "mark": mark}
    app.jinja_env.globals.update(shared)
