"""Share a rule set as a file, or as a link with a QR code that contains the rules themselves."""

from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorepad.play.rules.catalog import Listed, Origin
from scorepad.play.rules.sharing import LONGEST_WORD, offer_of_link, pack, pack_preset, portable
from scorepad.web.access.invites import external_address, qr_code
from scorepad.web.access.permissions import Permission
from scorepad.web.app.current import g
from scorepad.web.rules.adding import offer_page
from scorepad.web.rules.lookup import listed_here

pages = Blueprint("rule_links", __name__, url_prefix="/rules")

LONGEST_IN_QR = 800
"""Characters. The cameras of older phones cannot read a denser code from a phone's screen."""


@pages.get("/<slug>/share")
def share(slug: str) -> Any:
    """Show the link of a rule set, its QR code and its file."""
    listed = listed_here(slug)
    if listed.rules is None:
        abort(404)
    where = external_address()
    packed = _packed(listed)
    address = url_for("rule_links.show", packed=packed).removeprefix(request.script_root)
    origin = where.origin or f"{request.host_url.rstrip('/')}{request.script_root}"
    url = f"{origin}{address}" if len(packed) <= LONGEST_WORD else ""
    is_short = bool(where.origin and url) and len(url) <= LONGEST_IN_QR
    picture = qr_code(url, f"Code with the rules {listed.name}") if is_short else ""
    return render_template("rules/share.html", listed=listed, where=where, url=url, picture=picture)


def _packed(listed: Listed) -> str:
    assert listed.rules is not None
    if listed.origin is Origin.PRESET:
        return pack_preset(listed.rules)
    return pack(listed.rules, portable(listed.rules, listed.parent), listed.number)


@pages.get("/shared/<packed>")
def show(packed: str) -> Any:
    """Show the rules in a link to anyone, and let an owner keep them. Other visitors see no data of this club."""
    return offer_page(offer_of_link(packed, _club()), packed=packed)


@pages.get("/shared/<packed>/file")
def download(packed: str) -> Response:
    """Send the rules in a link as a file."""
    offer = offer_of_link(packed)
    if offer.rules is None:
        abort(404)
    headers = {"Content-Disposition": f'attachment; filename="{offer.rules.slug}.toml"'}
    return current_app.response_class(offer.text, headers=headers, content_type="application/toml")


def _club() -> Any:
    return g.club.store if Permission.OWN in g.allowed else None
