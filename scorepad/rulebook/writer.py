"""The parts of a reference card, and the writer that knows where each value of a phrase comes from."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorepad.language.words import format_number, plural
from scorepad.rulebook.words import ranks_text
from scorepad.rules.document import origins, to_document, walk
from scorepad.rules.keys import Group, Key, keys_of
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Provenance, Word

CERTAINTY = (Provenance.SOURCE, Provenance.REPORTED, Provenance.ASSUMED, Provenance.TABLE)
"""A phrase with values from several sources takes the last of them in this order."""

DECKS = "decks"
"""The path of a game's number of decks, which is not part of its rules."""


def number_text(number: int, unit: str) -> str:
    """Return a number with what it counts: "no cards", "1 card", "7 cards"; without a unit, the number alone."""
    if not unit:
        return format_number(number)
    return plural(number, unit, f"{unit}s") if number else f"no {unit}s"


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

    def said(self, part: Any, path: str, name: str) -> Phrase | None:
        """Return what the row of a key says about its value in a part of the rules; None if it says nothing."""
        key = next(key for key in keys_of(type(part)) if key.name == name)
        text = self._text(key, getattr(part, key.attribute))
        return self.phrase(text, f"{path}.{name}") if text else None

    def lines(
        self, part: Any, path: str, *names: str, group: Group | None = None, without: Collection[str] = ()
    ) -> Iterator[CardLine]:
        """Yield the lines of a part by the rows of its keys: of these, or of all in the order of the editor.

        Only keys that name this group themselves are taken, or those that name none.
        """
        lines: dict[str, list[Phrase | None]] = {}
        keys = {key.name: key for key in sorted(keys_of(type(part)), key=lambda key: key.order)}
        for key in (keys[name] for name in names or keys if name not in without):
            if key.line and key.group is group:
                lines.setdefault(key.line, []).append(self.said(part, path, key.name))
        yield from (self.line(label, *phrases) for label, phrases in lines.items() if any(phrases))

    def _text(self, key: Key, value: Any) -> str:
        if key.card_for and value in key.card_for:
            return key.card_for[value].format(team=self.team_word)
        if value is None or value == ():
            return ""
        if isinstance(value, bool):
            text = "allowed" if value else "not allowed"
        elif isinstance(value, tuple):
            text = ranks_text(value, plural=True)
        else:
            text = value.phrase if isinstance(value, Word) else number_text(value, key.unit)
        return key.card.format(text, team=self.team_word) if text else ""

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
    def _source(self) -> Callable[[str], Provenance]:
        return origins(self.rules, self.parent)

    def _origin(self, leaf: str) -> Provenance:
        decks_changed = leaf == DECKS and self.decks != self.table.decks
        return Provenance.TABLE if decks_changed else self._source(leaf)
