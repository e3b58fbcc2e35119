"""The owner's page of API tokens, for other programs: create one, see which are in use, revoke one."""

from datetime import date, timedelta
from typing import Any

from flask import abort, flash, redirect, render_template, url_for
from wtforms import StringField

from scorepad.league.table_request import NO_DAY, read_day
from scorepad.numbers import whole_number
from scorepad.store import WHOLE_CLUB, BadToken, KeyReused
from scorepad.store.tokens import MAX_PER_MINUTE, RECORDING, USUAL_PER_MINUTE, NewToken, Token, TokenRole, clean_origin
from scorepad.web.app.current import g
from scorepad.web.app.forms import PageForm, valid_submission
from scorepad.web.app.freshness import today
from scorepad.web.app.templates import new_key

USUAL_DAYS = 365
"""Days until a token expires, unless the owner chooses another day."""

ROLES = {
    TokenRole.READ: "Read the club",
    TokenRole.SCORE: "Keep score",
    TokenRole.MANAGE: "Keep score, begin games and change settings and people",
    TokenRole.FEED: "Read the feed only",
}


class TokenForm(PageForm):
    name = StringField()
    may = StringField()
    game = StringField()
    ends = StringField()
    per_minute = StringField()
    origin = StringField()

    def make(self) -> NewToken | None:
        """Create the token. If something is wrong, return None and set `faults`."""
        may = next((role for role in TokenRole if role == self.may.data), None)
        game, ends, origin = self._game(), self._ends(), self._origin()
        per_minute = whole_number((self.per_minute.data or "").strip(), 1, MAX_PER_MINUTE)
        if may is None:
            self.refuse("Choose what the program may do.", "may")
        if per_minute is None:
            self.refuse(f"Type a number from 1 to {MAX_PER_MINUTE}.", "per_minute")
        if may is None or per_minute is None or self.faults:
            return None
        try:
            return g.club.access.tokens.new(
                self.name.data or "", may, game=game, ends=ends, per_minute=per_minute, origin=origin, key=self.key.data
            )
        except BadToken as error:
            self.refuse(str(error), "name")
        except KeyReused as error:
            self.refuse(str(error))
        return None

    def _game(self) -> int:
        text = (self.game.data or "").strip()
        game = whole_number(text) or WHOLE_CLUB
        if text and not (game and g.club.store.exists(game)):
            self.refuse("Type the number of a game, or nothing for all games.", "game")
        elif game and self.may.data != TokenRole.SCORE:
            self.refuse("Only a program that keeps score can be for one game.", "game")
        return game

    def _origin(self) -> str:
        try:
            origin = clean_origin(self.origin.data or "")
        except BadToken as error:
            self.refuse(str(error), "origin")
            return ""
        if origin and self.may.data not in RECORDING:
            self.refuse("Pages of any site may read with a token. Only one that records needs the site.", "origin")
        return origin

    def _ends(self) -> date | None:
        try:
            ends = read_day(self.ends.data or "")
        except ValueError:
            self.refuse(NO_DAY, "ends")
            return None
        if ends and ends < today():
            self.refuse("This day is in the past. Choose a later one, or none.", "ends")
        return ends


def index() -> str:
    """Show all tokens, and the form for a new one."""
    return _page(texts=_usual_texts())


def make() -> Any:
    """Create a token and show it, this one time."""
    form = TokenForm()
    made = form.make() if form.validate() else None
    if made is None:
        return _page(texts=form.texts, faults=form.faults), 422
    return _page(texts=_usual_texts(), made=made)


def revoke(number: int) -> Any:
    """Revoke a token, with immediate effect."""
    valid_submission()
    if not g.club.access.tokens.revoke(number):
        abort(404)
    # Streams check their tokens again.
    g.club.hub.notify_all()
    flash("The token is revoked. Its program no longer has access.")
    return redirect(url_for("tokens.index"), 303)


def _usual_texts() -> dict[str, str]:
    """Return the initial values of the form for a new token."""
    ends = (today() + timedelta(days=USUAL_DAYS)).isoformat()
    return {"may": TokenRole.READ.value, "ends": ends, "per_minute": str(USUAL_PER_MINUTE)}


def _page(*, texts: dict[str, str], faults: dict[str, str] | None = None, made: NewToken | None = None) -> str:
    tokens = g.club.access.tokens.all()
    return render_template(
        "access/tokens.html",
        tokens=tokens,
        roles=ROLES,
        texts=texts,
        faults=faults or {},
        made=made,
        over={token.id: state for token in tokens if (state := _state(token))},
        key=new_key(),
    )


def _state(token: Token) -> str:
    """Return why a token is no longer valid, in a word; "" if it is valid."""
    if token.revoked:
        return "revoked"
    return "ended" if token.has_ended(today()) else ""
