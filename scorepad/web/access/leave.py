"""Let any phone leave: the club forgets the phone, and the phone forgets the club."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, session, url_for

from scorepad.web.app import cookies
from scorepad.web.app.current import g
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.templates import new_key

LEFT = "left"
"""Session key of the farewell word of a phone that has just left: its next page discards the forms that wait there."""

pages = Blueprint("leave", __name__, url_prefix="/leave")


@pages.get("")
def ask() -> Any:
    """Ask for confirmation. A phone that was sent away may not leave, or it could join again as a new phone."""
    if g.phone is None or g.phone.dismissed:
        return redirect(url_for("join.ask"), 303)
    return render_template("access/leave.html", key=new_key())


@pages.post("")
def leave() -> Any:
    """Forget this phone."""
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
