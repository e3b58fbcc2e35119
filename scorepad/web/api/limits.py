"""How many requests a minute each token sends."""

import threading
import time

MINUTE = 60.0


class RateLimits:
    """The requests of the current minute of each token. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._minutes: dict[tuple[str, int], tuple[float, int]] = {}

    def wait(self, whose: tuple[str, int], per_minute: int) -> int:
        """Count a request. Return 0, or the seconds to wait if it is one too many."""
        now = time.monotonic()
        with self._lock:
            began, count = self._minutes.get(whose, (now, 0))
            if now - began >= MINUTE:
                self._minutes = {key: minute for key, minute in self._minutes.items() if now - minute[0] < MINUTE}
                began, count = now, 0
            if count >= per_minute:
                return max(1, int(began + MINUTE - now) + 1)
            self._minutes[whose] = (began, count + 1)
            return 0


LIMITS = RateLimits()
"""Those of this process. A restart forgets them, which a minute would too."""
