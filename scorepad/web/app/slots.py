"""Limit the requests that hold a server thread for long, so that threads for the pages remain."""

import threading
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager


class LimitReached(Exception):
    """All slots are taken."""


class Slots:
    """A limit on requests at the same time, for each club and for the whole host. Thread-safe."""

    def __init__(self, of_a_club: int, of_the_host: int) -> None:
        self._of_a_club = of_a_club
        self._of_the_host = of_the_host
        self._taken: Counter[Hashable] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def slot(self, club: Hashable) -> Iterator[None]:
        """Hold a slot inside a `with` block. Raises LimitReached."""
        with self._lock:
            if self._taken[club] >= self._of_a_club or self._taken.total() >= self._of_the_host:
                raise LimitReached
            self._taken[club] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[club] -= 1
                self._taken += Counter()
