"""Look up the rule set that a URL names."""

from flask import abort, request

from scorepad.play.rules.catalog import Listed, find_listed
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet
from scorepad.web.app.current import g


def listed_here(slug: str) -> Listed:
    """Return a rule set of this club, or answer 404."""
    try:
        return find_listed(g.club.store, slug)
    except RulesError:
        abort(404)


def rules_here(slug: str) -> RuleSet:
    """Return rules that a new game can use, or answer 404."""
    listed = listed_here(slug)
    if not listed.is_playable or listed.rules is None:
        abort(404)
    return listed.rules


def requested_rules() -> RuleSet | None:
    """Return the rules in the query, None if it has none, or answer 404."""
    slug = request.args.get("rules", "")
    return rules_here(slug) if slug else None
