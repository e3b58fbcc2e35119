"""Follow one tap, and the page after it, through the modules of the package.

The game is a new one by the partnership rules, and the phone is the owner's. The tap posts the table's form with every
field a browser sends and `step=team1.clean+1`; the page is the table's page right after it. The first tap and page are
a warm-up, so that imports and caches are not counted. Every tap reaches a count that no page has shown yet, so the page
cannot come from a cache. Of `SAMPLES` taps and pages, the ones with the fewest changes of module count, because the
server looks up the phone again after a second.

A change of module is a call in another module than the call before it, in execution order, as a debugger that steps
into every function shows them. Returns do not count. Generators and comprehensions count as calls each time they are
entered (Python 3.12 inlines comprehensions, so the counts are a little lower). Templates, libraries and other threads
do not count.
"""

import itertools
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from types import FrameType
from typing import TypeVar

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import scorepad
from scorepad.store import Access, Role
from scorepad.web import create_app

COOKIE = "scorepad_phone"
NEW_GAME = "/games/new/partnership?table=4x2"
NAMES = ("Ann", "Bob", "Carla", "Dora")
STEP = "team1.clean+1"
SAMPLES = 3
PACKAGE = f"{Path(scorepad.__file__).parent}/"

Request = Callable[[], TestResponse]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the package."""

    module: str
    function: str


@dataclass(frozen=True, slots=True)
class Trace:
    """The calls of one request in order."""

    calls: tuple[Call, ...]

    @property
    def modules(self) -> Counter[str]:
        """Each module with the number of its calls."""
        return Counter(call.module for call in self.calls)

    @property
    def jumps(self) -> list[tuple[Call, Call]]:
        """Return the changes of module in order, each as the call before and the call after."""
        pairs = itertools.pairwise(self.calls)
        return [(before, after) for before, after in pairs if before.module != after.module]

    @property
    def entered(self) -> Counter[str]:
        """Each module with how often it is entered from another one."""
        return Counter(module for module, _ in itertools.groupby(call.module for call in self.calls))

    @property
    def module_pairs(self) -> Counter[tuple[str, str]]:
        """How often each module follows each other one."""
        return Counter((before.module, after.module) for before, after in self.jumps)


def trace_tap_and_page() -> tuple[Trace, Trace]:
    """Tap and open the page after it, in a new club. Return both traces."""
    with tempfile.TemporaryDirectory() as folder:
        client = _owner(Path(folder))
        table = _begin_game(client)
        _warm_up, *samples = [_sample(client, table) for _ in range(SAMPLES + 1)]
    taps, pages = zip(*samples, strict=True)
    return min(taps, key=_changes), min(pages, key=_changes)


def _changes(trace: Trace) -> int:
    return len(trace.jumps)


def _sample(client: FlaskClient, table: str) -> tuple[Trace, Trace]:
    """Trace a tap with the current form of the table, and the page after it."""
    form = _fields(client.get(table).text, "/rounds/1/edit")
    fields = {**form, "step": STEP, "key": secrets.token_hex(16)}
    tap = _trace(lambda: client.post(f"{table}/rounds/1/edit", data=fields), 303)
    return tap, _trace(lambda: client.get(table), 200)


def _owner(home: Path) -> FlaskClient:
    """Return a client that owns the club."""
    app = create_app(home)
    access = next(part for part in app.extensions.values() if isinstance(part, Access))
    client = app.test_client()
    client.set_cookie(COOKIE, access.admit(None, Role.OWNER))
    return client


def _begin_game(client: FlaskClient) -> str:
    """Begin a game of four; return the address of its table."""
    page = client.get(NEW_GAME).text
    seats = {f"seat{seat}": name for seat, name in enumerate(NAMES, start=1)}
    fields = _fields(page, "/games/new/partnership") | seats | {"decks": "5", "starter": "seat4"}
    answer = client.post(NEW_GAME, data=fields)
    if answer.status_code != 303:
        raise SystemExit(f"The game did not begin ({answer.status_code}): nothing was measured.")
    return answer.location


def _trace(request: Request, status: int) -> Trace:
    """Follow a request through the package."""
    trace, answer = traced(request)
    if answer.status_code != status:
        raise SystemExit(f"A request was answered {answer.status_code}: nothing was measured.")
    return trace


def traced(call: Callable[[], T]) -> tuple[Trace, T]:
    """Follow a call through the package. Return the trace and what the call returned."""
    calls: list[Call] = []

    def follow(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        path = code.co_filename
        if event == "call" and path.startswith(PACKAGE) and path.endswith(".py"):
            calls.append(Call(path.removeprefix(PACKAGE), code.co_qualname.rsplit("<locals>.")[-1]))

    sys.setprofile(follow)
    try:
        returned = call()
    finally:
        sys.setprofile(None)
    return Trace(tuple(calls)), returned


class _Forms(HTMLParser):
    """Collects the fields that a browser would send for each form, without its buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self._action = self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = {name: value or "" for name, value in attrs}
        fields = self.forms.setdefault(self._action, {})
        if tag == "form":
            self._action = element.get("action", "").partition("?")[0]
        elif tag == "select":
            self._select = element.get("name", "")
        elif tag == "option" and ("selected" in element or self._select not in fields):
            fields[self._select] = element.get("value", "")
        elif tag == "input" and _is_sent(element):
            fields[element["name"]] = element.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._action = ""


def _is_sent(element: dict[str, str]) -> bool:
    """Whether a browser sends an input."""
    if "name" not in element or "disabled" in element or element.get("type") == "submit":
        return False
    return "checked" in element or element.get("type") not in ("checkbox", "radio")


def _fields(page: str, action: str) -> dict[str, str]:
    """Return the fields of the form whose address ends with `action`."""
    reader = _Forms()
    reader.feed(page)
    forms = [fields for path, fields in reader.forms.items() if path.endswith(action)]
    if not forms:
        raise SystemExit(f"The page has no form for {action}: nothing was measured.")
    return forms[0]
