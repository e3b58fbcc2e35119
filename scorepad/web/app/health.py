"""`/healthz`: whether the server could record something now, for health checks.

It is answered before host names are checked: a container's probe or a proxy may use any name, and the response contains
nothing about a club.
"""

import json
import os
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from scorepad import __version__
from scorepad.live.open_clubs import OpenClubs
from scorepad.store import StoreError
from scorepad.web.app.headers import headers_for

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

SECONDS_KEPT = 5.0
"""How long a result is cached. Anyone may send requests as often as they like, and this must not wear out the disk."""

BYTES = 4096
"""The bytes that a trial writes: a page of a club's file."""

_METHODS = ("GET", "HEAD")


class Health:
    """Checks the disk, and the home club if there is one. Thread-safe."""

    def __init__(self, home: Path, clubs: OpenClubs, clock: Callable[[], float] = time.monotonic) -> None:
        self._home = home
        self._clubs = clubs
        self._clock = clock
        self._lock = threading.Lock()
        self._fault = ""
        self._until = float("-inf")

    def fault(self) -> str:
        """Return why nothing can be recorded, as a sentence without paths; "" if all is well.

        The other clubs of a host are not checked: a broken one shows errors on its own pages, the rest still work.
        """
        with self._lock:
            if self._clock() >= self._until:
                self._fault = self._try()
                self._until = self._clock() + SECONDS_KEPT
            return self._fault

    def _try(self) -> str:
        try:
            _try_disk(self._home)
            # An import may hold the writer for minutes, which is no reason to restart Scorepad.
            if self._clubs.home and not self._clubs.home.store.imports.is_recording:
                self._clubs.home.store.try_writing()
        except StoreError as error:
            # Do not reveal where this machine stores its files.
            return str(error).replace(str(self._home), "the folder of the clubs")
        return ""


def _try_disk(folder: Path) -> None:
    """Write a small file to the disk of a folder, and remove it. Raises StoreError."""
    try:
        with NamedTemporaryFile(dir=folder, prefix=".writable-", buffering=0) as trial:
            written = trial.write(secrets.token_bytes(BYTES))
            os.fsync(trial.fileno())
    except OSError as error:
        raise StoreError(f"Nothing can be saved in {folder}: {error.strerror or error}.") from None
    if written < BYTES:
        raise StoreError(f"Nothing can be saved in {folder}: the disk is full.")


class HealthAnswer:
    """Answers `/healthz`."""

    def __init__(self, health: Health) -> None:
        self._health = health

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        if environ["REQUEST_METHOD"] not in _METHODS:
            status, document = "405 METHOD NOT ALLOWED", {"status": "asked wrongly"}
        else:
            status, document = self._answer()
        body = json.dumps(document, ensure_ascii=False).encode() + b"\n"
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        headers += [("Allow", ", ".join(_METHODS))] * status.startswith("405")
        headers += [("Cache-Control", "no-store"), *headers_for(environ["wsgi.url_scheme"], is_kept=True)]
        start_response(status, headers)
        return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]

    def _answer(self) -> tuple[str, dict[str, str]]:
        fault = self._health.fault()
        if fault:
            return "503 SERVICE UNAVAILABLE", {"status": "failing", "version": __version__, "reason": fault}
        return "200 OK", {"status": "well", "version": __version__}
