"""Coming in: a link is swapped for a cookie, and a short code at the front door for a pass."""

import re
from typing import Any

from flask import (
    Blueprint,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    session,
    url_for,
)

from scorepad.store import Dismissed, Role, TooManyPhones
from scorepad.web import links, whereto
from scorepad.web.clubs import (
    current_access,
    current_club,
    current_codes,
    current_slug,
    new_key,
)
from scorepad.web.codes import DIGITS, TooManyTries
from scorepad.web.doors import cookie, home_of, let_in, this_phone
from scorepad.web.errors import page
from scorepad.web.forms import STALE, posted
from scorepad.web.words import plural

pages = Blueprint("joining", __name__)

_LEADS_TO = {Role.SCORER: "tables.show", Role.WATCHER: "boards.show"}
_LINK = "link"
_SPACING = re.compile(r"[\s\-\u2010-\u2015\u2212.]+")


@pages.get("/in/<word>")
def enter(word: str) -> Any:
    """Takes a good link out of the address, and asks the phone to come again with its cookie.

    Whoever keeps no cookies is let in nowhere: so a messenger that looks at links, to show what is behind them, is no
    phone.
    """
    if links.purpose(word) is None:
        abort(404)
    if _generation(word) is None:
        return _too_old()
    session[_LINK] = word
    return redirect(url_for("joining.arrive"), 303)


@pages.get("/in")
def arrive() -> Any:
    """Lets a phone in that came by a link: it has brought its cookie back."""
    if request.method == "HEAD":
        return ""
    word = session.pop(_LINK, None)
    phone = this_phone()
    if word is None and phone and phone.passes:
        return redirect(home_of(phone), 303)
    known = links.purpose(word) if isinstance(word, str) else None
    if known is None:
        return page(
            403,
            "This phone keeps no cookies",
            "By a cookie Scorepad knows that a phone was let in. Allow cookies for this address in the settings of "
            "the browser, or leave its private mode. Then scan the code at the table once more.",
        )
    generation = _generation(word)
    return _too_old() if generation is None else come_in(*known, generation)


def _generation(word: str) -> int | None:
    """The generation of a good link; None where it is good no longer, or never was."""
    known = links.purpose(word)
    assert known is not None
    role, game = known
    generation = current_access().generation(role, game)
    good = links.is_good(word, str(current_app.secret_key), current_slug(), generation)
    return generation if good and (not game or current_club().exists(game)) else None


def _too_old() -> Any:
    return page(
        410,
        "This link is good no longer",
        "Its owner has made a new one. Scan the code at the table once more, or ask for the new link.",
    )


def come_in(role: Role, game: int, generation: int) -> Any:
    """Gives this phone a pass by the link of that generation and its cookie, and leads it to a clean address."""
    token = request.cookies.get(cookie())
    try:
        token = current_access().let_in(token, role, game, generation=generation)
    except Dismissed as error:
        return page(403, "This phone was sent away", str(error))
    except TooManyPhones as error:
        return page(503, "There is no room for another phone", str(error))
    endpoint = _LEADS_TO.get(role)
    answer = redirect(url_for(endpoint, game=game) if endpoint else url_for("games.index"), 303)
    let_in(answer, token)
    return answer


@pages.get("/join")
def ask() -> Any:
    """The front door: what to do for somebody who was not let in yet, and where to go for whoever was."""
    return _front_door()


@pages.post("/join")
def join() -> Any:
    """Lets in whoever typed a code that a table shows just now."""
    typed = request.form.get("code", "")
    if not posted().fresh:
        return _front_door(typed, STALE), 422
    digits = _SPACING.sub("", typed)
    if fault := _unreadable(digits):
        return _front_door(typed, fault), 422
    try:
        purpose = current_codes().tried(digits, request.remote_addr or "")
    except TooManyTries as error:
        return _front_door(typed, _wait(error.seconds)), 429, {"Retry-After": str(error.seconds)}
    if purpose is None or purpose.generation != current_access().generation(*purpose[:2]):
        return _front_door(
            typed,
            "No table shows this code now. Compare it with the table’s page: each code is good for 15 minutes.",
        ), 422
    return come_in(*purpose)


def _unreadable(digits: str) -> str:
    """What keeps a text from being a code, as a sentence; "" where it may be one."""
    if not digits:
        return "Type the six digits that stand below the code of the table."
    if digits.isdigit() and not digits.isascii():
        return "Scorepad reads the digits 0 to 9 only. Type the code with those."
    if len(digits) != DIGITS or not (digits.isascii() and digits.isdigit()):
        return "A code has six digits and nothing else."
    return ""


def _wait(seconds: int) -> str:
    minutes = plural(-(-seconds // 60), "minute", "minutes")
    return (
        f"Too many wrong codes were typed. Wait {minutes}, then type the one that the table shows by then. Or scan "
        "the table’s code with the camera: that works at once."
    )


def _front_door(typed: str = "", fault: str = "") -> str:
    phone = this_phone()
    return render_template(
        "joining/join.html",
        ways=whereto.ways(phone) if phone else [],
        sent_away=bool(phone and phone.dismissed),
        typed=typed,
        fault=fault,
        key=new_key(),
    )
