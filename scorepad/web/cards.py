"""The reference card: of a game's rules as its table plays them, and of a rule set for people who still choose."""

from typing import Any

from flask import Blueprint, abort, render_template, request

from scorepad.rules.model import RuleSet, Table
from scorepad.rules.presets import preset, slugs
from scorepad.rules.words import Provenance
from scorepad.scoring.card import Card, Now, card
from scorepad.scoring.game import Phase
from scorepad.web.clubs import LoadedGame, load

pages = Blueprint("cards", __name__)

SIGNS = {Provenance.REPORTED: "°", Provenance.ASSUMED: "*", Provenance.TABLE: "■"}
"""The small sign before each mark's word."""

MEANING = {
    Provenance.REPORTED: "known at second hand",
    Provenance.ASSUMED: "not told there, so taken as usual",
    Provenance.TABLE: "agreed by you",
}

SIZES = {2300: "roomy", 3100: "full"}
"""Up to how many characters a card stays on one printed page with letters of that size; beyond, the smallest."""


@pages.get("/games/<number:game>/rules")
def show(game: int) -> Any:
    """The rules of a game as its table plays them, with what holds in this round."""
    loaded = load(game)
    agreed = loaded.agreement
    found = card(
        agreed.rules,
        agreed.table,
        decks=agreed.decks,
        base=agreed.base,
        chosen=agreed.choices,
        parent=_parent(agreed.base),
        playing=_now(loaded),
    )
    return _page("cards/of_game.html", found, agreed.table, game=loaded)


@pages.get("/rules/<slug>")
def of_preset(slug: str) -> Any:
    """A rule set that comes with Scorepad, at its usual table or at `table`, such as 4x2; 404 for any other."""
    if slug not in slugs():
        abort(404)
    rules = preset(slug)
    shapes = {f"{table.players}x{table.teams}": table for table in rules.tables}
    shape = request.args.get("table", next(iter(shapes)))
    if shape not in shapes:
        abort(404)
    return _page(
        "cards/of_preset.html",
        card(rules, shapes[shape], parent=_parent(rules)),
        shapes[shape],
        rules=rules,
        shapes=shapes,
        shape=shape,
    )


def _page(template: str, found: Card, table: Table, **more: Any) -> str:
    return render_template(
        template,
        card=found,
        table=table,
        size=_size(found),
        signs=SIGNS,
        meaning=MEANING,
        **more,
    )


def _parent(rules: RuleSet) -> RuleSet | None:
    return preset(rules.parent) if rules.parent in slugs() else None


def _now(loaded: LoadedGame) -> Now | None:
    """The round to play next, each team with its total before it; None after the end."""
    course = loaded.record.course
    if course.phase is Phase.OVER:
        return None
    sides = zip(loaded.agreement.teams, loaded.record.before(course.next_round), strict=True)
    return Now(course.next_round, tuple(sides))


def _size(found: Card) -> str:
    return next((size for most, size in SIZES.items() if found.letters <= most), "crowded")
