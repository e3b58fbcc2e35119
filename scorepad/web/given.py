"""One change of a cell, and what the cell holds in the way in which it was given: points, piles, cards, counts."""

from dataclasses import dataclass
from typing import Any

from scorepad.rules.model import RuleSet
from scorepad.rules.words import Place
from scorepad.scoring.explain import cards_named, number
from scorepad.scoring.quantity import NAMES, card_points, quantity
from scorepad.scoring.sheet import Kind
from scorepad.store import CellName


@dataclass(frozen=True, slots=True)
class Change:
    """A cell with what stood there before and what was put there; None is a blank."""

    cell: CellName
    before: Any
    after: Any

    @property
    def back(self) -> "Change":
        """The same the other way round."""
        return Change(self.cell, self.after, self.before)

    @property
    def is_none(self) -> bool:
        """Whether the same stands there as before: a 3 that was typed is the 3 that was tapped."""
        counts = counted(self.before), counted(self.after)
        return self.before == self.after or (counts[0] is not None and counts[0] == counts[1])

    @property
    def counts_none(self) -> bool:
        """Whether a blank became a zero, which says least of all."""
        return self.before is None and counted(self.after) == 0


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was changed, and to what; `more` other things were changed with it."""

    what: str
    value: str = ""
    more: int = 0

    def __str__(self) -> str:
        return self._joined(": ")

    @property
    def named(self) -> str:
        """The same after a colon: "Red books, Ann & Bob, 2 → 3"."""
        return self._joined(", ")

    def _joined(self, sign: str) -> str:
        whole = f"{self.what}{sign}{self.value}" if self.value else self.what
        return f"{whole} and {self.more} more" if self.more else whole


def counted(value: Any) -> int | None:
    """How many of something a cell holds, None where it holds anything else."""
    match value:
        case {"as": "count" | "tally", "n": int(count)}:
            return count
    return None


def from_to(before: Any, after: Any) -> str:
    """What stood there and what stands there now; a number of things begins at nothing."""
    if before is None and counted(after):
        return f"0 → {said(after)}"
    return said(after) if before is None else f"{said(before)} → {said(after)}"


def said(value: Any) -> str:
    """What a cell holds, in the way in which it was given."""
    match value:
        case None:
            return "blank"
        case {"as": "count" | "tally", "n": int(count)}:
            return number(count)
        case {"as": "points", "typed": str(typed)}:
            return typed
        case {"as": "piles" | "cards"}:
            return packet_words(value) or "no cards"
        case {"typed": str(typed), "reason": reason}:
            points = f"−{typed.lstrip('-−– ')}" if typed[:1] in "-−–" else typed
            return f"{points} ({reason})" if reason else points
        case {"text": str(text)}:
            return f"“{text}”"
        case {"yes": yes}:
            return "yes" if yes else "no"
        case str():
            return value
    return "something that only a newer Scorepad knows"


def packet_words(value: Any) -> str:
    """How cards were counted: "2 × 50, 3 × 20" or "1 joker, 7 kings"; "" where they were given as points."""
    match value:
        case {"as": "piles", "piles": dict(piles)}:
            dearest = sorted(piles.items(), key=lambda pile: (len(pile[0]), pile[0]), reverse=True)
            return ", ".join(f"{count} × {points}" for points, count in dearest if count)
        case {"as": "cards", "cards": dict(cards)}:
            known = [card for card in NAMES if cards.get(card)]
            return ", ".join(cards_named(card, cards[card]) for card in known)
    return ""


def packet_points(rules: RuleSet, value: Any, field: str) -> int:
    """The points of cards that were counted as piles or singly, melded or left: the number that is added or taken."""
    packet = quantity(value)
    place = Place.HELD if field == Kind.LEFT else Place.LAID
    return packet if isinstance(packet, int) else card_points(rules, packet, place)
