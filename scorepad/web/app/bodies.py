"""Reads the bodies of posted forms, so that one that arrives slowly or never does not hold up the pages.

A body has ten seconds. A thread of our own reads it: the server's blocking read cannot be interrupted, and one of the
server's threads that waited for ever would be missing for the pages. How many are unfinished is counted until each read
has ended: those of phones with a pass by phone and by link, all others by address.

To wait for another thread takes longer than everything else at a tap. So the server's own threads read the bodies of
phones with a pass, while few do: then only these few can be missing, should as many phones fall silent.
"""

import ipaddress
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from flask import Response, after_this_request, has_request_context

from scorepad.store import Phone, Role

SECONDS_FOR_A_BODY = 10.0

MOST_OF_A_PHONE = 6
MOST_OF_A_LINK = 12
"""Unfinished bodies of all phones that came in by one link, the owner's link excepted."""
MOST_OF_A_CLUB = 96
MOST_OF_PHONES = 192
"""Unfinished bodies of all phones and programs with a pass, whatever their club."""
MOST_OF_AN_ADDRESS = 2
MOST_OF_STRANGERS = 32
"""Unfinished bodies of all who have no pass."""

MOST_AT_ONCE = 4
"""Bodies that the server's own threads read at the same time. A tap's body is there at once."""

UNREAD = "scorepad.unread"
"""In a request's environment: what is set once nothing waits for its body any more."""

CHUNK = 16 * 1024


class TooManyUnfinished(Exception):
    """Too many bodies are unfinished: this one is not read."""


class TooSlow(Exception):
    """The body did not arrive whole and in time. `ended`, if not None, is set once nothing waits for it any more."""

    def __init__(self, ended: threading.Event | None = None) -> None:
        super().__init__()
        self.ended = ended


class Stream(Protocol):
    """A body, as WSGI gives it."""

    def read(self, size: int, /) -> bytes: ...


class Limit(NamedTuple):
    """Whose unfinished bodies are counted together, and how many they may be."""

    whose: tuple[object, ...]
    most: int


class Bodies:
    """The bodies that are being read. Thread-safe."""

    def __init__(self, seconds: float = SECONDS_FOR_A_BODY) -> None:
        self._seconds = seconds
        self._unfinished: Counter[tuple[object, ...]] = Counter()
        self._lock = threading.Lock()
        self._at_once = threading.BoundedSemaphore(MOST_AT_ONCE)

    def read_at_once(self, stream: Stream, length: int, limits: Sequence[Limit]) -> bytes:
        """Read the body of a phone with a pass, in this thread if few others read. Raises as `read` does."""
        if not self._at_once.acquire(blocking=False):
            return self.read(stream, length, limits)
        try:
            return _whole(_read(stream, length, time.monotonic() + self._seconds), length)
        finally:
            self._at_once.release()

    def read(self, stream: Stream, length: int, limits: Sequence[Limit]) -> bytes:
        """Read a body of so many bytes. Raises TooManyUnfinished at once, or TooSlow after its time."""
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
    """Keep a request that is answered from ending before its body.

    A request of granian that ends while another thread waits for its body holds the interpreter's lock until the socket
    is closed: no page would be answered. This holds one of the server's threads instead, which the limits allow for.
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
    """The limits that count for a phone of a club: one without a pass is a stranger, whatever it once was."""
    if phone is None or not phone.passes:
        network = network_of(address)
        return [Limit(("address", network), MOST_OF_AN_ADDRESS), Limit(("strangers",), MOST_OF_STRANGERS)]
    own = limits_with_pass(("phone", phone.id), club)
    if any(role is Role.OWNER for role, _ in phone.passes):
        return own
    return [*own, *(Limit(("link", club, *link), MOST_OF_A_LINK) for link in phone.passes)]


def limits_with_pass(sender: tuple[str, object], club: str) -> list[Limit]:
    """The limits that count for a phone or program that a club let in."""
    own = Limit((*sender, club), MOST_OF_A_PHONE)
    return [own, Limit(("club", club), MOST_OF_A_CLUB), Limit(("phones",), MOST_OF_PHONES)]


def network_of(address: str) -> str:
    """An address as it is counted: of IPv6 the first 64 bits, of which everyone has billions."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    mapped = parsed.ipv4_mapped
    return str(mapped or ipaddress.ip_network((parsed, 64), strict=False))
