"""Real Chromium, Debian's or another that is here, which reaches this machine and nothing else."""

import shutil
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorepad.web.access.permissions import COOKIE
from tests.browser.furnished import furnish
from tests.browser.leagues import Leagues, leagues
from tests.browser.lean import LEFT_OUT
from tests.support.server import OWNERS, environment, owner_token, serving
from tests.support.waiting import PATIENCE

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    # No name of another machine can be found, whoever in the browser asks for it.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    f"--disable-features={','.join(LEFT_OUT)}",
]
MISSING = "The browser tests need Chromium, and none is here. Install it (Debian: apt-get install chromium)."

PHONE = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    # Smooth scrolling would only make every tap wait.
    "reduced_motion": "reduce",
}
SENT_BACK = "the server responded with a status of 422"
"""What Chromium's console says of a form that came back with faults, which is no complaint."""

NO_COMPLAINTS = "Service Worker registration blocked by Playwright"

expect.set_options(timeout=1000 * PATIENCE)

NewContext = Callable[..., BrowserContext]


def pytest_configure(config: pytest.Config) -> None:
    """A page is photographed when a test fails on it (into test-results/), unless somebody asked for more."""
    if config.getoption("--screenshot") == "off":
        config.option.screenshot = "only-on-failure"


def chromium() -> str:
    """The path of the Chromium that is here. Fails the test where there is none: a check not made is not passed."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail(MISSING, pytrace=False)
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How pytest-playwright starts the browser."""
    return browser_type_launch_args | {"executable_path": chromium(), "args": ARGUMENTS}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """The browser; each of its contexts is a phone of the owner's, on every club that a test serves."""
    made, numbers = browser.new_context, cycle(range(OWNERS))

    def let_in(**options: Any) -> BrowserContext:
        # Requests of a service worker are seen by no route of a test: who wants one says so.
        context = made(**{"service_workers": "block", **options})
        context.set_default_timeout(1000 * PATIENCE)
        cookie = {
            "name": COOKIE,
            "value": owner_token(next(numbers)),
            "domain": "127.0.0.1",
            "path": "/",
        }
        context.add_cookies([cookie])
        return context

    browser.new_context = let_in
    return browser


@pytest.fixture(scope="session")
def base_url() -> str:
    """None: every test has a server of its own. (pytest-playwright's own warns under pytest 9.)"""
    return ""


def strangers(urls: list[str]) -> list[str]:
    """The addresses that are not on this machine. What a page holds itself (data:, blob:) leaves nothing."""
    parts = [(url, urlsplit(url)) for url in urls]
    return [
        url
        for url, part in parts
        if part.scheme not in ("data", "blob") and part.hostname != "127.0.0.1"
    ]


@pytest.fixture
def new_context(new_context: NewContext) -> Iterator[NewContext]:
    """pytest-playwright's maker of contexts (`context` and `page` use it too); no request may leave this machine."""
    asked: list[str] = []

    def watched(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.on("request", lambda request: asked.append(request.url))
        return context

    yield watched
    assert strangers(asked) == []


@pytest.fixture
def scripts() -> bool:
    """Whether scripts run. A test turns them off by naming this among its parameters."""
    return True


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a `scorepad serve` on a club that the tests of one file share, without a slash at the end."""
    home = tmp_path_factory.mktemp("club") / "instance"
    with serving(environment(SCOREPAD_INSTANCE=str(home))) as url:
        yield url


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a club with a game for every state of every page. Tests change nothing there that others see."""
    home = tmp_path_factory.mktemp("furnished")
    furnish(home)
    with serving(environment(SCOREPAD_INSTANCE=str(home))) as url:
        yield url


@pytest.fixture(scope="session")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Leagues]:
    """The clubs with a league of every size. Tests change nothing there that others see."""
    with leagues(tmp_path_factory.mktemp("leagues")) as found:
        yield found


@pytest.fixture(scope="module")
def onlooker(browser: Browser) -> Iterator[Page]:
    """Somebody who looks at the league, with one browser, which must have no complaint."""
    context = browser.new_context(reduced_motion="reduce")
    _, complaints = overhear(context)
    yield context.new_page()
    context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def shown(request: pytest.FixtureRequest, onlooker: Page, clubs: Leagues) -> Page:
    """A page of the league in one of its states, all of it unfolded; `leaguestates.seen_in` says which."""
    club, state = request.param
    state.reach(onlooker, clubs.url(club))
    onlooker.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    return onlooker


@pytest.fixture
def phone(club: str, new_context: NewContext, scripts: bool) -> Iterator[Page]:
    """A phone on the club's list of games.

    The test fails if a page asked for anything but what the club's own server has, if a script failed, or if the
    browser had a complaint, such as a style or script that the page's own policy forbids.
    """
    context = new_context(**PHONE, java_script_enabled=scripts)
    asked, complaints = overhear(context)
    page = context.new_page()
    page.goto(club)
    yield page
    assert [url for url in asked if not url.startswith(f"{club}/")] == []
    assert complaints == []


def overhear(context: BrowserContext) -> tuple[list[str], list[str]]:
    """What the pages of a context ask for, and what the browser complains of; both lists grow."""
    asked: list[str] = []
    complaints: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on(
        "console",
        lambda said: (
            None
            if said.text.endswith(NO_COMPLAINTS) or SENT_BACK in said.text
            else complaints.append(said.text)
        ),
    )
    return asked, complaints
