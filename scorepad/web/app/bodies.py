"""Read the bodies of posted forms, so that slow or incomplete ones do not block the pages.

A body must arrive within ten seconds. We read it in a thread of our own: the server's blocking read cannot be
interrupted, and a server thread that waits for ever is lost to the pages. Unfinished bodies are counted until their
read ends: those of phones with a pass by phone and by link, all others by address.

Waiting for another thread takes longer than everything else in a tap. So the server's own threads read the bodies of
phones with a pass, but only a few at a time: silent phones can then block only these few threads.
"""

import ipaddress
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from flask import Response, after_this_request, has_request_context

from scorepad.store import Phone, Role

SECONDS_FOR_A_BODY = 10.0

MAX_OF_A_PHONE = 6
MAX_OF_A_LINK = 12
"""Unfinished bodies of all phones that joined by one link, except the owner's link."""
MAX_OF_A_CLUB = 96
MAX_OF_PHONES = 192
"""Unfinished bodies of all phones and programs with a pass, in all clubs together."""
MAX_OF_AN_ADDRESS = 2
MAX_OF_STRANGERS = 32
"""Unfinished bodies of all clients without a pass."""

MAX_AT_ONCE = 4
"""Bodies that the server's own threads read at the same time. The body of a tap usually arrives at once."""

UNREAD = "scorepad.unread"
"""Key in the environment: `TooSlow.ended` of a body that arrived too late, or None."""

CHUNK = 16 * 1024


class TooManyUnfinished(Exception):
    """Too many bodies are unfinished, so this one is not read."""


class TooSlow(Exception):
    """The body did not arrive completely and in time.

    `ended` is set when the thread that reads it ends; None if there is no such thread.
    """

    def __init__(self, ended: threading.Event | None = None) -> None:
        super().__init__()
        self.ended = ended


class Stream(Protocol):
    """`wsgi.input`."""

    def read(self, size: int, /) -> bytes: ...


class Limit(NamedTuple):
    """The most unfinished bodies that may count towards the key `whose`."""

    whose: tuple[object, ...]
    most: int


class Bodies:
    """The bodies that are being read. Thread-safe."""

    def __init__(self, seconds: float = SECONDS_FOR_A_BODY) -> None:
        self._seconds = seconds
        self._unfinished: Counter[tuple[object, ...]] = Counter()
        self._lock = threading.Lock()
        self._at_once = threading.BoundedSemaphore(MAX_AT_ONCE)

    def read_at_once(self, stream: Stream, length: int, limits: Callable[[], Sequence[Limit]]) -> bytes:
        """Read the body of a phone with a pass, in this thread if few other threads read. Raises what `read` raises.

        `limits` is called only if another thread reads it.
        """
        if not self._at_once.acquire(blocking=False):
            return self.read(stream, length, limits())
        try:
            return _whole(_read(stream, length, time.monotonic() + self._seconds), length)
        finally:
            self._at_once.release()

    def read(self, stream: Stream, length: int, limits: Sequence[Limit]) -> bytes:
        """Read a body of `length` bytes. Raises TooManyUnfinished immediately, or TooSlow after the timeout."""
        whose = [limit.whose for limit in limits]
        with self._lock:
            if any(self._unfinished[limit.whose] >= limit.most for limit in limits):
                raise TooManyUnfinished
            self._unfinished.update(whose)
        answer: SimpleQueue[bytes] = SimpleQueue()
        ended = threading.Event()

        def read() -> None:
            try:
                answer.put(_read(stream, length, time.monotonic() + self._seconds))
            finally:
                ended.set()
                with self._lock:
                    self._unfinished.subtract(whose)
                    self._unfinished += Counter()

        threading.Thread(target=read, name="body", daemon=True).start()
        try:
            return _whole(answer.get(timeout=self._seconds), length)
        except Empty:
            keep_request(ended)
            raise TooSlow(ended) from None


BODIES = Bodies()
"""The bodies that this process is reading."""


def keep_request(ended: threading.Event) -> None:
    """Keep an answered request open until the read of its body has ended.

    A granian request that ends while another thread waits for its body holds the GIL until the socket is closed, so no
    page would be answered. This holds one of the server's threads instead, which the limits allow for.
    """
    if has_request_context():
        after_this_request(partial(_wait_at_end, ended))


def _wait_at_end(ended: threading.Event, response: Response) -> Response:
    answer = response.get_data()

    def parts() -> Iterator[bytes]:
        yield answer
        ended.wait()

    response.response = parts()
    return response


def _read(stream: Stream, length: int, deadline: float) -> bytes:
    body = bytearray()
    try:
        while len(body) < length and time.monotonic() < deadline:
            chunk = stream.read(min(length - len(body), CHUNK))
            if not chunk:
                break
            body += chunk
    except OSError:
        pass  # The phone is gone.
    return bytes(body)


def _whole(body: bytes, length: int) -> bytes:
    if len(body) < length:
        raise TooSlow
    return body


def limits_of(phone: Phone | None, address: str, club: str) -> list[Limit]:
    """Return the limits for a phone in a club. A phone without a pass counts as a stranger, even if it had one."""
    if phone is None or not phone.passes:
        network = network_of(address)
        return [Limit(("address", network), MAX_OF_AN_ADDRESS), Limit(("strangers",), MAX_OF_STRANGERS)]
    own = limits_with_pass(("phone", phone.id), club)
    if any(role is Role.OWNER for role, _ in phone.passes):
        return own
    return [*own, *(Limit(("link", club, *link), MAX_OF_A_LINK) for link in phone.passes)]


def limits_with_pass(sender: tuple[str, object], club: str) -> list[Limit]:
    """Return the limits for a phone or program with access to a club."""
    own = Limit((*sender, club), MAX_OF_A_PHONE)
    return [own, Limit(("club", club), MAX_OF_A_CLUB), Limit(("phones",), MAX_OF_PHONES)]


def network_of(address: str) -> str:
    """Return the network to count an address under: the /64 for IPv6, where every client has billions of addresses."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    mapped = parsed.ipv4_mapped
    return str(mapped or ipaddress.ip_network((parsed, 64), strict=False))
