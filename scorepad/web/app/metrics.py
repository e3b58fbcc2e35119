"""`/metrics`: what this process knows of itself, for monitoring programs, in the Prometheus text format 0.0.4.

Only numbers of the whole host are in it: no name and no number of a club, a person or a game. `SCOREPAD_METRICS` says
who may read it. To everyone else it is an address that does not exist.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from hmac import compare_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask

from scorepad import __version__
from scorepad.addresses import METRICS
from scorepad.environment import LOCAL
from scorepad.live.streams import Streams
from scorepad.store.connections import RECORDED
from scorepad.web.app.headers import headers_for
from scorepad.web.app.hosts import LONGEST, host_name, is_known, unmapped

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

NAME = "scorepad.metrics"
"""Key in `app.extensions`. Missing if nobody may read them."""

TYPE = "text/plain; version=0.0.4; charset=utf-8"

_CLASSES = "2345"
"""First digits of the statuses. All are listed from the start, because a counter that appears late misses its first."""

_FORWARDED = ("HTTP_X_FORWARDED", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
"""Beginnings of the headers by which a request through a proxy is recognised."""

_LOCAL_NAMES = frozenset({"localhost"})
_ESCAPES = str.maketrans({"\\": r"\\", "\n": r"\n", '"': r"\""})
_STARTED = time.time()


class Metric(NamedTuple):
    """A metric: its name, "counter" or "gauge", its meaning, and its values now, each with its labels as text."""

    name: str
    kind: str
    meaning: str
    values: Mapping[str, float]

    @property
    def text(self) -> str:
        lines = [f"# HELP {self.name} {self.meaning}", f"# TYPE {self.name} {self.kind}"]
        return "".join(f"{line}\n" for line in [*lines, *(f"{self.name}{at} {n}" for at, n in self.values.items())])


class Metrics:
    """Counts the requests of this process, and lists all metrics. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests = Counter(dict.fromkeys(_CLASSES, 0))
        self._gauges: list[tuple[str, str, Callable[[], int]]] = []

    def add_gauge(self, name: str, meaning: str, read: Callable[[], int]) -> None:
        """List what `read` returns, in any thread, whenever the metrics are asked for."""
        self._gauges.append((name, meaning, read))

    def count(self, status: str) -> None:
        """Count a request that was answered with this status."""
        with self._lock:
            self._requests[status[0]] += 1

    def text(self) -> str:
        with self._lock:
            requests = {labels(status=f"{first}xx"): n for first, n in self._requests.items()}
        metrics = [
            Metric("scorepad_info", "gauge", "The version of Scorepad.", {labels(version=__version__): 1}),
            Metric("scorepad_requests_total", "counter", "Requests answered, except for metrics.", requests),
            Metric("scorepad_entries_total", "counter", "Entries recorded, in all clubs.", {"": RECORDED.total}),
            *(Metric(name, "gauge", meaning, {"": read()}) for name, meaning, read in self._gauges),
            Metric("process_cpu_seconds_total", "counter", "Seconds of processor.", {"": time.process_time()}),
            Metric("process_start_time_seconds", "gauge", "When the process began, in Unix time.", {"": _STARTED}),
        ]
        if memory := resident_memory():
            metrics.append(Metric("process_resident_memory_bytes", "gauge", "Resident memory.", {"": memory}))
        return "".join(metric.text for metric in metrics)


def labels(**values: str) -> str:
    """Labels as they stand behind a metric's name."""
    return "{" + ",".join(f'{name}="{text.translate(_ESCAPES)}"' for name, text in values.items()) + "}"


def resident_memory() -> int:
    """The bytes of memory that this process has now; 0 if the system does not say."""
    if sys.platform != "linux":
        return 0
    import resource

    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    except OSError:
        return 0


class MetricsMiddleware:
    """Counts every request, and answers `/metrics` to those who may read it. All else is for the application.

    It is the outermost one: it must see who really connected, not whom a header names.
    """

    def __init__(self, app: "WSGIApplication", metrics: Metrics, reader: str) -> None:
        """`reader` is `LOCAL`, or the token of those who may read."""
        self._app = app
        self._metrics = metrics
        self._reader = reader

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Any:
        is_read = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        if environ.get("PATH_INFO") == METRICS and is_read and self._may_read(environ):
            return self._answer(environ, start_response)

        def counted(status: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Any:
            self._metrics.count(status)
            return start_response(status, headers, exc_info)

        return self._app(environ, counted)

    def _may_read(self, environ: "WSGIEnvironment") -> bool:
        if self._reader == LOCAL:
            return _is_from_here(environ)
        scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        return scheme.lower() == "bearer" and compare_digest(token.strip().encode(), self._reader.encode())

    def _answer(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        body = self._metrics.text().encode()
        headers = [("Content-Type", TYPE), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
        start_response("200 OK", [*headers, *headers_for(environ["wsgi.url_scheme"], is_kept=True)])
        return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]


def _is_from_here(environ: "WSGIEnvironment") -> bool:
    """Whether a program on this machine sent a request itself.

    A proxy on this machine passes on the requests of others. The name in the request is checked because another site
    could point its own at this machine, and let a browser here read the answer (DNS rebinding).
    """
    if any(header.startswith(_FORWARDED) for header in environ):
        return False
    name = host_name(environ.get("HTTP_HOST", "")[: LONGEST + 1])
    if name is None or not is_known(name, _LOCAL_NAMES):
        return False
    try:
        return unmapped(environ.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def install(app: Flask, reader: str, streams: Streams) -> None:
    """Count requests from now on, and let `reader` read the metrics: `LOCAL`, or whoever has this token."""
    metrics, clubs = Metrics(), app.extensions["scorepad.clubs"]
    metrics.add_gauge("scorepad_streams_open", "Open event streams.", lambda: streams.taken)
    metrics.add_gauge("scorepad_clubs_open", "Clubs whose files are open.", lambda: clubs.count)
    app.extensions[NAME] = metrics
    app.wsgi_app = MetricsMiddleware(app.wsgi_app, metrics, reader)  # type: ignore[method-assign]
