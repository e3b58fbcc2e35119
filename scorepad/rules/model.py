"""A rule set as frozen dataclasses.

These classes mirror a rule document: `read.py` fills their fields from one, and `document.py` writes them back.
No field has a default, because a rule set states every value. docs/rules.md explains each key.

Points are whole numbers; negative points are taken away. Empty `players` or `rounds` mean "any". In a file,
None is the word "any", or the word that the field's metadata names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorepad.rules import codes
from scorepad.rules import words as w

# ---- What pays points


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true of a team for a rule about its points to apply."""

    went_out: w.Answer
    opened: w.Answer
    has: Mapping[str, int]
    lacks: Mapping[str, int]

    @property
    def always(self) -> bool:
        """Whether the rule applies to every team."""
        either = w.Answer.EITHER
        return self.went_out is either and self.opened is either and not self.has and not self.lacks


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An exception to the usual sign: how cards or books count for a team that meets `when`."""

    of: tuple[w.Counting, ...]
    when: Condition
    counts: w.Sign


@dataclass(frozen=True, slots=True)
class Step:
    """What threes pay from `start` of them on."""

    start: int = field(metadata={"key": "from"})
    points: int
    per: w.Per


@dataclass(frozen=True, slots=True)
class Threes:
    """What threes of one colour in one place pay to a team that meets `when`.

    `reward` marks threes left in hand that are meant to earn points.
    """

    color: w.Color
    place: w.CardPlace
    counted: w.Counted
    when: Condition
    pays: tuple[Step, ...]
    reward: bool = field(metadata={"absent": False})

    @property
    def code(self) -> str:
        """The code of their score line and sheet field, such as `red_threes_held`."""
        return codes.threes_code(self.color, self.place)


@dataclass(frozen=True, slots=True)
class Book:
    """A kind of book. `reward` says that an unfinished one is meant to earn points.

    With `must_finish`, a team that has begun one may go out only once it is finished.
    """

    code: str
    singular: str = field(metadata={"key": "one"})
    plural: str = field(metadata={"key": "many"})
    made_of: w.MadeOf
    ranks: tuple[str, ...]
    cards: int
    points: int
    unfinished: int
    most: int | None
    counts_for: tuple[str, ...]
    begun: w.Begun
    reward: bool = field(metadata={"absent": False})
    must_finish: bool = field(metadata={"absent": False})


@dataclass(frozen=True, slots=True)
class Combination:
    """A set of books that pays extra. Of the sets of one `group`, only the best pays."""

    code: str
    label: str
    books: Mapping[str, int]
    points: int
    times: w.Times
    group: str = field(metadata={"absent": ""})


@dataclass(frozen=True, slots=True)
class BonusCase:
    """How large a bonus is, for some tables and rounds."""

    players: tuple[int, ...]
    rounds: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for something other than books and cards."""

    code: str
    singular: str = field(metadata={"key": "one"})
    plural: str = field(metadata={"key": "many"})
    kind: w.BonusKind
    per: w.BonusPer
    most: int
    grade_of: str
    cases: tuple[BonusCase, ...]


# ---- The rest of a rule set

EACH_BOOK = "one_for_each_book"
"""The word for one red three for each finished book of the team."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The paths of second-hand values, assumed values and a table’s own; every other value is the document’s."""

    reported: tuple[str, ...]
    assumed: tuple[str, ...]
    own: tuple[str, ...] = field(metadata={"absent": ()})


@dataclass(frozen=True, slots=True)
class Table:
    """A number of players and teams, their decks, and what each player is dealt."""

    players: int
    teams: int
    decks: int
    jokers: int
    hand: int
    foot: int
    knee: int

    @property
    def team_size(self) -> int:
        return self.players // self.teams

    @property
    def shape(self) -> str:
        """The players and teams, as in URLs: "4x2" is four players in two teams."""
        return f"{self.players}x{self.teams}"


@dataclass(frozen=True, slots=True)
class Deal:
    """What is dealt and drawn differently in some rounds. None means “as usual”."""

    rounds: tuple[int, ...]
    players: tuple[int, ...] = field(metadata={"absent": ()})
    hand: int | None = field(metadata={"none": "usual", "absent": None})
    foot: int | None = field(metadata={"none": "usual", "absent": None})
    knee: int | None = field(metadata={"none": "usual", "absent": None})
    draw: int | None = field(metadata={"none": "usual", "absent": None})


@dataclass(frozen=True, slots=True)
class Melds:
    """What may be melded. `natural_ranks` never take wild cards."""

    smallest: int
    wilds: w.Wilds
    most_wilds: int | None
    book_wilds: w.Wilds
    book_most_wilds: int | None
    opening_wilds: w.OpeningWilds
    opening_most_cards: int | None
    wild_melds: bool
    sequences: bool
    black_threes: w.MeldedThrees
    beyond_book: w.BeyondBook
    books_of_one_rank: int | None
    red_threes: w.MeldedThrees = field(metadata={"absent": w.MeldedThrees.NEVER})
    sequence_wilds: int | None = field(metadata={"absent": 0})
    natural_ranks: tuple[str, ...] = field(metadata={"absent": ()})

    def threes(self, color: w.Color) -> w.MeldedThrees:
        """When threes of this colour may be melded."""
        return self.black_threes if color is w.Color.BLACK else self.red_threes


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """The opening minimum from a given round or team total on. `start` is None for the lowest totals."""

    start: int | None = field(metadata={"key": "from", "none": "lowest"})
    minimum: int
    books: tuple[str, ...]
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    by: w.OpeningBy
    steps: tuple[OpeningStep, ...]
    waived: w.Waiver = field(metadata={"absent": w.Waiver.NEVER})
    book_points: bool = field(metadata={"absent": False})


@dataclass(frozen=True, slots=True)
class OutCase:
    """What going out pays and needs, for some tables, rounds and ways of going out.

    `red_threes` is how many red threes must be laid down; None means one for each book.
    """

    players: tuple[int, ...]
    rounds: tuple[int, ...]
    concealed: w.Answer
    points: int
    needs: Mapping[str, int]
    red_threes: int | None = field(metadata={"none": EACH_BOOK, "absent": 0})


@dataclass(frozen=True, slots=True)
class GoingOut:
    last_card: w.LastCard
    wild_discard: bool
    leave: w.Leave
    partner_in_foot: bool
    without_books: w.WithoutBooks
    penalty: int
    extra_books: w.ExtraBooks
    cases: tuple[OutCase, ...]


@dataclass(frozen=True, slots=True)
class Stock:
    runs_out: w.StockOut
    round: w.StockRound


@dataclass(frozen=True, slots=True)
class Target:
    players: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class End:
    by: w.EndBy
    rounds: int | None = field(metadata={"none": "none"})
    minutes: int | None = field(metadata={"none": "none"})
    targets: tuple[Target, ...]
    winner: w.Winner = field(metadata={"absent": w.Winner.HIGHEST})


@dataclass(frozen=True, slots=True)
class Take:
    """What a player may take from the discard pile instead of drawing."""

    cards: int | None = field(metadata={"none": "all"})
    exactly: bool
    needs: w.TakeNeeds


@dataclass(frozen=True, slots=True)
class Play:
    """How the game is played. Nothing here is scored; the reference card shows it."""

    starts: w.Starts
    draw: int
    take: Take
    turned_up: int
    hand_limit: int | None
    passed: w.Passed
    swipe: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a choice: a named patch for the rule set."""

    value: str
    label: str
    reported: tuple[str, ...]
    assumed: tuple[str, ...]
    set: Mapping[str, Any]
    add: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the document leaves to the table. The first option is the usual one.

    If `typed`, the table may also type any list of opening minimums by round.
    """

    key: str
    label: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    typed: bool = field(metadata={"absent": False})

    @property
    def usual(self) -> str:
        """The value of the usual option."""
        return self.options[0].value


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """A complete rule set. Compared by identity; use `document.diff` to compare the rules themselves."""

    schema: int
    slug: str
    name: str
    summary: str
    document: str
    parent: str | None = field(metadata={"none": "none"})
    notes: tuple[str, ...]
    provenance: Sources
    tables: tuple[Table, ...]
    deals: tuple[Deal, ...] = field(metadata={"absent": ()})
    cards: Mapping[str, int]
    threes: tuple[Threes, ...]
    books: tuple[Book, ...]
    combinations: tuple[Combination, ...]
    otherwise: tuple[Otherwise, ...] = field(metadata={"absent": ()})
    melds: Melds
    opening: Opening
    going_out: GoingOut
    bonuses: tuple[Bonus, ...]
    stock: Stock
    end: End
    play: Play
    choices: tuple[Choice, ...]
