"""Answers to requests that `security` refuses: without permission, or without a club."""

from typing import cast

from flask import abort, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.environment import OwnerHeader
from scorepad.web.app import addresses, cookies, errors, navigation
from scorepad.web.app.current import g
from scorepad.web.app.hosts import unmapped

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
    if request.method == "GET" and _is_owner_by_proxy():
        return cast(ResponseReturnValue, addresses.find("web.access.join.sign_in")())
    instead = navigation.instead() if request.method in ("GET", "HEAD") else ""
    return redirect(instead) if instead else abort(403)


BEFORE_PROXY = "werkzeug.proxy_fix.orig"
"""Key in the environment: what the request said before the headers of trusted proxies were read."""


def _is_owner_by_proxy() -> bool:
    """Whether a proxy that may say so calls this request one of an owner of the club at home.

    The header counts only if the proxy itself is connected: anyone who reaches Scorepad past it can send any header.
    """
    header: OwnerHeader | None = current_app.config["OWNER_HEADER"]
    before = request.environ.get(BEFORE_PROXY)
    if header is None or before is None or g.club.slug or "HTTP_X_FORWARDED_FOR" not in request.environ:
        return False
    try:
        proxy = unmapped(before["REMOTE_ADDR"] or "")
    except ValueError:
        return False
    return request.environ.get(header.key) in header.users and any(proxy in network for network in header.proxies)
