"""The list of a club's rule sets, and a complete rule set."""

from typing import Annotated, Any, Literal, TypedDict

from scorepad.play.rules.catalog import Listed, find_listed, list_all, list_presets
from scorepad.rules.document import to_document
from scorepad.rules.model import RuleSet
from scorepad.store import Club


class ListedRules(TypedDict):
    """A rule set of the catalog."""

    slug: str
    name: str
    origin: Annotated[Literal["own", "file", "preset"], "Kept by the club, a file beside it, or one of Scorepad's own"]
    summary: str
    parent: Annotated[str | None, "The slug of the rule set on which it is based"]
    players: Annotated[list[int], "With how many players it can be played"]
    playable: Annotated[bool, "Whether a new game offers it"]
    version: Annotated[int | None, "The version of an own rule set"]


class RuleSets(TypedDict):
    """All rule sets: the club's own, then files, then presets."""

    rule_sets: list[ListedRules]


class WholeRules(ListedRules):
    """A rule set with every value, in the words of its TOML file."""

    rules: Annotated[dict[str, Any], RuleSet]


def rule_sets_document(club: Club | None) -> RuleSets:
    """Return the rule sets of a club, without unreadable ones; without a club, the presets."""
    everything = list_all(club) if club else list_presets()
    return {"rule_sets": [_listed(listed) for listed in everything if listed.rules]}


def whole_rules_document(club: Club, slug: str) -> WholeRules:
    """Return a complete rule set. Raises RulesError if there is none or it is invalid."""
    listed = find_listed(club, slug)
    return {**_listed(listed), "rules": to_document(listed.rules, every_key=True) if listed.rules else {}}


def _listed(listed: Listed) -> ListedRules:
    rules = listed.rules
    return {
        "slug": listed.slug,
        "name": listed.name,
        "origin": listed.origin.value,
        "summary": rules.summary if rules else "",
        "parent": listed.parent.slug if listed.parent else None,
        "players": sorted({table.players for table in rules.tables}) if rules else [],
        "playable": listed.is_playable,
        "version": listed.number or None,
    }
