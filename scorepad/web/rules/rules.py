"""The rule sets of a club: the list of all, and the page of each."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request

from scorepad.play.rules.catalog import Listed, Origin, list_all
from scorepad.scoring.card.compare import Part, compare, count
from scorepad.scoring.card.reference_card import build_card
from scorepad.scoring.text.explain import plural
from scorepad.web.app.current import g
from scorepad.web.games.reference_card import card_page
from scorepad.web.rules.lookup import listed_here

pages = Blueprint("rules", __name__, url_prefix="/rules")


@dataclass(frozen=True, slots=True)
class ShownSet:
    """A rule set of the list, with what differs from its parent."""

    listed: Listed
    differences: tuple[Part, ...] = ()

    @classmethod
    def of(cls, listed: Listed) -> "ShownSet":
        if listed.rules is None or listed.parent is None or listed.origin is Origin.PRESET:
            return cls(listed)
        return cls(listed, compare(listed.rules, listed.parent))

    @property
    def summary(self) -> str:
        """What it is, in a line: "Simpson · 3 house rules"."""
        rules, parent = self.listed.rules, self.listed.parent
        if rules is None:
            return " ".join(self.listed.faults)
        if parent is None or self.listed.origin is Origin.PRESET:
            return rules.summary
        house_rules = plural(count(self.differences), "house rule", "house rules")
        return f"{parent.name} · {house_rules}" if self.differences else f"{parent.name}, as it is"


@pages.get("")
def index() -> Any:
    """List the club's own sets, files in the instance folder, and the presets."""
    everything = [ShownSet.of(listed) for listed in list_all(g.club.store)]
    own = [shown for shown in everything if shown.listed.origin is Origin.OWN]
    return render_template(
        "rules/index.html",
        own=[shown for shown in own if not shown.listed.is_retired],
        retired=[shown for shown in own if shown.listed.is_retired],
        files=[shown for shown in everything if shown.listed.origin is Origin.FILE],
        presets=[shown for shown in everything if shown.listed.origin is Origin.PRESET],
    )


@pages.get("/<slug>")
def show(slug: str) -> Any:
    """Show a rule set at its usual table, or at `table`, such as 4x2."""
    listed = listed_here(slug)
    if (rules := listed.rules) is None:
        return render_template("rules/faulty.html", listed=listed)
    tables = {f"{table.players}x{table.teams}": table for table in rules.tables}
    shape = request.args.get("table", next(iter(tables)))
    if shape not in tables:
        abort(404)
    card = build_card(rules, tables[shape], parent=listed.parent)
    shown = ShownSet.of(listed)
    return card_page("rules/show.html", card, shown=shown, rules=rules, tables=tables, shape=shape)
