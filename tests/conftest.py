"""Fixtures that tests of several packages share."""

import faulthandler
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from scorepad.web.app import freshness
from tests.support.server import environment, serving
from tests.support.speed import compile_once, keep_folders_in_memory, minify_once, spare_what_stays
from tests.support.waiting import LONGEST, PATIENCE

# A busy machine may be slow to draw and run an example.
settings.register_profile("scorepad", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("scorepad")
compile_once()
minify_once()
keep_folders_in_memory()


def pytest_collection_finish() -> None:
    spare_what_stays()


class FailuresAtOnce:
    """Prints the name of each failed test at once: a run that is stopped from outside prints no summary."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            reason = crash.message if crash else report.longreprtext
            self._terminal.write_line(f"\n{report.nodeid} failed ({report.when}): {reason[:300]}")


_STDERR = pytest.StashKey[int]()
"""The standard error of this process, which pytest redirects while a test runs."""


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    config.stash[_STDERR] = os.dup(2)
    if terminal := config.pluginmanager.get_plugin("terminalreporter"):
        config.pluginmanager.register(FailuresAtOnce(terminal))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """End this process if fixtures do not end: pytest-timeout drops its limit when a test fails."""
    faulthandler.dump_traceback_later(LONGEST, exit=True, file=item.config.stash[_STDERR])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture(autouse=True, scope="session")
def _patient_league():
    """Let pages of the league wait for its figures, however long a busy machine takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(freshness, "WAIT", PATIENCE)
        yield


@pytest.fixture
def instance(tmp_path):
    """A folder for a new club. It does not exist yet."""
    return tmp_path / "instance"


@pytest.fixture
def served(instance):
    """The address of a real `scorepad serve` on a new club in `instance`, without a trailing slash.

    The test fails if the server prints an error or does not stop.
    """
    with serving(environment(SCOREPAD_INSTANCE=str(instance))) as url:
        yield url
