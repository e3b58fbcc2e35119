"""Explain score lines and values of cells, and the words and numbers that all sentences share.

The web and the command line use the same sentences. `messages.py` has those for problems.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, tzinfo
from functools import lru_cache

from scorepad.rules import codes, lookup
from scorepad.rules.model import Condition, RuleSet
from scorepad.rules.words import ALL_CARDS, WILD_CARDS, Answer, EndBy, Provenance
from scorepad.scoring.cells import Adjusted, CardCounts, CellValue, Count, Mark, Piles, Points, Text, counted
from scorepad.scoring.model import SEQUENCE, Meld, ScoreLine, Waived

CARD_NAMES = {
    "joker": ("joker", "jokers"),
    "2": ("two", "twos"),
    "A": ("ace", "aces"),
    "K": ("king", "kings"),
    "Q": ("queen", "queens"),
    "J": ("jack", "jacks"),
    "10": ("ten", "tens"),
    "9": ("nine", "nines"),
    "8": ("eight", "eights"),
    "7": ("seven", "sevens"),
    "6": ("six", "sixes"),
    "5": ("five", "fives"),
    "4": ("four", "fours"),
    "3": ("three", "threes"),
    "black3": ("black three", "black threes"),
    "red3": ("red three", "red threes"),
}

WAIVED = {
    Waived.SEVERE_PENALTY: "lost, because the team went out without the books it needs",
    Waived.OTHER_TEAM_PENALTY: "not taken away, because the other team went out without its books",
    Waived.FOR_THE_OTHERS: "counts for the other teams instead",
    Waived.NOT_THE_BEST: "does not count, because only the best of its group pays",
    Waived.VOID_ROUND: "does not count, because the stock ran out and the round is void",
}

_ORIGIN = {Provenance.REPORTED: "reported", Provenance.ASSUMED: "assumed", Provenance.TABLE: "your table’s own"}

NEWER = "something from a newer version of Scorepad"

_WITHOUT_COUNT = (codes.GOING_OUT, codes.SEVERE_PENALTY)


def format_number(points: int) -> str:
    """Write a number with commas between thousands and a real minus sign."""
    return f"{points:,}".replace("-", "−")


def signed(points: int) -> str:
    """Write points with their sign: +410, −65, 0."""
    return f"+{format_number(points)}" if points > 0 else format_number(points)


def plural(count: int, singular: str, plural: str) -> str:
    """Write a number with its word."""
    return f"{format_number(count)} {singular if count == 1 else plural}"


@lru_cache(maxsize=256)
def goal(rules: RuleSet, players: int, round_number: int) -> str:
    """Return the goal of a game, to append to the number of a round: " of 4", ", to 6,000"; "" for none."""
    if rules.end.by is EndBy.TARGET:
        return f", to {format_number(lookup.target_for(rules, players).points)}"
    planned = lookup.planned_rounds(rules, round_number)
    return f" of {planned}" if planned else ""


def cards_text(card: str, count: int) -> str:
    """Return a number of cards in words: "2 black threes"."""
    singular, plural = CARD_NAMES[card]
    return f"{format_number(count)} {singular if count == 1 else plural}"


def lower_first(label: str) -> str:
    """Return a label as it is written inside a sentence."""
    return label[:1].lower() + label[1:]


def number_word(number: int) -> str:
    """Return a number from 0 to ten as a word, above ten in digits."""
    words = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if number < len(words) else format_number(number)


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Join words in a sentence: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


@lru_cache(maxsize=8192)
def line_text(line: ScoreLine) -> str:
    """Explain how the points of a line come about, or why it does not count."""
    text = _sum(line) + _origin(line)
    if line.waived is not None:
        return f"{text}: {waived_text(line)}"
    return f"{text}, because {line.reason}" if line.reason and line.code != codes.ADJUSTMENT else text


def waived_text(line: ScoreLine) -> str:
    """Return why a line does not count; "" if it does."""
    if line.waived is Waived.OTHERWISE:
        return f"does not count, because {line.reason}"
    return "" if line.waived is None else WAIVED[line.waived]


def _origin(line: ScoreLine) -> str:
    """Say which value of the rules is reported, assumed or the table’s own."""
    word = _ORIGIN.get(line.origin)
    if word is None or line.code == codes.ADJUSTMENT:
        return ""
    if line.counted:
        has_cards = any(packet for packet in line.counted if not isinstance(packet, int))
        values = "some card values" if line.origin is Provenance.TABLE else "card values"
        return f" ({values} are {word})" if has_cards else ""
    if line.each is None or line.code in _WITHOUT_COUNT:
        return f" ({word})"
    return f" ({format_number(line.each)} is {word})"


def _sum(line: ScoreLine) -> str:
    points = format_number(line.points)
    waived = line.waived is not None
    if line.code == codes.ADJUSTMENT:
        return f"Adjustment, {line.reason}: {points}"
    if line.count is None:
        return _cards(line, points, waived)
    label = lower_first(line.singular if line.count == 1 else line.label)
    if line.code in _WITHOUT_COUNT:
        return line.label if waived else f"{line.label}: {points}"
    if waived:
        return f"{format_number(line.count)} {label}"
    if line.each is None:
        return f"{format_number(line.count)} {label}, together {points}"
    return f"{format_number(line.count)} {label} × {format_number(line.each)} = {points}"


def _cards(line: ScoreLine, points: str, waived: bool) -> str:
    texts = [text for packet in line.counted if packet and (text := _packet(packet))]
    packets = " + ".join(texts)
    if not packets:
        return line.label if waived else f"{line.label}: {points}"
    if waived:
        return f"{line.label}, {packets}"
    if len(texts) == 1 and packets.replace(",", "").isdigit():
        return f"{line.label}: {points}"
    only_points = all(isinstance(packet, int) for packet in line.counted)
    if line.points < 0 and only_points:
        packets = f"−({packets})"
    return f"{line.label}: {packets} = {points}"


def _packet(packet: int | tuple[tuple[str, int], ...]) -> str:
    if isinstance(packet, int):
        return format_number(packet)
    return ", ".join(cards_text(card, count) for card, count in packet if count)


def books_text(rules: RuleSet, needs: Mapping[str, int]) -> str:
    """Return books by need in the table’s own words: "1 black book (dirty)"."""
    return join_words([_book_text(rules, need, count) for need, count in needs.items()])


def _book_text(rules: RuleSet, need: str, count: int) -> str:
    label = kind_label(rules, need, count)
    is_clear = need in label or need == "any" or need.startswith(codes.JOINT)
    return f"{count} {label}" if is_clear else f"{count} {label} ({need})"


def kind_label(rules: RuleSet, name: str, count: int) -> str:
    """Return what a table calls the books that a name stands for: "clean book", "clean books or wild books"."""
    kinds = [book for book in rules.books if book.code in lookup.kinds(rules, name)]
    if len(kinds) == len(rules.books) > 1:
        return "book of any kind" if count == 1 else "books of any kind"
    labels = [lower_first(kind.singular if count == 1 else kind.plural) for kind in kinds]
    return join_words(labels, "or") or name


def melds_text(melds: tuple[Meld, ...]) -> str:
    return join_words([meld_text(meld) for meld in melds])


def meld_text(meld: Meld) -> str:
    """Return a meld as players say it: "2 sevens with a two"."""
    if meld.rank == SEQUENCE:
        sequence = f"the sequence {join_words([CARD_NAMES[card][0] for card in meld.cards])}"
        return f"{sequence} with {join_words(_wilds(meld, alone=False))}" if meld.wilds else sequence
    if meld.rank in WILD_CARDS:
        return join_words(_wilds(meld, alone=True))
    own = cards_text(meld.rank, meld.naturals)
    return f"{own} with {join_words(_wilds(meld, alone=False))}" if meld.wilds else own


def _wilds(meld: Meld, alone: bool) -> list[str]:
    own = {meld.rank: meld.naturals} if meld.rank in WILD_CARDS else {}
    counts = {card: meld.wilds.count(card) + own.get(card, 0) for card in WILD_CARDS}
    return [_few(card, count, alone) for card, count in counts.items() if count]


def _few(card: str, count: int, alone: bool) -> str:
    return f"a {CARD_NAMES[card][0]}" if count == 1 and not alone else cards_text(card, count)


def value_text(value: CellValue | None) -> str:
    """Return a value as it was entered: "3", "120+85", "2 × 50, 3 × 20", "−50 (dealt wrong)"."""
    match value:
        case None:
            return "blank"
        case Count(count):
            return format_number(count)
        case Points(typed):
            return typed
        case Piles() | CardCounts():
            return packet_text(value) or "no cards"
        case Adjusted(typed, reason):
            points = f"−{typed.lstrip('-−– ')}" if typed[:1] in "-−–" else typed
            return f"{points} ({reason})" if reason else points
        case Text(text):
            return f"“{text}”"
        case Mark(yes):
            return "yes" if yes else "no"
    json = getattr(value, "value", None)
    return json if isinstance(json, str) else NEWER


def change_text(before: CellValue | None, after: CellValue | None) -> str:
    """Return both values of a change: "2 → 3". A number of things begins at 0."""
    if before is None:
        return f"0 → {value_text(after)}" if counted(after) else value_text(after)
    return f"{value_text(before)} → {value_text(after)}"


def packet_text(value: CellValue | None) -> str:
    """Return how cards were counted: "2 × 50, 3 × 20" or "1 joker, 7 kings"; "" if they were entered as points."""
    match value:
        case Piles(piles):
            by_points = sorted(piles, key=lambda pile: (len(pile[0]), pile[0]), reverse=True)
            return ", ".join(f"{count} × {points}" for points, count in by_points if count)
        case CardCounts(cards):
            counts = dict(cards)
            return ", ".join(cards_text(card, counts[card]) for card in ALL_CARDS if counts.get(card))
    return ""


def book_count_text(rules: RuleSet, name: str, count: int) -> str:
    """Return a number of the books that a name stands for: "2 clean books"."""
    return f"{format_number(count)} {kind_label(rules, name, count)}"


# ---- Why a rule applies to a team


def because(rules: RuleSet, when: Condition) -> str:
    """Return what is true of a team that meets a condition: "the team did not go out and has no clean book"."""
    facts = [*_facts(when), *_books(rules, when)]
    return f"the team {join_words(facts)}" if facts else "this holds for every team"


def _facts(when: Condition) -> Iterator[str]:
    answers = (when.went_out, "went out", "did not go out"), (when.opened, "opened", "never opened")
    for answer, yes, no in answers:
        if answer is not Answer.EITHER:
            yield yes if answer is Answer.YES else no


def _books(rules: RuleSet, when: Condition) -> Iterator[str]:
    for code, least in when.has.items():
        yield f"has {book_count_text(rules, code, least)}"
    for code, least in when.lacks.items():
        count = book_count_text(rules, code, least)
        yield f"has no {count.removeprefix('1 ')}" if least == 1 else f"has fewer than {count}"


# ---- Days and times


def day(text: str) -> str:
    """Return an ISO date in words: "21 Nov 2026"."""
    when = date.fromisoformat(text)
    return f"{when.day} {when:%b} {when.year}"


def time_text(at: str, zone: tzinfo | None) -> str:
    """Return a time in words: "21 Nov 2025, 21:14"; "" for an invalid one."""
    try:
        when = datetime.fromisoformat(at).astimezone(zone)
    except (ValueError, OverflowError):
        return ""
    return f"{when.day} {when:%b} {when.year}, {when:%H:%M}"


def days_text(first: date | None, last: date | None) -> str:
    """Return a period in words: "1 Jan 2026 to 31 Mar 2026", "from 1 Jan 2026 on"."""
    if first and last:
        return f"{day(first.isoformat())} to {day(last.isoformat())}"
    if first:
        return f"from {day(first.isoformat())} on"
    return f"up to {day(last.isoformat())}" if last else "from the first game on"
