"""How a phone joins, with a link or a code at the front door, and how it leaves."""

import base64
import hashlib
import hmac
import re
from typing import Any

from flask import abort, current_app, flash, redirect, render_template, request, session, url_for
from wtforms import Form, StringField
from wtforms.validators import InputRequired, ValidationError

from scorepad import example, paths
from scorepad.language.words import plural
from scorepad.live.codes import DIGITS, TooManyTries
from scorepad.play.nights import Night, game_at_table_now, games_at, load_night
from scorepad.store import WHOLE_CLUB, Dismissed, LinkUsedUp, NoSuchNight, Role, TooManyPhones
from scorepad.web.app import bidi, cookies, navigation
from scorepad.web.app.current import g
from scorepad.web.app.errors import page, sent_away
from scorepad.web.app.forms import PageForm, valid_submission
from scorepad.web.app.templates import new_key

# Links that let a phone in, such as `/in/s12-…` for keeping score of game 12. The word contains an HMAC with the secret
# key, so no one can guess it, and pages can compute the link again at any time. It is valid for one generation.

_LETTERS = {"o": Role.OWNER, "r": Role.READER, "s": Role.SCORER, "w": Role.WATCHER}
_LETTER_OF = {role: letter for letter, role in _LETTERS.items()}
_OF_THE_CLUB = (Role.OWNER, Role.READER)
_WORD = re.compile(r"([orsw])([1-9][0-9]{0,8})?-[a-z2-7]{26}")
BYTES = 16


def link_word(secret: str, slug: str, role: Role, game: int, generation: int) -> str:
    """Return the word of a link: its role, its game, and 128 bits of an HMAC."""
    return f"{_LETTER_OF[role]}{game or ''}-{_digest(secret, f'scorepad link|{slug}|{role}|{game}|{generation}')}"


def _digest(secret: str, message: str) -> str:
    digest = hmac.digest(secret.encode(), message.encode(), hashlib.sha256)[:BYTES]
    return base64.b32encode(digest).decode().rstrip("=").lower()


def link_purpose(text: str) -> tuple[Role, int] | None:
    """Return the role and the game (or `WHOLE_CLUB`) that a word names; None if it is malformed."""
    match = _WORD.fullmatch(text)
    if match is None:
        return None
    role, game = _LETTERS[match[1]], int(match[2] or WHOLE_CLUB)
    return (role, game) if (game == WHOLE_CLUB) == (role in _OF_THE_CLUB) else None


def is_valid_link(text: str, secret: str, slug: str, generation: int) -> bool:
    """Return whether this is the word of a link of that generation. Takes constant time, against timing attacks."""
    role_and_game = link_purpose(text)
    return role_and_game is not None and hmac.compare_digest(text, link_word(secret, slug, *role_and_game, generation))


# The code of a table of a night, such as `/in/n3t12-…`, is known before any game is. It stands for the link for keeping
# score of the table's games, and is renewed with it.

_TABLE_WORD = re.compile(r"n([1-9][0-9]{0,8})t([1-9][0-9]{0,2})-[a-z2-7]{26}")


def table_word(secret: str, slug: str, night: Night, table: int, generation: int) -> str:
    """Return the word of the code of a table of a night."""
    return f"n{night.id}t{table}-{_digest(secret, f'scorepad table|{slug}|{night.key}|{table}|{generation}')}"


def generation_at(night: Night, table: int) -> int:
    """Return the generation of the code of a table: that of its first game, or the one which every game begins with."""
    return g.club.access.generation(Role.SCORER, min(games_at(night, table), default=WHOLE_CLUB))


# The views


_LEADS_TO = {Role.SCORER: "table.show", Role.WATCHER: "board.show"}
_LINK = "link"
"""Session key of a link that was just opened."""
CODE_MISSING = "Type the six digits below the table’s code."
ANOTHER_LINK = (
    "On an owner’s phone, open “Phones” and allow more phones, or make a new link. Or type “scorepad link --uses 20” "
    "or “scorepad link --new” on the machine that runs Scorepad."
)
_SPACING = re.compile(r"[\s\-\u2010-\u2015\u2212.]+")


def enter(word: str) -> Any:
    """Move a valid link from the URL into the session, and redirect to check that the phone accepts cookies.

    A messenger that opens links to show a preview keeps no cookies, so it is not admitted as a phone.
    """
    if match := _TABLE_WORD.fullmatch(word):
        return _enter_table(word, int(match[1]), int(match[2]))
    if link_purpose(word) is None:
        abort(404)
    if _generation(word) is None:
        return _too_old()
    return _opened(word)


def _enter_table(word: str, number: int, table: int) -> Any:
    """Open the link for keeping score at a table of a night, or show the page at which a phone waits for its game."""
    try:
        night = load_night(g.club.store, number)
    except NoSuchNight:
        abort(404)
    generation, (secret, slug) = generation_at(night, table), (str(current_app.secret_key), g.club.slug)
    if night.removed or not hmac.compare_digest(word, table_word(secret, slug, night, table, generation)):
        return _too_old()
    if night.begun and table <= len(night.begun[-1].games):
        return _opened(link_word(secret, slug, Role.SCORER, min(games_at(night, table)), generation))
    seated = next((sitting.tables[table - 1] for sitting in night.coming if table <= len(sitting.tables)), ())
    names = g.club.store.people.names([person for team in seated for person in team])
    bidi.remember(names.values())
    teams = [[names.get(person, "") for person in team] for team in seated]
    return render_template("access/waiting.html", night=night, table=table, teams=teams)


def _opened(word: str) -> Any:
    session[_LINK] = word
    return redirect(url_for("join.arrive", opened="link"), 303)


def sign_in() -> Any:
    """Let in an owner whom a trusted proxy named as if they opened the owner's link, with its limits and notices."""
    generation = g.club.access.generation(Role.OWNER)
    session[_LINK] = link_word(str(current_app.secret_key), g.club.slug, Role.OWNER, WHOLE_CLUB, generation)
    return redirect(url_for("join.arrive", opened="link"), 303)


def arrive() -> Any:
    """Admit a phone that opened a link and sent its cookie back."""
    if request.method == "HEAD":
        return ""
    word = session.pop(_LINK, None)
    if word is None and g.phone and g.phone.passes:
        return redirect(navigation.home_of(g.phone), 303)
    role_and_game = link_purpose(word) if isinstance(word, str) else None
    if role_and_game is None:
        return _no_link()
    generation = _generation(word)
    return _too_old() if generation is None else _let_in(*role_and_game, generation)


def _no_link() -> Any:
    """Say why a phone brought no link: only the redirect from a link leads here, with a cookie that was just set."""
    if "opened" in request.args and "HTTP_COOKIE" not in request.environ:
        return page(
            403,
            "This browser blocks cookies",
            "Scorepad needs a cookie to recognize this phone. Allow cookies for this address in the settings of your "
            "browser, or leave its private mode. Then scan the code at the table again.",
        )
    return page(
        403,
        "Open the link again",
        "This address works once, right after a link was opened. Scan the code at the table again. If this page comes "
        "back, allow cookies for this address in the settings of your browser.",
    )


def _generation(word: str) -> int | None:
    """Return the generation of a valid link; None if the link is too old, or was never valid."""
    role_and_game = link_purpose(word)
    assert role_and_game is not None
    role, game = role_and_game
    generation = g.club.access.generation(role, game)
    valid = is_valid_link(word, str(current_app.secret_key), g.club.slug, generation)
    return generation if valid and (not game or g.club.store.exists(game)) else None


def _too_old() -> Any:
    return page(
        410,
        "This link no longer works",
        "There is a new one. Scan the code at the table again, or ask for the new link.",
    )


def _let_in(role: Role, game: int, generation: int) -> Any:
    """Give this phone a pass and its cookie, and redirect it to its first page. A new scorer is asked who they are.

    The link of a table of a night leads to the game that is played there now.
    """
    now = game_at_table_now(g.club.store, game) if game else game
    try:
        token = g.club.access.admit(g.token, role, now, generation=generation if now == game else None)
    except Dismissed:
        return *sent_away(), cookies.CLEAR_SITE
    except LinkUsedUp as error:
        return page(403, "This link is used up", f"{error} {ANOTHER_LINK}")
    except TooManyPhones as error:
        return page(503, "There is no room for another phone", str(error))
    phone = g.club.access.phone(token)
    is_asked = role is Role.SCORER and phone is not None and phone.player is None
    endpoint = "scorer.ask" if is_asked else _LEADS_TO.get(role)
    answer = redirect(url_for(endpoint, game=now) if endpoint else url_for("games.index"), 303)
    cookies.set_phone_token(answer, token)
    return answer


def _without_spacing(text: str | None) -> str:
    return _SPACING.sub("", text or "")


def _six_digits(form: Form, field: StringField) -> None:
    """Reject a text that cannot be a code."""
    if not field.data:
        raise ValidationError(CODE_MISSING)
    if field.data.isdigit() and not field.data.isascii():
        raise ValidationError("Use only the digits 0 to 9.")
    if len(field.data) != DIGITS or not (field.data.isascii() and field.data.isdigit()):
        raise ValidationError("Type only the six digits.")


class CodeForm(PageForm):
    """The front door's form."""

    code = StringField(filters=[_without_spacing], validators=[InputRequired(CODE_MISSING), _six_digits])


def ask() -> Any:
    """The front door: ask a phone without passes for a code, and link every other phone to the pages it may see."""
    return _front_door()


def join() -> Any:
    """Admit a phone that types the code of a table."""
    form = CodeForm()
    if not form.validate():
        return _front_door(form.faults), 422
    try:
        purpose = g.club.codes.check(form.code.data, request.remote_addr or "")
    except TooManyTries as error:
        headers = {"Retry-After": str(error.seconds)}
        return _front_door({"code": _wait(error.seconds)}), 429, headers
    if purpose is None or purpose.generation != g.club.access.generation(*purpose[:2]):
        form.refuse(
            "This code is wrong or has expired. Look at the table’s page again: each code works for 15 minutes.", "code"
        )
        return _front_door(form.faults), 422
    return _let_in(*purpose)


def _wait(seconds: int) -> str:
    minutes = plural(-(-seconds // 60), "minute", "minutes")
    return (
        f"Too many wrong codes. Wait {minutes}, then type the table’s current code. Or scan the code with the "
        "camera now."
    )


def _front_door(faults: dict[str, str] | None = None) -> str:
    return render_template(
        "access/join.html",
        destinations=navigation.destinations(g.phone) if g.phone else [],
        sent_away=bool(g.phone and g.phone.dismissed),
        left=session.pop(LEFT, ""),
        typed=request.form.get("code", ""),
        digits=DIGITS,
        faults=faults or {},
        key=new_key(),
    )


# Leave the club

LEFT = "left"
"""Session key of the farewell word of a phone that has just left: its next page discards the forms that wait there."""


def ask_to_leave() -> Any:
    """Ask for confirmation. A phone that was sent away may not leave, or it could join again as a new phone."""
    if g.phone is None or g.phone.dismissed:
        return redirect(url_for("join.ask"), 303)
    return render_template("access/leave.html", key=new_key())


def leave() -> Any:
    valid_submission()
    if g.phone is None or g.phone.dismissed:
        return redirect(url_for("join.ask"), 303)
    return forget(g.phone.id, "This phone has left. Use a link or code to join again.")


def forget(phone: int, message: str) -> Any:
    """Forget a phone, and make this browser discard its cookie and its cache."""
    g.club.access.forget(phone)
    g.club.hub.notify_all()
    flash(message)
    session[LEFT] = cookies.farewell_word(phone)
    answer = redirect(url_for("join.ask"), 303)
    cookies.drop_phone_token(answer)
    answer.headers.update(cookies.CLEAR_SITE)
    return answer


# Delete the example club


def ask_to_delete() -> Any:
    if not g.club.is_example:
        return redirect(url_for("games.index"))
    return render_template("access/example.html", key=new_key())


def delete() -> Any:
    """Delete this club. Answer 404 if it is not the example."""
    if not g.club.is_example:
        abort(404)
    valid_submission()
    outside = request.script_root.removesuffix(paths.prefix(g.club.slug))
    html = render_template("access/example_deleted.html", outside=outside)
    example.delete(current_app.config["HOME"])
    return html
