"""What a table agreed to play, as frozen dataclasses.

The shape of these classes *is* the shape of a rule document: `read.py` walks their fields, `document.py`
writes them back. No field has a default, because a rule set states every value. Points are whole numbers,
a minus means that they are taken away. An empty `players` or `rounds` means "any"; `None` is written as
the word "any" or "none" in the file, as `read.WORD_FOR_NONE` says.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorepad.rules import words as w

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
WILD_CARDS = ("joker", "2")
CARDS = (*WILD_CARDS, *RANKS)
THREES = ("black3", "red3")


@dataclass(frozen=True, slots=True)
class Sources:
    """The paths whose values are second-hand or assumed; whatever is not listed is the document's own."""

    reported: tuple[str, ...]
    assumed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One number of players the game is for, and what is dealt then."""

    players: int
    teams: int
    decks: int
    jokers: int
    hand: int
    foot: int
    knee: int

    @property
    def team_size(self) -> int:
        """Players in a team."""
        return self.players // self.teams


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true of a team for a rule about its threes to hold."""

    went_out: w.Answer
    opened: w.Answer
    has: Mapping[str, int]
    lacks: Mapping[str, int]

    @property
    def always(self) -> bool:
        """Whether it asks nothing."""
        either = w.Answer.EITHER
        return self.went_out is either and self.opened is either and not self.has and not self.lacks


@dataclass(frozen=True, slots=True)
class Step:
    """From so many threes on, what they pay."""

    start: int = field(metadata={"key": "from"})
    points: int
    per: w.Per


@dataclass(frozen=True, slots=True)
class Threes:
    """What threes of one colour in one place pay to a team that fits `when`."""

    color: w.Color
    place: w.Place
    counted: w.Counted
    when: Condition
    pays: tuple[Step, ...]

    @property
    def code(self) -> str:
        """The name of their line and field, such as `red_threes_held`."""
        return f"{self.color}_threes_{self.place}"


@dataclass(frozen=True, slots=True)
class Book:
    """A kind of book: what it is made of, what it is called at this table, and what it pays."""

    code: str
    one: str
    many: str
    made_of: w.MadeOf
    ranks: tuple[str, ...]
    cards: int
    points: int
    unfinished: int
    most: int | None
    counts_for: tuple[str, ...]
    begun: w.Begun


@dataclass(frozen=True, slots=True)
class Combination:
    """A set of books that pays beyond the books themselves."""

    code: str
    label: str
    books: Mapping[str, int]
    points: int
    times: w.Times


@dataclass(frozen=True, slots=True)
class Melds:
    """What may lie on the table as a meld."""

    smallest: int
    wilds: w.Wilds
    most_wilds: int | None
    book_wilds: w.Wilds
    book_most_wilds: int | None
    opening_wilds: w.OpeningWilds
    opening_most_cards: int | None
    wild_melds: bool
    sequences: bool
    black_threes: w.BlackThrees
    beyond_book: w.BeyondBook
    books_of_one_rank: int | None


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """From a round (or an own total) on, what a team's first melds must show.

    `start` is None for the band that has no lower end.
    """

    start: int | None = field(metadata={"key": "from", "none": "lowest"})
    minimum: int
    books: tuple[str, ...]
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening minimums."""

    by: w.OpeningBy
    steps: tuple[OpeningStep, ...]


@dataclass(frozen=True, slots=True)
class OutCase:
    """What going out pays and needs, for the tables, rounds and ways it speaks of."""

    players: tuple[int, ...]
    rounds: tuple[int, ...]
    concealed: w.Answer
    points: int
    needs: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GoingOut:
    """How a player may play the last card."""

    last_card: w.LastCard
    wild_discard: bool
    leave: w.Leave
    partner_in_foot: bool
    without_books: w.WithoutBooks
    penalty: int
    extra_books: w.ExtraBooks
    cases: tuple[OutCase, ...]


@dataclass(frozen=True, slots=True)
class BonusCase:
    """The size of a bonus for the tables and rounds it speaks of."""

    players: tuple[int, ...]
    rounds: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Something a player or team is paid (or charged) for that is neither book nor card."""

    code: str
    one: str
    many: str
    kind: w.BonusKind
    per: w.BonusPer
    most: int
    grade_of: str
    cases: tuple[BonusCase, ...]


@dataclass(frozen=True, slots=True)
class Stock:
    """What it means that the stock runs out."""

    runs_out: w.StockOut
    round: w.StockRound


@dataclass(frozen=True, slots=True)
class Target:
    """The total that ends a game for so many players."""

    players: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class End:
    """What ends a game: a number of rounds, a total, or minutes."""

    by: w.EndBy
    rounds: int | None = field(metadata={"none": "none"})
    minutes: int | None = field(metadata={"none": "none"})
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """What a player takes from the discard pile instead of drawing."""

    cards: int | None = field(metadata={"none": "all"})
    exactly: bool
    needs: w.TakeNeeds


@dataclass(frozen=True, slots=True)
class Play:
    """How the cards are played: nothing here is scored, the reference card tells it."""

    starts: w.Starts
    draw: int
    take: Take
    turned_up: int
    hand_limit: int | None
    passed: w.Passed
    swipe: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a choice: the named patch it lays over the rule set."""

    value: str
    label: str
    reported: tuple[str, ...]
    assumed: tuple[str, ...]
    set: Mapping[str, Any]
    add: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the document leaves to the table; the first option is the usual one."""

    key: str
    label: str
    players: tuple[int, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """A complete rule set. Compared and hashed by identity; compare documents to see whether two agree."""

    schema: int
    slug: str
    name: str
    summary: str
    document: str
    parent: str | None = field(metadata={"none": "none"})
    notes: tuple[str, ...]
    provenance: Sources
    tables: tuple[Table, ...]
    cards: Mapping[str, int]
    threes: tuple[Threes, ...]
    books: tuple[Book, ...]
    combinations: tuple[Combination, ...]
    melds: Melds
    opening: Opening
    going_out: GoingOut
    bonuses: tuple[Bonus, ...]
    stock: Stock
    end: End
    play: Play
    choices: tuple[Choice, ...]
