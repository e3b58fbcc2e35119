"""Find and configure the Chromium of the tests: Debian's, or another installed one. It can only reach this machine."""

import shutil
from collections.abc import Sequence

import pytest

SHELL = "chromium-headless-shell"
"""Chromium's headless shell, in which tests take 20% less time."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
MISSING = "The browser tests need Chromium. Install it (Debian: apt-get install chromium), then try again."

# Playwright already disables these. They are repeated because Chromium uses only the last list that it is given.
OF_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades "
    "HttpsFirstBalancedModeAutoEnable LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning "
    "AvoidCorsURLLoaderRestartOnRedirect TcpPortRandomizationWin OptimizationHints "
    "NetworkTimeServiceQuerying AimEnabled PreconnectToSearch"
)
# Web pages of the address bar, and a spare process for another page: since 2026 every context loads them, which is
# more work than most of our tests. Chromium ignores names that it does not know.
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
    # Every page is open briefly: optimizing its scripts, and axe's, takes longer than running them unoptimized.
    "--js-flags=--no-opt",
    # Nothing in the browser can resolve the name of another machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-features=" + ",".join(f"{OF_PLAYWRIGHT} {OF_THE_WINDOW}".split()),
]


def chromium(names: Sequence[str] = NAMES) -> str:
    """Return the path of the first of these that is installed. Fails if there is none, so that no check is skipped."""
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    return path


WHOLE = {"channel": "chromium"}
"""Launch arguments for the whole browser, in headless mode."""


def _in(**browsers: dict[str, str]) -> pytest.MarkDecorator:
    names = [name.replace("_", " ") for name in browsers]
    return pytest.mark.parametrize("browser_type_launch_args", [*browsers.values()], ids=names, indirect=True)


IN_BOTH_BROWSERS = _in(shell={}, whole_browser=WHOLE)
"""Runs a test in the headless shell, and in the whole browser in headless mode."""

IN_WHOLE_BROWSER = _in(whole_browser=WHOLE)
"""Runs a test in the whole browser, which people use. The shell would scroll to other places, or not at all."""
