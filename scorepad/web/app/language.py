"""The language of a request: chosen by its phone, asked for by its browser, or set for the club. And `trans` blocks.

What is shown to several people, such as a board, is in the language of the club if it has one.
"""

from functools import lru_cache
from typing import Any

from flask import Flask, current_app, flash, redirect, render_template, request, url_for
from jinja2 import nodes
from jinja2.ext import InternationalizationExtension
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorepad.language import languages
from scorepad.language.languages import ENGLISH, Language
from scorepad.language.words import plural, reader, reading, say, say_many
from scorepad.live.presence import SCREENS
from scorepad.store import StoreError
from scorepad.web.app import cookies
from scorepad.web.app.current import g
from scorepad.web.app.forms import valid_submission

CLUBS_OWN = frozenset({"board.show", "overlay.show", "paper.of_game", "paper.blank", "nights.board", "nights.seating"})
"""Endpoints of pages for several people."""


class TransBlocks(InternationalizationExtension):
    """Jinja's `trans` blocks with messages like those of `say`: `{name}` for a variable, and % for itself."""

    def _make_node(
        self,
        singular: str,
        plural: str | None,
        context: str | None,
        variables: dict[str, nodes.Expr],
        plural_expr: nodes.Expr | None,
        vars_referenced: bool,
        num_called_num: bool,
    ) -> nodes.Output:
        messages = [nodes.Const(_message(text, variables)) for text in (singular, plural or "")]
        arguments: list[nodes.Expr] = [*messages, plural_expr or nodes.Const(1)]
        parts = [nodes.Keyword(name, value) for name, value in variables.items()]
        return nodes.Output([nodes.Call(nodes.Name("_translated", "load"), arguments, parts, None, None)])


def _message(text: str, variables: dict[str, nodes.Expr]) -> str:
    for name in variables:
        text = text.replace(f"%({name})s", f"{{{name}}}")
    return text.replace("%%", "%")


def _translated(one: str, many: str, number: int, /, **parts: Any) -> Markup:
    """Return the HTML of a `trans` block."""
    english = many if many and number != 1 else one
    language = reader()
    # A template or a catalogue of ours wrote it.
    html = Markup(language.pattern(one, many, number) if language else english)  # noqa: S704
    return html.format(**parts) if parts else html


def install(app: Flask) -> None:
    """Add what templates need, and end the reading of each request."""
    app.jinja_env.add_extension(TransBlocks)
    app.jinja_env.globals.update(
        _translated=_translated, say=say, say_many=say_many, plural=plural, reading_language=reader
    )
    app.teardown_request(_end)


def begin() -> None:
    """Set the language of this request."""
    g.language = _choose()
    g.reading = reading(g.language)
    g.reading.__enter__()


def _end(error: BaseException | None) -> None:
    if context := g.pop("reading", None):
        context.__exit__(None, None, None)


def _choose() -> Language | None:
    is_clubs = request.endpoint in CLUBS_OWN or (
        request.endpoint == "streams.stream" and request.args.get("at") in SCREENS
    )
    code = (is_clubs and club_code()) or phones_code() or browsers_code() or club_code()
    return languages.language(code)


def phones_code() -> str:
    """Return the language that this phone has chosen, in the region of its browser; "" if it has not."""
    chosen = cookies.language()
    if chosen == languages.PSEUDO and current_app.testing:
        return chosen
    if chosen not in languages.names():
        return ""
    return languages.in_region(chosen, _tags(request.headers.get("Accept-Language", "")))


def browsers_code() -> str:
    """Return the first language that the browser asks for and that we have; "" if there is none."""
    return languages.best_of(_tags(request.headers.get("Accept-Language", "")))


@lru_cache(maxsize=256)
def _tags(header: str) -> tuple[str, ...]:
    return tuple(parse_accept_header(header[:200], LanguageAccept).values())


def club_code() -> str:
    """Return the language of the club; "" if it has none."""
    club = g.get("club") or request.environ.get("scorepad.club")
    try:
        return club.store.language() if club else ""
    except StoreError:
        return ""


# ---- The page


def show() -> str:
    """Offer the languages."""
    return render_template(
        "app/language.html",
        names=languages.names(),
        chosen=cookies.language(),
        clubs=g.club.store.language() if "own" in g.allowed else None,
        current=language.base if (language := reader()) else ENGLISH,
    )


def choose() -> Any:
    """Keep the language that this phone chose; "" to follow the browser again."""
    valid_submission()
    code = request.form.get("language", "")
    response = redirect(url_for("language.show"), 303)
    cookies.keep_language(response, code if code in languages.names() else "")
    return response


def choose_for_club() -> Any:
    """Set the language of the club; "" for none."""
    valid_submission()
    code = request.form.get("language", "")
    g.club.store.set_language(code if code in languages.names() else "")
    flash(say("The club’s language was changed."))
    return redirect(url_for("language.show"), 303)
