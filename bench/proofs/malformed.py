"""Send malformed requests on raw sockets, to every route and as five kinds of guest: none may be answered with 500.

Each is generated from a seed: a broken first line, header, host, cookie, number, encoding, length or body. Most forms
have the token of their guest's own page, so that they pass the CSRF check. Afterwards a phone must still be able to
play and the server must have printed no error. Its memory before and after is printed.
"""

import random
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.proofs.common import arguments, club_folder, running, verdict
from bench.proofs.memory import resident
from bench.proofs.phones import FORM, HUNG_UP, Phone, Player, begin, hidden, token_of
from bench.proofs.routes import addresses
from scorepad.web import create_app
from scorepad.web.app.permissions import COOKIE
from tests.support.server import owner_token
from tests.support.waiting import PATIENCE

REQUESTS, SHORT = 100_000, 2_000
AT_ONCE = 4
METHODS = ("GET", "POST", "PUT", "HEAD", "OPTIONS", "TRACE", "get", "", "A" * 300, "GET\0", "\xff")
NASTY = (
    "%00", "%ff", "%ED%A0%80", "%", "..%2f..", "%2e%2e/", "'", "\"", "<b>", "{{1}}", "9" * 400, "-1", "\u0663", "\x00",
    "\x7f", "\xff\xfe", "a" * 9000, ";", "&&==", "[]", "\t", " ", "\u202e", "\ud83c\udfff", "1e999", "NaN",
)  # fmt: skip
NAMES = ("csrf_token", "key", "seen", "from", "step", "action", "team1.clean", "seat1.left", "code", "name", "player")
TYPES = (FORM, "multipart/form-data; boundary=b", "multipart/form-data", "application/json", "text/\xff", "", 'a/b;c="')
HEADERS = (
    "Host: a.b.c", "Host:", "Content-Length: -1", "Content-Length: x", "Content-Length: 99999999999999999999",
    "Transfer-Encoding: chunked", "Transfer-Encoding: x", "Expect: 100-continue", "Range: bytes=9-1", "Origin: null",
    "Origin: \xff", "Referer: http://[", "If-None-Match: \"", "If-Modified-Since: x", "Accept-Encoding: \xff;q=x",
    "Accept-Language: \xff", "X-Forwarded-For: \x01", "Forwarded: for=\"", "Upgrade: websocket", "No colon here",
    "Cookie: session=.eJx; session=\xff", "Cookie: " + "a=b; " * 2000, " folded: x", "Content-Type: \x00",
)  # fmt: skip


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(REQUESTS, SHORT, "malformed requests over all routes and five kinds of guest")
    faults: list[str] = []
    with club_folder() as folder:
        with running(folder, faults) as server:
            begin(Phone(server.port))
        tokens = ["", owner_token(1), token_of(folder, role="watcher")]
        tokens.append(token_of(folder, role="scorer"))
        tokens.append(token_of(folder, role="scorer", dismissed=True))
        paths = _paths(folder)
        with running(folder, faults) as server:
            player = Player(Phone(server.port), "/games/1")
            player.play()
            guests = [_guest(server.port, token) for token in tokens]
            before = resident(server.process) // 1024

            def some(part: int) -> Counter[int]:
                draw = random.Random(asked.seed * AT_ONCE + part)
                many = len(range(part, asked.count, AT_ONCE))
                return Counter(
                    _status(server.port, _request(draw, draw.choice(paths), draw.choice(guests)), faults)
                    for _ in range(many)
                )

            with ThreadPoolExecutor(AT_ONCE) as threads:
                answers = sum(threads.map(some, range(AT_ONCE)), Counter[int]())
            after = resident(server.process) // 1024
            player.phone.hang_up()
            again = player.play().status
    faults += [f"the phone that goes on playing was answered {again}"] * (again != 303)
    return verdict("malformed", _figures(answers, len(paths)) | {"MiB before": before, "MiB after": after}, faults)


def _figures(answers: Counter[int], routes: int) -> dict[str, object]:
    """Return the figures of the answers for the result line."""
    return {
        "malformed requests": sum(answers.values()),
        "routes": routes,
        "kinds of guest": 5,
        "answers of 500": answers[500],
        "pages of 2xx and 3xx": _hundreds(answers, 2, 3),
        "of 400": answers[400],
        "of 403": answers[403],
        "of 422": answers[422],
        "of 4xx in all": _hundreds(answers, 4),
        "of 503": answers[503],
        "hung up": answers[0],
    }


def _guest(port: int, token: str) -> tuple[str, str]:
    """Return the cookies of a guest, and the token of the form that everyone can see."""
    phone = Phone(port, token)
    form = hidden(phone.get("/join").text, "csrf_token")
    phone.hang_up()
    return "; ".join(f"{name}={value}" for name, value in phone.cookies.items()), form


def _paths(folder: Path) -> list[str]:
    """Return an address for each route of the application."""
    app = create_app(folder)
    routes = addresses(app)
    for name in ("club", "access"):
        app.extensions[f"scorepad.{name}"].close()
    return routes


def _request(draw: random.Random, path: str, guest: tuple[str, str]) -> bytes:
    """Return a request with one to three faults."""
    (cookies, form), method = guest, draw.choice(("GET", "POST", "POST", "POST"))
    version, host, kind = "HTTP/1.1", "Host: 127.0.0.1", FORM
    more: list[str] = []
    body = "&".join(f"{draw.choice(NAMES)}={draw.choice(NASTY)}" for _ in range(draw.randrange(6)))
    body = f"csrf_token={form}&{body}" if draw.randrange(4) else body
    for fault in draw.sample(range(9), draw.choice((0, 1, 1, 2, 3)) if body else draw.randint(1, 3)):
        if fault == 0:
            method = draw.choice(METHODS)
        elif fault == 1:
            path += draw.choice(("?", "/", "?x=", "//", "#")) + draw.choice(NASTY)
        elif fault == 2:
            path = path.replace("1", draw.choice(NASTY))
        elif fault == 3:
            version = draw.choice(("HTTP/9.9", "HTTP/1.0", "", "HTP", "HTTP/1.1 x"))
        elif fault == 4:
            more += draw.sample(HEADERS, 2)
        elif fault == 5:
            kind = draw.choice(TYPES)
        elif fault == 6:
            cookies = f"{COOKIE}={draw.choice(NASTY)}"
        elif fault == 7:
            body = "--b\r\nContent-Disposition: form-data; name=" + draw.choice(NASTY)
        else:
            host = draw.choice(("Host: ", "Host: \xff", "X: y", "Host: a\r\nHost: b"))
    data = body.encode("utf-8", "surrogatepass")
    length = f"Content-Length: {len(data) + draw.choice((0, 0, 0, 1, -1))}" if data else "Connection: close"
    lines = [f"{method} {path} {version}", host, f"Content-Type: {kind}", length, f"Cookie: {cookies}", *more, "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogatepass") + data


def _status(port: int, request: bytes, faults: list[str]) -> int:
    """Send a request. Return the status of the answer, 0 if the server hung up."""
    head, _, body = request.partition(b"\r\n\r\n")
    waits_for_more = b"chunked" in head or b"Length: %d\r" % (len(body)) not in head
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as wire:
            wire.sendall(request)
            if waits_for_more:
                wire.shutdown(socket.SHUT_WR)
            answer = wire.recv(64)
    except TimeoutError:
        faults.append(f"no answer to {request[:80]!r}")
        return 0
    except HUNG_UP:
        return 0
    status = int(answer[9:12]) if answer[9:12].isdigit() else 0
    if status == 500:
        faults.append(f"500 to {request[:120]!r}")
    return status


def _hundreds(answers: Counter[int], *hundreds: int) -> int:
    return sum(many for status, many in answers.items() if status // 100 in hundreds)


if __name__ == "__main__":
    raise SystemExit(main())
