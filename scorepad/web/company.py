"""Which phones are at one game, by what they asked for and which streams they keep open.

Nothing here looks at a clock: `now` is seconds that only ever grow. Threads must not call at once: `hub` sees to that.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from typing import NamedTuple

SECONDS_HERE = 40.0
"""For how long a phone is here after it asked for a page; a phone without a stream polls sooner than that."""

SECONDS_AFTER_A_STREAM = 5.0
"""For how long a phone is here after its stream ended: it may only be going to another page."""

SECONDS_SCORING = 600.0
"""For how long after it was here a phone counts as one that keeps score of the game too."""


class At(StrEnum):
    """What a phone looks at."""

    TABLE = "table"
    COUNT = "count"
    BOARD = "board"


class Who(NamedTuple):
    """A phone: its id, who keeps score on it (0: nobody said), and whether it may do so."""

    phone: int
    player: int
    scores: bool


class Present(NamedTuple):
    """A phone that is here, as a page shows it."""

    player: int
    scores: bool
    counting: bool


@dataclass(slots=True)
class _Phone:
    who: Who
    page: At
    here_until: float = 0.0
    scoring_until: float = 0.0
    streams: dict[int, At] = field(default_factory=dict)

    def is_here(self, now: float) -> bool:
        return bool(self.streams) or now < self.here_until

    @property
    def scores(self) -> bool:
        """Whether it keeps score: what only looks at the board does not, whatever it might."""
        return self.who.scores and self.at is not At.BOARD

    def scored_lately(self, now: float) -> bool:
        return now < self.scoring_until or (bool(self.streams) and self.scores)

    @property
    def at(self) -> At:
        """What it looks at: with two windows open, what it opened last, whichever of them asks for its page anew."""
        return next(reversed(self.streams.values()), self.page)

    def met(self, who: Who, now: float, seconds: float) -> None:
        self.who = who
        self.here_until = now + seconds
        if self.scores:
            self.scoring_until = max(self.scoring_until, now + SECONDS_SCORING)

    def next_end(self, now: float) -> float:
        """When something about it ends by itself."""
        ends = (self.here_until, self.scoring_until)
        return inf if self.streams else min((end for end in ends if end > now), default=inf)


class Company:
    """The phones at one game."""

    def __init__(self) -> None:
        """Nobody is here."""
        self._phones: dict[int, _Phone] = {}
        self._picture: tuple[tuple[Present, ...], tuple[int, ...]] = ((), ())
        self._next_end = inf

    def saw(self, who: Who, at: At, now: float) -> None:
        """A phone asked for a page."""
        phone = self._phones.setdefault(who.phone, _Phone(who, at))
        phone.page = at
        phone.met(who, now, SECONDS_HERE)

    def came(self, who: Who, at: At, stream: int, now: float) -> None:
        """A phone opened a stream, by a number that nobody else has."""
        phone = self._phones.setdefault(who.phone, _Phone(who, at))
        phone.streams[stream] = at
        phone.met(who, now, SECONDS_AFTER_A_STREAM)

    def left(self, who: Who, stream: int, now: float) -> None:
        """A stream of a phone ended."""
        phone = self._phones[who.phone]
        del phone.streams[stream]
        phone.met(phone.who, now, SECONDS_AFTER_A_STREAM)

    def is_due(self, now: float) -> bool:
        """Whether time alone may have changed who is here."""
        return now >= self._next_end

    def has_changed(self, now: float) -> bool:
        """Forgets who is gone; whether pages show another company than when this was asked last."""
        self._phones = {
            number: phone
            for number, phone in self._phones.items()
            if phone.is_here(now) or phone.scored_lately(now)
        }
        ends = (phone.next_end(now) for phone in self._phones.values())
        self._next_end = min(ends, default=inf)
        before, self._picture = self._picture, (self.here(now), self._scorers(now))
        return self._picture != before

    def here(self, now: float) -> tuple[Present, ...]:
        """Every phone that is here, in an order that tells nothing; nobody where there is one alone."""
        present = sorted(
            Present(phone.who.player, phone.scores, phone.at is At.COUNT)
            for phone in self._phones.values()
            if phone.is_here(now)
        )
        return tuple(present) if len(present) > 1 else ()

    def others_score(self, phone: int, now: float) -> bool:
        """Whether another phone than this keeps score here, or did so lately."""
        return any(other != phone for other in self._scorers(now))

    def _scorers(self, now: float) -> tuple[int, ...]:
        found = [number for number, phone in self._phones.items() if phone.scored_lately(now)]
        return tuple(sorted(found)) if len(found) > 1 else ()
