"""Changes to a club's own rule set: undo a change, rename, retire, bring back."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, flash, redirect, url_for

from scorepad.play.form_data import STALE
from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import OwnSet
from scorepad.play.rules.own_rules import Sender
from scorepad.rules.faults import RulesError
from scorepad.scoring.quantity import plain_number
from scorepad.store import Club, StoreError
from scorepad.web.app.current import g
from scorepad.web.rules.lookup import listed_here
from scorepad.web.rules.set_page import set_page

pages = Blueprint("rule_changes", __name__, url_prefix="/rules")

Action = Callable[[Club, str, int, Sender], OwnSet]


@pages.post("/<slug>/change")
def save(slug: str) -> Any:
    """Perform the action of the button. On a conflict or a fault, show the page with the typed name."""
    listed, data = listed_here(slug), g.form.data
    name = data.get("name")
    action = _ACTIONS.get(data.get("action"))
    base = plain_number(data.get("version"), 6)
    if not listed.number:
        abort(404)
    if not g.form.is_valid or action is None or base is None:
        return set_page(listed, fault=STALE, name=name)
    sender = Sender(f"{g.form.key}:rules", g.form.device)
    try:
        own = action(g.club.store, slug, base, sender)
    except (RulesError, StoreError) as error:
        return set_page(listed_here(slug), fault=_sentence(error), name=name)
    flash(_DONE[data.get("action")].format(own.rules.name))
    return redirect(url_for("rules.show", slug=slug), 303)


def _sentence(error: Exception) -> str:
    if isinstance(error, RulesError) and error.faults[0].path == "name":
        return f"The name {error.faults[0].message}"
    return str(error)


def _rename(club: Club, slug: str, base: int, sender: Sender) -> OwnSet:
    return own_rules.rename(club, slug, g.form.data.get("name"), base, sender)


def _undo(club: Club, slug: str, base: int, sender: Sender) -> OwnSet:
    return own_rules.undo(club, slug, base, sender, plain_number(g.form.data.get("to"), 6))


def _update(club: Club, slug: str, base: int, sender: Sender) -> OwnSet:
    return own_rules.save_version(club, slug, own_rules.current(club, slug).document, base, sender)


_ACTIONS: dict[str, Action] = {
    "rename": _rename,
    "undo": _undo,
    "update": _update,
    "retire": own_rules.retire,
    "return": own_rules.bring_back,
}
_DONE = {
    "rename": "These rules are called “{}” now.",
    "undo": "Taken back: “{}” is what it was before. Games keep the rules they have.",
    "update": "“{}” now includes its parent’s changes. Games keep the rules they have.",
    "retire": "“{}” is retired: new games do not offer it. Games keep the rules they have.",
    "return": "New games offer “{}” again.",
}
