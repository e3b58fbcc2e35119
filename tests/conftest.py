"""What tests of several packages share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.serving import environment, serving
from tests.sooner import compile_once, keep_folders_in_memory

# No test is a stopwatch: a busy machine may take as long as it likes over one example.
settings.register_profile("scorepad", deadline=None)
settings.load_profile("scorepad")
compile_once()
keep_folders_in_memory()


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """A folder for a fresh club, not made yet."""
    return tmp_path / "instance"


@pytest.fixture
def served(instance: Path) -> Iterator[str]:
    """The address of a real `scorepad serve` on a fresh club in `instance`, without a slash at the end.

    The test fails if the server complained, or did not end when told to.
    """
    with serving(environment(SCOREPAD_INSTANCE=str(instance))) as url:
        yield url
