"""A phone that comes in by https, by a name that always leads to this machine."""

import http.client
import socket
import ssl
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, ProxyHandler, Request, build_opener

from tests.support.waiting import PATIENCE
from tests.web.pages import Page


class _Connection(http.client.HTTPSConnection):
    """A connection to this machine, whatever the name."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self._create_connection = lambda address, *_: socket.create_connection(
            ("127.0.0.1", address[1]), PATIENCE
        )


class _Here(HTTPSHandler):
    def https_open(self, request):
        """Connect to this machine. The certificate must still be for the name."""
        return self.do_open(_Connection, request, context=self._context)


class Phone:
    """A browser without scripts. `origin` is `https://name:port`, `ca` the authority it trusts."""

    def __init__(self, origin, ca):
        self.origin = origin
        self.cookies = CookieJar()
        here = _Here(context=ssl.create_default_context(cafile=str(ca)))
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(self.cookies), here)

    def get(self, address, **claims):
        """Open a page and follow redirects. `claims` are headers that no browser sends."""
        headers = {name.replace("_", "-"): text for name, text in claims.items()}
        return self._page(Request(self.origin + address, headers=headers))

    def send(self, address, fields):
        """Send a form and follow redirects."""
        body = urlencode(fields, doseq=True).encode()
        # As a browser does: Flask-WTF requires it over https.
        return self._page(Request(self.origin + address, body, {"Referer": f"{self.origin}/"}))

    def stream(self, address):
        """An answer that goes on, to read line by line."""
        return self._opener.open(self.origin + address, timeout=PATIENCE)

    def _page(self, request):
        try:
            answer = self._opener.open(request, timeout=PATIENCE)
        except HTTPError as refused:
            answer = refused
        with answer:
            return Page.of(answer.status, answer.read().decode())
