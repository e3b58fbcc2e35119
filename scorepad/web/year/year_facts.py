"""The parts that the years of a person, a partnership and the club share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from scorepad.league.club_names import club_kind_names
from scorepad.league.figures import RECORDS
from scorepad.store import Club
from scorepad.store.results.rows import RecordHolder
from scorepad.web.league.freshness import today
from scorepad.web.league.records import Achievement, Record
from scorepad.web.people.people_view import Competitor, PeopleView

KINDS = 3
"""The most kinds of game listed, and searched for records."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A row: its label, who it is about, and the figure as text."""

    code: str
    label: str
    text: str
    who: Sequence[Competitor] = ()

    @property
    def line(self) -> str:
        """The row as a line of the picture."""
        names = " and ".join(competitor.name for competitor in self.who)
        return f"{self.label}: {', '.join(filter(None, [names, self.text]))}"


@dataclass(frozen=True, slots=True)
class RecordSet:
    """A record set in the year: the name of its kind of game, the record, and the achievement that set it."""

    kind: str
    record: Record
    best: Achievement

    @property
    def value(self) -> str:
        return self.record.value_text(self.best)


@dataclass(frozen=True)
class Year:
    """A calendar year of a club."""

    number: int
    club: Club
    people: PeopleView

    @property
    def first(self) -> date:
        return date(self.number, 1, 1)

    @property
    def last(self) -> date:
        return date(self.number, 12, 31)

    @property
    def is_over(self) -> bool:
        return today() > self.last

    @property
    def so_far(self) -> str:
        """The text after the year's number: ", so far" until it is over."""
        return "" if self.is_over else ", so far"

    @property
    def has_begun(self) -> bool:
        return today() >= self.first

    @cached_property
    def kind_names(self) -> Mapping[int, str]:
        """The names of all kinds, most played first."""
        return club_kind_names(self.club, self.club.league.kinds())

    def favourites(self, games: Mapping[int, int]) -> list[tuple[int, str, int]]:
        """Return the kinds with the most games: id, name and games."""
        played = [(kind, name, games[kind]) for kind, name in self.kind_names.items() if games.get(kind)]
        return sorted(played, key=lambda kind: -kind[2])[:KINDS]

    def records(self, kinds: Sequence[int], is_own: Callable[[RecordHolder], bool]) -> list[RecordSet]:
        """Return the records of these kinds that stood at the end of the year and were set in it."""
        days = "", self.last.isoformat()
        found = []
        for kind in kinds:
            for code, text in RECORDS.items():
                for holder in self.club.league.records.best(kind, code, 1, days):
                    if holder.game.day >= self.first.isoformat() and is_own(holder):
                        best = Achievement.of(code, holder, self.people)
                        found.append(RecordSet(self.kind_names[kind], Record(code, text, [best]), best))
        return found
