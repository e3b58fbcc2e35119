"""The rule sets that a club can play: the list, the page of each and its file, what changed it, and two compared."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from flask import Response, abort, current_app, flash, redirect, render_template, request, url_for

from scorepad.language.words import plural
from scorepad.numbers import whole_number
from scorepad.play.edit_settings import have_rules_changed
from scorepad.play.form_data import STALE
from scorepad.play.game import LoadedGame, player_of, scorer_name
from scorepad.play.rules import own_rules
from scorepad.play.rules.catalog import (
    Listed,
    Origin,
    OwnSet,
    find_listed,
    find_rules,
    list_all,
    parent_of,
    playable,
    read_version,
)
from scorepad.play.rules.own_rules import Sender
from scorepad.play.rules.sharing import portable_text
from scorepad.rulebook.card import ReferenceCard, build_card
from scorepad.rulebook.compare import Contrast, Part, compare, count
from scorepad.rulebook.matching import GROUPINGS
from scorepad.rulebook.writer import CurrentRound
from scorepad.rules.document import says_the_same
from scorepad.rules.faults import RulesError, quote
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Provenance
from scorepad.scoring.game.course import Phase
from scorepad.store import Club, RulesVersion, StoreError
from scorepad.web.app import bidi
from scorepad.web.app.current import g, load
from scorepad.web.app.permissions import Permission
from scorepad.web.app.templates import new_key


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


def index() -> Any:
    """List the club's own sets, files in the instance folder, and the presets grouped by the question in `?by=`."""
    by = next((grouping for grouping in GROUPINGS if grouping.key == request.args.get("by")), GROUPINGS[0])
    everything = [ShownSet.of(listed) for listed in list_all(g.club.store)]
    own = [shown for shown in everything if shown.listed.origin is Origin.OWN]
    presets = [
        shown.listed.rules for shown in everything if shown.listed.origin is Origin.PRESET and shown.listed.rules
    ]
    return render_template(
        "rules/index.html",
        own=[shown for shown in own if not shown.listed.is_retired],
        retired=[shown for shown in own if shown.listed.is_retired],
        files=[shown for shown in everything if shown.listed.origin is Origin.FILE],
        drafts=g.club.store.rule_drafts.current() if Permission.OWN in g.allowed else [],
        by=by,
        groupings=GROUPINGS,
        groups=by.groups(presets),
    )


def show(slug: str) -> Any:
    """Show a rule set for its usual table, or for `?table=`, such as 4x2."""
    return set_page(listed_here(slug))


def download(slug: str) -> Response:
    """Send a rule set as a TOML file that any Scorepad can read."""
    listed = listed_here(slug)
    if listed.rules is None:
        abort(404)
    headers = {"Content-Disposition": f'attachment; filename="{listed.rules.slug}.toml"'}
    return current_app.response_class(portable_text(listed), headers=headers, content_type="application/toml")


# The reference card: the rules of a game, or of a preset, on one page


SIGNS = {Provenance.REPORTED: "°", Provenance.ASSUMED: "*", Provenance.TABLE: "■"}
"""The sign that marks a value, by where the value comes from."""

MEANING = {
    Provenance.REPORTED: "reported by someone else",
    Provenance.ASSUMED: "not in the source, so the usual value",
    Provenance.TABLE: "agreed by you",
}

SIZES = {2240: "roomy", 3100: "full"}
"""The most characters that fit on one printed page in each font size; longer cards get the smallest."""


def show_card(game: int) -> Any:
    """Show the rules of a game with its table's choices, and what applies in the current round."""
    loaded = load(game)
    agreed = loaded.agreement
    card = build_card(
        agreed.rules,
        agreed.table,
        decks=agreed.decks,
        base=agreed.base,
        chosen=agreed.choices,
        parent=parent_of(loaded.club, agreed.base),
        current=_current_round(loaded),
    )
    return card_page("games/card_of_game.html", card, game=loaded, is_changed=have_rules_changed(loaded))


def card_page(template: str, card: ReferenceCard, **context: Any) -> str:
    """Return a page with a reference card, in the largest font size that fits on paper."""
    size = next((size for most, size in SIZES.items() if card.letters <= most), "crowded")
    return render_template(template, card=card, size=size, signs=SIGNS, meaning=MEANING, **context)


def _current_round(loaded: LoadedGame) -> CurrentRound | None:
    """Return the round to play, with each team's total before it; None after the end."""
    course = loaded.record.course
    if course.phase is Phase.OVER:
        return None
    teams = zip(loaded.agreement.teams, loaded.record.before(course.next_round), strict=True)
    return CurrentRound(course.next_round, tuple(teams))


# The page of a rule set: the differences from its parent, who changed it when

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
    up_to = min(whole_number(request.args.get("history", "")) or latest, latest)
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


# Undo a change, rename, retire, bring back


Action = Callable[[Club, str, int, Sender], OwnSet]


def save(slug: str) -> Any:
    """Perform the action of the button. On a conflict or a fault, show the page with the typed name."""
    listed, data = listed_here(slug), g.form.data
    name = data.get("name")
    action = _ACTIONS.get(data.get("action"))
    base = whole_number(data.get("version"))
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
    return own_rules.undo(club, slug, base, sender, whole_number(g.form.data.get("to")))


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


# The differences between two rule sets


def show_comparing() -> Any:
    """Compare the first of the requested rule sets with the second and, if there is one, the third; or ask which."""
    slugs = [request.args.get(name, "") for name in ("a", "b", "c")]
    here, there, third = (_find(slug) for slug in slugs)
    unknown = [slug for slug, rules in zip(slugs, (here, there, third), strict=True) if slug and rules is None]
    page = render_template(
        "rules/compare.html",
        here=here,
        there=there,
        suggested=_find(here.parent or "") if here and not there else there,
        third=third if here and there else None,
        parts=compare(here, there) if here and there else (),
        third_parts=compare(here, third) if here and third else (),
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
