"""Who is turned away at the entrance: a phone without permission, and a request for no club."""

from typing import cast

from flask import abort, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.web.app import cookies, errors, navigation
from scorepad.web.app.current import g

HOST_PAGES = ("start", "operator")
"""The blueprints of an open house."""

FRONT_PAGE = "scorepad.front_page"
"""The key of the function that draws the front page of a host without a club at home, if it is an open house."""


def no_club() -> ResponseReturnValue:
    """The answer where there is no club. A host of many says nothing about its clubs."""
    if request.path != "/":
        abort(404)
    front_page = current_app.extensions.get(FRONT_PAGE)
    return cast(str, front_page()) if front_page else render_template("access/no_club.html")


def refuse_phone() -> ResponseReturnValue:
    """The answer to a phone that may not see this page: where it may go instead, or 403."""
    if g.phone and g.phone.dismissed:
        return *errors.sent_away(), cookies.CLEAR_SITE
    instead = navigation.instead() if request.method in ("GET", "HEAD") else ""
    return redirect(instead) if instead else abort(403)
