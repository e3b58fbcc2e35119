"""Answers to requests that `security` refuses: without permission, or without a club."""

from typing import cast

from flask import abort, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.web.app import cookies, errors, navigation
from scorepad.web.app.current import g

HOST_PAGES = ("start", "operator")
"""The blueprints of an open house."""

FRONT_PAGE = "scorepad.front_page"
"""Key in `app.extensions`: the function that renders the front page of an open house without a home club."""


def no_club() -> ResponseReturnValue:
    """Return the answer to a request for no club. A host of many clubs reveals nothing about them."""
    if request.path != "/":
        abort(404)
    front_page = current_app.extensions.get(FRONT_PAGE)
    return cast(str, front_page()) if front_page else render_template("access/no_club.html")


def refuse_phone() -> ResponseReturnValue:
    """Return the answer to a phone that may not see this page: a redirect to a page that it may see, or 403."""
    if g.phone and g.phone.dismissed:
        return *errors.sent_away(), cookies.CLEAR_SITE
    instead = navigation.instead() if request.method in ("GET", "HEAD") else ""
    return redirect(instead) if instead else abort(403)
