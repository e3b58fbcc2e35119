"""Counts the requests in progress, so that a server that stops can wait for them and refuse new ones."""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

OVER = "503 Service Unavailable"


class InFlight:
    """WSGI middleware that counts a request until its response is returned, or, if it is streamed, closed."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app
        self._count = 0
        self._is_over = False
        self._left = threading.Condition()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        with self._left:
            self._count += 1
            is_over = self._is_over
        try:
            answer = _refuse(start_response) if is_over else self._app(environ, start_response)
        except BaseException:
            self._leave()
            raise
        if isinstance(answer, list):
            self._leave()
            return answer
        return _Parts(answer, self._leave)

    def end(self, seconds: float) -> bool:
        """Refuse new requests, and wait for those in progress. Return whether all of them ended in time."""
        with self._left:
            self._is_over = True
            return self._left.wait_for(lambda: not self._count, seconds)

    def _leave(self) -> None:
        with self._left:
            self._count -= 1
            self._left.notify_all()


class _Parts:
    """A streamed response, which calls `leave` when the server closes it."""

    def __init__(self, answer: Iterable[bytes], leave: Callable[[], None]) -> None:
        self._answer = answer
        self._leave = leave

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._answer)

    def close(self) -> None:
        try:
            if close := getattr(self._answer, "close", None):
                close()
        finally:
            self._leave()


def _refuse(start_response: "StartResponse") -> list[bytes]:
    """Answer 503 without a body: phones send again what was not saved, and a browser shows its own error page."""
    start_response(OVER, [("Content-Length", "0"), ("Retry-After", "1"), ("Cache-Control", "no-store")])
    return [b""]
