"""How many clubs visitors may start: of one address and of all, in a day and altogether.

The addresses are in memory only. A clock that never steps back counts the day.
"""

import ipaddress
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping

from scorepad.web.app.bodies import network_of

SECONDS_COUNTED = 24 * 3600.0
MOST_OF_AN_ADDRESS = 3
"""Clubs of one address in a day. A whole network of IPv6 counts as one."""
MOST_OF_WIDER = {56: 6, 48: 12}
"""Clubs of all networks of IPv6 that begin with so many bits: providers give these to one customer."""
PART_A_DAY = 10
"""A tenth of all clubs that the host takes may be started in a day."""
MOST_KEYS = 1000


class TooManyClubs(Exception):
    """No club can be started just now. The text is a sentence for people."""


class Limits:
    """Counts the clubs that visitors start. Thread-safe: one is started at a time."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`most` is how many clubs the host takes altogether."""
        self.most = most
        self._clock = clock
        self._lock = threading.Lock()
        self._started: deque[tuple[frozenset[str], float]] = deque()
        self._by_key: OrderedDict[str, str] = OrderedDict()

    @property
    def most_a_day(self) -> int:
        return max(MOST_OF_AN_ADDRESS, self.most // PART_A_DAY)

    def start(self, address: str, key: str, count: Callable[[], int], make: Callable[[], str]) -> str:
        """Make a club and return its name; for the key of a form that was sent before, the club that it made.

        `count` says how many clubs there are. Raises TooManyClubs, and what `make` raises, which then does not count.
        """
        with self._lock:
            if key in self._by_key:
                return self._by_key[key]
            networks, now = mosts_of(address), self._clock()
            self._check(networks, now, count)
            slug = make()
            self._started.append((frozenset(networks), now))
            self._by_key[key] = slug
            if len(self._by_key) > MOST_KEYS:
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
            raise TooManyClubs("This host is full: it takes no more clubs. Ask its owner, or run Scorepad yourself.")


def mosts_of(address: str) -> dict[str, int]:
    """The networks that an address is in, and how many clubs of each may be started in a day."""
    own = network_of(address)
    wider = {}
    if ":" in own and "/" in own:
        network = ipaddress.ip_network(own)
        wider = {str(network.supernet(new_prefix=bits)): most for bits, most in MOST_OF_WIDER.items()}
    return {own: MOST_OF_AN_ADDRESS, **wider}
