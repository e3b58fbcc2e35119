"""`make` on a machine where something is missing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser import conftest as browser
from tests.support.server import ROOT

BASH = shutil.which("bash") or "/bin/bash"


@pytest.fixture
def clone(tmp_path):
    """A folder with only the Makefile and pyproject.toml."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def python_that_fails_at(clone: Path, word: str) -> str:
    """A python3 that fails if its arguments contain `word`, and does nothing otherwise."""
    fake = clone / "fake-python3"
    fake.write_text(f'#!/bin/sh\ncase "$*" in *{word}*) exit 1;; esac\n')
    fake.chmod(0o755)
    return str(fake)


def refusal(clone: Path, python: str) -> str:
    """The first error of `make run`, which must fail."""
    command = ["make", "run", f"PYTHON={python}"]
    # The make that may run these tests has its own settings in the environment.
    environ = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    done = subprocess.run(command, cwd=clone, env=environ, capture_output=True, text=True)
    assert done.returncode != 0
    assert not (clone / ".venv").exists()
    return done.stderr.splitlines()[0]


def test_no_python(clone):
    assert refusal(clone, "no-python3").startswith(
        "Scorepad needs Python 3.11 or newer, and no-python3 is missing."
    )


def test_a_python_that_is_too_old(clone):
    python = python_that_fails_at(clone, "version_info")
    assert refusal(clone, python).startswith(
        f"Scorepad needs Python 3.11 or newer, and {python} is older."
    )


def test_a_python_without_venv(clone):
    python = python_that_fails_at(clone, "ensurepip")
    assert refusal(clone, python) == (
        f"{python} has no venv. Install it (Debian: apt-get install python3-venv), then try again."
    )


def test_no_chromium_and_no_way_to_install_it(tmp_path):
    command = [BASH, ROOT / ".ci" / "chromium"]
    (tmp_path / "id").symlink_to(shutil.which("id") or "/usr/bin/id")
    done = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    # The tests run all the same, and those that need it fail.
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("The browser tests will fail: there is no Chromium, and ")


def test_browser_tests_fail_without_chromium(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(pytest.fail.Exception, match="apt-get install chromium"):
        browser.chromium()
