"""Error pages: a sentence for every error, never a traceback."""

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from typing import Any

from flask import Flask, Response, current_app, redirect, render_template, request
from werkzeug.exceptions import HTTPException

from scorepad.play.game import UnreadableGame
from scorepad.rules import RulesError
from scorepad.store import Busy, Damaged, Forgotten, NoSuchGame, NoSuchNight, NoSuchPerson, ReadOnly, StoreError
from scorepad.web.app import problems
from scorepad.web.app.current import g
from scorepad.web.app.navigation import page_above
from scorepad.web.app.problems import without_home

SENTENCES = {
    400: ("Part of the form is missing or wrong", "Go back, look at what you typed, and send it again."),
    403: (
        "This phone has no access here",
        "Scan the code of the table, or ask the owner of this club for a link. Nothing was saved.",
    ),
    404: ("There is no such page", "The address may be mistyped, or the game may be in another club."),
    405: ("That cannot be done here", "Go back to the table and use its buttons."),
    411: ("The form has no length", "Send it with the header Content-Length. Nothing was saved."),
    413: ("That is too much at once", "A form may have at most 64 kilobytes. Nothing was saved."),
    415: ("That was not a form", "These pages take forms as a browser sends them. Nothing was saved."),
    500: ("Something went wrong in Scorepad", "Nothing was partly saved. Go back and try again."),
    503: ("The club's file cannot be used just now", "Nothing was partly saved. Go back and try again."),
}

NOT_SAVED_YET = "Not saved yet"
NOTHING_LOST = "Nothing was partly saved, and what you typed is kept: send it again."

Answer = tuple[str, int] | tuple[str, int, dict[str, str]]


def install(app: Flask) -> None:
    """Answer every error with a page, and API errors with problem details."""
    for kind, page_of in _PAGES.items():
        app.register_error_handler(kind, partial(_answer, page_of))
    app.register_error_handler(problems.ApiError, problems.answer)


def _answer(page_of: Callable[[Any], Answer], error: Exception) -> Answer | Response:
    return problems.answer(error) if problems.is_api() else page_of(error)


def page(status: int, title: str, sentence: str, again: Sequence[tuple[str, str]] = ()) -> tuple[str, int]:
    """Return an error page. `again` are the fields of a form that can be sent again, with everything that was typed."""
    text = render_template("app/error.html", title=title, sentence=sentence, again=again)
    return text, status


def unknown_host(name: str) -> tuple[str, int]:
    """Return the answer to a request for a host name that is not ours; `name` is "" for a malformed one."""
    if not name:
        sentence = "It must say which address it was sent to."
        return page(400, "This request has no valid Host header", sentence)
    return page(
        421,
        f"Scorepad is not called {name} here",
        "Open it at the address that scorepad serve printed. If this name is really this machine's, set "
        f"SCOREPAD_HOSTS={name} and start Scorepad again to allow it.",
    )


def sent_away() -> tuple[str, int]:
    """Return the answer to a phone that the owner has sent away."""
    return page(
        403, "This phone was sent away", "The owner of this club has sent this phone away. Ask them to let it in again."
    )


def _http(error: HTTPException) -> Answer:
    status = error.code or 500
    if status < 400:
        return error.get_response()  # type: ignore[return-value]  # a redirect is an exception too
    if status == 405 and request.method == "GET":
        # A form shown again after an error has the POST-only URL, and the browser may reload it.
        return redirect(page_above(request.path))  # type: ignore[return-value]
    title, sentence = SENTENCES.get(status, SENTENCES[400 if status < 500 else 500])
    # Keep headers such as the allowed methods; the page says the rest.
    headers = {name: text for name, text in error.get_headers() if name != "Content-Type"}
    return (*page(status, title, sentence), headers)


def _no_such_game(error: NoSuchGame) -> Answer:
    return page(404, *SENTENCES[404])


def _no_such_night(error: NoSuchNight) -> Answer:
    return page(
        404, "There is no such night", "The club has no night with this number. The list of nights has them all."
    )


def _no_such_person(error: NoSuchPerson) -> Answer:
    return page(404, "There is no such person", "The person may be in another club.")


def _forgotten(error: Forgotten) -> Answer:
    return page(410, "This person was forgotten", str(error))


def _store(error: StoreError) -> Answer:
    current_app.logger.error("store: %s", error, exc_info=error.__cause__ if isinstance(error, Damaged) else None)
    text = without_home(str(error))
    title = NOT_SAVED_YET if isinstance(error, Busy | ReadOnly) else SENTENCES[503][0]
    # Do not read a form that `security` has not read: its body may never arrive.
    if request.method != "POST" or not ("form" in g or isinstance(request.environ["wsgi.input"], BytesIO)):
        return page(503, title, f"{text} {SENTENCES[503][1]}")
    typed = list(request.form.items(multi=True))
    return page(503, title, f"{text} {NOTHING_LOST}", again=typed)


def _rules(error: RulesError) -> Answer:
    current_app.logger.error("rules of a stored game: %s", error)
    return page(503, "This game's rules cannot be read", str(error.faults[0]))


def _unreadable_game(error: UnreadableGame) -> Answer:
    current_app.logger.error("game %s cannot be read", error, exc_info=error.__cause__)
    return page(
        503,
        "This game cannot be read",
        "Its file is damaged. All other games are fine. The owner of this club can run “scorepad doctor”, and get the "
        "game back from a copy of the club.",
    )


def _unforeseen(error: Exception) -> Answer:
    current_app.logger.exception("unforeseen")
    return page(500, *SENTENCES[500])


_PAGES: dict[type[Exception], Callable[[Any], Answer]] = {
    HTTPException: _http,
    NoSuchGame: _no_such_game,
    NoSuchNight: _no_such_night,
    NoSuchPerson: _no_such_person,
    Forgotten: _forgotten,
    StoreError: _store,
    RulesError: _rules,
    UnreadableGame: _unreadable_game,
    Exception: _unforeseen,
}
