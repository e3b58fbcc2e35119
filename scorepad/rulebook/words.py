"""Phrases of the reference card: one for each word of a rule document, and lists of rounds, ranks and books."""

from collections.abc import Iterator, Mapping, Sequence

from scorepad.rules import words as w
from scorepad.rules.model import Book, Condition, RuleSet, Step
from scorepad.rules.words import CARDS, RANKS, SEQUENCE, THREE
from scorepad.scoring.text.explain import CARD_NAMES, book_count_text, cards_text, format_number, join_words

STARTS = {
    w.Starts.FIRST_CUTTER: "the first cutter; later the next player each round",
    w.Starts.LEFT_OF_DEALER: "left of the dealer; later the next player each round",
    w.Starts.HIGH_CUT: "the high cut; later the next player each round",
    w.Starts.BEHIND: "the player who is behind; the high cut in the first round and at equal totals",
}

TAKE = {
    w.TakeNeeds.NATURAL_PAIR: "with a natural pair of the top card",
    w.TakeNeeds.TOP_CARD_MELDED: "if the top card is melded at once",
    w.TakeNeeds.NOTHING: "no pair is needed",
}

COUNTING = {w.Counting.MELDED: "cards melded", w.Counting.LEFT: "cards left", w.Counting.BOOKS: "books"}

SIGN = {w.Sign.PLUS: "count plus", w.Sign.MINUS: "count minus", w.Sign.NOTHING: "do not count"}

MADE_OF = {
    w.MadeOf.NATURALS: "no wild cards",
    w.MadeOf.MIXED: "with wild cards",
    w.MadeOf.ANY: "with or without wild cards",
    w.MadeOf.WILDS: "wild cards only",
    w.MadeOf.SEQUENCE: "in sequence",
    w.MadeOf.THREES: "threes",
}

WILDS = {w.Wilds.UP_TO_NATURALS: "no more than natural cards", w.Wilds.FEWER_THAN_NATURALS: "fewer than natural cards"}

OPENING_WILDS = {
    w.OpeningWilds.AS_ANY_MELD: "as in any meld",
    w.OpeningWilds.PAIR_AND_ONE: "only one, with a natural pair",
    w.OpeningWilds.BESIDE_NATURAL: "only beside a natural meld",
    w.OpeningWilds.NONE: "none",
}

WAIVER = {w.Waiver.HAND_EMPTY: "when the melds empty the hand", w.Waiver.GOING_OUT: "when you go out with the melds"}

MELDED_THREES = {
    w.MeldedThrees.NEVER: "never melded",
    w.MeldedThrees.GOING_OUT: "may be melded when going out, without wild cards",
    w.MeldedThrees.NATURAL: "melded like any other rank",
}

BEYOND_BOOK = {
    w.BeyondBook.ANY_TIME: "at any time",
    w.BeyondBook.NATURALS: "natural cards only",
    w.BeyondBook.GOING_OUT: "only when going out",
    w.BeyondBook.GOING_OUT_OR_LAST_TURN: "only when going out, or in the last turn",
    w.BeyondBook.NEVER: "never",
}

LAST_CARD = {
    w.LastCard.EITHER: "melded or discarded",
    w.LastCard.DISCARD: "must be discarded",
    w.LastCard.MELD: "must be melded",
}

LEAVE = {
    w.Leave.NONE: "need not be asked",
    w.Leave.IF_YOU_LIKE: "ask if you like",
    w.Leave.COURTESY: "must be asked; a no does not stop you",
    w.Leave.BINDING_IF_ASKED: "need not be asked; once asked, a no stops you",
    w.Leave.BINDING: "must be asked; a no stops you",
}

EXTRA_BOOKS = {
    w.ExtraBooks.ANY_TIME: "at any time",
    w.ExtraBooks.AFTER_NEEDS: "only once you have all the books you need",
}

BONUS_KIND = {
    w.BonusKind.CUT: "when cutting",
    w.BonusKind.DEAL: "when dealing",
    w.BonusKind.FIRST_TO_OPEN: "for opening first",
    w.BonusKind.SPECIAL: "",
}

BONUS_PER = {w.BonusPer.PLAYER: "each player", w.BonusPer.TEAM: "each team", w.BonusPer.ROUND: "one team a round"}

TIMES = {w.Times.ONCE: "once", w.Times.EACH: "for every complete set"}

RUNS_OUT = {
    w.StockOut.ROUND_ENDS: "the round ends",
    w.StockOut.TURN_PILE: "the pile is turned over and play goes on",
    w.StockOut.LAST_TURN: "one last turn each, then the round ends",
}

STOCK_ROUND = {
    w.StockRound.SCORED: "scored as usual, without the points for going out",
    w.StockRound.VOID: "scores nothing for any team",
}


def points_text(points: int) -> str:
    """Return points in words: "100 points", "nothing"."""
    return f"{format_number(points)} points" if points else "nothing"


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def rounds_text(rounds: Sequence[int]) -> str:
    """Return a list of rounds: "round 3", "rounds 1 and 2"."""
    numbers = join_words([str(n) for n in sorted(rounds)])
    return f"round{'s' if len(rounds) > 1 else ''} {numbers}"


def round_span_text(first: int, next_span: int | None, last: int | None) -> str:
    """Return the rounds from `first` to just before `next_span`; `last` is the last round of the game, if known."""
    final = last if next_span is None else next_span - 1
    if final is None:
        return f"Round {first} and later"
    if final <= first:
        return f"Round {first}"
    return f"Rounds {first} {'and' if final == first + 1 else 'to'} {final}"


def ranks_text(cards: Sequence[str], *, plural: bool = False, conjunction: str = "and") -> str:
    """Return cards by name, three or more in a row as "king to eight"."""
    names: list[str] = []
    for run in _runs(cards):
        words = [CARD_NAMES[card][plural] for card in run]
        names += [f"{words[0]} to {words[-1]}"] if len(run) > 2 else words
    return join_words(names, conjunction)


def _runs(cards: Sequence[str]) -> list[list[str]]:
    """Return cards in order, grouped into consecutive ranks. With a three among them, a two is the lowest card."""
    runs: list[list[str]] = []
    order = SEQUENCE if THREE in cards else CARDS
    for card in sorted(cards, key=order.index):
        before = runs[-1][-1] if runs else ""
        follows = before in (*RANKS, THREE) and order.index(card) == order.index(before) + 1
        if follows:
            runs[-1].append(card)
        else:
            runs.append([card])
    return runs


def steps_text(steps: Sequence[Step]) -> Iterator[str]:
    """Yield what threes pay, a phrase for each step: "1 to 3: 100 each"."""
    for at, step in enumerate(steps):
        last = steps[at + 1].start - 1 if at + 1 < len(steps) else None
        each = "together" if step.per is w.Per.ALL else "each"
        always = step.start == 1 and last is None
        count = "" if always else f"{_count_text(step.start, last)}: "
        yield f"{count}{format_number(step.points)} {each}"


def _count_text(first: int, last: int | None) -> str:
    if last is None:
        return f"{first} or more"
    return str(first) if last == first else f"{first} to {last}"


def condition_text(rules: RuleSet, when: Condition, team_word: str) -> str:
    """Return which teams a rule applies to: "team that went out, with 1 book of sevens"."""
    conditions = [
        *_answer_text(when.went_out, "went out", "did not go out"),
        *_answer_text(when.opened, "opened", "never opened"),
        *(f"with {text}" for text in _books_texts(rules, when.has)),
        *(f"without {text}" for text in _books_texts(rules, when.lacks)),
    ]
    return f"{team_word} {', '.join(conditions)}"


def _answer_text(answer: w.Answer, yes: str, no: str) -> list[str]:
    return [] if answer is w.Answer.EITHER else [f"that {yes if answer is w.Answer.YES else no}"]


def _books_texts(rules: RuleSet, books: Mapping[str, int]) -> Iterator[str]:
    for code, count in books.items():
        yield book_count_text(rules, code, count)


def red_threes_text(count: int | None) -> str:
    """Return how many red threes going out needs: "2 red threes laid down"."""
    return "a red three laid down for each book" if count is None else f"{cards_text('red3', count)} laid down"


def book_contents(book: Book) -> str:
    """Return what a book holds: "no wild cards", "aces, no wild cards"."""
    ranks = [CARD_NAMES[rank][1] for rank in book.ranks]
    return f"{join_words(ranks)}, {MADE_OF[book.made_of]}" if ranks else MADE_OF[book.made_of]
