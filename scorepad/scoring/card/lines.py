"""What a reference card is made of, and the speaker who knows where every value of it comes from."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from scorepad.rules.document import diff, provenance, to_document, walk
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Provenance

CERTAINTY = (Provenance.SOURCE, Provenance.REPORTED, Provenance.ASSUMED, Provenance.TABLE)
"""Where several values make one phrase, the last of these that is among them is said."""

DECKS = "decks"
"""The path of the number of decks of a game, which stands in the game and not in its rules."""


@dataclass(frozen=True, slots=True)
class Said:
    """One phrase of the card: the paths of the values it tells, and where they come from (None without paths)."""

    text: str
    paths: tuple[str, ...] = ()
    origin: Provenance | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A label with one or more phrases, the first of which matters most unless they are all `alike`.

    `now` says for whom it holds in the round being played, "" if for nobody.
    """

    label: Said
    said: tuple[Said, ...]
    now: str = ""
    alike: bool = False

    @property
    def phrases(self) -> tuple[Said, ...]:
        """The label and all that is said."""
        return (self.label, *self.said)

    @property
    def origin(self) -> Provenance | None:
        """Where the whole line comes from; None where its phrases differ."""
        return common(self.phrases)


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines under a title; `code` is the name of its place on the page."""

    code: str
    title: str
    lines: tuple[Line, ...]
    about: str = ""

    @property
    def phrases(self) -> tuple[Said, ...]:
        """Everything it says."""
        return tuple(said for line in self.lines for said in line.phrases)

    @property
    def origin(self) -> Provenance | None:
        """Where the whole section comes from; None where its phrases differ."""
        return common(self.phrases)


def common(phrases: Iterable[Said]) -> Provenance | None:
    """The one place all these come from, leaving out those that tell no value; None if there is more than one."""
    found = {said.origin for said in phrases if said.origin is not None}
    return found.pop() if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Now:
    """The round being played: its number, and each team's name with its total before it, in points."""

    round: int
    sides: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Speaker:
    """Says phrases about one rule set at one table. `parent` is the rule set that a table's own was made from."""

    rules: RuleSet
    table: Table
    decks: int
    parent: RuleSet | None
    playing: Now | None

    def line(
        self, label: Said | str, *said: Said | None, now: str = "", alike: bool = False
    ) -> Line:
        """A line of these phrases; those that are None have nothing to say."""
        first = Said(label) if isinstance(label, str) else label
        return Line(first, tuple(one for one in said if one is not None), now, alike)

    def say(self, text: str, *paths: str) -> Said:
        """A phrase that tells the values at these paths, or beneath them."""
        leaves = tuple(leaf for path in paths for leaf in self._beneath.get(path, [path]))
        origins = {self._origin(leaf) for leaf in leaves}
        return Said(text, leaves, max(origins, key=CERTAINTY.index) if origins else None)

    @property
    def at_table(self) -> str:
        """The path of this table."""
        return f"tables.{self.rules.tables.index(self.table)}"

    @property
    def side(self) -> str:
        """What plays for itself: a team, or a player alone."""
        return "team" if self.table.team_size > 1 else "player"

    @cached_property
    def _beneath(self) -> dict[str, list[str]]:
        """Every path of the document, with those beneath it that hold a value."""
        found: dict[str, list[str]] = {}
        for leaf, _ in walk(to_document(self.rules)):
            path = leaf
            while path:
                found.setdefault(path, []).append(leaf)
                path = path.rpartition(".")[0]
        return found

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
