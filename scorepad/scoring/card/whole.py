"""The whole reference card of a rule set at one table."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Provenance
from scorepad.scoring.card.books import books, melds
from scorepad.scoring.card.going import bonuses, choices, going_out, stock
from scorepad.scoring.card.lines import CERTAINTY, Now, Section, Speaker
from scorepad.scoring.card.setup import openings, setup, values


@dataclass(frozen=True, slots=True)
class Card:
    """A reference card: its sections in the order in which a round goes, and what no field of the rules holds.

    `document` is where the rules come from, `parent` the name of the rule set that a table's own was made from.
    """

    name: str
    document: str
    parent: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...]

    @property
    def paths(self) -> frozenset[str]:
        """The paths of every value that is told."""
        return frozenset(
            path for section in self.sections for said in section.phrases for path in said.paths
        )

    @property
    def marks(self) -> tuple[Provenance, ...]:
        """The marks that stand on it: where values come from that are not the document's own."""
        found = {said.origin for section in self.sections for said in section.phrases}
        return tuple(origin for origin in CERTAINTY[1:] if origin in found)

    @property
    def letters(self) -> int:
        """How much there is to print, in characters."""
        said = sum(len(phrase.text) + 3 for section in self.sections for phrase in section.phrases)
        return said + sum(len(note) for note in self.notes)


def card(
    rules: RuleSet,
    table: Table,
    *,
    decks: int | None = None,
    base: RuleSet | None = None,
    chosen: Mapping[str, str] | None = None,
    parent: RuleSet | None = None,
    playing: Now | None = None,
) -> Card:
    """The card of `rules` as they are played at one of its tables.

    `decks` where a table plays with another number than the rule set's. In a game `base` is the rule set before its
    choices and `chosen` what was chosen, by key; without them the card tells what there is to choose. `parent` is the
    rule set that a table's own rules were made from; what differs from it is marked as the table's. `playing` marks
    what holds in the round being played.
    """
    speaker = Speaker(rules, table, table.decks if decks is None else decks, parent, playing)
    sections = (
        openings(speaker),
        values(speaker),
        books(speaker),
        going_out(speaker),
        bonuses(speaker),
        melds(speaker),
        setup(speaker),
        stock(speaker),
        choices(speaker, (base or rules).choices, chosen),
    )
    return Card(
        name=rules.name,
        document=rules.document,
        parent=parent.name if parent else "",
        sections=tuple(section for section in sections if section is not None),
        notes=rules.notes,
    )
