"""The score sheet, derived from a rule set: which quantities are counted, in which order, and what each pays.

Form inputs, score lines, explanations, table columns and the phone's provisional total all read this list.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from scorepad.rules import lookup
from scorepad.rules.document import provenance
from scorepad.rules.model import Bonus, Book, OutCase, RuleSet, Table, Threes
from scorepad.rules.words import BonusPer, Color, Counted, Place, Provenance
from scorepad.scoring.model import Part


class Kind(StrEnum):
    """What sort of quantity a field holds."""

    BOOK = "book"
    UNFINISHED = "unfinished"
    MELDED = "melded"
    LEFT = "left"
    THREES = "threes"
    BONUS = "bonus"
    CONCEALED = "concealed"


class About(StrEnum):
    """Whom a field is a fact about: a team, or the player in a seat."""

    TEAM = "team"
    SEAT = "seat"


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """One quantity of the sheet.

    `points` is what one of it pays (0 for cards, and for threes by steps: see `threes`); `most` how many one
    place can have, None where only the decks limit it; `asked` whether a form shows it.
    """

    code: str
    label: str
    one: str
    part: Part
    kind: Kind
    about: About
    points: int
    most: int | None
    asked: bool
    origin: Provenance
    name: str = ""
    threes: tuple[Threes, ...] = ()

    @property
    def steps(self) -> bool:
        """Whether one field pays differently by number or by condition."""
        return len(self.threes) > 1 or any(len(rule.pays) > 1 for rule in self.threes)


@dataclass(frozen=True, eq=False)
class Sheet:
    """The fields of one round at one table, in the order in which they are counted."""

    rules: RuleSet
    table: Table
    number: int
    decks: int
    fields: tuple[Field, ...]

    @cached_property
    def codes(self) -> dict[str, Field]:
        """Fields by their code."""
        return {field.code: field for field in self.fields}

    def of(self, kind: Kind) -> tuple[Field, ...]:
        """The fields of one kind, in order."""
        return tuple(field for field in self.fields if field.kind is kind)

    @cached_property
    def threes(self) -> dict[Place, tuple[Field, ...]]:
        """The fields of threes by where they lie, red before black."""
        fields = self.of(Kind.THREES)
        return {
            place: tuple(field for field in fields if field.threes[-1].place is place)
            for place in Place
        }

    @cached_property
    def books(self) -> tuple[Field, ...]:
        """The fields of finished books."""
        return self.of(Kind.BOOK)

    @cached_property
    def unfinished(self) -> tuple[Field, ...]:
        """The fields of books begun and not finished."""
        return self.of(Kind.UNFINISHED)

    @cached_property
    def bonuses(self) -> tuple[Field, ...]:
        """The fields of bonuses."""
        return self.of(Kind.BONUS)

    @cached_property
    def extras(self) -> tuple[Field, ...]:
        """The fields a document names under `bonuses`: bonuses, and going out concealed."""
        return tuple(field for field in self.fields if field.kind in (Kind.BONUS, Kind.CONCEALED))

    @cached_property
    def book_names(self) -> tuple[str, ...]:
        """The names under which documents count books."""
        return tuple(field.name for field in self.books)

    @cached_property
    def bonus_names(self) -> tuple[str, ...]:
        """The names under which documents count bonuses."""
        return tuple(field.name for field in self.extras)

    @cached_property
    def _outs(self) -> tuple[OutCase, OutCase]:
        players = self.table.players
        usual = lookup.out_case(self.rules, self.number, players)
        return usual, lookup.out_case(self.rules, self.number, players, concealed=True)

    def out(self, concealed: bool) -> OutCase:
        """What going out pays and needs in this round."""
        usual, alone = self._outs
        return alone if concealed else usual

    def out_origin(self, case: OutCase) -> Provenance:
        """Where the going-out bonus of that case comes from."""
        at = self.rules.going_out.cases.index(case)
        return provenance(self.rules, f"going_out.cases.{at}.points")


@lru_cache(maxsize=512)
def sheet(rules: RuleSet, table: Table, number: int, decks: int) -> Sheet:
    """The sheet of round `number` (from 1) at a table that plays with that many decks."""
    bonuses = (_bonus(rules, bonus, table, number) for bonus in rules.bonuses)
    fields = (*_same_in_every_round(rules, decks), *bonuses, *_concealed(rules))
    return Sheet(rules, table, number, decks, fields)


@lru_cache(maxsize=256)
def _same_in_every_round(rules: RuleSet, decks: int) -> tuple[Field, ...]:
    """Shared by the sheets of all rounds, so that score lines made of them are shared as well."""
    return (
        *(_book(rules, kind) for kind in rules.books),
        *(_unfinished(rules, kind) for kind in rules.books),
        _cards(rules, "melded", "Cards melded", Kind.MELDED, About.TEAM),
        *_threes(rules, Place.LAID, decks),
        _cards(rules, "left", "Cards left", Kind.LEFT, About.SEAT),
        *_threes(rules, Place.HELD, decks),
    )


def _book(rules: RuleSet, kind: Book) -> Field:
    return Field(
        code=kind.code,
        label=kind.many,
        one=kind.one,
        part=Part.BASE,
        kind=Kind.BOOK,
        about=About.TEAM,
        points=kind.points,
        most=kind.most,
        asked=True,
        origin=provenance(rules, f"books.{kind.code}.points"),
        name=kind.code,
    )


def _unfinished(rules: RuleSet, kind: Book) -> Field:
    return Field(
        code=f"unfinished_{kind.code}",
        label=f"Unfinished {_lower(kind.many)}",
        one=f"Unfinished {_lower(kind.one)}",
        part=Part.BASE,
        kind=Kind.UNFINISHED,
        about=About.TEAM,
        points=kind.unfinished,
        most=kind.most,
        asked=kind.unfinished != 0,
        origin=provenance(rules, f"books.{kind.code}.unfinished"),
        name=kind.code,
    )


def _cards(rules: RuleSet, code: str, label: str, kind: Kind, about: About) -> Field:
    origin = provenance(rules, "cards.K")
    return Field(code, label, label, Part.COUNT, kind, about, 0, None, True, origin)


def _threes(rules: RuleSet, place: Place, decks: int) -> Iterator[Field]:
    about = About.TEAM if place is Place.LAID else About.SEAT
    where = "laid down" if place is Place.LAID else "left in hand or foot"
    for color in (Color.RED, Color.BLACK):
        found = lookup.threes_rules(rules, color, place)
        plain = found[-1].pays
        yield Field(
            code=found[-1].code,
            label=f"{color.capitalize()} threes {where}",
            one=f"{color.capitalize()} three {where}",
            part=Part.COUNT,
            kind=Kind.THREES,
            about=about,
            points=plain[0].points if plain else 0,
            most=2 * decks,
            asked=found[-1].counted is Counted.APART,
            origin=provenance(rules, f"threes.{color}.{place}.pays"),
            threes=found,
        )


def _bonus(rules: RuleSet, bonus: Bonus, table: Table, number: int) -> Field:
    case = lookup.bonus_case(bonus, number, table.players)
    at = bonus.cases.index(case)
    return Field(
        code=bonus.code,
        label=bonus.many,
        one=bonus.one,
        part=Part.BONUS,
        kind=Kind.BONUS,
        about=About.SEAT if bonus.per is BonusPer.PLAYER else About.TEAM,
        points=case.points,
        most=bonus.most,
        asked=True,
        origin=provenance(rules, f"bonuses.{bonus.code}.cases.{at}.points"),
        name=bonus.code,
    )


def _concealed(rules: RuleSet) -> Iterator[Field]:
    if lookup.concealed_differs(rules):
        label = "Went out concealed, all in one turn"
        kind, origin = Kind.CONCEALED, Provenance.SOURCE
        yield Field(
            "concealed", label, label, Part.BONUS, kind, About.TEAM, 0, 1, True, origin, "concealed"
        )


def _lower(label: str) -> str:
    return label[:1].lower() + label[1:]
