"""What an address asks of the standings: over which days, whose, of which kind, by what, from how many games on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Self

from scorepad.league.standings import Figure
from scorepad.store import Season
from scorepad.store.seasons import MOST_LEAST
from scorepad.web.league import ranges
from scorepad.web.league.ranges import Range
from scorepad.web.league.table import PARTNERSHIPS, PEOPLE
from scorepad.web.typing_in import plain_number

NAMES = ("over", "from", "to", "had", "whose", "kind", "by", "least", "page")

LONGEST = 40
"""Letters of an input that are kept: more of them nobody typed."""

_KIND_DIGITS = 15
LEAST = f"Type a number of games from 1 to {MOST_LEAST}."


@dataclass
class Asked:
    """What was asked: the texts as they were typed, what they mean, and what is wrong with them by name."""

    texts: dict[str, str]
    range: Range
    whose: str = PEOPLE
    kind: int | None = None
    by: Figure = Figure.WINS
    least: int = 1
    page: int = 1
    faults: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        args: Mapping[str, str],
        seasons: Sequence[Season],
        kinds: Collection[int],
        today: date,
    ) -> Self:
        """What these texts ask for; where they ask for nothing, what is usual."""
        texts = {name: args.get(name, "")[:LONGEST].strip() for name in NAMES}
        span, faults = ranges.asked(texts, seasons, today)
        found = cls(texts, span, by=usual_by(span), least=usual_least(span), faults=faults)
        found._read(kinds)
        found.page = max(plain_number(texts["page"]) or 1, 1)
        return found

    def _read(self, kinds: Collection[int]) -> None:
        texts = self.texts
        if texts["whose"] in (PEOPLE, PARTNERSHIPS):
            self.whose = texts["whose"]
        elif texts["whose"]:
            self.faults["whose"] = "There are tables of people and of partnerships."
        if texts["kind"]:
            self.kind = plain_number(texts["kind"], _KIND_DIGITS)
            if self.kind not in kinds:
                self.kind = None
                self.faults["kind"] = "No game of this kind was finished here. Choose another."
        if texts["by"] in list(Figure):
            self.by = Figure(texts["by"])
        elif texts["by"]:
            self.faults["by"] = "There is no such order. Choose another."
        if texts["least"]:
            least = plain_number(texts["least"])
            if least is None or not 1 <= least <= MOST_LEAST:
                self.faults["least"] = LEAST
            else:
                self.least = least

    def address(self, **otherwise: str) -> dict[str, str]:
        """What an address says to ask for the same, or for something else of it; the first page of it."""
        said = self.range.address | {"whose": self.whose, "by": self.by.value}
        if self.kind is not None:
            said["kind"] = str(self.kind)
        if self.least != usual_least(self.range):
            said["least"] = str(self.least)
        return said | otherwise

    @property
    def reordered(self) -> bool:
        """Whether somebody chose another order than the usual one."""
        return self.by is not usual_by(self.range)

    @property
    def decides(self) -> bool:
        """Whether it is the very table by which a season is decided."""
        season = self.range.season
        asked = (self.kind, self.by, self.least)
        return season is not None and asked == (None, season.figure, season.least)


def usual_by(span: Range) -> Figure:
    """By what a table over these days is ranked where nobody says otherwise."""
    return span.season.figure if span.season else Figure.WINS


def usual_least(span: Range) -> int:
    """How many games it takes to stand in it."""
    return span.season.least if span.season else 1
