"""Phrases of the reference card: points, rounds, ranks, conditions and books."""

from collections.abc import Iterator, Mapping, Sequence

from scorepad.language.words import format_number, join_words, say
from scorepad.rules import words as w
from scorepad.rules.model import Book, Condition, RuleSet, Step
from scorepad.rules.words import CARDS, RANKS, SEQUENCE, THREE
from scorepad.scoring.text.explain import CARD_NAMES, book_count_text, cards_text


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
    return say("{ranks}, {cards}", ranks=join_words(ranks), cards=book.made_of.phrase) if ranks else book.made_of.phrase
