"""Which Chromium the tests start, and how: Debian's or another that is here. It reaches this machine alone."""

import shutil
from collections.abc import Sequence

import pytest

SHELL = "chromium-headless-shell"
"""Chromium without a window, in which tests take a fifth less time."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
MISSING = "The browser tests need Chromium. Install it (Debian: apt-get install chromium), then try again."

# Playwright leaves these out already. Chromium heeds only the last list that it is given.
OF_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades "
    "HttpsFirstBalancedModeAutoEnable LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning "
    "AvoidCorsURLLoaderRestartOnRedirect TcpPortRandomizationWin OptimizationHints "
    "NetworkTimeServiceQuerying AimEnabled PreconnectToSearch"
)
# Web pages under the address bar, and a process that waits for another page: since 2026 every context loads them,
# which is more work than most of our tests. A Chromium that does not know one of these names ignores it.
OF_THE_WINDOW = (
    "WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup PreloadTopChromeWebUI SpareRendererForSitePerProcess"
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    # Every page is seen briefly: to optimize its scripts, and axe's, takes longer than to run them as they are.
    "--js-flags=--no-opt",
    # No name of another machine can be resolved, whatever in the browser asks for it.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-features=" + ",".join(f"{OF_PLAYWRIGHT} {OF_THE_WINDOW}".split()),
]


def chromium(names: Sequence[str] = NAMES) -> str:
    """Return the path of the first of these that is here. Fails where there is none, so that no check is skipped."""
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    return path


WHOLE = {"channel": "chromium"}
"""What pytest-playwright starts the whole browser by, with its window left out."""


def _in(**browsers: dict[str, str]) -> pytest.MarkDecorator:
    names = [name.replace("_", " ") for name in browsers]
    return pytest.mark.parametrize("browser_type_launch_args", [*browsers.values()], ids=names, indirect=True)


IN_BOTH_BROWSERS = _in(shell={}, whole_browser=WHOLE)
"""Runs a test in the shell that has no window, and in the whole browser, with its window left out."""

IN_WHOLE_BROWSER = _in(whole_browser=WHOLE)
"""Runs a test in the whole browser alone: what depends on where a page scrolls to."""
