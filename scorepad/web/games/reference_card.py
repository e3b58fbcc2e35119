"""The reference card of one game's rules, with its table's choices. `web.rules` shows the card of a rule set."""

from typing import Any

from flask import Blueprint, render_template

from scorepad.play.edit_settings import have_rules_changed
from scorepad.play.game import LoadedGame
from scorepad.play.rules.catalog import parent_of
from scorepad.rulebook.card import ReferenceCard, build_card
from scorepad.rulebook.writer import CurrentRound
from scorepad.rules.words import Provenance
from scorepad.scoring.game.course import Phase
from scorepad.web.app.current import load

pages = Blueprint("reference_card", __name__)

SIGNS = {Provenance.REPORTED: "°", Provenance.ASSUMED: "*", Provenance.TABLE: "■"}
"""The sign that marks a value, by where the value comes from."""

MEANING = {
    Provenance.REPORTED: "reported by someone else",
    Provenance.ASSUMED: "not in the source, so the usual value",
    Provenance.TABLE: "agreed by you",
}

SIZES = {2300: "roomy", 3100: "full"}
"""The most characters that fit on one printed page in each font size; longer cards get the smallest."""


@pages.get("/games/<number:game>/rules")
def show(game: int) -> Any:
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
