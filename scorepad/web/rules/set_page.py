"""The page of one rule set: the differences from its parent, its card, and who changed it when."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from flask import abort, render_template, request

from scorepad.play.game import player_of, scorer_name
from scorepad.play.rules.catalog import Listed, Origin, find_rules, read_version
from scorepad.rulebook.card import build_card
from scorepad.rulebook.compare import Contrast, Part, compare, count
from scorepad.rules.document import says_the_same
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet
from scorepad.scoring.quantity import plain_number
from scorepad.scoring.text.explain import plural
from scorepad.store import Club, RulesVersion, StoreError
from scorepad.web.app import bidi
from scorepad.web.app.current import g
from scorepad.web.app.templates import new_key
from scorepad.web.games.reference_card import card_page

SHOWN_VERSIONS = 20

WORDS = {
    "saved": "Saved",
    "renamed": "Renamed",
    "undone": "Taken back",
    "retired": "Retired",
    "returned": "Brought back",
}


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A rule set with the differences from its parent."""

    listed: Listed
    differences: tuple[Part, ...] = ()

    @classmethod
    def of(cls, listed: Listed) -> "ShownSet":
        if listed.rules is None or listed.parent is None or listed.origin is Origin.PRESET:
            return cls(listed)
        return cls(listed, compare(listed.rules, listed.parent))

    @property
    def summary(self) -> str:
        """The rules in one line: "Simpson · 3 house rules"."""
        rules, parent = self.listed.rules, self.listed.parent
        if rules is None:
            return " ".join(self.listed.faults)
        if parent is None or self.listed.origin is Origin.PRESET:
            return rules.summary
        house_rules = plural(count(self.differences), "house rule", "house rules")
        return f"{parent.name} · {house_rules}" if self.differences else f"{parent.name}, as it is"


@dataclass(frozen=True, slots=True)
class ShownVersion:
    """A version in the history: what was done, when (UTC), by whom ("" if unknown), and what it changed."""

    number: int
    title: str
    at: str
    by: str
    contrasts: tuple[Contrast, ...] = ()


class History(NamedTuple):
    """Versions of a set, the number of the latest one, and the first number on the page of older ones."""

    versions: list[ShownVersion]
    latest: int
    older: int


def set_page(listed: Listed, *, fault: str = "", name: str = "") -> Any:
    """Return the page of a rule set for its usual table or `?table=`, with a fault of the form and the typed name."""
    if (rules := listed.rules) is None:
        return render_template("rules/faulty.html", listed=listed)
    tables = {table.shape: table for table in rules.tables}
    shape = request.args.get("table", next(iter(tables)))
    if shape not in tables:
        abort(404)
    is_own = listed.origin is Origin.OWN
    html = card_page(
        "rules/show.html",
        build_card(rules, tables[shape], parent=listed.parent),
        shown=ShownSet.of(listed),
        rules=rules,
        tables=tables,
        shape=shape,
        history=_history(g.club.store, rules.slug) if is_own else None,
        parent_now=_changed_parent(g.club.store, listed.parent) if is_own else None,
        fault=fault,
        name=name or rules.name,
        key=new_key(),
    )
    return html, 422 if fault else 200


def _history(club: Club, slug: str) -> History:
    """Return the versions back from the one in `?history=`, or from the latest."""
    latest = club.rule_sets.latest(slug).number
    up_to = min(plain_number(request.args.get("history", "")) or latest, latest)
    versions = club.rule_sets.versions(slug, limit=SHOWN_VERSIONS + 1, up_to=up_to)
    names = club.people.names({player_of(version.device) for version in versions})
    bidi.remember(names.values())
    pairs = zip_longest(versions[:SHOWN_VERSIONS], versions[1:])
    shown = [
        ShownVersion(
            version.number,
            WORDS.get(version.change, "Changed") if before else "Made",
            version.at,
            scorer_name(version.device, names),
            _contrasts(version, before),
        )
        for version, before in pairs
        if version
    ]
    return History(shown, latest, older=up_to - SHOWN_VERSIONS)


def _contrasts(version: RulesVersion, before: RulesVersion | None) -> tuple[Contrast, ...]:
    if before is None or (version.document_text, version.parent_text) == (before.document_text, before.parent_text):
        return ()
    try:
        parts = compare(read_version(version).rules, read_version(before).rules)
    except (RulesError, StoreError):
        return ()
    return tuple(contrast for part in parts for contrast in part.in_full)


def _changed_parent(club: Club, parent: RuleSet | None) -> RuleSet | None:
    """Return the current version of a parent, if it differs from the copy that a set is based on."""
    if parent is None:
        return None
    try:
        now = find_rules(club, parent.slug)
    except RulesError:
        return None
    return now if not says_the_same(now, parent) else None
