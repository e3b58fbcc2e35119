"""The page that shows the differences between two rule sets."""

from typing import Any

from flask import Blueprint, render_template, request

from scorepad.play.rules.catalog import find_rules, playable
from scorepad.rulebook.compare import compare, count
from scorepad.rules.faults import RulesError, quote
from scorepad.rules.model import RuleSet
from scorepad.web.app.current import g

pages = Blueprint("comparing", __name__)


@pages.get("/rules/compare")
def show() -> Any:
    """Compare the two requested rule sets, or ask which two."""
    slugs = [request.args.get(name, "") for name in ("a", "b")]
    here, there = (_find(slug) for slug in slugs)
    unknown = [slug for slug, rules in zip(slugs, (here, there), strict=True) if slug and rules is None]
    parts = compare(here, there) if here and there else ()
    page = render_template(
        "rules/compare.html",
        here=here,
        there=there,
        suggested=_find(here.parent or "") if here and not there else there,
        parts=parts,
        number=count(parts),
        choices=playable(g.club.store),
        fault=f"This club has no rule set {quote(unknown[0])}. Choose two from the lists." if unknown else "",
    )
    return page, 404 if unknown else 200


def _find(slug: str) -> RuleSet | None:
    """Return a rule set of this club, None if there is none with that slug or it is invalid."""
    try:
        return find_rules(g.club.store, slug) if slug else None
    except RulesError:
        return None
