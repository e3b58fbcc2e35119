"""Compare two rule sets: only what differs, in the words of their reference cards.

“Here” is the first rule set, “there” the second. Equal values are equal even if the two sets name them differently.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorepad.language.words import format_number, join_words, lower_first
from scorepad.rulebook import words
from scorepad.rulebook.card import build_card
from scorepad.rulebook.writer import CardLine, Phrase, Section
from scorepad.rules import lookup
from scorepad.rules.document import diff, key_at, to_document, walk
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import CARDS

SHORT = ("Called", "Cards", "Starts")
"""Labels that are unclear without the title of their section. So are all labels of openings and going out."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A rule, and its value in each of the two sets."""

    label: str
    here: str
    there: str

    @property
    def sentence(self) -> str:
        if self.is_long:
            return f"{self.label}. Here: {self.here}. There: {self.there}."
        return f"{self.label}: {self.here} here, {self.there} there."

    @property
    def is_long(self) -> bool:
        """Whether a side has several parts, so that each side needs its own sentence."""
        return any(mark in self.here + self.there for mark in ",;")


@dataclass(frozen=True, slots=True)
class Part:
    """What differs in one section of the card."""

    code: str
    title: str
    contrasts: tuple[Contrast, ...]

    @property
    def number(self) -> int:
        return len(self.contrasts)

    @property
    def in_full(self) -> tuple[Contrast, ...]:
        """The contrasts with labels that are clear without the title: “Going out, pays” and not “Pays”."""
        return tuple(
            replace(one, label=f"{self.title}, {lower_first(one.label)}") if self._needs_title(one) else one
            for one in self.contrasts
        )

    def _needs_title(self, contrast: Contrast) -> bool:
        return self.code in ("openings", "out") or contrast.label in SHORT


NOT_SO, NO_MORE = "not so", "nothing more"
NAMED = ("books.", "combinations.", "threes.", "bonuses.")
"""Rules with a name in their path. Their lines are matched by it, not by their labels."""

IN_STEPS = {"opening.steps.": "The minimum", "going_out.cases.": "Pays and needs"}
"""Lines that are compared as a whole if the two sets have different steps."""

Values = Mapping[str, Any]


@lru_cache(maxsize=256)
def compare(here: RuleSet, there: RuleSet) -> tuple[Part, ...]:
    """Return what differs between two rule sets, in the order of the card; nothing if they play the same."""
    pairs = _tables(here, there)
    by_table = [_compare_cards(here, there, pair) for pair in pairs]
    sections: dict[str, list[Contrast]] = {}
    titles = {}
    for (table, _), cards in zip(pairs, by_table, strict=True):
        for section, contrast in cards:
            titles[section.code] = section.title
            everywhere = all(contrast in [other for _, other in cards] for cards in by_table)
            placed = contrast if everywhere else replace(contrast, label=f"{contrast.label}, {_seats(table)}")
            if placed not in sections.setdefault(section.code, []):
                sections[section.code].append(placed)
    parts = tuple(Part(code, titles[code], tuple(contrasts)) for code, contrasts in sections.items())
    return (*_shapes(here, there), *parts) or tuple(_unseen(here, there))


def count(parts: Sequence[Part]) -> int:
    return sum(len(part.contrasts) for part in parts)


def _tables(here: RuleSet, there: RuleSet) -> list[tuple[Table, Table]]:
    """Return the tables of the same size that both sets have; their usual ones if there are none."""
    pairs = [(table, lookup.table_for(there, table.players, table.teams)) for table in here.tables]
    return [(a, b) for a, b in pairs if b] or [(here.tables[0], there.tables[0])]


def _shapes(here: RuleSet, there: RuleSet) -> Iterator[Part]:
    a, b = ([_seats(table) for table in rules.tables] for rules in (here, there))
    if set(a) != set(b):
        yield Part("players", "Players", (Contrast("For", join_words(a, "or"), join_words(b, "or")),))


def _seats(table: Table) -> str:
    return f"{table.players} players {'each alone' if table.team_size == 1 else f'in {table.teams} teams'}"


def _unseen(here: RuleSet, there: RuleSet) -> Iterator[Part]:
    """Yield differences that the cards do not show: exact values, and minimums for some players that equal the rest."""
    differing = diff(here, there)
    steps = [d for d in differing if d.path.startswith("opening.steps.")]
    values = [Contrast(d.path, _plain(d.ours), _plain(d.theirs)) for d in differing if d not in steps]
    if steps:
        values.insert(0, Contrast("Opening minimums", *(str(len(rules.opening.steps)) for rules in (here, there))))
    if values:
        yield Part("other", "Other values", tuple(values))


def _plain(value: object) -> str:
    return "none" if value is None or value in ([], {}) else str(value)


def _compare_cards(here: RuleSet, there: RuleSet, tables: tuple[Table, Table]) -> list[tuple[Section, Contrast]]:
    """Return the contrasts of two cards, each with its section."""
    cards = [build_card(rules, table) for rules, table in zip((here, there), tables, strict=True)]
    a, b = ({section.code: section for section in card.sections} for card in cards)
    reader = _Reader(here, there)
    result = []
    for code in _merged(a, b):
        section = a.get(code) or b[code]
        contrasts = [
            *(_card_values(here, there) if code == "values" else ()),
            *reader.contrasts(a.get(code), b.get(code)),
        ]
        result += [(section, contrast) for contrast in contrasts]
    return result


def _merged(a: Iterable[str], b: Iterable[str]) -> list[str]:
    """Return the keys of both: in the order of the first, with each new key of the second after its predecessor."""
    merged, before = list(a), -1
    for key in b:
        if key not in merged:
            merged.insert(before + 1, key)
        before = merged.index(key)
    return merged


def _card_values(here: RuleSet, there: RuleSet) -> Iterator[Contrast]:
    groups: dict[tuple[int, int], list[str]] = {}
    for card in CARDS:
        if here.cards[card] != there.cards[card]:
            groups.setdefault((here.cards[card], there.cards[card]), []).append(card)
    for (a, b), cards in groups.items():
        label = words.capitalize_first(words.ranks_text(cards))
        yield Contrast(label, format_number(a), format_number(b))


class _Reader:
    def __init__(self, here: RuleSet, there: RuleSet) -> None:
        self._rules = (here, there)
        self._here, self._there = (dict(walk(to_document(rules))) for rules in self._rules)

    def contrasts(self, ours: Section | None, theirs: Section | None) -> Iterator[Contrast]:
        a, b = self._lines(ours, self._here), self._lines(theirs, self._there)
        joined = [prefix for prefix in IN_STEPS if _starting(a, prefix) != _starting(b, prefix)]
        for prefix in joined:
            yield Contrast(IN_STEPS[prefix], _as_one(a, prefix), _as_one(b, prefix))
        # A bonus that differs by round in one set only.
        for prefix in dict.fromkeys(f"{key.partition(' ')[0]} " for key in a if key.startswith("bonuses.")):
            here, there = _starting(a, prefix), _starting(b, prefix)
            if there and here != there:
                joined.append(prefix)
                yield Contrast(a[here[0]].label.text, _by_round(a, here), _by_round(b, there))
        for key in _merged(a, b):
            if not key.startswith(("cards.", "tables.", *joined)):
                yield from self._contrast(a.get(key), b.get(key))

    def _lines(self, section: Section | None, values: Values) -> dict[str, CardLine]:
        """Return the lines of a section by key. Lines with the same key are numbered in order."""
        lines: dict[str, CardLine] = {}
        for line in section.lines if section else ():
            key = self._key(line, values)
            again = sum(other.partition("\n")[0] == key for other in lines)
            lines[f"{key}\n{again}" if again else key] = line
        return lines

    def _key(self, line: CardLine, values: Values) -> str:
        """Return the key to match a line by: the name of a rule, the start of a step, or else the label."""
        path = next((path for phrase in line.all_phrases for path in phrase.paths), "")
        if path.startswith("opening.steps."):
            # The label of a step depends on the one after it; where it begins does not.
            paths = [path for phrase in line.phrases for path in phrase.paths if path.endswith(".minimum")]
            start = paths[0].replace(".minimum", ".from") if paths else ""
            return f"opening.steps.{values.get(start, line.label.text)}"
        if path.startswith("going_out.cases."):
            return f"going_out.cases.{line.label.text}"
        if path.startswith("bonuses."):
            return f"{path.rpartition('.')[0]} {next((p.text for p in line.phrases if _is_rounds(p)), '')}"
        if path.startswith(NAMED):
            return path.rpartition(".")[0]
        if path.startswith("cards.") or path.endswith((".players", ".teams")):
            return f"tables.{path}" if path.startswith("tables.") else path
        return line.label.text

    def _contrast(self, ours: CardLine | None, theirs: CardLine | None) -> Iterator[Contrast]:
        if ours is None or theirs is None:
            line = ours or theirs
            assert line is not None
            absent, text = _unsaid(line.phrases) or "none", _joined(line.phrases)
            yield Contrast(line.label.text, text if ours else absent, absent if ours else text)
            return
        if ours.label.text != theirs.label.text and not self._same(ours.label, theirs.label):
            yield Contrast("Called", ours.label.text, theirs.label.text)
        a = [phrase for phrase in ours.phrases if not any(self._same(phrase, other) for other in theirs.phrases)]
        b = [phrase for phrase in theirs.phrases if not any(self._same(other, phrase) for other in ours.phrases)]
        if self._is_price(a) and self._is_price(b):
            yield Contrast(self._one_of(ours), *(phrases.pop(0).text.removesuffix(" each") for phrases in (a, b)))
        if a or b:
            nothing = NO_MORE if ours.alike else _unsaid(a or b) or NOT_SO
            yield Contrast(ours.label.text, _joined(a) or nothing, _joined(b) or nothing)

    def _same(self, ours: Phrase, theirs: Phrase) -> bool:
        if ours.text == theirs.text:
            return True
        return ours.paths == theirs.paths != () and all(
            self._here.get(path) == self._there.get(path) for path in ours.paths
        )

    def _is_price(self, phrases: Sequence[Phrase]) -> bool:
        """Whether the first phrase is what a book pays."""
        return bool(phrases) and phrases[0].paths[:1] == (f"{_book_path(phrases[0])}.points",)

    def _one_of(self, line: CardLine) -> str:
        """Return the label of a book in the singular: "A red book"."""
        code = _book_path(line.label).removeprefix("books.")
        book = lookup.book(self._rules[0], code)
        singular = lower_first(book.singular) if book else line.label.text
        return f"{'An' if singular[:1] in 'aeiou' else 'A'} {singular}"


def _unsaid(phrases: Sequence[Phrase]) -> str:
    """Return what it means that the other card says nothing instead, by the rows of the keys; "" if no row says."""
    keys = (key_at(path) for phrase in phrases for path in phrase.paths)
    return next((key.unsaid for key in keys if key and key.unsaid), "")


def _book_path(phrase: Phrase) -> str:
    path = phrase.paths[0] if phrase.paths else ""
    return path.rpartition(".")[0] if path.startswith("books.") else "none"


def _is_rounds(phrase: Phrase) -> bool:
    return any(path.endswith(".rounds") or ".rounds." in path for path in phrase.paths)


def _starting(lines: Mapping[str, CardLine], prefix: str) -> list[str]:
    return [key for key in lines if key.startswith(prefix)]


def _as_one(lines: Mapping[str, CardLine], prefix: str) -> str:
    """Return several lines as one text: "Round 1: 50 points; round 2: 90 points"."""
    texts = [f"{lines[key].label.text}: {_joined(lines[key].phrases)}" for key in _starting(lines, prefix)]
    return "; ".join([texts[0], *map(lower_first, texts[1:])]) if texts else "none"


def _by_round(lines: Mapping[str, CardLine], keys: Sequence[str]) -> str:
    """Return what a bonus pays: "200 points, round 1, each player; 100 points, other rounds"."""
    return "; ".join(_joined(lines[key].phrases) for key in keys)


def _joined(phrases: Sequence[Phrase]) -> str:
    return ", ".join(phrase.text for phrase in phrases)
