"""Draws of sittings, which may take longer than a request: each runs in a thread, and pages show how far it is."""

import logging
import threading
from contextlib import suppress
from pathlib import Path

from scorepad.movements.draw import BadPlan
from scorepad.play.nights import Night, draw_night
from scorepad.rules.faults import RulesError
from scorepad.store import ChangedMeanwhile, Club, StoreError

AT_FIRST = 1.0
"""Seconds a request waits for a draw. Small nights are drawn by then."""

_LOG = logging.getLogger(__name__)

Key = tuple[Path, int, int]
"""The club's file, the night and its version: a change of the plan begins another draw."""


class Drawings:
    """The draws that are going on in this process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: dict[Key, float] = {}

    def start(self, club: Club, night: Night) -> None:
        """Draw the sittings to come of a night in a thread, unless that is being done, and wait a moment for it."""
        key = club.path, night.id, night.version
        with self._lock:
            if key in self._done:
                return
            self._done[key] = 0.0
        thread = threading.Thread(target=self._run, args=(key, club, night), name="drawing", daemon=True)
        thread.start()
        thread.join(AT_FIRST)

    def done(self, club: Club, night: Night) -> float | None:
        """Return the part of a draw that is done; None if there is none for this version of the night."""
        with self._lock:
            return self._done.get((club.path, night.id, night.version))

    def _run(self, key: Key, club: Club, night: Night) -> None:
        def report(done: float) -> None:
            self._done[key] = done

        try:
            # A plan that was changed meanwhile has its own draw. The page says what is wrong with a plan.
            with suppress(ChangedMeanwhile, BadPlan, RulesError):
                draw_night(club, night, report)
        except StoreError:
            _LOG.exception("A draw could not be saved. The organiser can ask for another one.")
        finally:
            with self._lock:
                del self._done[key]


DRAWINGS = Drawings()
