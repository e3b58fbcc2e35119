"""Runs Litestream and Caddy as docs/hosting.md says."""

import http.client
import socket
import ssl
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPSHandler, ProxyHandler, Request, build_opener

from tests.support.server import ROOT
from tests.support.waiting import PATIENCE, limited
from tests.web.pages import Page

HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")


def program(name):
    """The path of a program that a package installed."""
    path = Path(sys.executable).with_name(name)
    assert path.exists(), f"{path} is missing: make setup installs it"
    return str(path)


def example(language, contains):
    """The one code block of this language in docs/hosting.md that contains a text."""
    blocks = [block.partition("```")[0] for block in HOSTING.split(f"```{language}\n")[1:]]
    (block,) = [block for block in blocks if contains in block]
    return block


def replace(text, changes):
    """Replace paths and names in an example, each of which must occur in it."""
    for old, new in changes.items():
        assert old in text, f"docs/hosting.md does not mention {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def running(command, ready, *sockets):
    """Run a program, and continue once it prints a line with the text `ready`. It inherits `sockets`."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        pass_fds=[inherited.fileno() for inherited in sockets],
    ) as process:
        lines = [""]
        with limited(process.kill):
            while ready not in lines[-1]:
                lines.append(process.stdout.readline())
                assert lines[-1], "".join(lines)
        # Keep reading, or the program would block on a full pipe.
        drain = threading.Thread(target=process.stdout.read, daemon=True)
        drain.start()
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            finally:
                process.kill()
                drain.join(PATIENCE)


def output(*command):
    """The output of a program, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def restore(folder, replica):
    """Restore a club in a folder from its replica, and move the replica aside, with the commands of the docs."""
    changes = {
        "litestream restore": f"{program('litestream')} restore",
        "/var/lib/scorepad/clubs/thursday": str(folder),
        "/media/replica/clubs/thursday": str(replica),
    }
    output("sh", "-ec", replace(example("sh", "umask 077"), changes))
    aside = {"/media/replica/clubs/thursday": str(replica), "/media/replica/thursday-until": f"{replica}-until"}
    output("sh", "-ec", replace(example("sh", "thursday-until"), aside))


OPTIONS = """{{
	admin off
	persist_config off
	skip_install_trust
	auto_https disable_redirects
	storage file_system {storage}
}}
"""
CERTIFICATE = """{{
	tls internal
	bind fd/{socket} {{
		protocols h1 h2
	}}
"""


class _Connection(http.client.HTTPSConnection):
    """A connection to this machine, whatever the name."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self._create_connection = lambda address, *_: socket.create_connection(("127.0.0.1", address[1]), PATIENCE)


class _Here(HTTPSHandler):
    def https_open(self, request):
        """Connect to this machine. The certificate must still match the name."""
        return self.do_open(_Connection, request, context=self._context)


class Phone:
    """A browser without scripts. `origin` is `https://name:port`, `ca` the authority it trusts."""

    def __init__(self, origin, ca):
        self.origin = origin
        self.cookies = CookieJar()
        here = _Here(context=ssl.create_default_context(cafile=str(ca)))
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(self.cookies), here)

    def get(self, address, claims=()):
        """Open a page and follow redirects. `claims` are headers that no browser sends."""
        return self._page(Request(self.origin + address, headers=dict(claims)))

    def send(self, address, fields):
        """Send a form and follow redirects."""
        body = urlencode(fields, doseq=True).encode()
        # As a browser does: Flask-WTF requires it over https.
        return self._page(Request(self.origin + address, body, {"Referer": f"{self.origin}/"}))

    def read(self, address):
        """The text of a response that is no page."""
        with self.stream(address) as answer:
            return answer.read().decode()

    def stream(self, address):
        """A streaming response, to read line by line."""
        return self._opener.open(self.origin + address, timeout=PATIENCE)

    def _page(self, request):
        try:
            answer = self._opener.open(request, timeout=PATIENCE)
        except HTTPError as refused:
            answer = refused
        with answer:
            page = Page(answer.status, answer.read().decode())
        page.address = urlsplit(answer.url).path
        return page


@contextmanager
def proxy(folder, name, contains, servers):
    """Run Caddy for a host name with the Caddyfile of the docs that contains a text.

    `servers` are the addresses of servers by their address in the docs. Yields Caddy's own address, and the certificate
    of its own authority.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    origin = f"https://{name}:{listener.getsockname()[1]}"
    changes = {f"{name} {{\n": f"{origin} {CERTIFICATE.format(socket=listener.fileno())}"}
    changes |= {there: here.removeprefix("http://") for there, here in servers.items()}
    file = folder / "Caddyfile"
    file.write_text(OPTIONS.format(storage=folder) + replace(example("caddy", contains), changes))
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    with listener, running(command, "certificate obtained successfully", listener):
        yield origin, folder / "pki/authorities/local/root.crt"
