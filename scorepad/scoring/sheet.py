"""The score sheet of a rule set: an ordered list of fields, each with what it counts and what it pays.

Forms, score lines, explanations, table columns and the phone's provisional total all read this list.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from scorepad.language.words import label, lower_first
from scorepad.rules import codes, lookup
from scorepad.rules.document import provenance
from scorepad.rules.model import Bonus, Book, Condition, OutCase, RuleSet, Table, Threes
from scorepad.rules.parse import in_round
from scorepad.rules.words import THREES_A_COLOR, BonusPer, CardPlace, Color, Counted, Per, Provenance, Sign
from scorepad.scoring.model import Part


class Kind(StrEnum):
    BOOK = "book"
    UNFINISHED = "unfinished"
    MELDED = "melded"
    LEFT = "left"
    THREES = "threes"
    BONUS = "bonus"
    CONCEALED = "concealed"


class About(StrEnum):
    """Whether a field is about a team or about the player in a seat."""

    TEAM = "team"
    SEAT = "seat"


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """One quantity of the sheet.

    `points` is what each pays (0 for cards, and for threes whose `threes` pay in steps), `most` how many a team or
    player can have (None: only the decks limit it), `asked` whether a form shows the field, and `name` its name in
    a JSON document.
    """

    code: str
    label: str
    singular: str
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
        """Whether what one pays depends on their number or on a condition."""
        steps = [step for rule in self.threes for step in rule.pays]
        is_plain = all((step.start, step.per) == (1, Per.CARD) for step in steps)
        return len(self.threes) > 1 or len(steps) > 1 or not is_plain


@dataclass(frozen=True, eq=False)
class Sheet:
    """The fields of one round at one table, in the order in which they are counted."""

    rules: RuleSet
    table: Table
    round_number: int
    decks: int
    fields: tuple[Field, ...]

    @cached_property
    def by_code(self) -> dict[str, Field]:
        return {field.code: field for field in self.fields}

    def of(self, kind: Kind) -> tuple[Field, ...]:
        return tuple(field for field in self.fields if field.kind is kind)

    @cached_property
    def threes(self) -> dict[CardPlace, tuple[Field, ...]]:
        """The fields of threes by place, red before black."""
        fields = self.of(Kind.THREES)
        return {place: tuple(field for field in fields if field.threes[-1].place is place) for place in CardPlace}

    @cached_property
    def books(self) -> tuple[Field, ...]:
        """Finished books."""
        return self.of(Kind.BOOK)

    @cached_property
    def unfinished(self) -> tuple[Field, ...]:
        """Books that were begun and not finished."""
        return self.of(Kind.UNFINISHED)

    @cached_property
    def bonuses(self) -> tuple[Field, ...]:
        return self.of(Kind.BONUS)

    @cached_property
    def extras(self) -> tuple[Field, ...]:
        """The fields that documents list under `bonuses`: bonuses, and going out concealed."""
        return tuple(field for field in self.fields if field.kind in (Kind.BONUS, Kind.CONCEALED))

    @cached_property
    def book_names(self) -> tuple[str, ...]:
        """The names of books in documents."""
        return tuple(field.name for field in self.books)

    @cached_property
    def bonus_names(self) -> tuple[str, ...]:
        """The names of bonuses in documents."""
        return tuple(field.name for field in self.extras)

    @cached_property
    def paid_if(self) -> dict[str, Condition]:
        """The conditions of the kinds of book that pay only some teams."""
        return {book.code: book.when for book in self.rules.books if not book.when.always}

    @cached_property
    def gives_cards(self) -> bool:
        """Whether cards left with some teams count for the others."""
        return any(rule.counts is Sign.OTHERS for rule in self.rules.otherwise)

    @cached_property
    def _outs(self) -> tuple[OutCase, OutCase]:
        players = self.table.players
        usual = lookup.out_case(self.rules, self.round_number, players)
        return usual, lookup.out_case(self.rules, self.round_number, players, concealed=True)

    def out(self, concealed: bool) -> OutCase:
        """What going out pays and needs in this round."""
        usual, all_in_one_turn = self._outs
        return all_in_one_turn if concealed else usual

    def out_origin(self, case: OutCase) -> Provenance:
        """Where the points for going out come from."""
        at = self.rules.going_out.cases.index(case) + 1
        return provenance(self.rules, f"going_out.cases.{at}.points")


@lru_cache(maxsize=512)
def build_sheet(rules: RuleSet, table: Table, round_number: int, decks: int) -> Sheet:
    """Return the sheet of a round, whose `rules` are those of this round."""
    rules = in_round(rules, round_number)
    bonuses = (_bonus(rules, bonus, table, round_number) for bonus in rules.bonuses)
    fields = (*_same_in_every_round(rules, decks), *bonuses, *_concealed(rules))
    return Sheet(rules, table, round_number, decks, fields)


@lru_cache(maxsize=256)
def _same_in_every_round(rules: RuleSet, decks: int) -> tuple[Field, ...]:
    """Fields that the sheets of all rounds share, so that they share cached score lines as well."""
    return (
        *(_book(rules, book) for book in rules.books),
        *(_unfinished(rules, book) for book in rules.books),
        _cards(rules, codes.MELDED, label("Cards melded"), Kind.MELDED, About.TEAM),
        *_threes(rules, CardPlace.LAID, decks),
        _cards(rules, codes.LEFT, label("Cards left"), Kind.LEFT, About.SEAT),
        *_threes(rules, CardPlace.HELD, decks),
    )


def _book(rules: RuleSet, book: Book) -> Field:
    return Field(
        code=book.code,
        label=book.plural,
        singular=book.singular,
        part=Part.BASE,
        kind=Kind.BOOK,
        about=About.TEAM,
        points=book.points,
        most=book.most,
        asked=True,
        origin=provenance(rules, f"books.{book.code}.points"),
        name=book.code,
    )


def _unfinished(rules: RuleSet, book: Book) -> Field:
    return Field(
        code=f"{codes.UNFINISHED}{book.code}",
        label=label("Unfinished {books}", books=lower_first(book.plural)),
        singular=label("Unfinished {book}", book=lower_first(book.singular)),
        part=Part.BASE,
        kind=Kind.UNFINISHED,
        about=About.TEAM,
        points=book.unfinished,
        most=book.most,
        asked=book.unfinished != 0 or book.must_finish,
        origin=provenance(rules, f"books.{book.code}.unfinished"),
        name=book.code,
    )


def _cards(rules: RuleSet, code: str, name: str, kind: Kind, about: About) -> Field:
    of_all = provenance(rules, "cards")
    origin = of_all if of_all is Provenance.TABLE else provenance(rules, "cards.K")
    return Field(code, name, name, Part.COUNT, kind, about, 0, None, True, origin)


def _threes(rules: RuleSet, place: CardPlace, decks: int) -> Iterator[Field]:
    about = About.TEAM if place is CardPlace.LAID else About.SEAT
    for color in (Color.RED, Color.BLACK):
        threes = lookup.threes_rules(rules, color, place)
        general = threes[-1]
        yield Field(
            code=general.code,
            label=_THREES[color, place][1],
            singular=_THREES[color, place][0],
            part=Part.COUNT,
            kind=Kind.THREES,
            about=about,
            points=general.pays[0].points if general.pays else 0,
            most=THREES_A_COLOR * decks,
            asked=general.counted is Counted.APART,
            origin=provenance(rules, f"threes.{color}.{place}.pays"),
            threes=threes,
        )


_THREES = {
    (Color.RED, CardPlace.LAID): (label("Red three laid down"), label("Red threes laid down")),
    (Color.BLACK, CardPlace.LAID): (label("Black three laid down"), label("Black threes laid down")),
    (Color.RED, CardPlace.HELD): (label("Red three left in hand or foot"), label("Red threes left in hand or foot")),
    (Color.BLACK, CardPlace.HELD): (
        label("Black three left in hand or foot"),
        label("Black threes left in hand or foot"),
    ),
}
"""What one and several threes are called, by color and place."""


def _bonus(rules: RuleSet, bonus: Bonus, table: Table, round_number: int) -> Field:
    case = lookup.bonus_case(bonus, round_number, table.players)
    at = bonus.cases.index(case) + 1
    return Field(
        code=bonus.code,
        label=bonus.plural,
        singular=bonus.singular,
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
        yield Field(
            code=codes.CONCEALED,
            label=label("Went out concealed, all in one turn"),
            singular=label("Went out concealed, all in one turn"),
            part=Part.BONUS,
            kind=Kind.CONCEALED,
            about=About.TEAM,
            points=0,
            most=1,
            asked=True,
            origin=Provenance.SOURCE,
            name=codes.CONCEALED,
        )
