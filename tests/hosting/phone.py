"""A phone that comes in by https, by a name that leads to this machine: no name is ever looked up."""

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

from tests.web.pages import Fields, Page

SECONDS = 20


def _here(address: tuple[str, int], *_: Any) -> socket.socket:
    return socket.create_connection(("127.0.0.1", address[1]), SECONDS)


class _Connection(http.client.HTTPSConnection):
    """A connection to this machine, whatever name was asked for."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._create_connection = _here


class _Here(HTTPSHandler):
    def https_open(self, request: Request) -> HTTPResponse:
        """Opens a connection to this machine; the certificate must be for the name all the same."""
        return self.do_open(_Connection, request, context=self._context)


class Phone:
    """Somebody with a browser that runs no scripts. `origin` is `https://name:port`, `ca` whose word is believed."""

    def __init__(self, origin: str, ca: Path) -> None:
        self.origin = origin
        self.cookies = CookieJar()
        context = ssl.create_default_context(cafile=str(ca))
        self._opener = build_opener(
            ProxyHandler({}), HTTPCookieProcessor(self.cookies), _Here(context=context)
        )

    def get(self, address: str, **claims: str) -> Page:
        """Opens a page, and goes where it leads; `claims` are headers that no browser sends."""
        headers = {name.replace("_", "-"): text for name, text in claims.items()}
        return self._page(Request(self.origin + address, headers=headers))

    def send(self, address: str, fields: Fields) -> Page:
        """Sends a form, and goes where that leads."""
        body = urlencode(fields, doseq=True).encode()
        # As a browser does: Flask-WTF asks for it where the page came by https.
        return self._page(Request(self.origin + address, body, {"Referer": f"{self.origin}/"}))

    @contextmanager
    def stream(self, address: str) -> Iterator[HTTPResponse]:
        """An answer that goes on, to be read by lines."""
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
        return self._opener.open(request, timeout=SECONDS)
