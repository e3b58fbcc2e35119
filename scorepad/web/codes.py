"""Short codes to type at the front door: six digits for one table, good for a quarter of an hour, kept in memory alone.

Six digits could be guessed by trying, so wrong ones are counted. The library `limits` would count them too, but by the
clock on the wall: where that steps back an hour, whoever mistyped too often would be shut out for an hour more.
"""

import hmac
import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from scorepad.store import Role

DIGITS = 6
SECONDS_GOOD = 900.0
MOST_CODES = 20
"""Codes that are good at once; the oldest go first. The more there are, the sooner one is guessed."""

SECONDS_COUNTED = 600.0
MOST_WRONG = 10
"""Wrong codes that one address may try in `SECONDS_COUNTED`."""
MOST_WRONG_IN_ALL = 60
"""Wrong codes that all of them together may try: after that no code is good any longer, and none can be typed."""


class Purpose(NamedTuple):
    """What a code is for: a role in a game, by the link of that generation."""

    role: Role
    game: int
    generation: int


class Shown(NamedTuple):
    """A code as it is shown, and for how many seconds it is still good."""

    digits: str
    seconds: float

    @property
    def spaced(self) -> str:
        """The digits in two groups, as people read them out."""
        return f"{self.digits[:3]} {self.digits[3:]}"

    @property
    def minutes(self) -> int:
        """For how many whole minutes it is still good, at least."""
        return int(self.seconds // 60)


class _Code(NamedTuple):
    digits: str
    purpose: Purpose
    until: float


class TooManyTries(Exception):
    """Too many wrong codes were tried; in `seconds` another may be."""

    def __init__(self, seconds: int) -> None:
        """In so many whole seconds, at least 1."""
        super().__init__(seconds)
        self.seconds = seconds


class Codes:
    """The codes of one club that are good now. Threads may share it; it dies with its process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """None is good yet. `clock` gives seconds that only ever grow."""
        self._clock = clock
        self._lock = threading.Lock()
        self._good: deque[_Code] = deque(maxlen=MOST_CODES)
        self._wrong: deque[tuple[str, float]] = deque(maxlen=MOST_WRONG_IN_ALL)

    def shown(self, purpose: Purpose) -> Shown:
        """A code for this. A new one is made where the last is half worn out, which stays good to its own end."""
        with self._lock:
            now = self._clock()
            self._drop_old(now)
            ours = [code for code in self._good if code.purpose == purpose]
            if not ours or ours[-1].until - now < SECONDS_GOOD / 2:
                ours.append(_Code(self._unused(), purpose, now + SECONDS_GOOD))
                self._good.append(ours[-1])
            return Shown(ours[-1].digits, ours[-1].until - now)

    def tried(self, digits: str, address: str) -> Purpose | None:
        """What a code that was typed at an address is for; None for a wrong one, which counts.

        Raises TooManyTries, also for a right one, where too many wrong ones came before.
        """
        with self._lock:
            now = self._clock()
            self._drop_old(now)
            if wait := self._wait(address, now):
                raise TooManyTries(wait)
            found = list(self._matching(digits))
            if not found:
                self._wrong.append((address, now))
                if len(self._wrong) == MOST_WRONG_IN_ALL:
                    self._good.clear()
            return found[0].purpose if found else None

    def _matching(self, digits: str) -> Iterator[_Code]:
        """Whichever code it is, after comparing it with all of them in a time that tells nothing."""
        said = digits.encode("utf-8", "replace")
        same = [hmac.compare_digest(code.digits.encode(), said) for code in self._good]
        return (code for code, is_it in zip(self._good, same, strict=True) if is_it)

    def _wait(self, address: str, now: float) -> int:
        """For how many seconds nothing more may be tried from an address, 0 where it may."""
        here = [at for whose, at in self._wrong if whose == address]
        ends = [here[-MOST_WRONG]] if len(here) >= MOST_WRONG else []
        if len(self._wrong) == MOST_WRONG_IN_ALL:
            ends.append(self._wrong[0][1])
        return max((math.ceil(at + SECONDS_COUNTED - now) for at in ends), default=0)

    def _drop_old(self, now: float) -> None:
        self._good = deque((one for one in self._good if one.until > now), MOST_CODES)
        while self._wrong and self._wrong[0][1] + SECONDS_COUNTED <= now:
            self._wrong.popleft()

    def _unused(self) -> str:
        taken = {code.digits for code in self._good}
        while (digits := f"{secrets.randbelow(10**DIGITS):0{DIGITS}}") in taken:
            pass
        return digits
