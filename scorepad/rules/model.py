"""A rule set as frozen dataclasses.

These classes mirror a rule document: `read.py` fills their fields from one, and `document.py` writes them back. The
`Key` beside a field is all that anyone else knows about it: its bounds, its question, its words. So a new key is a new
field, and what it does to the score. No field has a default, because a rule set states every value.

Points are whole numbers; negative points are taken away. Empty `players` or `rounds` mean "any".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any

from scorepad.rules import codes
from scorepad.rules import words as w
from scorepad.rules.keys import Group, Key, all_keys

LARGEST = 1_000_000
"""The largest number in a rule document, positive or negative."""

MAX_CARDS = 200
"""The most cards of one player, meld or pile."""

MAX_PACKET = 60
"""The most cards of one packet, and the most that are drawn or turned up at once."""

MAX_DECKS = 30

DEAREST = 20_000
"""The most points for one thing that are not doubtful. Published rules pay at most a quarter of it."""

ANY_PLAYERS = "Empty: for any number. Several with commas: 2, 4."
ANY_ROUND = "Empty: in every round. Several with commas: 1, 2."
IN_ROUNDS = Key("In which rounds", ANY_ROUND, is_rare=True)
FOR_PLAYERS = Key("With how many players", ANY_PLAYERS, is_rare=True, order=6)
RANKS_OR_THREE = (*w.RANKS, w.THREE)
ON_PURPOSE = "Answer yes only if your table pays for what costs points at other tables."
NO_LIMIT = "no limit"
AS_NATURALS = "As natural cards they must count with the other cards."

# A key takes as few lines as its row needs.
# fmt: off

# ---- What pays points


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true of a team for a rule about its points to apply."""

    went_out: Annotated[w.Answer, Key(
        "For which team?", "Whether the team went out.",
        labels={w.Answer.EITHER: "Any team", w.Answer.YES: "The team that went out", w.Answer.NO: "The others"}
    )]
    opened: Annotated[w.Answer, Key(
        "Has it opened?", "Whether the team melded anything.",
        labels={w.Answer.EITHER: "Opened or not", w.Answer.YES: "It opened", w.Answer.NO: "It never opened"}
    )]
    has: Annotated[Mapping[str, int], Key("With at least this many: ", "Empty: it does not matter.")]
    lacks: Annotated[Mapping[str, int], Key("With fewer than this many: ", "Empty: it does not matter.")]

    @property
    def always(self) -> bool:
        """Whether the rule applies to every team."""
        either = w.Answer.EITHER
        return self.went_out is either and self.opened is either and not self.has and not self.lacks


ANY_TEAM = Condition(w.Answer.EITHER, w.Answer.EITHER, MappingProxyType({}), MappingProxyType({}))
"""The condition that every team meets."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An exception to the usual sign: how cards or books count for a team that meets `when`."""

    of: Annotated[tuple[w.Counting, ...], Key("What counts differently?", "For the teams below.", order=3)]
    when: Annotated[Condition, Key(absent=ANY_TEAM)]
    counts: Annotated[w.Sign, Key(
        "How does it count then?", "Usually melded cards and books are added, and cards left are taken away.", order=4
    )]


@dataclass(frozen=True, slots=True)
class Step:
    """What threes pay from a number of them on."""

    start: Annotated[int, Key(
        "From this many threes on", "The highest number reached counts.", name="from", is_rare=True
    )]
    points: Annotated[int, Key(
        "Points for each", "With a minus sign they cost. Empty: they count nothing.", doubtful=DEAREST, step=50,
        is_signed=True, order=1
    )]
    per: Annotated[w.Per, Key("Are these points for each?", "Or once for all of them.", is_rare=True)]


@dataclass(frozen=True, slots=True)
class Threes:
    """What threes of one colour in one place pay to a team that meets `when`.

    `reward` marks threes left in hand that are meant to earn points.
    """

    color: Annotated[w.Color, Key(about="Red or black threes.")]
    place: Annotated[w.CardPlace, Key(about="In a hand or foot, or on the table.")]
    counted: Annotated[w.Counted, Key(
        "How are they counted?", "On a line of their own, they are counted apart from the other cards.", is_rare=True
    )]
    when: Condition
    pays: tuple[Step, ...]
    reward: Annotated[bool, Key("Do threes in hand earn points?", ON_PURPOSE, is_rare=True, absent=False)]

    @property
    def code(self) -> str:
        """The code of their score line and sheet field, such as `red_threes_held`."""
        return codes.threes_code(self.color, self.place)


@dataclass(frozen=True, slots=True)
class Book:
    """A kind of book. `reward` says that an unfinished one is meant to earn points.

    With `must_finish`, a team that has begun one may go out only once it is finished. It pays a team that meets `when`.
    """

    code: Annotated[str, Key(about="Its name in documents and paths.")]
    singular: Annotated[str, Key(
        "One is called", "As your table says it: red book.", name="one", is_rare=True, order=7
    )]
    plural: Annotated[str, Key(
        "Several are called", "As your table says it: red books.", name="many", is_rare=True, order=7
    )]
    made_of: Annotated[w.MadeOf, Key("What is it made of?", "Wild cards are jokers and twos.", is_rare=True)]
    ranks: Annotated[tuple[str, ...], Key("Of which ranks?", "None: of any rank.", is_rare=True)]
    cards: Annotated[int, Key("Cards in one", "How many cards finish it.", order=2, least=3, most=20, unit="card")]
    points: Annotated[int, Key(
        "Points for one", "What one finished book pays.", doubtful=DEAREST, step=100, order=1, card="{} each"
    )]
    unfinished: Annotated[int, Key(
        "If begun but not finished, it costs", "0: it costs nothing.", doubtful=DEAREST, step=100, is_cost=True,
        is_rare=True, card="begun, not finished: {}", card_for={0: ""}
    )]
    most: Annotated[int | None, Key(
        "The most that a team may have", "Empty: any number.", is_rare=True, least=1, most=MAX_CARDS,
        card="at most {} a {team}"
    )]
    counts_for: Annotated[tuple[str, ...], Key(
        "To go out, it counts as", "A book may count for several.", is_rare=True
    )]
    begun: Annotated[w.Begun, Key(
        "When must it be begun?", "Some tables lose a rank that was not in the opening.", is_rare=True,
        card_for={w.Begun.ANY_TIME: "", w.Begun.OPENING: "only if begun in the {team}’s opening"}
    )]
    reward: Annotated[bool, Key("Does an unfinished one earn points?", ON_PURPOSE, is_rare=True, order=6, absent=False)]
    must_finish: Annotated[bool, Key(
        "Must it be finished to go out?", "Once the team has begun one.", is_rare=True, absent=False,
        card_for={True: "once begun, it must be finished to go out", False: ""}
    )]
    shape: Annotated[w.BookShape, Key(
        "A set or a sequence?", "For a kind of natural cards, with wild cards or without.", is_rare=True,
        absent=w.BookShape.SET, since=3
    )]
    when: Annotated[Condition, Key(is_rare=True, absent=ANY_TEAM, since=3)]

    @property
    def can_be_set(self) -> bool:
        """Whether it may be cards of one rank, threes or wild cards."""
        return self.made_of is not w.MadeOf.SEQUENCE and self.shape is not w.BookShape.SEQUENCE

    @property
    def can_be_sequence(self) -> bool:
        return self.made_of is w.MadeOf.SEQUENCE or self.shape is not w.BookShape.SET


@dataclass(frozen=True, slots=True)
class Combination:
    """A set of books that pays extra. Of the sets of one `group`, only the best pays."""

    code: Annotated[str, Key(about="Its name in documents and paths.")]
    label: Annotated[str, Key("The set is called", "As shown on the score sheet.", order=6)]
    books: Annotated[Mapping[str, int], Key("", "How many the set needs.")]
    points: Annotated[int, Key(
        "Points for the set", "On top of what its books pay.", doubtful=DEAREST, step=100, order=1, card="{} points"
    )]
    times: Annotated[w.Times, Key("How often does it pay?", "A team may have more than one set.")]
    group: Annotated[str, Key(
        "Which others rule it out?", "If sets rule each other out, only the best pays.", is_rare=True, absent=""
    )]


@dataclass(frozen=True, slots=True)
class BonusCase:
    """How large a bonus is, for some tables and rounds."""

    players: Annotated[tuple[int, ...], FOR_PLAYERS]
    rounds: Annotated[tuple[int, ...], IN_ROUNDS]
    points: Annotated[int, Key(
        "Points", "With a minus sign it costs them.", doubtful=DEAREST, step=50, is_signed=True, order=1
    )]


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for something other than books and cards."""

    code: Annotated[str, Key(about="Its name in documents and paths.")]
    singular: Annotated[str, Key("It is called", "As shown on the score sheet.", name="one")]
    plural: Annotated[str, Key(
        "Several are called", "As shown in a sum: 2 exact cuts.", name="many", is_rare=True, order=3
    )]
    kind: Annotated[w.BonusKind, Key(
        "What is it for?", "The league counts cuts and deals as luck.", is_rare=True, order=4
    )]
    per: Annotated[w.BonusPer, Key("Who can have it?", "The score sheet asks for each of them.", order=3)]
    most: Annotated[int, Key(
        "How often in one round", "By one player, or one team.", order=2, least=1, most=20, card="at most {} a round",
        card_for={1: ""}
    )]
    grade_of: Annotated[str, Key(
        "Which others rule it out?", "Of bonuses that rule each other out, a player or team can have one.",
        is_rare=True, order=4
    )]
    cases: tuple[BonusCase, ...]


# ---- The rest of a rule set

EACH_BOOK = "one_for_each_book"
"""The word for one red three for each finished book of the team."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The paths of second-hand values, assumed values and a table’s own; every other value is the document’s."""

    reported: Annotated[tuple[str, ...], Key(about="Paths of values known at second hand.")]
    assumed: Annotated[tuple[str, ...], Key(
        about="Paths of values that the document does not say, so that they are the usual ones."
    )]
    own: Annotated[tuple[str, ...], Key(
        about="Paths of your table’s own values; rules with a parent need not list them.", absent=()
    )]


@dataclass(frozen=True, slots=True)
class Table:
    """A number of players and teams, their decks, and what each player is dealt."""

    players: Annotated[int, Key("Players", "How many play.")]
    teams: Annotated[int, Key("Teams", "As many teams as players: each plays alone.")]
    decks: Annotated[int, Key("Decks of cards", "The usual number; a game may use more.", least=1, most=MAX_DECKS)]
    jokers: Annotated[int, Key("Jokers in each deck", "Most decks have two.", least=0, most=8)]
    hand: Annotated[int, Key("Cards in the hand", "The first packet of each player.", least=1, most=MAX_PACKET)]
    foot: Annotated[int, Key("Cards in the foot", "The second packet; 0: there is none.", least=0, most=MAX_PACKET)]
    knee: Annotated[int, Key("Cards in a third packet", "0: there is none.", is_rare=True, least=0, most=MAX_PACKET)]
    lone_hand: Annotated[w.LoneHand, Key(
        "Does one play alone against the others?",
        "Who takes the pile first, or goes out before anyone does. It may be another in each round.",
        is_rare=True, absent=w.LoneHand.NONE, since=3, line="Lone hand", card_for={w.LoneHand.NONE: ""}, unsaid="none"
    )]

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

    rounds: Annotated[tuple[int, ...], Key("In which rounds", "The others are dealt as usual.")]
    players: Annotated[tuple[int, ...], Key("With how many players", ANY_PLAYERS, is_rare=True, absent=())]
    hand: Annotated[int | None, Key(
        "Cards in the hand", "Empty: as usual.", none="usual", absent=None, least=1, most=MAX_PACKET
    )]
    foot: Annotated[int | None, Key(
        "Cards in the foot", "Empty: as usual.", none="usual", absent=None, least=0, most=MAX_PACKET
    )]
    knee: Annotated[int | None, Key(
        "Cards in a third packet", "Empty: as usual.", is_rare=True, none="usual", absent=None, least=0,
        most=MAX_PACKET
    )]
    draw: Annotated[int | None, Key(
        "Cards drawn in a turn", "Empty: as usual.", none="usual", absent=None, least=0, most=MAX_PACKET, unit="card",
        card="draw {}"
    )]


@dataclass(frozen=True, slots=True)
class Melds:
    """What may be melded. `natural_ranks` never take wild cards."""

    smallest: Annotated[int, Key(
        "Cards in the smallest meld", "A new meld needs this many.", least=1, most=20, line="Smallest meld",
        unit="card"
    )]
    wilds: Annotated[w.Wilds, Key(
        "Wild cards in a meld", "With natural cards, in a meld that is not yet a book.", line="Wild cards in a meld"
    )]
    most_wilds: Annotated[int | None, Key(
        "The most wild cards in a meld", "Empty: no other limit.", least=0, most=MAX_CARDS, line="Wild cards in a meld",
        card="at most {}", unsaid="no other limit"
    )]
    book_wilds: Annotated[w.Wilds, Key(
        "Wild cards in a finished book", "With natural cards.", line="Wild cards in a book"
    )]
    book_most_wilds: Annotated[int | None, Key(
        "The most wild cards in a book", "Empty: no other limit.", least=0, most=MAX_CARDS, line="Wild cards in a book",
        card="at most {}", unsaid="no other limit"
    )]
    opening_wilds: Annotated[w.OpeningWilds, Key(
        "Wild cards in an opening", "Whether the opening is stricter than later melds.", group=Group.OPENING,
        line="Wild cards"
    )]
    opening_most_cards: Annotated[int | None, Key(
        "The most cards in one meld of an opening", "Empty: any number.", group=Group.OPENING, least="smallest",
        most=MAX_CARDS, order=7, line="Most in one meld", unit="card", unsaid=NO_LIMIT
    )]
    wild_melds: Annotated[bool, Key(
        "May a meld be wild cards only?", "Books of wild cards need it.", order=6, line="Wild cards alone"
    )]
    sequences: Annotated[bool, Key(
        "May a meld be a sequence?", "Cards of one suit that follow each other.", order=6, line="Sequences"
    )]
    black_threes: Annotated[w.MeldedThrees, Key(
        "May black threes be melded?", AS_NATURALS, order=7, line="Black threes"
    )]
    beyond_book: Annotated[w.BeyondBook, Key(
        "Adding to a finished book", "When a team may lay more cards on it.", order=8, line="Adding to a finished book"
    )]
    books_of_one_rank: Annotated[int | None, Key(
        "Books of one rank a team may have", "Empty: any number.", order=8, least=1, most=MAX_CARDS,
        line="Books of one rank", card="{} a {team}", unsaid=NO_LIMIT
    )]
    red_threes: Annotated[w.MeldedThrees, Key(
        "May red threes be melded?", AS_NATURALS, is_rare=True, order=7, absent=w.MeldedThrees.NEVER, line="Red threes",
        card_for={w.MeldedThrees.NEVER: ""}, unsaid="never melded"
    )]
    sequence_wilds: Annotated[int | None, Key(
        "Wild cards in a sequence", "0: none. Empty: no limit.", is_rare=True, order=6, absent=0, least=0,
        most=MAX_CARDS, line="Sequences", card="at most {} wild in each",
        card_for={0: "", None: "any number of wild cards"}, unsaid="without wild cards"
    )]
    natural_ranks: Annotated[tuple[str, ...], Key(
        "Ranks that never take wild cards", "None: any rank may.", is_rare=True, absent=(), cards=RANKS_OR_THREE,
        line="Never with wild cards"
    )]
    sets: Annotated[bool, Key(
        "May a meld be of one rank?", "No: only sequences, and wild cards alone if these may be melded.", is_rare=True,
        order=6, absent=True, since=3, line="Cards of one rank", card_for={True: ""}, unsaid="allowed"
    )]
    set_ranks: Annotated[tuple[str, ...], Key(
        "Ranks that may be melded as a set", "None: any rank may.", is_rare=True, order=6, absent=(), since=3,
        cards=RANKS_OR_THREE, line="Cards of one rank", card="{} only"
    )]
    sequence_highest: Annotated[w.HighestCard, Key(
        "The highest card of a sequence", is_rare=True, order=6, absent=w.HighestCard.ACE, since=3, line="Sequences",
        card="up to {}", card_for={w.HighestCard.ACE: ""}, unsaid="up to the ace"
    )]
    sequence_lowest: Annotated[w.LowestCard, Key(
        "The lowest card of a sequence", "A kind of book that names threes or twos has them too.", is_rare=True,
        order=6, absent=w.LowestCard.FOUR, since=3, line="Sequences", card="down to {}",
        card_for={w.LowestCard.FOUR: ""}
    )]
    longest_sequence: Annotated[int | None, Key(
        "The most cards in a sequence", "Empty: as many as its book.", is_rare=True, order=6, none="book", absent=None,
        since=3, least=3, most=14, line="Sequences", card="of at most {}", unit="card"
    )]
    beyond_dirty: Annotated[w.BeyondDirty, Key(
        "Adding to a finished book with wild cards", "If that differs from one without any.", is_rare=True, order=8,
        absent=w.BeyondDirty.AS_CLEAN, since=3, line="Adding to a finished book", card="with wild cards in it: {}",
        unsaid="the same with wild cards in it"
    )]

    def threes(self, color: w.Color) -> w.MeldedThrees:
        """When threes of this colour may be melded."""
        return self.black_threes if color is w.Color.BLACK else self.red_threes


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """The opening minimum from a given round or team total on. `start` is None for the lowest totals."""

    start: Annotated[int | None, Key("From", "The round in which this minimum starts.", name="from", none="lowest")]
    minimum: Annotated[int, Key("Points to open with", "0: any meld opens.", step=10, least=0, most=LARGEST)]
    books: Annotated[tuple[str, ...], Key(
        "Must a finished book be in it?", "Any of these; none: no book.", is_rare=True
    )]
    players: Annotated[tuple[int, ...], FOR_PLAYERS]


@dataclass(frozen=True, slots=True)
class Opening:
    """What a team needs for its first melds."""

    by: Annotated[w.OpeningBy, Key(
        "What does the minimum depend on?", "By round, it rises for everyone. By total, the team ahead needs more.",
        card_for={w.OpeningBy.TOTAL: "each {team}’s own total before the round"}
    )]
    steps: Annotated[tuple[OpeningStep, ...], Key(title="Opening minimums")]
    waived: Annotated[w.Waiver, Key(
        "May a team open with less?", "When its first melds need no minimum.", order=6, absent=w.Waiver.NEVER,
        line="No minimum", card_for={w.Waiver.NEVER: ""}, unsaid="never"
    )]
    book_points: Annotated[bool, Key(
        "Do finished books count towards it?", "Then their points are added to those of the cards.", is_rare=True,
        absent=False, line="Finished books", card_for={True: "their points count towards the minimum", False: ""},
        unsaid="not counted"
    )]


@dataclass(frozen=True, slots=True)
class OutCase:
    """What going out pays and needs, for some tables, rounds and ways of going out.

    `red_threes` is how many red threes must be laid down; None means one for each book.
    """

    players: Annotated[tuple[int, ...], FOR_PLAYERS]
    rounds: Annotated[tuple[int, ...], IN_ROUNDS]
    concealed: Annotated[w.Answer, Key(
        "Concealed?", "All in one turn, with nothing melded before.",
        labels={w.Answer.EITHER: "Concealed or not", w.Answer.YES: "Only concealed", w.Answer.NO: "Only not concealed"},
        is_rare=True, order=6
    )]
    points: Annotated[int, Key("Going out pays", "To the team that went out.", doubtful=DEAREST, step=50, order=1)]
    needs: Annotated[Mapping[str, int], Key("", "Books that the team needs; 0: none.", order=1)]
    red_threes: Annotated[int | None, Key(
        "Red threes laid down", "0: none. Empty: one for each finished book.", is_rare=True, order=4, none=EACH_BOOK,
        absent=0, least=0, most=MAX_CARDS
    )]


@dataclass(frozen=True, slots=True)
class GoingOut:
    """What going out needs and pays, and how it is done."""

    last_card: Annotated[w.LastCard, Key(
        "The last card", "How a player’s last card leaves the hand.", line="The last card"
    )]
    wild_discard: Annotated[bool, Key(
        "May the last discard be a wild card?", "A joker or a two.", line="The last card",
        card_for={True: "a discard may be wild", False: "not a wild card"}
    )]
    no_discard: Annotated[tuple[str, ...], Key(
        "Cards that may not be the last discard", "None: any card may.", is_rare=True, absent=(), since=3,
        cards=(*w.RANKS, *w.THREES), line="The last card", card="no discard of {}"
    )]
    leave: Annotated[w.Leave, Key("Asking the partner", "“May I go out?”, before it happens.", line="The partner")]
    partner_in_foot: Annotated[bool, Key(
        "Must the partner be in the foot?", "Picked up before you go out.", line="The partner",
        card_for={True: "must have picked up the foot too", False: ""}
    )]
    without_books: Annotated[w.WithoutBooks, Key(
        "Going out without these books",
        "With a penalty, the team also loses its books, melds and the points for going out."
    )]
    penalty: Annotated[int, Key(
        "The severe penalty", "If going out without them is allowed.", doubtful=DEAREST, step=100, is_cost=True
    )]
    extra_books: Annotated[w.ExtraBooks, Key(
        "More books than these", "When a team may make more of a kind than it needs.", line="More books than these"
    )]
    cases: Annotated[tuple[OutCase, ...], Key(title="What going out pays, case by case")]


@dataclass(frozen=True, slots=True)
class Stock:
    """What happens when the stock runs out."""

    runs_out: Annotated[w.StockOut, Key("When the stock runs out", line="Then")]
    round: Annotated[w.StockRound, Key("A round that ended with the stock", "How it is scored.", line="The round")]


@dataclass(frozen=True, slots=True)
class Target:
    """A total that ends the game, for some numbers of players."""

    players: Annotated[tuple[int, ...], FOR_PLAYERS]
    points: Annotated[int, Key(
        "The total that ends the game", "Once a team has it after a round.", step=500, order=1, least=1, most=LARGEST
    )]


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """A total with which a game ends before its usual end, for some numbers of players."""

    players: Annotated[tuple[int, ...], FOR_PLAYERS]
    points: Annotated[int, Key(
        "The total that ends the game early", "Once the team ahead has it after a round.", step=500, order=1, least=1,
        most=LARGEST
    )]
    lead: Annotated[w.Lead, Key("How far ahead must it be?", "Compared with the others’ totals.", order=2)]


@dataclass(frozen=True, slots=True)
class End:
    """When the game is over, and who has won."""

    by: Annotated[w.EndBy, Key("How does the game end?", "The game tells you when it is over.")]
    rounds: Annotated[int | None, Key("Rounds", "How many are played.", none="none")]
    minutes: Annotated[int | None, Key(
        "Minutes", "The round that is being played then is the last.", step=15, none="none"
    )]
    targets: Annotated[tuple[Target, ...], Key(title="The total that ends the game")]
    winner: Annotated[w.Winner, Key(
        "Who wins?", "The league counts wins by this.", absent=w.Winner.HIGHEST, card_for={w.Winner.HIGHEST: ""},
        unsaid="the highest total wins"
    )]
    early: Annotated[tuple[EarlyEnd, ...], Key(title="An early end", absent=(), since=3)]


@dataclass(frozen=True, slots=True)
class Take:
    """What a player may take from the discard pile instead of drawing."""

    cards: Annotated[int | None, Key(
        "Cards taken from the pile", "Instead of drawing. Empty: the whole pile.", none="all", least=1, most=MAX_CARDS
    )]
    exactly: Annotated[bool, Key("Must the pile have that many?", "No: you take fewer if it has fewer.")]
    needs: Annotated[w.TakeNeeds, Key("To take from the pile, you need", "Along with the top card.")]


@dataclass(frozen=True, slots=True)
class Play:
    """How the game is played. Nothing here is scored; the reference card shows it."""

    starts: Annotated[w.Starts, Key("Who starts?", "The game shows it in every round.", line="Starts")]
    draw: Annotated[int, Key(
        "Cards drawn in a turn", "From the stock.", least=0, most=MAX_PACKET, line="Draw", unit="card"
    )]
    take: Take
    turned_up: Annotated[int, Key(
        "Cards turned up at the start", "They begin the pile.", is_rare=True, least=0, most=MAX_PACKET,
        line="Turned up", unit="card"
    )]
    hand_limit: Annotated[int | None, Key(
        "The most cards in a hand", "Empty: any number.", is_rare=True, least=1, most=MAX_CARDS, line="Most in a hand",
        unit="card", unsaid=NO_LIMIT
    )]
    passed: Annotated[w.Passed, Key(
        "Are packets passed on?", "Before play begins.", is_rare=True, line="Before play", card_for={w.Passed.NONE: ""}
    )]
    swipe: Annotated[bool, Key(
        "Swipe cards?", "A finished book steals cards from the others.", is_rare=True, line="Swipe cards",
        card_for={True: "a finished book steals cards from the others; cards count where they lie", False: ""}
    )]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a choice: a named patch for the rule set."""

    value: Annotated[str, Key(about="Its name in documents and paths.")]
    label: Annotated[str, Key("Answer", "As a new game offers it, and as the reference card says it.")]
    reported: Annotated[tuple[str, ...], Key(about="As in `provenance`, for the values it sets.")]
    assumed: Annotated[tuple[str, ...], Key(about="As in `provenance`, for the values it sets.")]
    set: Annotated[Mapping[str, Any], Key(about="New values, by their paths.")]
    add: Annotated[Mapping[str, Any], Key(about="More items for lists, by the paths of the lists.")]
    rounds: Annotated[tuple[int, ...], Key("Only in which rounds?", ANY_ROUND, is_rare=True, absent=(), since=3)]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the rules leave to the table. The first option is the usual one.

    If `typed`, the table may also type any list of opening minimums by round.
    """

    key: Annotated[str, Key(about="Its name in documents and paths.")]
    label: Annotated[str, Key("What is decided", "A new game asks it.")]
    players: Annotated[tuple[int, ...], FOR_PLAYERS]
    options: tuple[Option, ...]
    typed: Annotated[bool, Key(
        about="Whether the table may also type any list of opening minimums, one for each round.", absent=False
    )]

    @property
    def usual(self) -> str:
        """The value of the usual option."""
        return self.options[0].value


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """A complete rule set. Compared by identity; use `document.diff` to compare the rules themselves."""

    schema: Annotated[int, Key(
        about="The version of the file format. Newer versions of Scorepad read older schemas; older ones refuse newer."
    )]
    slug: Annotated[str, Key(about="Its address: small letters, digits and hyphens.")]
    name: Annotated[str, Key("The name of your rules", "As shown in the list of rules.", group=Group.NAME)]
    summary: Annotated[str, Key("In a sentence", "Shown below the name.", group=Group.NAME)]
    document: Annotated[str, Key(
        "Where the rules come from", "A book, a page, or your club’s own sheet.", group=Group.NAME, is_rare=True
    )]
    parent: Annotated[str | None, Key(about="The rules it is based on.", none="none")]
    notes: Annotated[tuple[str, ...], Key(
        "Notes", "Anything else, one note on each line. Shown on the reference card.", group=Group.NAME
    )]
    provenance: Sources
    tables: Annotated[tuple[Table, ...], Key(group=Group.DEAL, title="Numbers of players")]
    deals: Annotated[tuple[Deal, ...], Key(group=Group.DEAL, title="Other packets in some rounds", absent=())]
    cards: Annotated[Mapping[str, int], Key(
        about="Points of a card, added if it is melded and taken away if it is left.", question="", step=5,
        group=Group.CARDS, least=0, most=LARGEST
    )]
    threes: Annotated[tuple[Threes, ...], Key(group=Group.THREES, title="Threes")]
    books: Annotated[tuple[Book, ...], Key(group=Group.BOOKS, title="Kinds of books")]
    combinations: Annotated[tuple[Combination, ...], Key(group=Group.BOOKS, title="Sets of books")]
    otherwise: Annotated[tuple[Otherwise, ...], Key(
        group=Group.CARDS, title="Points that count differently for some teams", absent=()
    )]
    melds: Annotated[Melds, Key(group=Group.BOOKS)]
    opening: Annotated[Opening, Key(group=Group.OPENING)]
    going_out: Annotated[GoingOut, Key(group=Group.OUT)]
    bonuses: Annotated[tuple[Bonus, ...], Key(group=Group.BONUSES, title="Bonuses")]
    stock: Annotated[Stock, Key(group=Group.DEAL)]
    end: Annotated[End, Key(group=Group.END)]
    play: Annotated[Play, Key(group=Group.DEAL)]
    choices: Annotated[tuple[Choice, ...], Key(group=Group.CHOICES, title="What is left to each game")]


KEYS: Mapping[str, Key] = {key.path: key for key in all_keys(RuleSet)}
"""Every key by its path, with a `*` for any item or name, and every part that holds keys."""
