"""Turns facts into sentences: one for every score line and every problem, the same on the web and the command line.

The tables at the end of `messages.py` hold a sentence for each code; here are the words and figures they share.
"""

from collections.abc import Mapping
from functools import lru_cache

from scorepad.rules.lookup import book_for_need
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Provenance
from scorepad.scoring.model import ScoreLine, Waived

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
    "black3": ("black three", "black threes"),
    "red3": ("red three", "red threes"),
}

WAIVED = {
    Waived.SEVERE_PENALTY: "lost, because the team went out without the books it needs",
    Waived.OTHER_TEAM_PENALTY: "not taken away, because the other team went out without its books",
    Waived.VOID_ROUND: "does not count, because the stock ran out and the round is void",
}

ORIGIN = {
    Provenance.SOURCE: "",
    Provenance.REPORTED: " (reported)",
    Provenance.ASSUMED: " (assumed)",
    Provenance.TABLE: " (your table)",
}


def number(points: int) -> str:
    """A number as people read it: commas between thousands and a real minus sign."""
    return f"{points:,}".replace("-", "−")


def cards_named(card: str, count: int) -> str:
    """A number of cards in words: "2 black threes"."""
    one, many = CARD_NAMES[card]
    return f"{number(count)} {one if count == 1 else many}"


def lower(label: str) -> str:
    """A label inside a sentence."""
    return label[:1].lower() + label[1:]


@lru_cache(maxsize=8192)
def line_text(line: ScoreLine) -> str:
    """The sentence that explains a line: how its points come about, and why it does not count if it does not."""
    text = _sum(line) + ORIGIN[line.origin]
    if line.waived is not None:
        return f"{text}: {WAIVED[line.waived]}"
    return text


def _sum(line: ScoreLine) -> str:
    points = number(line.points)
    waived = line.waived is not None
    if line.code == "adjustment":
        return f"Adjustment, {line.reason}: {points}"
    if line.count is None:
        return _cards(line, points, waived)
    what = lower(line.one if line.count == 1 else line.label)
    if line.code in ("going_out", "severe_penalty"):
        return line.label if waived else f"{line.label}: {points}"
    if waived:
        return f"{number(line.count)} {what}"
    if line.each is None:
        return f"{number(line.count)} {what}, together {points}"
    return f"{number(line.count)} {what} × {number(line.each)} = {points}"


def _cards(line: ScoreLine, points: str, waived: bool) -> str:
    packets = " + ".join(text for packet in line.counted if packet and (text := _packet(packet)))
    if not packets:
        return line.label if waived else f"{line.label}: {points}"
    if waived:
        return f"{line.label}, {packets}"
    plain = sum(1 for packet in line.counted if packet) == 1 and packets.replace(",", "").isdigit()
    if plain:
        return f"{line.label}: {points}"
    only_points = all(isinstance(packet, int) for packet in line.counted)
    less = line.points < 0 and only_points
    return f"{line.label}: {f'−({packets})' if less else packets} = {points}"


def _packet(packet: int | tuple[tuple[str, int], ...]) -> str:
    if isinstance(packet, int):
        return number(packet)
    return ", ".join(cards_named(card, count) for card, count in packet if count)


def books_named(rules: RuleSet, missing: Mapping[str, int]) -> str:
    """The books that lack, in the table's own words with what they are: "1 Black book (dirty)"."""
    return " and ".join(_book(rules, need, count) for need, count in missing.items())


def _book(rules: RuleSet, need: str, count: int) -> str:
    kind = book_for_need(rules, need)
    if kind is None or (kind.code != need):
        return (
            f"{count} book{'s' if count != 1 else ''} of any kind"
            if need == "any"
            else f"{count} {need}"
        )
    label = lower(kind.one if count == 1 else kind.many)
    return f"{count} {label}" if need in label else f"{count} {label} ({need})"


def listed(words: list[str]) -> str:
    """Words as a list in a sentence: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
