"""The questions about what pays points: cards, threes, books, bonuses."""

from scorepad.rulebook import words
from scorepad.rulebook.question import ANY_PLAYERS, ANY_ROUND, Question, Questions, sentences
from scorepad.rules import words as w

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
