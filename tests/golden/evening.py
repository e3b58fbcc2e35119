"""Replay recorded requests against a club in a fresh folder, and extract what is compared of each response."""

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from flask.testing import FlaskClient
from sqlite_utils.utils import sqlite3
from werkzeug.test import TestResponse

from scorepad.cli import main
from scorepad.web import create_app
from tests.golden import page
from tests.golden.files import ACCESS, CLUB, Files

SECRET = "5c" * 32
"""The secret key of the recorded clubs: links and cookies stay valid forever."""

GENERATION = 4242
"""The generation of a recorded club's links; other new clubs have a random one."""

HOST = "192.168.7.7"
HERE = f"http://{HOST}:8765"

USUAL = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-cache",
    "Retry-After": "",
    "Allow": "",
    "X-Scorepad-More": "",
}
"""The headers that are compared. They are recorded only if they differ from these."""

GUARDS = (
    "Content-Security-Policy",
    "X-Content-Type-Options",
    "Referrer-Policy",
    "Cross-Origin-Opener-Policy",
    "Cross-Origin-Resource-Policy",
    "Permissions-Policy",
)
"""Headers that are the same in every response."""

Answer = dict[str, Any]


def command(home: Path, *words: str, given: str | None = None) -> Result:
    """Run the command line on the clubs of a folder."""
    return CliRunner().invoke(main, list(words), input=given, env={"SCOREPAD_INSTANCE": str(home)})


class Evening:
    """An application on a fresh folder, and the phones that use it. `slug` names a club on a host of many clubs."""

    def __init__(self, home: Path, slug: str = "") -> None:
        folder = home / "clubs" / slug if slug else home
        home.mkdir(parents=True, exist_ok=True)
        keep_secret(home)
        is_new = not (home / CLUB).exists()
        if slug:
            command(home, "club", "new", slug)
        self.app = create_app(home, is_serving=True)
        if is_new:
            _fix_links(folder / ACCESS)
        self.guards: dict[str, str] = {}
        self._files = Files(folder)
        self._phones: dict[str, FlaskClient] = {}
        self._tokens: dict[str, str] = {}
        self._tags: dict[str, str] = {}
        self._codes: list[str] = []

    def remember(self, phone: str, cookies: dict[str, str]) -> None:
        """Give a phone the cookies that it had stored."""
        self._phones[phone] = self.app.test_client()
        for name, value in cookies.items():
            self._phones[phone].set_cookie(name, value, domain=HOST)

    def ask(self, step: dict[str, Any]) -> Answer:
        """Send a recorded request. Return its response and what it wrote.

        In forms and headers "$token" stands for the CSRF token of the phone's last page, "$tag" for the ETag of its
        last response, "$code0" for the first code on the latest page that had any.
        """
        phone = step["phone"]
        client = self._phones.setdefault(phone, self.app.test_client())
        method, path = step["ask"].split(" ", 1)
        with client.open(
            path,
            method=method,
            base_url=HERE,
            headers=self._filled(step.get("headers", {}), phone),
            data=self._filled(step["form"], phone) if "form" in step else None,
        ) as answer:
            compared = self._compared(phone, answer)
        if news := self._files.news():
            compared["wrote"] = news
        return compared

    def _filled(self, value: Any, phone: str) -> Any:
        if isinstance(value, dict):
            return {name: self._filled(item, phone) for name, item in value.items()}
        if isinstance(value, list):
            return [self._filled(item, phone) for item in value]
        if value.startswith("$code"):
            return self._codes[int(value[5:])]
        kept = {"$token": self._tokens, "$tag": self._tags}.get(value)
        return value if kept is None else kept.get(phone, "")

    def _compared(self, phone: str, answer: TestResponse) -> Answer:
        headers = answer.headers
        self.guards = {name: headers[name] for name in GUARDS if name in headers}
        values = {name: headers.get(name, "") for name in USUAL}
        unusual = {name: text for name, text in values.items() if text != USUAL[name]}
        facts = {
            "to": headers.get("Location", "").replace(HERE, ""),
            # A list of methods has no fixed order.
            "headers": {name: ", ".join(sorted(text.split(", "))) for name, text in unusual.items()},
            "cookies": sorted(_cookie(header) for header in headers.getlist("Set-Cookie")),
            "token": self._keep(self._tokens, phone, headers.get("X-Scorepad-Token")),
            "tag": self._keep(self._tags, phone, headers.get("ETag")),
            **self._body(phone, answer),
        }
        return {"status": answer.status_code} | {name: fact for name, fact in facts.items() if fact}

    def _keep(self, kept: dict[str, str], phone: str, value: str | None) -> bool:
        if value:
            kept[phone] = value
        return bool(value)

    def _body(self, phone: str, answer: TestResponse) -> Answer:
        if answer.mimetype == "text/event-stream":
            first = next(iter(answer.response))
            text = first.decode() if isinstance(first, bytes) else first
            return {"event": re.sub(r"\d+", "#", text)}
        if answer.mimetype == "application/manifest+json":
            plain = re.sub(r"/assets/[^/]+/", "/assets/#/", answer.text)
            return {"json": page.wordless(json.loads(plain))}
        if answer.mimetype != "text/html" or 300 <= answer.status_code < 400:
            return {}
        read = page.read(answer.text)
        tokens = [form.sent["csrf_token"] for form in read.forms if "csrf_token" in form.sent]
        self._keep(self._tokens, phone, tokens[0] if tokens else None)
        self._codes = read.codes or self._codes
        return {"page": read.compared()}

    def close(self) -> None:
        self._files.close()
        for extension in self.app.extensions.values():
            if callable(close := getattr(extension, "close", None)):
                close()


def keep_secret(home: Path) -> None:
    """Write the secret key of the recorded clubs into an instance folder."""
    path = home / "secret-key"
    path.touch(mode=0o600)
    path.write_text(SECRET)


def _fix_links(access: Path) -> None:
    with closing(sqlite3.connect(access)) as db:
        db.execute("UPDATE link SET generation = ? WHERE role = 'every'", (GENERATION,))
        db.commit()


def _cookie(header: str) -> str:
    """Return a cookie without its value and its expiry."""
    name, _, rest = header.partition("=")
    attributes = sorted(part.strip() for part in rest.split(";")[1:])
    return "; ".join([name, *(one for one in attributes if not one.startswith("Expires"))])
