"""The phrases of the reference card: one for each word a rule document may use, and lists of rounds and ranks."""

from collections.abc import Iterator, Mapping, Sequence

from scorepad.rules import lookup
from scorepad.rules import words as w
from scorepad.rules.model import CARDS, RANKS, Condition, RuleSet, Step
from scorepad.scoring.explain import CARD_NAMES, listed, lower, number

STARTS = {
    w.Starts.FIRST_CUTTER: "the first cutter; later the next player each round",
    w.Starts.LEFT_OF_DEALER: "left of the dealer; later the next player each round",
    w.Starts.HIGH_CUT: "the high cut; later the next player each round",
    w.Starts.BEHIND: "whoever is behind; the high cut in the first round and at equal totals",
}

TAKE = {
    w.TakeNeeds.NATURAL_PAIR: "with a natural pair of the top card",
    w.TakeNeeds.TOP_CARD_MELDED: "if the top card is melded at once",
    w.TakeNeeds.NOTHING: "no pair is needed",
}

MADE_OF = {
    w.MadeOf.NATURALS: "no wild cards",
    w.MadeOf.MIXED: "with wild cards",
    w.MadeOf.ANY: "with or without wild cards",
    w.MadeOf.WILDS: "wild cards only",
    w.MadeOf.SEQUENCE: "in sequence",
    w.MadeOf.THREES: "threes",
}

WILDS = {
    w.Wilds.UP_TO_NATURALS: "no more than naturals",
    w.Wilds.FEWER_THAN_NATURALS: "fewer than naturals",
}

OPENING_WILDS = {
    w.OpeningWilds.AS_ANY_MELD: "as in any meld",
    w.OpeningWilds.PAIR_AND_ONE: "only one, with a natural pair",
}

BLACK_THREES = {
    w.BlackThrees.NEVER: "never melded",
    w.BlackThrees.GOING_OUT: "may be melded when going out, without wild cards",
}

BEYOND_BOOK = {
    w.BeyondBook.ANY_TIME: "at any time",
    w.BeyondBook.NATURALS: "naturals only",
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
    w.Leave.BINDING: "must be asked; a no stops you",
}

EXTRA_BOOKS = {
    w.ExtraBooks.ANY_TIME: "at any time",
    w.ExtraBooks.AFTER_NEEDS: "only once all the needed books are there",
}

BONUS_KIND = {
    w.BonusKind.CUT: "when cutting",
    w.BonusKind.DEAL: "when dealing",
    w.BonusKind.FIRST_TO_OPEN: "for opening first",
    w.BonusKind.SPECIAL: "",
}

BONUS_PER = {
    w.BonusPer.PLAYER: "each player",
    w.BonusPer.TEAM: "each team",
    w.BonusPer.ROUND: "one team a round",
}

TIMES = {w.Times.ONCE: "once", w.Times.EACH: "for every complete set"}

RUNS_OUT = {
    w.StockOut.ROUND_ENDS: "the round ends",
    w.StockOut.TURN_PILE: "the pile is turned over and played on",
    w.StockOut.LAST_TURN: "one last turn each, then the round ends",
}

STOCK_ROUND = {
    w.StockRound.SCORED: "scored as usual, without pay for going out",
    w.StockRound.VOID: "scores nothing for anybody",
}


def worth(value: int) -> str:
    """Points in words: "100 points", "nothing"."""
    return f"{number(value)} points" if value else "nothing"


def first_up(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def in_rounds(rounds: Sequence[int]) -> str:
    """Some rounds: "round 3", "rounds 1 and 2"."""
    return f"round{'s' if len(rounds) > 1 else ''} {listed([str(n) for n in sorted(rounds)])}"


def from_to(first: int, after: int | None, last: int | None) -> str:
    """Rounds from one on, until before the next; `last` is the last of the game where it is known."""
    final = last if after is None else after - 1
    if final is None:
        return f"Round {first} and later"
    if final <= first:
        return f"Round {first}"
    return f"Rounds {first} {'and' if final == first + 1 else 'to'} {final}"


def cards_listed(cards: Sequence[str], *, many: bool = False, word: str = "and") -> str:
    """Cards by name, three or more in a row as "king to eight"."""
    names = [
        " to ".join(_name(card, many) for card in (run[0], run[-1])) if len(run) > 2 else ""
        for run in _runs(cards)
    ]
    spelt = [
        [name] if name else [_name(card, many) for card in run]
        for name, run in zip(names, _runs(cards), strict=True)
    ]
    return listed([name for one in spelt for name in one]).replace(" and ", f" {word} ")


def _name(card: str, many: bool) -> str:
    return CARD_NAMES[card][many]


def _runs(cards: Sequence[str]) -> list[list[str]]:
    """Cards in their order, those that follow each other in rank together."""
    runs: list[list[str]] = []
    for card in sorted(cards, key=CARDS.index):
        before = runs[-1][-1] if runs else ""
        follows = before in RANKS and CARDS.index(card) == CARDS.index(before) + 1
        if follows:
            runs[-1].append(card)
        else:
            runs.append([card])
    return runs


def steps_paid(steps: Sequence[Step]) -> Iterator[str]:
    """What threes pay, a phrase a step: "1 to 3: 100 each"."""
    for at, step in enumerate(steps):
        more = steps[at + 1].start - 1 if at + 1 < len(steps) else None
        how = "together" if step.per is w.Per.ALL else "each"
        plain = step.start == 1 and more is None
        many = "" if plain else f"{_how_many(step.start, more)}: "
        yield f"{many}{number(step.points)} {how}"


def _how_many(first: int, last: int | None) -> str:
    if last is None:
        return f"{first} or more"
    return str(first) if last == first else f"{first} to {last}"


def condition(rules: RuleSet, when: Condition, side: str) -> str:
    """For whom a rule about threes holds: "team that went out, with 1 book of sevens"."""
    asked = [
        *_answer(when.went_out, "went out", "did not go out"),
        *_answer(when.opened, "opened", "never opened"),
        *(f"with {text}" for text in _books(rules, when.has)),
        *(f"without {text}" for text in _books(rules, when.lacks)),
    ]
    return f"{side} {', '.join(asked)}"


def _answer(asked: w.Answer, yes: str, no: str) -> list[str]:
    return [] if asked is w.Answer.EITHER else [f"that {yes if asked is w.Answer.YES else no}"]


def _books(rules: RuleSet, books: Mapping[str, int]) -> Iterator[str]:
    for code, count in books.items():
        yield kinds_counted(rules, code, count)


def kinds_counted(rules: RuleSet, code: str, count: int) -> str:
    """A number of books of one kind: "2 clean books"."""
    kind = lookup.book(rules, code)
    assert kind is not None  # check.py: rules name no other
    return f"{number(count)} {lower(kind.one if count == 1 else kind.many)}"
