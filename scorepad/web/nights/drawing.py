"""Draws of sittings, which may take longer than a request: each runs in a process of its own, which a thread waits for.

Pages show how far it is.
"""

import logging
import threading
from contextlib import suppress
from pathlib import Path

from scorepad.child_process import EndedEarly
from scorepad.movements.draw import BadPlan, NightDraw, NightPlan, Partners
from scorepad.play.nights import Night, draw_night
from scorepad.play.search_tables import search_elsewhere, search_tables
from scorepad.rules.faults import RulesError
from scorepad.store import ChangedMeanwhile, Club, StoreError

AT_FIRST = 1.0
"""Seconds a request waits for a draw. Small nights are drawn by then."""

_LOG = logging.getLogger(__name__)

Key = tuple[Path, int]
"""The club's file and the night."""


class Drawings:
    """The draws that are going on in this server. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: dict[Key, tuple[int, float]] = {}
        """The version of the night that is drawn, and the part that is done."""

    def start(self, club: Club, night: Night) -> None:
        """Draw the sittings to come of a night, unless that is being done, and wait a moment for it.

        A draw of an earlier version of the night is given up.
        """
        key = club.path, night.id
        with self._lock:
            if key in self._done and self._done[key][0] == night.version:
                return
            self._done[key] = night.version, 0.0
        thread = threading.Thread(target=self._run, args=(key, club, night), name="drawing", daemon=True)
        thread.start()
        thread.join(AT_FIRST)

    def done(self, club: Club, night: Night) -> float | None:
        """Return the part of a draw that is done; None if there is none for this version of the night."""
        with self._lock:
            version, done = self._done.get((club.path, night.id), (0, 0.0))
            return done if version == night.version else None

    def _run(self, key: Key, club: Club, night: Night) -> None:
        def report(done: float) -> None:
            with self._lock:
                if self._done.get(key, (0, 0.0))[0] != night.version:
                    raise ChangedMeanwhile("This night has another draw now.")
                self._done[key] = night.version, done

        def search(task: tuple[NightPlan, int]) -> NightDraw:
            # A search is long only if partners change.
            return (search_elsewhere if task[0].partners is Partners.CHANGE else search_tables)(task, report)

        try:
            # A plan that was changed meanwhile has its own draw. The page says what is wrong with a plan.
            with suppress(ChangedMeanwhile, BadPlan, RulesError):
                draw_night(club, night, search)
        except (StoreError, EndedEarly, OSError):
            _LOG.exception("A night could not be drawn. The organiser can ask for another draw.")
        finally:
            with self._lock:
                if self._done.get(key, (0, 0.0))[0] == night.version:
                    del self._done[key]


DRAWINGS = Drawings()
