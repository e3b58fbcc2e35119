"""Explain score lines and values of cells, and the words and numbers that all sentences share.

The web and the command line use the same sentences. `messages.py` has those for problems.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, tzinfo
from functools import lru_cache

from scorepad.language.words import format_number, in_row, join_words, label, lower_first, plural, say, written
from scorepad.rules import codes, lookup
from scorepad.rules.model import Condition, RuleSet
from scorepad.rules.words import ALL_CARDS, WILD_CARDS, Answer, EndBy, Provenance
from scorepad.scoring.cells import Adjusted, CardCounts, CellValue, Count, Mark, Piles, Points, Text, counted
from scorepad.scoring.model import SEQUENCE, Meld, ScoreLine, Waived


def _names(one: str, many: str) -> tuple[str, str]:
    return lower_first(label(one)), lower_first(label(many))


CARD_NAMES = {
    "joker": _names("Joker", "Jokers"),
    "2": _names("Two", "Twos"),
    "A": _names("Ace", "Aces"),
    "K": _names("King", "Kings"),
    "Q": _names("Queen", "Queens"),
    "J": _names("Jack", "Jacks"),
    "10": _names("Ten", "Tens"),
    "9": _names("Nine", "Nines"),
    "8": _names("Eight", "Eights"),
    "7": _names("Seven", "Sevens"),
    "6": _names("Six", "Sixes"),
    "5": _names("Five", "Fives"),
    "4": _names("Four", "Fours"),
    "3": _names("Three", "Threes"),
    "black3": _names("Black three", "Black threes"),
    "red3": _names("Red three", "Red threes"),
}
"""One of each card and several, as they are written inside a sentence. `cards_text` has them with a number."""

WAIVED = {
    Waived.SEVERE_PENALTY: say("lost, because the team went out without the books it needs"),
    Waived.OTHER_TEAM_PENALTY: say("not taken away, because the other team went out without its books"),
    Waived.FOR_THE_OTHERS: say("counts for the other teams instead"),
    Waived.NOT_THE_BEST: say("does not count, because only the best of its group pays"),
    Waived.VOID_ROUND: say("does not count, because the stock ran out and the round is void"),
}

NEWER = say("something from a newer version of Scorepad")

_ORIGIN: dict[Provenance, Mapping[str, Callable[..., str]]] = {
    Provenance.REPORTED: {
        "cards": lambda **parts: say("{line} (card values are reported)", **parts),
        "line": lambda **parts: say("{line} (reported)", **parts),
        "value": lambda **parts: say("{line} ({value} is reported)", **parts),
    },
    Provenance.ASSUMED: {
        "cards": lambda **parts: say("{line} (card values are assumed)", **parts),
        "line": lambda **parts: say("{line} (assumed)", **parts),
        "value": lambda **parts: say("{line} ({value} is assumed)", **parts),
    },
    Provenance.TABLE: {
        "cards": lambda **parts: say("{line} (some card values are your table’s own)", **parts),
        "line": lambda **parts: say("{line} (your table’s own)", **parts),
        "value": lambda **parts: say("{line} ({value} is your table’s own)", **parts),
    },
}
"""How to say which value of the rules is not from the source."""

_WITHOUT_COUNT = (codes.GOING_OUT, codes.SEVERE_PENALTY)


@lru_cache(maxsize=256)
def goal(rules: RuleSet, players: int, round_number: int) -> str:
    """Return the goal of a game, to append to the number of a round: " of 4", ", to 6,000"; "" for none."""
    if rules.end.by is EndBy.TARGET:
        return say(", to {points}", points=format_number(lookup.target_for(rules, players).points))
    planned = lookup.planned_rounds(rules, round_number)
    return say(" of {rounds}", rounds=planned) if planned else ""


def cards_text(card: str, count: int) -> str:
    """Return a number of cards in words: "2 black threes"."""
    return plural(count, *CARD_NAMES[card])


_NUMBERS = (
    say("none"),
    say("one"),
    say("two"),
    say("three"),
    say("four"),
    say("five"),
    say("six"),
    say("seven"),
    say("eight"),
    say("nine"),
    say("ten"),
)


def number_word(number: int) -> str:
    """Return a number from 0 to ten as a word, above ten in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else format_number(number)


@lru_cache(maxsize=8192)
def line_text(line: ScoreLine) -> str:
    """Explain how the points of a line come about, or why it does not count."""
    text = _with_origin(line, _sum(line))
    if line.waived is not None:
        return say("{line}: {why}", line=text, why=waived_text(line))
    if line.reason and line.code != codes.ADJUSTMENT:
        return say("{line}, because {reason}", line=text, reason=line.reason)
    return text


def waived_text(line: ScoreLine) -> str:
    """Return why a line does not count; "" if it does."""
    if line.waived is Waived.OTHERWISE:
        return say("does not count, because {reason}", reason=line.reason)
    return "" if line.waived is None else WAIVED[line.waived]


def _with_origin(line: ScoreLine, text: str) -> str:
    """Add which value of the rules is reported, assumed or the table’s own."""
    if line.origin not in _ORIGIN or line.code == codes.ADJUSTMENT:
        return text
    words = _ORIGIN[line.origin]
    if line.counted:
        has_cards = any(packet for packet in line.counted if not isinstance(packet, int))
        return words["cards"](line=text) if has_cards else text
    if line.each is None or line.code in _WITHOUT_COUNT:
        return words["line"](line=text)
    return words["value"](line=text, value=format_number(line.each))


def _sum(line: ScoreLine) -> str:
    points = format_number(line.points)
    waived = line.waived is not None
    if line.code == codes.ADJUSTMENT:
        return say("Adjustment, {reason}: {points}", reason=line.reason, points=points)
    if line.count is None:
        return _cards(line, points, waived)
    things = lower_first(line.singular if line.count == 1 else line.label)
    if line.code in _WITHOUT_COUNT:
        return line.label if waived else say("{label}: {points}", label=line.label, points=points)
    count = format_number(line.count)
    if waived:
        return say("{n} {things}", n=count, things=things)
    if line.each is None:
        return say("{n} {things}, together {points}", n=count, things=things, points=points)
    return say("{n} {things} × {each} = {points}", n=count, things=things, each=format_number(line.each), points=points)


def _cards(line: ScoreLine, points: str, waived: bool) -> str:
    packets = [packet for packet in line.counted if packet and (isinstance(packet, int) or any(n for _, n in packet))]
    if not packets or (len(packets) == 1 and isinstance(packets[0], int) and not waived):
        return line.label if waived else say("{label}: {points}", label=line.label, points=points)
    texts = in_row([*map(_packet, packets)], " + ")
    if waived:
        return say("{label}, {cards}", label=line.label, cards=texts)
    if line.points < 0 and all(isinstance(packet, int) for packet in line.counted):
        return say("{label}: −({cards}) = {points}", label=line.label, cards=texts, points=points)
    return say("{label}: {cards} = {points}", label=line.label, cards=texts, points=points)


def _packet(packet: int | tuple[tuple[str, int], ...]) -> str:
    if isinstance(packet, int):
        return format_number(packet)
    return in_row([cards_text(card, count) for card, count in packet if count])


def books_text(rules: RuleSet, needs: Mapping[str, int]) -> str:
    """Return books by need in the table’s own words: "1 black book (dirty)"."""
    return join_words([_book_text(rules, need, count) for need, count in needs.items()])


def _book_text(rules: RuleSet, need: str, count: int) -> str:
    books = kind_label(rules, need, count)
    if need in books or need == "any" or need.startswith(codes.JOINT):
        return say("{n} {things}", n=count, things=books)
    return say("{n} {things} ({kind})", n=count, things=books, kind=lower_first(KINDS.get(need, label(need))))


KINDS = {"clean": label("Clean"), "dirty": label("Dirty"), "wild": label("Wild")}
"""The codes of books that name what they are made of, where a table calls the books something else."""


def kind_label(rules: RuleSet, name: str, count: int) -> str:
    """Return what a table calls the books that a name stands for: "clean book", "clean books or wild books"."""
    kinds = [book for book in rules.books if book.code in lookup.kinds(rules, name)]
    if len(kinds) == len(rules.books) > 1:
        return say("book of any kind") if count == 1 else say("books of any kind")
    labels = [lower_first(kind.singular if count == 1 else kind.plural) for kind in kinds]
    return join_words(labels, "or") or name


def melds_text(melds: tuple[Meld, ...]) -> str:
    return join_words([meld_text(meld) for meld in melds])


def meld_text(meld: Meld) -> str:
    """Return a meld as players say it: "2 sevens with a two"."""
    wilds = join_words(_wilds(meld, alone=False))
    if meld.rank == SEQUENCE:
        cards = join_words([CARD_NAMES[card][0] for card in meld.cards])
        if meld.wilds:
            return say("the sequence {cards} with {wilds}", cards=cards, wilds=wilds)
        return say("the sequence {cards}", cards=cards)
    if meld.rank in WILD_CARDS:
        return join_words(_wilds(meld, alone=True))
    own = cards_text(meld.rank, meld.naturals)
    return say("{cards} with {wilds}", cards=own, wilds=wilds) if meld.wilds else own


def _wilds(meld: Meld, alone: bool) -> list[str]:
    own = {meld.rank: meld.naturals} if meld.rank in WILD_CARDS else {}
    counts = {card: meld.wilds.count(card) + own.get(card, 0) for card in WILD_CARDS}
    return [_few(card, count, alone) for card, count in counts.items() if count]


def _few(card: str, count: int, alone: bool) -> str:
    if count == 1 and not alone:
        return say("a joker") if card == "joker" else say("a two")
    return cards_text(card, count)


def value_text(value: CellValue | None) -> str:
    """Return a value as it was entered: "3", "120+85", "2 × 50, 3 × 20", "−50 (dealt wrong)"."""
    match value:
        case None:
            return say("blank")
        case Count(count):
            return format_number(count)
        case Points(typed):
            return typed
        case Piles() | CardCounts():
            return packet_text(value) or say("no cards")
        case Adjusted(typed, reason):
            points = f"−{typed.lstrip('-−– ')}" if typed[:1] in "-−–" else typed
            return say("{points} ({reason})", points=points, reason=reason) if reason else points
        case Text(text):
            return say("“{text}”", text=text)
        case Mark(yes):
            return say("yes") if yes else say("no")
    json = getattr(value, "value", None)
    return json if isinstance(json, str) else NEWER


def change_text(before: CellValue | None, after: CellValue | None) -> str:
    """Return both values of a change: "2 → 3". A number of things begins at 0."""
    if before is None and not counted(after):
        return value_text(after)
    return say("{before} → {after}", before="0" if before is None else value_text(before), after=value_text(after))


def packet_text(value: CellValue | None) -> str:
    """Return how cards were counted: "2 × 50, 3 × 20" or "1 joker, 7 kings"; "" if they were entered as points."""
    match value:
        case Piles(piles):
            by_points = sorted(piles, key=lambda pile: (len(pile[0]), pile[0]), reverse=True)
            return ", ".join(f"{count} × {points}" for points, count in by_points if count)
        case CardCounts(cards):
            counts = dict(cards)
            return in_row([cards_text(card, counts[card]) for card in ALL_CARDS if counts.get(card)])
    return ""


def book_count_text(rules: RuleSet, name: str, count: int) -> str:
    """Return a number of the books that a name stands for: "2 clean books"."""
    return say("{n} {things}", n=format_number(count), things=kind_label(rules, name, count))


# ---- Why a rule applies to a team


def because(rules: RuleSet, when: Condition) -> str:
    """Return what is true of a team that meets a condition: "the team did not go out and has no clean book"."""
    facts = [*_facts(when), *_books(rules, when)]
    return say("the team {facts}", facts=join_words(facts)) if facts else say("this holds for every team")


def _facts(when: Condition) -> Iterator[str]:
    if when.went_out is not Answer.EITHER:
        yield say("went out") if when.went_out is Answer.YES else say("did not go out")
    if when.opened is not Answer.EITHER:
        yield say("opened") if when.opened is Answer.YES else say("never opened")


def _books(rules: RuleSet, when: Condition) -> Iterator[str]:
    for code, least in when.has.items():
        yield say("has {books}", books=book_count_text(rules, code, least))
    for code, least in when.lacks.items():
        if least == 1:
            yield say("has no {book}", book=kind_label(rules, code, 1))
        else:
            yield say("has fewer than {books}", books=book_count_text(rules, code, least))


# ---- Days and times


def day(text: str) -> str:
    """Return an ISO date in words: "21 Nov 2026"."""
    when = date.fromisoformat(text)
    return written(f"{when.day} {when:%b} {when.year}", "day", when)


def time_text(at: str, zone: tzinfo | None) -> str:
    """Return a time in words: "21 Nov 2025, 21:14"; "" for an invalid one."""
    try:
        when = datetime.fromisoformat(at).astimezone(zone)
    except (ValueError, OverflowError):
        return ""
    return written(f"{when.day} {when:%b} {when.year}, {when:%H:%M}", "time", when)


def days_text(first: date | None, last: date | None) -> str:
    """Return a period in words: "1 Jan 2026 to 31 Mar 2026", "from 1 Jan 2026 on"."""
    if first and last:
        return say("{first} to {last}", first=day(first.isoformat()), last=day(last.isoformat()))
    if first:
        return say("from {first} on", first=day(first.isoformat()))
    return say("up to {last}", last=day(last.isoformat())) if last else say("from the first game on")
