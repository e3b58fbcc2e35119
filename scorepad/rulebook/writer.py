"""The parts of a reference card, and the writer that knows where each value of a phrase comes from."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from scorepad.rules.document import diff, provenance, to_document, walk
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Provenance

CERTAINTY = (Provenance.SOURCE, Provenance.REPORTED, Provenance.ASSUMED, Provenance.TABLE)
"""A phrase with values from several sources takes the last of them in this order."""

DECKS = "decks"
"""The path of a game's number of decks, which is not part of its rules."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase, the paths of its values, and where they come from (None without paths)."""

    text: str
    paths: tuple[str, ...] = ()
    origin: Provenance | None = None


@dataclass(frozen=True, slots=True)
class CardLine:
    """A label with phrases. The first phrase matters most, unless they are all `alike`.

    `now` says which teams the line applies to in the current round, or "" if none.
    """

    label: Phrase
    phrases: tuple[Phrase, ...]
    now: str = ""
    alike: bool = False

    @property
    def all_phrases(self) -> tuple[Phrase, ...]:
        return (self.label, *self.phrases)

    @property
    def origin(self) -> Provenance | None:
        """Where the whole line comes from; None if its phrases differ."""
        return common_origin(self.all_phrases)


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a title. `code` is its anchor on the page."""

    code: str
    title: str
    lines: tuple[CardLine, ...]
    about: str = ""

    @property
    def all_phrases(self) -> tuple[Phrase, ...]:
        return tuple(phrase for line in self.lines for phrase in line.all_phrases)

    @property
    def origin(self) -> Provenance | None:
        """Where the whole section comes from; None if its phrases differ."""
        return common_origin(self.all_phrases)


def common_origin(phrases: Iterable[Phrase]) -> Provenance | None:
    """Return where all phrases with values come from, or None if they differ."""
    origins = {phrase.origin for phrase in phrases if phrase.origin is not None}
    return origins.pop() if len(origins) == 1 else None


@dataclass(frozen=True, slots=True)
class CurrentRound:
    """The round being played, with each team's name and total before it."""

    round_number: int
    teams: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class CardWriter:
    """Writes lines about one rule set at one table. `parent` is what a table’s own rules are based on."""

    rules: RuleSet
    table: Table
    decks: int
    parent: RuleSet | None
    current: CurrentRound | None

    def line(self, label: Phrase | str, *phrases: Phrase | None, now: str = "", alike: bool = False) -> CardLine:
        """Return a line; phrases that are None are left out."""
        first = Phrase(label) if isinstance(label, str) else label
        return CardLine(first, tuple(filter(None, phrases)), now, alike)

    def phrase(self, text: str, *paths: str) -> Phrase:
        """Return a phrase about the values at these paths and below them."""
        leaves = tuple(leaf for path in paths for leaf in self._leaves.get(path, [path]))
        origins = {self._origin(leaf) for leaf in leaves}
        return Phrase(text, leaves, max(origins, key=CERTAINTY.index) if origins else None)

    @property
    def table_path(self) -> str:
        return f"tables.{self.rules.tables.index(self.table) + 1}"

    @property
    def team_word(self) -> str:
        """What to call a team: "team", or "player" if everyone plays alone."""
        return "team" if self.table.team_size > 1 else "player"

    @cached_property
    def _leaves(self) -> dict[str, list[str]]:
        """Every path of the document, with the paths of the values below it."""
        leaves: dict[str, list[str]] = {}
        for leaf, _ in walk(to_document(self.rules)):
            path = leaf
            while path:
                leaves.setdefault(path, []).append(leaf)
                path = path.rpartition(".")[0]
        return leaves

    @cached_property
    def _own(self) -> frozenset[str]:
        if self.parent is None:
            return frozenset()
        return frozenset(difference.path for difference in diff(self.rules, self.parent))

    def _origin(self, leaf: str) -> Provenance:
        decks_changed = leaf == DECKS and self.decks != self.table.decks
        if decks_changed or leaf in self._own:
            return Provenance.TABLE
        return provenance(self.rules, leaf)
