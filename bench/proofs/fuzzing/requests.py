"""Fuzz requests to the pages of a stored club, through the test client: a first line, headers, and a form.

The club is that of the golden files, as an earlier version wrote it. It is reset regularly, so that it stays small and
the client is always its owner's phone.
"""

import gzip
import logging
import random
import shutil
import zlib
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote_from_bytes

from werkzeug.test import TestResponse

from bench.proofs.fuzzing.mutation import NASTY, Draw, Words, changed_pairs, decoded, encoded
from bench.proofs.routes import addresses
from scorepad.web import create_app
from tests.golden import storing
from tests.golden.evening import HERE, HOST
from tests.golden.stored import restore
from tests.support.speed import compile_once
from tests.web.driving import guarded
from tests.web.pages import Page

FRESH = 300
"""Requests after which the club is reset."""

PHONE = "ann"
OWN = ("csrf_token", "key")
HEADERS = (
    "If-None-Match", "Accept-Language", "Cookie", "Content-Type", "X-Scorepad-More", "X-Scorepad-Token", "Referer",
    "If-Modified-Since", "Accept-Encoding", "Range", "Host", "Origin", "User-Agent", "Last-Event-ID", "Sec-Fetch-Site",
)  # fmt: skip
HEADER_VALUES = (
    "*", '"', 'W/"x"', 'W/"9a41", "b"', "a" * 9000, "en;q=x, de", "bytes=9-1", "scorepad_phone=x; session=.eJx",
    "application/json", "multipart/form-data; boundary=b", "multipart/form-data", "a.b.c", "[::1]:x", "gzip;q=0", "1",
)  # fmt: skip


class Request(NamedTuple):
    """A request, parsed from a text."""

    address: str
    query: str
    headers: list[tuple[str, str]]
    body: str

    @classmethod
    def read(cls, text: str) -> "Request":
        head, _, body = text.partition("\n\n")
        first, *lines = head.split("\n")
        address, _, query = first.partition("?")
        pairs = [line.partition(": ") for line in lines[:20]]
        return cls(address, query, [(name, value) for name, _, value in pairs if name], body)

    @property
    def text(self) -> str:
        lines = [f"{self.address}?{self.query}", *(f"{name}: {value}" for name, value in self.headers)]
        return "\n".join(lines) + f"\n\n{self.body}"


class Requests:
    """Sends each request, and checks that the club can still be read."""

    method = ""

    def __init__(self, folder: Path) -> None:
        logging.disable()
        compile_once()
        self._stored, self._home, self._asked = folder / "stored", folder / "home", 0
        restore(self._stored)
        first, *old = storing.read("stored.jsonl")
        self._cookies = first["phones"][PHONE]
        self._token = next(step["form"]["csrf_token"] for step in old if "form" in step and step["phone"] == PHONE)
        self._open()
        _, *steps = storing.read("evening.jsonl")
        asked = [step for step in (*old, *steps) if step["ask"].startswith(f"{self.method} ")]
        self.seeds = sorted(
            {_request(step).text for step in asked} | {f"{path}?\n\n" for path in addresses(self.app, self.method)}
        )
        requests = [Request.read(seed) for seed in self.seeds]
        self._addresses = sorted({request.address for request in requests})
        pairs = [pair for request in requests for pair in decoded(f"{request.query}&{request.body}")]
        names, values = zip(*pairs, strict=True)
        self._words = Words(tuple(sorted({*names, *OWN, "x"})), tuple(sorted({*values})))

    def _open(self) -> None:
        """Restore the stored club, and open it."""
        shutil.copytree(self._stored, self._home, dirs_exist_ok=True)
        self.app = create_app(self._home)
        self.app.config["PROPAGATE_EXCEPTIONS"] = True
        self.app.register_error_handler(Exception, _reraise)
        self.client = self.app.test_client()
        for name, value in self._cookies.items():
            self.client.set_cookie(name, value, domain=HOST)

    def renew(self) -> None:
        """Close the club, and start over with the stored one."""
        self.app.extensions["scorepad.clubs"].close()
        shutil.rmtree(self._home)
        self._open()

    def run(self, text: str) -> None:
        self._asked += 1
        if self._asked % FRESH == 0:
            self.renew()
        request = Request.read(text)
        address = request.address
        if address not in self._addresses and self.method == "POST":
            address = self._addresses[zlib.crc32(address.encode("utf-8", "surrogateescape")) % len(self._addresses)]
        try:
            self.ask(address, request)
        except Exception:
            self.renew()
            raise

    def ask(self, address: str, request: Request) -> None:
        raise NotImplementedError

    def send(self, address: str, request: Request, body: str | None = None) -> TestResponse:
        """Send a request. Return the answer, which must not be a failure."""
        headers = [(name, value.replace("\r", "")) for name, value in request.headers if name.isascii()]
        with self.client.open(
            _quoted(f"{address}?{request.query}" if request.query else address),
            method=self.method,
            base_url=HERE,
            headers=[pair for pair in headers if _can_be_sent(*pair)],
            data=None if body is None else body.encode("utf-8", "surrogateescape"),
            content_type=None if body is None else "application/x-www-form-urlencoded",
        ) as answer:
            assert answer.status_code < 500 or address.endswith("/stream"), f"{address} answered {answer.status_code}"
            if answer.content_encoding == "gzip":
                answer.set_data(gzip.decompress(answer.data))
            guarded(answer)
        return answer

    def change(self, text: str, draw: random.Random) -> str:
        request = Request.read(text)
        kind = draw.randrange(10)
        if kind == 0:
            return request._replace(address=draw.choice(self._addresses)).text
        if kind < self.share_of_headers:
            header = (draw.choice(HEADERS), draw.choice((*NASTY, *HEADER_VALUES)))
            return request._replace(headers=[header, *request.headers][:6]).text
        if kind == 9 or self.method == "GET":
            return request._replace(query=self._changed(request.query, draw)).text
        return request._replace(body=self._changed(request.body, draw)).text

    def _changed(self, text: str, draw: Draw) -> str:
        return encoded(changed_pairs(decoded(text), draw, self._words))


class Forms(Requests):
    """Forms. A recorded one must leave its game readable, and its sheet sent back unchanged must record nothing."""

    method, share_of_headers = "POST", 1

    def ask(self, address: str, request: Request) -> None:
        answer = self.send(address, request, self._own(request.body))
        if answer.status_code != 303:
            return
        parts = address.split("/")
        table = "/".join(parts[:3]) if parts[1] == "games" and parts[2] != "new" else "/"
        status = self.client.get(table, base_url=HERE).status_code
        assert status < 500, f"after {address}, {table} answered {status}"
        if status == 403:
            self.renew()
        elif status == 200 and address.endswith("/edit") and table != "/":
            self._send_back(address)

    def _own(self, body: str) -> str:
        own = {"csrf_token": self._token, "key": f"{zlib.crc32(body.encode('utf-8', 'surrogateescape')):032x}"}
        return f"{encoded(list(own.items()))}&{body}"

    def _send_back(self, address: str) -> None:
        """Open the recorded sheet, and save it unchanged."""
        answer = self.client.get(address, base_url=HERE)
        if answer.status_code != 200:
            return
        fields = Page(200, answer.text).form("/edit").fields
        club = self.app.extensions["scorepad.club"]
        before = club.latest_seq()
        answer = self.client.post(address, base_url=HERE, data=fields | {"action": "save"})
        assert answer.status_code < 500, f"{address}, sent back, answered {answer.status_code}"
        assert club.latest_seq() == before, f"{address}, sent back as it came, was recorded: {fields}"


class Pages(Requests):
    """Pages: their addresses, queries and headers."""

    method, share_of_headers = "GET", 5

    def ask(self, address: str, request: Request) -> None:
        self.send(address, request)


def _request(step: dict[str, object]) -> Request:
    """Return a recorded request, without its token and key."""
    address, _, query = str(step["ask"]).split(" ", 1)[1].partition("?")
    form = step.get("form", {})
    assert isinstance(form, dict)
    sent = [(name, value if isinstance(value, list) else [value]) for name, value in form.items() if name not in OWN]
    return Request(address, query, [], encoded([(name, value) for name, values in sent for value in values]))


def _quoted(text: str) -> str:
    return quote_from_bytes(text.encode("utf-8", "surrogateescape"), safe="/?&=%;+:,@$!*'()~")


def _can_be_sent(name: str, value: str) -> bool:
    """Whether a server would accept a header: the test client refuses others."""
    return not any(c < " " for c in name + value) and all(c < "\u0100" for c in name + value)


def _reraise(error: Exception) -> None:
    """Raise an unexpected failure, for which the page would only say that something went wrong."""
    raise error
