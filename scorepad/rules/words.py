"""The words that a rule document may use where rules differ in kind, and the names of the cards.

Each class lists the words of one key; the reader refuses every other word. Code elsewhere has one branch for each
word and no default.
"""

from enum import StrEnum
from typing import Self

from scorepad.language.words import say


class Word(StrEnum):
    """A word, how the reference card says it, and how the editor offers it if that is more than a capital letter."""

    phrase: str
    answer: str

    def __new__(cls, name: str, phrase: str = "", answer: str = "") -> Self:
        word = str.__new__(cls, name)
        word._value_ = name
        word.phrase, word.answer = phrase, answer or phrase[:1].upper() + phrase[1:]
        return word


class Color(StrEnum):
    RED = "red"
    BLACK = "black"


class CardPlace(StrEnum):
    """Where a card lies when the round ends: in a hand or foot, or on the table."""

    HELD = "held"
    LAID = "laid"


class Counted(Word):
    """How threes are counted: in a line of their own, with the points of the other cards, or not at all."""

    APART = "apart", "counted apart", "On a line of their own"
    WITH_CARDS = "with_cards", "counted with the other cards", "With the points of the other cards"
    NEVER = "never", "", "Not at all"


class Answer(Word):
    """Whether a condition requires a fact to be true, to be false, or neither."""

    YES = "yes"
    NO = "no"
    EITHER = "either"

    def allows(self, fact: bool) -> bool:
        """Whether a condition with this answer holds for `fact`."""
        return self is Answer.EITHER or (self is Answer.YES) == fact


class Counting(Word):
    """What may count differently for some teams: cards melded, cards left, finished books."""

    MELDED = "melded", "cards melded"
    LEFT = "left", "cards left"
    BOOKS = "books", "books", "Finished books"


class Sign(Word):
    """Whether points are added, taken away, or neither."""

    PLUS = "plus", "count plus", "It is added"
    MINUS = "minus", "count minus", "It is taken away"
    NOTHING = "nothing", "do not count", "Not at all"
    OTHERS = "others", "count plus for the other teams instead", "For the other teams instead"


class Per(Word):
    """Whether threes pay for each card, or once for all of them together."""

    CARD = "card", "each", "For each three"
    ALL = "all", "together", "Once, for all together"


class MadeOf(Word):
    NATURALS = "naturals", say("no wild cards"), "One rank, no wild cards"
    MIXED = "mixed", say("with wild cards"), "One rank, with wild cards"
    ANY = "any", say("with or without wild cards"), "One rank, with or without wild cards"
    WILDS = "wilds", say("wild cards only")
    SEQUENCE = "sequence", say("in sequence"), "A sequence of one suit"
    THREES = "threes", say("threes")


class BookShape(Word):
    """Whether a book of natural cards, with or without wild cards, is of one rank or a sequence of one suit."""

    SET = "set", "one rank", "Cards of one rank"
    SEQUENCE = "sequence", "one suit in sequence", "A sequence of one suit"
    EITHER = "either", "one rank, or one suit in sequence", "Either"


class Begun(Word):
    ANY_TIME = "any_time", "at any time"
    OPENING = "opening", "", "In the opening, or never"


class Wilds(Word):
    """How many wild cards a meld of natural cards may have."""

    UP_TO_NATURALS = "up_to_naturals", "no more than natural cards"
    FEWER_THAN_NATURALS = "fewer_than_naturals", "fewer than natural cards"


class OpeningWilds(Word):
    """How wild cards may be used in a team's opening."""

    AS_ANY_MELD = "as_any_meld", "as in any meld"
    PAIR_AND_ONE = "pair_and_one", "only one, with a natural pair"
    BESIDE_NATURAL = "beside_natural", "only beside a natural meld"
    NONE = "none", "none"


class MeldedThrees(Word):
    """When threes may be melded: three or more of them without wild cards, or as natural cards of any other rank."""

    NEVER = "never", "never melded"
    GOING_OUT = "going_out", "may be melded when going out, without wild cards"
    NATURAL = "natural", "melded like any other rank"


class BeyondBook(Word):
    """When cards may be added to a finished book."""

    ANY_TIME = "any_time", "at any time"
    NATURALS = "naturals", "natural cards only"
    GOING_OUT = "going_out", "only when going out"
    GOING_OUT_OR_LAST_TURN = "going_out_or_last_turn", "only when going out, or in the last turn"
    NEVER = "never", "never"


class BeyondDirty(Word):
    """When cards may be added to a finished book with wild cards, if that differs from books without any."""

    AS_CLEAN = "as_clean", "", "As to one without wild cards"
    ANY_TIME = "any_time", "at any time"
    NATURALS = "naturals", "natural cards only"
    GOING_OUT = "going_out", "only when going out"
    GOING_OUT_OR_LAST_TURN = "going_out_or_last_turn", "only when going out, or in the last turn"
    NEVER = "never", "never"


class HighestCard(Word):
    """The card at the top of a sequence."""

    ACE = "A", "the ace"
    KING = "K", "the king"


class LowestCard(Word):
    """The card at the bottom of a sequence. An ace there stands below the two."""

    FOUR = "4", "the four"
    THREE = "3", "the three"
    TWO = "2", "the two"
    ACE = "A", "the ace, below the two"


class OpeningBy(Word):
    """What decides the opening minimum: the round, or the team's total before it."""

    ROUND = "round", "the round"
    TOTAL = "total", "", "The team’s own total before the round"


class Waiver(Word):
    """When a team needs no minimum to open: once its melds empty the hand, or once it goes out with them."""

    NEVER = "never", "never"
    HAND_EMPTY = "hand_empty", "when the melds empty the hand", "If they empty the hand"
    GOING_OUT = "going_out", "when you go out with the melds", "If it goes out with them"


class LastCard(Word):
    EITHER = "either", "melded or discarded"
    DISCARD = "discard", "must be discarded"
    MELD = "meld", "must be melded"


class Leave(Word):
    """Whether to ask the partner before going out, and what a no means."""

    NONE = "none", "need not be asked"
    IF_YOU_LIKE = "if_you_like", "ask if you like"
    COURTESY = "courtesy", "must be asked; a no does not stop you"
    BINDING_IF_ASKED = "binding_if_asked", "need not be asked; once asked, a no stops you"
    BINDING = "binding", "must be asked; a no stops you"


class WithoutBooks(Word):
    """Whether going out without the needed books is forbidden or punished."""

    FORBIDDEN = "forbidden", "not allowed"
    SEVERE_PENALTY = "severe_penalty", "", "Costs a severe penalty"


class ExtraBooks(Word):
    """Whether a team may make more books of a kind than it needs before it has all it needs."""

    ANY_TIME = "any_time", "at any time"
    AFTER_NEEDS = "after_needs", "only once you have all the books you need"


class BonusKind(Word):
    """What a bonus is for."""

    CUT = "cut", "when cutting", "Cutting the cards"
    DEAL = "deal", "when dealing", "Dealing"
    FIRST_TO_OPEN = "first_to_open", "for opening first", "Opening first"
    SPECIAL = "special", "", "Something else"


class BonusPer(Word):
    """Who can have a bonus: each player, each team, or one team of the whole table."""

    PLAYER = "player", "each player"
    TEAM = "team", "each team"
    ROUND = "round", "one team a round"


class Times(Word):
    """Whether a combination of books pays once or for every complete set."""

    ONCE = "once", "once"
    EACH = "each", "for every complete set"


class LoneHand(Word):
    """Whether the one who takes the pile first plays alone, and what the others share as partners of the round."""

    NONE = "none", "", "No"
    SHARED = (
        "shared",
        "the first to take the pile plays alone, the others are partners in that round and share every point",
        "Yes, and the others share every point",
    )
    OWN_RED_THREES = (
        "own_red_threes",
        "the first to take the pile plays alone, the others are partners in that round and share all but red threes",
        "Yes, and the others share all but their red threes",
    )


class StockOut(Word):
    """What happens at the table when the stock runs out."""

    ROUND_ENDS = "round_ends", "the round ends"
    TURN_PILE = "turn_pile", "the pile is turned over and play goes on"
    LAST_TURN = "last_turn", "one last turn each, then the round ends"


class StockRound(Word):
    """What a round that ended with the stock is worth: scored as usual, or void."""

    SCORED = "scored", "scored as usual, without the points for going out"
    VOID = "void", "scores nothing for any team"


class EndBy(Word):
    ROUNDS = "rounds", "", "After a number of rounds"
    TARGET = "target", "", "When a total is reached"
    TIME = "time", "", "When time is up"


class Winner(Word):
    """Which total wins the game."""

    HIGHEST = "highest", "the highest total wins", "The highest total"
    LOWEST = "lowest", "the lowest total wins", "The lowest total"


class Lead(Word):
    """By how much a team must lead for a game to end early."""

    ANY = "any", "whatever the others have"
    OTHERS_TOGETHER = "others_together", "more than all others together", "More than all others together"


class Starts(Word):
    """Who plays first."""

    FIRST_CUTTER = "first_cutter", "the first cutter; later the next player each round"
    LEFT_OF_DEALER = "left_of_dealer", "left of the dealer; later the next player each round"
    HIGH_CUT = "high_cut", "the high cut; later the next player each round"
    BEHIND = "behind", "the player who is behind; the high cut in the first round and at equal totals"


class TakeNeeds(Word):
    """What a player must have to take from the discard pile."""

    NATURAL_PAIR = "natural_pair", "with a natural pair of the top card"
    TOP_CARD_MELDED = "top_card_melded", "if the top card is melded at once"
    NOTHING = "nothing", "no pair is needed"


class Passed(Word):
    """Whether the two packets are passed on before play."""

    NONE = "none", "", "No"
    LEFT = "left", "all packets are passed to the left", "All to the left"


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

LOW_ACE = "1"
"""An ace at the bottom of a sequence, where the order of its cards matters. Documents and people call it an ace."""

ALL_CARDS = (*CARDS, *THREES)

SUITS = 4
THREES_A_COLOR = 2
"""How many cards of a rank, and threes of a colour, one deck has."""
