"""Rules that come and go: added from a file, a text or a link, after a preview; and the link to a rule set."""

from typing import Any

from flask import Response, abort, current_app, flash, redirect, render_template, request, url_for

from scorepad.numbers import whole_number
from scorepad.play.form_data import STALE
from scorepad.play.rules.catalog import Listed, Origin
from scorepad.play.rules.own_rules import Sender
from scorepad.play.rules.sharing import (
    LONGEST_WORD,
    OfferedRules,
    keep,
    offer_of_link,
    offer_of_text,
    pack,
    pack_preset,
    portable,
)
from scorepad.rulebook.card import build_card
from scorepad.rulebook.compare import compare
from scorepad.rulebook.house_rules import suspicions_of
from scorepad.rules.document import to_document
from scorepad.rules.faults import RulesError
from scorepad.store import StoreError
from scorepad.web.access.phones import external_address, qr_code
from scorepad.web.app.current import g
from scorepad.web.app.permissions import Permission
from scorepad.web.app.templates import new_key
from scorepad.web.rules.rules import card_page, listed_here

NOTHING = "Choose a file, or paste rules or a link."
NOT_TEXT = "This is not a text file. Choose one whose name ends in .toml."


def add() -> Any:
    """Ask for a file, a text or a link."""
    return _add_page("")


def look() -> Any:
    """Preview the posted rules, or show their faults beside the text."""
    text = _brought()
    faults = (STALE,) if not g.form.is_valid else (NOT_TEXT,) if text is None else () if text.strip() else (NOTHING,)
    if faults:
        return _add_page(text or "", faults)
    offer = offer_of_text(g.club.store, text or "")
    return _add_page(offer.text or text or "", offer.faults) if offer.faults else offer_page(offer)


def _brought() -> str | None:
    """Return the text of the posted file or the typed text, None if the file is not text."""
    file = request.files.get("file")
    if file is None or not file.filename:
        typed: str = g.form.data.get("text")
        return typed
    try:
        text: str = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return text


def _add_page(text: str, faults: tuple[str, ...] = ()) -> Any:
    html = render_template("rules/add.html", text=text, faults=faults, key=new_key())
    return html, 422 if faults else 200


def keep_() -> Any:
    """Save previewed rules as a new version of an own set, or as a new set."""
    data = g.form.data
    text = data.get("text")
    base = whole_number(data.get("version")) if data.get("as") == "version" else None
    if not g.form.is_valid:
        return offer_page(offer_of_text(g.club.store, text), STALE)
    try:
        own = keep(g.club.store, text, base, Sender(f"{g.form.key}:rules", g.form.device))
    except RulesError:
        return _add_page(text, offer_of_text(g.club.store, text).faults)
    except StoreError as error:
        return offer_page(offer_of_text(g.club.store, text), str(error))
    flash(f"“{own.rules.name}” is one of your own rules now.")
    return redirect(url_for("rules.show", slug=own.slug), 303)


def offer_page(offer: OfferedRules, notice: str = "", packed: str = "") -> Any:
    """Return the preview of rules. `packed` is the payload of their link, if they came in one."""
    rules = offer.rules
    if rules is None:
        return render_template("rules/no_offer.html", faults=offer.faults), 422
    html = card_page(
        "rules/offer.html",
        build_card(rules, rules.tables[0], parent=offer.parent),
        offer=offer,
        rules=rules,
        differences=compare(rules, offer.parent) if offer.parent else (),
        suspicions=suspicions_of(to_document(rules, every_key=True), rules),
        notice=notice,
        packed=packed,
        key=new_key(),
    )
    return html, 422 if notice else 200


# The link to a rule set, its QR code, and the page that it opens


LONGEST_IN_QR = 800
"""Characters. The cameras of older phones cannot read a denser code from a phone's screen."""


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


def show(packed: str) -> Any:
    """Show the rules in a link to anyone, and let an owner keep them. Other visitors see no data of this club."""
    return offer_page(offer_of_link(packed, g.club.store if Permission.OWN in g.allowed else None), packed=packed)


def download(packed: str) -> Response:
    """Send the rules in a link as a file."""
    offer = offer_of_link(packed)
    if offer.rules is None:
        abort(404)
    headers = {"Content-Disposition": f'attachment; filename="{offer.rules.slug}.toml"'}
    return current_app.response_class(offer.text, headers=headers, content_type="application/toml")
