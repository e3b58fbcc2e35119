"""What two people, or two partnerships, are to each other: their meetings, and how they do as partners."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Self

from scorepad.league.facts import WHOLE
from scorepad.league.who import Who, is_partnership, key_of, members
from scorepad.store import Club
from scorepad.store.results.rows import Met, Pair
from scorepad.web import lead
from scorepad.web.league.charts import Divided, divided
from scorepad.web.league.lastgames import SIGNS, TIED, WON, outcome
from scorepad.web.shortnames import short_team
from scorepad.web.whos import Shown, Whos
from scorepad.web.words import plural

DRAWN = 30
"""How many meetings the picture of the difference reaches back."""

LAST = 10
"""How many of the last meetings are listed."""

_ROOM = 14.0


@dataclass(frozen=True, slots=True)
class Meeting:
    """A meeting in a list: what it was for the first, in words and as a sign, and both totals."""

    met: Met
    said: str
    sign: str
    totals: tuple[int, int]


@dataclass(frozen=True)
class VersusPage:
    """Two who may have met; `last` are the last meetings, the last first, `longest` the runs each won in a row."""

    one: Shown
    other: Shown
    pair: Pair
    together: Pair | None
    longest: tuple[int, int]
    last: list[Met]

    @classmethod
    def of(cls, club: Club, everybody: Whos, one: Who, other: Who) -> Self:
        """The page of two, of whom nobody is the same."""
        league = club.league
        alone = not is_partnership(one)
        return cls(
            one=everybody.of_key(one),
            other=everybody.of_key(other),
            pair=league.pair(one, other),
            together=league.pair(one, other, together=True) if alone else None,
            longest=league.longest_runs(one, other),
            last=league.met(one, other, DRAWN),
        )

    @property
    def leads(self) -> str:
        """Who leads, and by how much."""
        ahead = self.pair.wins - self.pair.lost
        if ahead == 0:
            return "They are level."
        name = (self.one if ahead > 0 else self.other).name
        by = plural(abs(ahead), "meeting", "meetings")
        return f"{name} {'lead' if self.of_several else 'leads'} by {by}."

    @property
    def of_several(self) -> bool:
        """Whether these are partnerships."""
        return is_partnership(self.one.who)

    @cached_property
    def bar(self) -> Divided | None:
        """The meetings as a bar: won, tied, lost."""
        return divided((self.pair.wins, self.pair.ties, self.pair.lost))

    @property
    def bar_said(self) -> str:
        """What the bar shows, in a sentence."""
        won, lost = self.pair.wins, self.pair.lost
        met = plural(self.pair.games, "meeting", "meetings")
        return f"Of {met} {self.one.name} won {won}, {self.other.name} won {lost}, {self.pair.ties} tied."

    @cached_property
    def course(self) -> list[int]:
        """By how many won meetings the first was ahead before the last few, and after each of them."""
        steps = [(one.share == WHOLE) - (one.share == 0) for one in self.last[::-1]]
        ahead = [self.pair.wins - self.pair.lost - sum(steps)]
        for step in steps:
            ahead.append(ahead[-1] + step)
        return ahead

    @property
    def before(self) -> int:
        """How many meetings there were before those that are drawn."""
        return self.pair.games - len(self.last)

    @cached_property
    def picture(self) -> lead.Picture | None:
        """The difference after each of the last meetings, the first one's side above zero."""
        return lead.picture([(ahead, 0) for ahead in self.course], self.before)

    @property
    def picture_said(self) -> str:
        """What the picture shows, in sentences."""
        high, low = max(self.course), min(self.course)
        said = []
        if high > 0:
            said.append(f"{self.one.name} were" if self.of_several else f"{self.one.name} was")
            said[-1] += f" ahead by {high} at most."
        if low < 0:
            said.append(f"{self.other.name} were" if self.of_several else f"{self.other.name} was")
            said[-1] += f" ahead by {-low} at most."
        return " ".join([*said, self.leads])

    @property
    def short_names(self) -> tuple[str, str]:
        """Both names as they fit into the picture."""
        return short_team(self.one.name, _ROOM), short_team(self.other.name, _ROOM)

    @property
    def run_said(self) -> str:
        """The run that stands now."""
        run = self.last[0].run
        if run == 0:
            return "None: the last meeting was a tie"
        name = (self.one if run > 0 else self.other).name
        meetings = plural(abs(run), "meeting", "meetings")
        return f"{name} won the last {meetings if abs(run) > 1 else 'meeting'}"

    @property
    def meetings(self) -> list[Meeting]:
        """The last meetings as they are listed."""
        return [self._meeting(one) for one in self.last[:LAST]]

    def _meeting(self, met: Met) -> Meeting:
        how = outcome(met.share)
        winner = self.one if how == WON else self.other
        said = "A tie" if how == TIED else f"{winner.name} won"
        totals = (self._total(met, self.one.who), self._total(met, self.other.who))
        return Meeting(met, said, SIGNS[how], totals)

    def _total(self, met: Met, who: Who) -> int:
        people = set(members(who))
        return next(side.total for side in met.game.sides if people <= set(side.people))

    @property
    def together_key(self) -> Who:
        """Both as a partnership."""
        return key_of((*members(self.one.who), *members(self.other.who)))

    @property
    def together_share(self) -> Fraction | None:
        """The win share of their games together."""
        if self.together is None or not self.together.games:
            return None
        return Fraction(self.together.share, WHOLE * self.together.games)
