"""Bring a club's league up to date, in a thread of its own: a correction of an old game changes all later ratings."""

import threading

from scorepad.store import Club


class LeagueWorker:
    """Updates one club's league, in one thread at a time."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._lock = threading.Lock()
        self._work: threading.Thread | None = None
        self._fault: Exception | None = None

    def is_done(self, wait: float) -> bool:
        """Start the work if needed, wait at most `wait` seconds, and return whether it is done.

        If the work failed, raises its exception once.
        """
        if self._club.league.is_fresh():
            return True
        work = self._started()
        work.join(wait)
        with self._lock:
            fault, self._fault = self._fault, None
        if fault:
            raise fault
        return not work.is_alive()

    def is_at_work(self) -> bool:
        """Whether the thread still needs the club."""
        with self._lock:
            return self._work is not None and self._work.is_alive()

    def _started(self) -> threading.Thread:
        with self._lock:
            if self._work is None or not self._work.is_alive():
                # No page fetched the fault of the previous thread.
                self._fault = None
                self._work = threading.Thread(target=self._catch_up, daemon=True)
                self._work.start()
            return self._work

    def _catch_up(self) -> None:
        try:
            self._club.league.catch_up()
        except Exception as error:  # raised by `is_done` in the thread of a page
            with self._lock:
                self._fault = error
