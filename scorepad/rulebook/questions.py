"""Every key of a rule set’s model, and the question that the rule editor asks about it.

The path of a key has a `*` for any item or name: `books.*.points`.
"""

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum, StrEnum
from functools import cache, lru_cache
from typing import Any

from scorepad.rulebook import words
from scorepad.rulebook.words import capitalize_first
from scorepad.rules import words as w
from scorepad.rules.model import RuleSet
from scorepad.rules.read import LONGEST_PATH, WORD_FOR_NONE, key_of


class Kind(Enum):
    NUMBER = "a number"
    YES_NO = "true or false"
    WORD = "one word of a list"
    TEXT = "a text"
    SOME = "several names of a list"
    NUMBERS = "several numbers"
    OTHER = "something that has no input"


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what it holds, its words, and the word that replaces a number ("" if none does).

    `is_counted` marks a number in a table whose keys the rule set defines, such as the needs for going out.
    """

    path: str
    kind: Kind
    words: tuple[str, ...] = ()
    none: str = ""
    is_counted: bool = False


@cache
def model_keys() -> Mapping[str, Key]:
    return {key.path: key for key in _keys_of(RuleSet, "")}


def _keys_of(cls: type, before: str) -> Iterator[Key]:
    hints = typing.get_type_hints(cls)
    for item in fields(cls):
        yield from _keys(hints[item.name], f"{before}{key_of(item)}", item.metadata.get("none", WORD_FOR_NONE))


def _keys(kind: Any, path: str, none: str) -> Iterator[Key]:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if is_dataclass(kind):
        yield from _keys_of(typing.cast(type, kind), f"{path}.")
    elif origin is tuple and is_dataclass(inner[0]):
        yield from _keys_of(typing.cast(type, inner[0]), f"{path}.*.")
    elif origin is Mapping:
        yield Key(f"{path}.*", Kind.NUMBER if inner[1] is int else Kind.OTHER, is_counted=True)
    elif origin is types.UnionType:
        yield Key(path, Kind.NUMBER if inner[0] is int else Kind.TEXT, none=none)
    elif origin is tuple:
        words = tuple(map(str, inner[0])) if issubclass(inner[0], StrEnum) else ()
        yield Key(path, Kind.NUMBERS if inner[0] is int else Kind.SOME, words)
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        yield Key(path, Kind.WORD, tuple(str(word) for word in kind))
    else:
        yield Key(path, {int: Kind.NUMBER, bool: Kind.YES_NO, str: Kind.TEXT}[kind])


def pattern_of(path: str) -> str:
    """Return the path of a value with a `*` for each item and name in it; "" if no key of the model has it."""
    return _pattern_of(path) if len(path) <= LONGEST_PATH else ""


@lru_cache(maxsize=4096)
def _pattern_of(path: str) -> str:
    # The name of an item may have dots, so that “choices.*.label” also matches an answer of a choice.
    return max((pattern for pattern in model_keys() if _matches(path, pattern)), key=len, default="")


def _matches(path: str, pattern: str) -> bool:
    """Whether a path matches a pattern. The name of an item may have a dot: `threes.red.held`."""
    head, star, rest = pattern.partition(".*")
    if not star:
        return path == pattern
    if not path.startswith(f"{head}."):
        return False
    parts = path[len(head) + 1 :].split(".")
    if not rest:
        return True
    return any(_matches(".".join(parts[end:]), rest[1:]) for end in range(1, len(parts)))


# ---- Questions


class Group(StrEnum):
    """Questions that people think of together; each group has a page."""

    OFTEN = "often"
    CARDS = "cards"
    THREES = "threes"
    BOOKS = "books"
    OPENING = "opening"
    OUT = "out"
    BONUSES = "bonuses"
    DEAL = "deal"
    END = "end"
    NAME = "name"
    CHOICES = "choices"


TITLES: Mapping[Group, str] = {
    Group.OFTEN: "What tables often change",
    Group.CARDS: "Card values",
    Group.THREES: "Threes",
    Group.BOOKS: "Books",
    Group.OPENING: "Opening",
    Group.OUT: "Going out",
    Group.BONUSES: "Bonuses",
    Group.DEAL: "The deal and the pile",
    Group.END: "The end",
    Group.NAME: "Name and notes",
    Group.CHOICES: "What each game decides",
}

ABOUT: Mapping[Group, str] = {
    Group.OFTEN: "Books, threes, openings, going out, the deal: on one page.",
    Group.CARDS: "What each card is worth: added if it is melded, taken away if it is left.",
    Group.THREES: "What threes pay or cost.",
    Group.BOOKS: "Which kinds of book there are and what they pay, and what a meld may hold.",
    Group.OPENING: "What a team needs for its first melds.",
    Group.OUT: "What going out pays, and what it needs.",
    Group.BONUSES: "Exact cuts, and anything else that pays or costs points.",
    Group.DEAL: "Who plays with how many cards, and how a turn goes.",
    Group.END: "When the game is over.",
    Group.NAME: "The name of your rules, and notes about anything else.",
    Group.CHOICES: "What a new game asks, such as 11 or 13 cards, and what each answer changes.",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one key, in a sentence, with one sentence of help.

    `labels` are the answers where the key has words; `step` is what − and + change. `is_cost` numbers are entered
    without their minus sign; `is_signed` numbers may have one. `is_rare` questions are folded under the others.
    """

    text: str
    help: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    step: int = 1
    is_cost: bool = False
    is_signed: bool = False
    is_rare: bool = False


def sentences(phrases: Mapping[Any, str]) -> dict[str, str]:
    """Return phrases as answers that start with a capital, by the words they are for."""
    return {str(word): capitalize_first(phrase) for word, phrase in phrases.items()}


Questions = Mapping[str, Question]
"""Questions by the paths of their keys, with a `*` for each item and name."""

ANY_PLAYERS = "Empty: for any number. Several with commas: 2, 4."
ANY_ROUND = "Empty: in every round. Several with commas: 1, 2."


# ---- What pays points: cards, threes, books, bonuses

ON_PURPOSE = "Answer yes only if your table pays for what costs points at other tables."


def conditions(path: str) -> Questions:
    """Return the questions about which teams a rule is for."""
    return {
        f"{path}.went_out": Question(
            "For which team?",
            "Whether the team went out.",
            labels={w.Answer.EITHER: "Any team", w.Answer.YES: "The team that went out", w.Answer.NO: "The others"},
        ),
        f"{path}.opened": Question(
            "Has it opened?",
            "Whether the team melded anything.",
            labels={w.Answer.EITHER: "Opened or not", w.Answer.YES: "It opened", w.Answer.NO: "It never opened"},
        ),
        f"{path}.has.*": Question("With at least this many: ", "Empty: it does not matter."),
        f"{path}.lacks.*": Question("With fewer than this many: ", "Empty: it does not matter."),
    }


CARDS: Questions = {
    "cards.*": Question("", step=5),
    "otherwise.*.of": Question(
        "What counts differently?",
        "For the teams below.",
        labels={w.Counting.MELDED: "Cards melded", w.Counting.LEFT: "Cards left", w.Counting.BOOKS: "Finished books"},
    ),
    "otherwise.*.counts": Question(
        "How does it count then?",
        "Usually melded cards and books are added, and cards left are taken away.",
        labels={w.Sign.PLUS: "It is added", w.Sign.MINUS: "It is taken away", w.Sign.NOTHING: "Not at all"},
    ),
    **conditions("otherwise.*.when"),
}

HELD_PRICE = Question("Each costs", "Empty: they cost nothing.", step=50, is_cost=True)
"""The question about the price of threes that are left in hand."""

FURTHER_PRICE = "Empty: there is no such price."
"""The help text for a price that applies from more threes on."""

THREES: Questions = {
    "threes.*.pays.*.points": Question(
        "Points for each", "With a minus sign they cost. Empty: they count nothing.", step=50, is_signed=True
    ),
    "threes.*.counted": Question(
        "How are they counted?",
        "On a line of their own, they are counted apart from the other cards.",
        labels={
            w.Counted.APART: "On a line of their own",
            w.Counted.WITH_CARDS: "With the points of the other cards",
            w.Counted.NEVER: "Not at all",
        },
        is_rare=True,
    ),
    **conditions("threes.*.when"),
    "threes.*.pays.*.from": Question("From this many threes on", "The highest number reached counts.", is_rare=True),
    "threes.*.pays.*.per": Question(
        "Are these points for each?",
        "Or once for all of them.",
        labels={w.Per.CARD: "For each three", w.Per.ALL: "Once, for all together"},
        is_rare=True,
    ),
    "threes.*.reward": Question("Do threes in hand earn points?", ON_PURPOSE, is_rare=True),
}

BOOKS: Questions = {
    "books.*.points": Question("Points for one", "What one finished book pays.", step=100),
    "books.*.cards": Question("Cards in one", "How many cards finish it."),
    "books.*.made_of": Question(
        "What is it made of?",
        "Wild cards are jokers and twos.",
        labels={
            w.MadeOf.NATURALS: "One rank, no wild cards",
            w.MadeOf.MIXED: "One rank, with wild cards",
            w.MadeOf.ANY: "One rank, with or without wild cards",
            w.MadeOf.WILDS: "Wild cards only",
            w.MadeOf.SEQUENCE: "A sequence of one suit",
            w.MadeOf.THREES: "Threes",
        },
        is_rare=True,
    ),
    "books.*.ranks": Question("Of which ranks?", "None: of any rank.", is_rare=True),
    "books.*.unfinished": Question(
        "If begun but not finished, it costs", "0: it costs nothing.", step=100, is_cost=True, is_rare=True
    ),
    "books.*.most": Question("The most that a team may have", "Empty: any number.", is_rare=True),
    "books.*.counts_for": Question("To go out, it counts as", "A book may count for several.", is_rare=True),
    "books.*.begun": Question(
        "When must it be begun?",
        "Some tables lose a rank that was not in the opening.",
        labels={w.Begun.ANY_TIME: "At any time", w.Begun.OPENING: "In the opening, or never"},
        is_rare=True,
    ),
    "books.*.must_finish": Question("Must it be finished to go out?", "Once the team has begun one.", is_rare=True),
    "books.*.reward": Question("Does an unfinished one earn points?", ON_PURPOSE, is_rare=True),
    "books.*.one": Question("One is called", "As your table says it: red book.", is_rare=True),
    "books.*.many": Question("Several are called", "As your table says it: red books.", is_rare=True),
    "combinations.*.points": Question("Points for the set", "On top of what its books pay.", step=100),
    "combinations.*.books.*": Question("", "How many the set needs."),
    "combinations.*.times": Question(
        "How often does it pay?", "A team may have more than one set.", labels=sentences(words.TIMES)
    ),
    "combinations.*.group": Question(
        "Which others rule it out?", "If sets rule each other out, only the best pays.", is_rare=True
    ),
    "combinations.*.label": Question("The set is called", "As shown on the score sheet."),
}

MELDS: Questions = {
    "melds.smallest": Question("Cards in the smallest meld", "A new meld needs this many."),
    "melds.wilds": Question(
        "Wild cards in a meld", "With natural cards, in a meld that is not yet a book.", labels=sentences(words.WILDS)
    ),
    "melds.most_wilds": Question("The most wild cards in a meld", "Empty: no other limit."),
    "melds.book_wilds": Question("Wild cards in a finished book", "With natural cards.", labels=sentences(words.WILDS)),
    "melds.book_most_wilds": Question("The most wild cards in a book", "Empty: no other limit."),
    "melds.natural_ranks": Question("Ranks that never take wild cards", "None: any rank may.", is_rare=True),
    "melds.wild_melds": Question("May a meld be wild cards only?", "Books of wild cards need it."),
    "melds.sequences": Question("May a meld be a sequence?", "Cards of one suit that follow each other."),
    "melds.sequence_wilds": Question("Wild cards in a sequence", "0: none. Empty: no limit.", is_rare=True),
    "melds.black_threes": Question(
        "May black threes be melded?",
        "As natural cards they must count with the other cards.",
        labels=sentences(words.MELDED_THREES),
    ),
    "melds.red_threes": Question(
        "May red threes be melded?",
        "As natural cards they must count with the other cards.",
        labels=sentences(words.MELDED_THREES),
        is_rare=True,
    ),
    "melds.beyond_book": Question(
        "Adding to a finished book", "When a team may lay more cards on it.", labels=sentences(words.BEYOND_BOOK)
    ),
    "melds.books_of_one_rank": Question("Books of one rank a team may have", "Empty: any number."),
}

BONUSES: Questions = {
    "bonuses.*.cases.*.points": Question("Points", "With a minus sign it costs them.", step=50, is_signed=True),
    "bonuses.*.most": Question("How often in one round", "By one player, or one team."),
    "bonuses.*.per": Question(
        "Who can have it?", "The score sheet asks for each of them.", labels=sentences(words.BONUS_PER)
    ),
    "bonuses.*.one": Question("It is called", "As shown on the score sheet."),
    "bonuses.*.many": Question("Several are called", "As shown in a sum: 2 exact cuts.", is_rare=True),
    "bonuses.*.kind": Question(
        "What is it for?",
        "The league counts cuts and deals as luck.",
        labels={
            w.BonusKind.CUT: "Cutting the cards",
            w.BonusKind.DEAL: "Dealing",
            w.BonusKind.FIRST_TO_OPEN: "Opening first",
            w.BonusKind.SPECIAL: "Something else",
        },
        is_rare=True,
    ),
    "bonuses.*.grade_of": Question(
        "Which others rule it out?", "Of bonuses that rule each other out, a player or team can have one.", is_rare=True
    ),
    "bonuses.*.cases.*.rounds": Question("In which rounds", ANY_ROUND, is_rare=True),
    "bonuses.*.cases.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
}


# ---- How a game is played: opening, going out, the deal, the end

FROM_TOTAL = Question("From a total of", "The total at which this minimum starts.", step=500)

OPENING: Questions = {
    "opening.by": Question(
        "What does the minimum depend on?",
        "By round, it rises for everyone. By total, the team ahead needs more.",
        labels={w.OpeningBy.ROUND: "The round", w.OpeningBy.TOTAL: "The team’s own total before the round"},
    ),
    "opening.steps.*.from": Question("From", "The round in which this minimum starts."),
    "opening.steps.*.minimum": Question("Points to open with", "0: any meld opens.", step=10),
    "opening.steps.*.books": Question("Must a finished book be in it?", "Any of these; none: no book.", is_rare=True),
    "opening.steps.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
    "opening.book_points": Question(
        "Do finished books count towards it?", "Then their points are added to those of the cards.", is_rare=True
    ),
    "opening.waived": Question(
        "May a team open with less?",
        "When its first melds need no minimum.",
        labels={
            w.Waiver.NEVER: "Never",
            w.Waiver.HAND_EMPTY: "If they empty the hand",
            w.Waiver.GOING_OUT: "If it goes out with them",
        },
    ),
    "melds.opening_wilds": Question(
        "Wild cards in an opening",
        "Whether the opening is stricter than later melds.",
        labels=sentences(words.OPENING_WILDS),
    ),
    "melds.opening_most_cards": Question("The most cards in one meld of an opening", "Empty: any number."),
}

OUT: Questions = {
    "going_out.cases.*.points": Question("Going out pays", "To the team that went out.", step=50),
    "going_out.cases.*.needs.*": Question("", "Books that the team needs; 0: none."),
    "going_out.cases.*.red_threes": Question(
        "Red threes laid down", "0: none. Empty: one for each finished book.", is_rare=True
    ),
    "going_out.cases.*.rounds": Question("In which rounds", ANY_ROUND, is_rare=True),
    "going_out.cases.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
    "going_out.cases.*.concealed": Question(
        "Concealed?",
        "All in one turn, with nothing melded before.",
        labels={w.Answer.EITHER: "Concealed or not", w.Answer.YES: "Only concealed", w.Answer.NO: "Only not concealed"},
        is_rare=True,
    ),
    "going_out.last_card": Question(
        "The last card", "How a player’s last card leaves the hand.", labels=sentences(words.LAST_CARD)
    ),
    "going_out.wild_discard": Question("May the last discard be a wild card?", "A joker or a two."),
    "going_out.leave": Question(
        "Asking the partner", "“May I go out?”, before it happens.", labels=sentences(words.LEAVE)
    ),
    "going_out.partner_in_foot": Question("Must the partner be in the foot?", "Picked up before you go out."),
    "going_out.without_books": Question(
        "Going out without these books",
        "With a penalty, the team also loses its books, melds and the points for going out.",
        labels={w.WithoutBooks.FORBIDDEN: "Not allowed", w.WithoutBooks.SEVERE_PENALTY: "Costs a severe penalty"},
    ),
    "going_out.penalty": Question(
        "The severe penalty", "If going out without them is allowed.", step=100, is_cost=True
    ),
    "going_out.extra_books": Question(
        "More books than these",
        "When a team may make more of a kind than it needs.",
        labels=sentences(words.EXTRA_BOOKS),
    ),
}

DEAL: Questions = {
    "tables.*.players": Question("Players", "How many play."),
    "tables.*.teams": Question("Teams", "As many teams as players: each plays alone."),
    "tables.*.decks": Question("Decks of cards", "The usual number; a game may use more."),
    "tables.*.jokers": Question("Jokers in each deck", "Most decks have two."),
    "tables.*.hand": Question("Cards in the hand", "The first packet of each player."),
    "tables.*.foot": Question("Cards in the foot", "The second packet; 0: there is none."),
    "tables.*.knee": Question("Cards in a third packet", "0: there is none.", is_rare=True),
    "deals.*.rounds": Question("In which rounds", "The others are dealt as usual."),
    "deals.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
    "deals.*.hand": Question("Cards in the hand", "Empty: as usual."),
    "deals.*.foot": Question("Cards in the foot", "Empty: as usual."),
    "deals.*.knee": Question("Cards in a third packet", "Empty: as usual.", is_rare=True),
    "deals.*.draw": Question("Cards drawn in a turn", "Empty: as usual."),
    "play.starts": Question("Who starts?", "The game shows it in every round.", labels=sentences(words.STARTS)),
    "play.draw": Question("Cards drawn in a turn", "From the stock."),
    "play.take.cards": Question("Cards taken from the pile", "Instead of drawing. Empty: the whole pile."),
    "play.take.exactly": Question("Must the pile have that many?", "No: you take fewer if it has fewer."),
    "play.take.needs": Question(
        "To take from the pile, you need", "Along with the top card.", labels=sentences(words.TAKE)
    ),
    "play.turned_up": Question("Cards turned up at the start", "They begin the pile.", is_rare=True),
    "play.hand_limit": Question("The most cards in a hand", "Empty: any number.", is_rare=True),
    "play.passed": Question(
        "Are packets passed on?",
        "Before play begins.",
        labels={w.Passed.NONE: "No", w.Passed.LEFT: "All to the left"},
        is_rare=True,
    ),
    "play.swipe": Question("Swipe cards?", "A finished book steals cards from the others.", is_rare=True),
    "stock.runs_out": Question("When the stock runs out", "", labels=sentences(words.RUNS_OUT)),
    "stock.round": Question(
        "A round that ended with the stock", "How it is scored.", labels=sentences(words.STOCK_ROUND)
    ),
}

END: Questions = {
    "end.by": Question(
        "How does the game end?",
        "The game tells you when it is over.",
        labels={
            w.EndBy.ROUNDS: "After a number of rounds",
            w.EndBy.TARGET: "When a total is reached",
            w.EndBy.TIME: "When time is up",
        },
    ),
    "end.winner": Question(
        "Who wins?",
        "The league counts wins by this.",
        labels={w.Winner.HIGHEST: "The highest total", w.Winner.LOWEST: "The lowest total"},
    ),
    "end.rounds": Question("Rounds", "How many are played."),
    "end.minutes": Question("Minutes", "The round that is being played then is the last.", step=15),
    "end.targets.*.points": Question("The total that ends the game", "Once a team has it after a round.", step=500),
    "end.targets.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
}

NAME: Questions = {
    "name": Question("The name of your rules", "As shown in the list of rules."),
    "summary": Question("In a sentence", "Shown below the name."),
    "notes": Question("Notes", "Anything else, one note on each line. Shown on the reference card."),
}

CHOICES: Questions = {
    "choices.*.label": Question("What is decided", "A new game asks it."),
    "choices.*.options.*.label": Question("Answer", "As a new game offers it, and as the reference card says it."),
    "choices.*.players": Question("With how many players", ANY_PLAYERS, is_rare=True),
}


# ---- All of them

BY_GROUP: dict[Group, Questions] = {
    # Repeats questions of the other groups.
    Group.OFTEN: {},
    Group.CARDS: CARDS,
    Group.THREES: THREES,
    Group.BOOKS: {**BOOKS, **MELDS},
    Group.OPENING: OPENING,
    Group.OUT: OUT,
    Group.BONUSES: BONUSES,
    Group.DEAL: DEAL,
    Group.END: END,
    Group.NAME: NAME,
    Group.CHOICES: CHOICES,
}

QUESTIONS: dict[str, Question] = {path: question for group in BY_GROUP.values() for path, question in group.items()}
GROUPS: dict[str, Group] = {path: group for group, questions in BY_GROUP.items() for path in questions}

_PRICE = "threes.*.pays.*.points"


def question_at(path: str) -> Question:
    """Return the question about the value at a path. Threes in hand cost points, so their price has no minus sign."""
    pattern = pattern_of(path)
    if pattern != _PRICE:
        return QUESTIONS[pattern]
    question = HELD_PRICE if ".held" in path else QUESTIONS[pattern]
    return question if path.endswith(".pays.1.points") else replace(question, help=FURTHER_PRICE)
