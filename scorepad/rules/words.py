"""The words that a rule document may use where rules differ in kind, and the names of the cards.

Each class lists the words of one key; the reader refuses every other word. Code elsewhere has one branch for each
word and no default.
"""

from enum import StrEnum


class Color(StrEnum):
    RED = "red"
    BLACK = "black"


class CardPlace(StrEnum):
    """Where a card lies when the round ends: in a hand or foot, or on the table."""

    HELD = "held"
    LAID = "laid"


class Counted(StrEnum):
    """How threes are counted: in a line of their own, with the points of the other cards, or not at all."""

    APART = "apart"
    WITH_CARDS = "with_cards"
    NEVER = "never"


class Answer(StrEnum):
    """Whether a condition requires a fact to be true, to be false, or neither."""

    YES = "yes"
    NO = "no"
    EITHER = "either"

    def allows(self, fact: bool) -> bool:
        """Whether a condition with this answer holds for `fact`."""
        return self is Answer.EITHER or (self is Answer.YES) == fact


class Counting(StrEnum):
    """What may count differently for some teams: cards melded, cards left, finished books."""

    MELDED = "melded"
    LEFT = "left"
    BOOKS = "books"


class Sign(StrEnum):
    """Whether points are added, taken away, or neither."""

    PLUS = "plus"
    MINUS = "minus"
    NOTHING = "nothing"


class Per(StrEnum):
    """Whether threes pay for each card, or once for all of them together."""

    CARD = "card"
    ALL = "all"


class MadeOf(StrEnum):
    NATURALS = "naturals"
    MIXED = "mixed"
    ANY = "any"
    WILDS = "wilds"
    SEQUENCE = "sequence"
    THREES = "threes"


class Begun(StrEnum):
    ANY_TIME = "any_time"
    OPENING = "opening"


class Wilds(StrEnum):
    """How many wild cards a meld of natural cards may have."""

    UP_TO_NATURALS = "up_to_naturals"
    FEWER_THAN_NATURALS = "fewer_than_naturals"


class OpeningWilds(StrEnum):
    """How wild cards may be used in a team's opening."""

    AS_ANY_MELD = "as_any_meld"
    PAIR_AND_ONE = "pair_and_one"
    BESIDE_NATURAL = "beside_natural"
    NONE = "none"


class MeldedThrees(StrEnum):
    """When threes may be melded: three or more of them without wild cards, or as natural cards of any other rank."""

    NEVER = "never"
    GOING_OUT = "going_out"
    NATURAL = "natural"


class BeyondBook(StrEnum):
    """When cards may be added to a finished book."""

    ANY_TIME = "any_time"
    NATURALS = "naturals"
    GOING_OUT = "going_out"
    GOING_OUT_OR_LAST_TURN = "going_out_or_last_turn"
    NEVER = "never"


class OpeningBy(StrEnum):
    """What decides the opening minimum: the round, or the team's total before it."""

    ROUND = "round"
    TOTAL = "total"


class Waiver(StrEnum):
    """When a team needs no minimum to open: once its melds empty the hand, or once it goes out with them."""

    NEVER = "never"
    HAND_EMPTY = "hand_empty"
    GOING_OUT = "going_out"


class LastCard(StrEnum):
    EITHER = "either"
    DISCARD = "discard"
    MELD = "meld"


class Leave(StrEnum):
    """Whether to ask the partner before going out, and what a no means."""

    NONE = "none"
    IF_YOU_LIKE = "if_you_like"
    COURTESY = "courtesy"
    BINDING_IF_ASKED = "binding_if_asked"
    BINDING = "binding"


class WithoutBooks(StrEnum):
    """Whether going out without the needed books is forbidden or punished."""

    FORBIDDEN = "forbidden"
    SEVERE_PENALTY = "severe_penalty"


class ExtraBooks(StrEnum):
    """Whether a team may make more books of a kind than it needs before it has all it needs."""

    ANY_TIME = "any_time"
    AFTER_NEEDS = "after_needs"


class BonusKind(StrEnum):
    """What a bonus is for."""

    CUT = "cut"
    DEAL = "deal"
    FIRST_TO_OPEN = "first_to_open"
    SPECIAL = "special"


class BonusPer(StrEnum):
    """Who can have a bonus: each player, each team, or one team of the whole table."""

    PLAYER = "player"
    TEAM = "team"
    ROUND = "round"


class Times(StrEnum):
    """Whether a combination of books pays once or for every complete set."""

    ONCE = "once"
    EACH = "each"


class StockOut(StrEnum):
    """What happens at the table when the stock runs out."""

    ROUND_ENDS = "round_ends"
    TURN_PILE = "turn_pile"
    LAST_TURN = "last_turn"


class StockRound(StrEnum):
    """What a round that ended with the stock is worth: scored as usual, or void."""

    SCORED = "scored"
    VOID = "void"


class EndBy(StrEnum):
    ROUNDS = "rounds"
    TARGET = "target"
    TIME = "time"


class Winner(StrEnum):
    """Which total wins the game."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class Starts(StrEnum):
    """Who plays first."""

    FIRST_CUTTER = "first_cutter"
    LEFT_OF_DEALER = "left_of_dealer"
    HIGH_CUT = "high_cut"
    BEHIND = "behind"


class TakeNeeds(StrEnum):
    """What a player must have to take from the discard pile."""

    NATURAL_PAIR = "natural_pair"
    TOP_CARD_MELDED = "top_card_melded"
    NOTHING = "nothing"


class Passed(StrEnum):
    """Whether the two packets are passed on before play."""

    NONE = "none"
    LEFT = "left"


class Provenance(StrEnum):
    """Where a value comes from."""

    SOURCE = "source"
    REPORTED = "reported"
    ASSUMED = "assumed"
    TABLE = "your table"


# ---- The names of the cards, as rule sets and documents spell them

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
WILD_CARDS = ("joker", "2")
CARDS = (*WILD_CARDS, *RANKS)
THREES = ("black3", "red3")
THREE = "3"
"""A three of any colour, where threes are natural cards."""

SEQUENCE = (*RANKS, THREE, "2")
"""The cards of a sequence, in order."""
ALL_CARDS = (*CARDS, *THREES)

SUITS = 4
THREES_A_COLOR = 2
"""How many cards of a rank, and threes of a colour, one deck has."""
