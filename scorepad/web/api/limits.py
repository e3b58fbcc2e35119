"""The rate limit: how many requests each token sends per minute."""

import threading
import time

MINUTE = 60.0


class RateLimits:
    """Counts the requests of each token in its current minute. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._minutes: dict[tuple[str, int], tuple[float, int]] = {}

    def wait(self, whose: tuple[str, int], per_minute: int) -> int:
        """Count a request. Return 0, or the seconds to wait if it exceeds the limit."""
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
"""The rate limits of this process. A restart resets them, as a minute does."""
