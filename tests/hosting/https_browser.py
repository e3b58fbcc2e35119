"""A phone that comes in by https, by a name that always leads to this machine."""

import http.client
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, ProxyHandler, Request, build_opener

from tests.support.waiting import PATIENCE
from tests.web.pages import Fields, Page


def _here(address: tuple[str, int], *_: Any) -> socket.socket:
    return socket.create_connection(("127.0.0.1", address[1]), PATIENCE)


class _Connection(http.client.HTTPSConnection):
    """A connection to this machine, whatever the name."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._create_connection = _here


class _Here(HTTPSHandler):
    def https_open(self, request: Request) -> HTTPResponse:
        """Connect to this machine. The certificate must still be for the name."""
        return self.do_open(_Connection, request, context=self._context)


class Phone:
    """A browser without scripts. `origin` is `https://name:port`, `ca` the authority it trusts."""

    def __init__(self, origin: str, ca: Path) -> None:
        self.origin = origin
        self.cookies = CookieJar()
        context = ssl.create_default_context(cafile=str(ca))
        self._opener = build_opener(
            ProxyHandler({}), HTTPCookieProcessor(self.cookies), _Here(context=context)
        )

    def get(self, address: str, **claims: str) -> Page:
        """Open a page and follow redirects. `claims` are headers that no browser sends."""
        headers = {name.replace("_", "-"): text for name, text in claims.items()}
        return self._page(Request(self.origin + address, headers=headers))

    def send(self, address: str, fields: Fields) -> Page:
        """Send a form and follow redirects."""
        body = urlencode(fields, doseq=True).encode()
        # As a browser does: Flask-WTF requires it over https.
        return self._page(Request(self.origin + address, body, {"Referer": f"{self.origin}/"}))

    @contextmanager
    def stream(self, address: str) -> Iterator[HTTPResponse]:
        """An answer that goes on, to read line by line."""
        with self._open(Request(self.origin + address)) as answer:
            yield answer

    def _page(self, request: Request) -> Page:
        try:
            with self._open(request) as answer:
                return Page.of(answer.status, answer.read().decode())
        except HTTPError as refused:
            with refused:
                return Page.of(refused.code, refused.read().decode())

    def _open(self, request: Request) -> Any:
        return self._opener.open(request, timeout=PATIENCE)
