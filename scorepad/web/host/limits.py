"""How many clubs visitors may start: per address and in total, per day and overall.

Addresses are held in memory only. A monotonic clock measures the day.
"""

import ipaddress
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping

from scorepad.web.app.hosts import network_of

SECONDS_COUNTED = 24 * 3600.0
MAX_OF_AN_ADDRESS = 3
"""Clubs per day from one address. An IPv6 /64 network counts as one address."""
MAX_OF_WIDER = {56: 6, 48: 12}
"""Clubs per day from an IPv6 network, by prefix length: providers give one customer networks of these sizes."""
PART_A_DAY = 10
"""A tenth of the host's maximum may be started per day."""
MAX_KEYS = 1000


class TooManyClubs(Exception):
    """No club can be started now. The message is shown to users."""


class Limits:
    """Counts and limits the clubs that visitors start. Thread-safe: one is started at a time."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`most` is the maximum number of clubs on this host."""
        self.most = most
        self._clock = clock
        self._lock = threading.Lock()
        self._started: deque[tuple[frozenset[str], float]] = deque()
        self._by_key: OrderedDict[str, str] = OrderedDict()

    @property
    def most_a_day(self) -> int:
        return max(MAX_OF_AN_ADDRESS, self.most // PART_A_DAY)

    def start(self, address: str, key: str, count: Callable[[], int], make: Callable[[], str]) -> str:
        """Create a club and return its slug. For a form key that was used before, return the club it created.

        `count` returns the number of clubs. Raises TooManyClubs, and what `make` raises; a failed start does not count.
        """
        with self._lock:
            if key in self._by_key:
                return self._by_key[key]
            networks, now = mosts_of(address), self._clock()
            self._check(networks, now, count)
            slug = make()
            self._started.append((frozenset(networks), now))
            self._by_key[key] = slug
            if len(self._by_key) > MAX_KEYS:
                self._by_key.popitem(last=False)
            return slug

    def _check(self, networks: Mapping[str, int], now: float, count: Callable[[], int]) -> None:
        while self._started and now - self._started[0][1] >= SECONDS_COUNTED:
            self._started.popleft()
        for network, most in networks.items():
            if sum(network in whose for whose, _ in self._started) >= most:
                raise TooManyClubs(
                    f"{most} clubs were started from your network today. Come back tomorrow, or ask for the link of "
                    "one of them."
                )
        if len(self._started) >= self.most_a_day:
            raise TooManyClubs("Very many clubs were started here today. Come back tomorrow.")
        if count() >= self.most:
            raise TooManyClubs("This host is full and accepts no new clubs. Ask its owner, or run Scorepad yourself.")


def mosts_of(address: str) -> dict[str, int]:
    """Return the networks that contain an address, with the clubs per day that each may start."""
    own = network_of(address)
    wider = {}
    if ":" in own and "/" in own:
        network = ipaddress.ip_network(own)
        wider = {str(network.supernet(new_prefix=bits)): most for bits, most in MAX_OF_WIDER.items()}
    return {own: MAX_OF_AN_ADDRESS, **wider}
