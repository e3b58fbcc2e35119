"""Build the whole reference card of a rule set at one table."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorepad.rulebook.books import books, melds
from scorepad.rulebook.going import bonuses, choices, going_out, stock
from scorepad.rulebook.setup import openings, setup
from scorepad.rulebook.values import values
from scorepad.rulebook.writer import CERTAINTY, CardWriter, CurrentRound, Section
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Provenance


@dataclass(frozen=True, slots=True)
class ReferenceCard:
    """Sections in the order of a round, and notes on what no value of the rules says.

    `document` is where the rules come from, `parent` the name of the rule set that a table's own rules are based on.
    """

    name: str
    document: str
    parent: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...]

    @property
    def paths(self) -> frozenset[str]:
        """The paths of all values on the card."""
        return frozenset(path for section in self.sections for phrase in section.all_phrases for path in phrase.paths)

    @property
    def origins(self) -> tuple[Provenance, ...]:
        """The sources of values that are not the document's own, for the legend."""
        on_card = {phrase.origin for section in self.sections for phrase in section.all_phrases}
        return tuple(origin for origin in CERTAINTY[1:] if origin in on_card)

    @property
    def letters(self) -> int:
        """The approximate number of characters to print."""
        phrases = [phrase for section in self.sections for phrase in section.all_phrases]
        return sum(len(phrase.text) + 3 for phrase in phrases) + sum(map(len, self.notes))


def build_card(
    rules: RuleSet,
    table: Table,
    *,
    decks: int | None = None,
    base: RuleSet | None = None,
    chosen: Mapping[str, str] | None = None,
    parent: RuleSet | None = None,
    current: CurrentRound | None = None,
) -> ReferenceCard:
    """Return the card of `rules` at one of its tables.

    `decks`: the number of decks, if not the table's. `base` and `chosen`: in a game, the rules before its choices, and
    the choices by key; without them the card lists all options. `parent`: the rule set that a table's own rules are
    based on; what differs from it is marked as the table's. `current`: the round being played, to mark what applies.
    """
    writer = CardWriter(rules, table, table.decks if decks is None else decks, parent, current)
    sections = (
        openings(writer),
        values(writer),
        books(writer),
        going_out(writer),
        bonuses(writer),
        melds(writer),
        setup(writer),
        stock(writer),
        choices(writer, (base or rules).choices, chosen),
    )
    return ReferenceCard(
        name=rules.name,
        document=rules.document,
        parent=parent.name if parent else "",
        sections=tuple(section for section in sections if section is not None),
        notes=rules.notes,
    )
