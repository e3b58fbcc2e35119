"""Fixtures: the browser, and the clubs that it visits.

`--browser-channel=chromium` runs tests in the whole browser in headless mode, instead of the headless shell.
"""

import re
from collections.abc import Callable, Iterator
from inspect import signature
from itertools import cycle
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from scorepad.web.app.permissions import COOKIE
from tests.browser.chromium import ARGUMENTS, NAMES, SHELL, chromium
from tests.browser.clubs import Clubs, Name
from tests.browser.engines import BrowserGone
from tests.browser.journeys import let_in
from tests.browser.looks import AXE
from tests.browser.many_teams import serving_many_teams
from tests.browser.tables import Tables, visiting
from tests.support.server import OWNERS, owner_token, serving_club
from tests.support.waiting import PATIENCE

PHONE = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    # Smooth scrolling would delay every tap.
    "reduced_motion": "reduce",
}
SMALL = {"width": 360, "height": 584}
"""The screen of a small phone while the browser shows its address bar."""

HARMLESS = r"a status of 422|Service Worker registration blocked by Playwright$"
"""Expected messages in Chromium's console: about a form with faults, and about what Playwright does."""

CLICKS = """addEventListener("click", ({ target }) => console.debug("click", target.outerHTML.slice(0, 100)), true);"""
"""Logs each click, so that the report of a failed test shows whether a tap reached its page."""

expect.set_options(timeout=1000 * PATIENCE)

OWNERS_PHONES = cycle(range(OWNERS))
NewContext = Callable[..., BrowserContext]


def pytest_configure(config: pytest.Config) -> None:
    """By default, take a screenshot of the page when a test fails (in test-results/)."""
    if config.getoption("--screenshot") == "off":
        config.option.screenshot = "only-on-failure"


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Any:
    """Play a journey once more, with a new browser, if its browser crashed: that is not for us to mend."""
    try:
        return (yield)
    except BrowserGone:
        arguments = {name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}
        phone, server = arguments["phone"], arguments["server"]
        phone.restart()
        let_in(phone, server)
        pyfuncitem.obj(**arguments)
        return True


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The launch arguments of the browser. A test may be parametrized with `chromium.IN_BOTH_BROWSERS`."""
    names = [name for name in NAMES if name != SHELL or "channel" not in browser_type_launch_args]
    return browser_type_launch_args | {"executable_path": chromium(names), "args": ARGUMENTS}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """The browser. Each of its contexts is another phone of the owner, in every club that a test serves."""
    new_context = browser.new_context

    def admit(**options: Any) -> BrowserContext:
        # Playwright routes do not see the requests of a service worker. Tests that need one allow it.
        context = new_context(**{"service_workers": "block", **options})
        context.set_default_timeout(1000 * PATIENCE)
        cookie = {"name": COOKIE, "value": owner_token(next(OWNERS_PHONES))}
        context.add_cookies([{**cookie, "domain": "127.0.0.1", "path": "/"}])
        return context

    browser.new_context = admit
    return browser


@pytest.fixture(scope="session")
def base_url() -> str:
    """Empty: tests serve their own clubs. (The fixture of pytest-playwright warns under pytest 9.)"""
    return ""


def strangers(urls: list[str]) -> list[str]:
    """Return the URLs on other machines. Inline URLs (data:, blob:) are not requests."""
    parts = [(url, urlsplit(url)) for url in urls]
    return [url for url, part in parts if part.scheme not in ("data", "blob") and part.hostname != "127.0.0.1"]


def watch(context: BrowserContext, harmless: str) -> tuple[list[str], list[str]]:
    """Return two growing lists: the requests of a context's pages, and the browser's complaints.

    Requests and taps are printed, so that pytest shows them when a test fails.
    """
    requests: list[str] = []
    complaints: list[str] = []

    def note(text: str) -> None:
        if not re.search(harmless, text):
            complaints.append(text)

    def note_request(request: Request) -> None:
        requests.append(request.url)
        if "/assets/" not in request.url:
            print(f"{monotonic():.3f} {request.method} {request.url}")

    def note_message(message: ConsoleMessage) -> None:
        if message.type == "debug":
            print(f"{monotonic():.3f} {message.text}")
        else:
            note(message.text)

    context.add_init_script(CLICKS)
    context.on("request", note_request)
    context.on("weberror", lambda error: note(str(error.error)))
    context.on("console", note_message)
    return requests, complaints


def _harmless(request: pytest.FixtureRequest) -> str:
    return "|".join([HARMLESS, *getattr(request.module, "EXPECTED", ())])


@pytest.fixture
def new_context(request: pytest.FixtureRequest, new_context: NewContext) -> Iterator[NewContext]:
    """pytest-playwright's factory of contexts, which `context` and `page` use too.

    The test fails if a page sends a request to another machine, if a script fails, or if the browser complains, for
    example about a style that the page's policy forbids. A test file may list further console messages in `EXPECTED`.
    """
    harmless = _harmless(request)
    watched: list[tuple[list[str], list[str]]] = []

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        watched.append(watch(context, harmless))
        return context

    yield make
    for requests, complaints in watched:
        assert (strangers(requests), complaints) == ([], [])


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    return new_context(**PHONE)


@pytest.fixture(scope="module")
def onlooker(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page that all tests of a file use for looking at pages. The browser must not complain."""
    context = browser.new_context(reduced_motion="reduce")
    if {"check_with_axe", "violations"} & vars(request.module).keys():
        # As an init script, Chromium compiles it only once.
        context.add_init_script(AXE)
    requests, complaints = watch(context, _harmless(request))
    yield context.new_page()
    context.close()
    assert (strangers(requests), complaints) == ([], [])


@pytest.fixture
def reader(onlooker: Page) -> Page:
    """A page in dark mode, for printing."""
    onlooker.emulate_media(color_scheme="dark", media="null")
    return onlooker


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a club that begins empty, without a trailing slash."""
    with serving_club(tmp_path_factory.mktemp("club") / "instance") as url:
        yield url


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A club in which every test begins its own games."""
    home = tmp_path_factory.mktemp("tables")
    with visiting(home) as owner, serving_club(home) as url:
        yield Tables(url, home, owner)


@pytest.fixture(scope="session")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clubs]:
    """Clubs with a page for every state. Tests must not change anything that others see."""
    with Clubs(tmp_path_factory.mktemp("clubs")) as clubs:
        yield clubs


@pytest.fixture(scope="session")
def furnished(clubs: Clubs) -> str:
    """The URL of the club with every game of `furnished.Games`."""
    return clubs.url(Name.GAMES)


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a club with games of two to six teams."""
    with serving_many_teams(tmp_path_factory.mktemp("crowded")) as url:
        yield url


@pytest.fixture(scope="module")
def shown(request: pytest.FixtureRequest, onlooker: Page, clubs: Clubs) -> Page:
    """A page in one of its states. `states.seen_in` parametrizes it."""
    name, state = request.param
    state.reach(onlooker, clubs.url(name))
    return onlooker
