"""Six-digit codes that let a phone join one table. They are valid for 15 minutes and live in memory only.

Six digits can be guessed, so wrong codes are rate-limited. The `limits` library would use the wall clock: if that steps
back an hour, a phone would have to wait an hour longer.
"""

import hmac
import ipaddress
import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from scorepad.store import Role

DIGITS = 6
SECONDS_VALID = 900.0
MAX_CODES = 20
"""Codes that are valid at the same time; the oldest are dropped first. More codes would make guessing one easier."""

SECONDS_COUNTED = 3600.0
MAX_WRONG = 10
"""Wrong codes from one address in `SECONDS_COUNTED`. An IPv6 /64 network counts as one address."""
MAX_WRONG_IN_ALL = 360
"""Wrong codes from all addresses together. At this limit no one can use codes for a while, and the owners' page of
phones says so."""


class Purpose(NamedTuple):
    """What a code grants: a role in a game, under the link of this generation."""

    role: Role
    game: int
    generation: int


class ShownCode(NamedTuple):
    """A code to show on a page, and the seconds for which it is still valid."""

    digits: str
    seconds: float

    @property
    def spaced(self) -> str:
        """The digits in two groups, as people read them aloud."""
        return f"{self.digits[:3]} {self.digits[3:]}"

    @property
    def minutes(self) -> int:
        """The whole minutes for which it is still valid."""
        return int(self.seconds // 60)


class _Code(NamedTuple):
    digits: str
    purpose: Purpose
    until: float


class TooManyTries(Exception):
    """Too many wrong codes. Try again after `seconds`, at least 1."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Codes:
    """The valid codes of one club. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` is a monotonic clock, in seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._valid: deque[_Code] = deque(maxlen=MAX_CODES)
        self._wrong: deque[tuple[str, float]] = deque(maxlen=MAX_WRONG_IN_ALL)

    def show(self, purpose: Purpose) -> ShownCode:
        """Return a code to show. Halfway through its life a new code replaces it; both stay valid until they expire."""
        with self._lock:
            now = self._clock()
            self._drop_old(now)
            codes = [code for code in self._valid if code.purpose == purpose]
            if not codes or codes[-1].until - now < SECONDS_VALID / 2:
                codes.append(_Code(self._unused_digits(), purpose, now + SECONDS_VALID))
                self._valid.append(codes[-1])
            return ShownCode(codes[-1].digits, codes[-1].until - now)

    def check(self, digits: str, address: str) -> Purpose | None:
        """Return what a typed code grants. Return None for a wrong code, and count it.

        Raises TooManyTries after too many wrong codes, even if this one is right.
        """
        address = network_of(address)
        with self._lock:
            now = self._clock()
            self._drop_old(now)
            if wait := self._seconds_to_wait(address, now):
                raise TooManyTries(wait)
            code = self._matching(digits)
            if code is None:
                self._wrong.append((address, now))
            return code.purpose if code else None

    def minutes_paused(self) -> int:
        """Return for how many more minutes no phone can use a code; 0 if codes work."""
        with self._lock:
            now = self._clock()
            self._drop_old(now)
            return math.ceil(self._seconds_to_wait("", now) / 60)

    def _matching(self, digits: str) -> _Code | None:
        """Return the code with these digits. Compare every code, in constant time, against timing attacks."""
        typed = digits.encode("utf-8", "replace")
        matches = [hmac.compare_digest(code.digits.encode(), typed) for code in self._valid]
        codes = (code for code, matched in zip(self._valid, matches, strict=True) if matched)
        return next(codes, None)

    def _seconds_to_wait(self, address: str, now: float) -> int:
        tries = [tried_at for origin, tried_at in self._wrong if origin == address]
        limits = [tries[-MAX_WRONG]] if len(tries) >= MAX_WRONG else []
        if len(self._wrong) == MAX_WRONG_IN_ALL:
            limits.append(self._wrong[0][1])
        return max((math.ceil(start + SECONDS_COUNTED - now) for start in limits), default=0)

    def _drop_old(self, now: float) -> None:
        self._valid = deque((code for code in self._valid if code.until > now), MAX_CODES)
        while self._wrong and self._wrong[0][1] + SECONDS_COUNTED <= now:
            self._wrong.popleft()

    def _unused_digits(self) -> str:
        taken = {code.digits for code in self._valid}
        while (digits := f"{secrets.randbelow(10**DIGITS):0{DIGITS}}") in taken:
            pass
        return digits


def network_of(address: str) -> str:
    """Return the network to count an address under: the /64 for IPv6, where every client has billions of addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    mapped = parsed.ipv4_mapped
    return str(mapped or ipaddress.ip_network((parsed, 64), strict=False))
