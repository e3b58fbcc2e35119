"""`make` on a machine where something is missing."""

import os
import shutil
import subprocess

import pytest

from tests.browser import conftest as browser
from tests.support.server import ROOT
from tests.support.waiting import PATIENCE

BASH = shutil.which("bash") or "/bin/bash"
NEEDS = "Scorepad needs Python 3.11 or newer, and "


@pytest.mark.parametrize(
    ("python", "fails_at", "error"),
    [
        ("no-python3", "", f"{NEEDS}no-python3 is missing."),
        ("python3", "version_info", f"{NEEDS}{{}} is older."),
        ("python3", "ensurepip", "{} has no venv. Install it (Debian: apt-get install python3-venv), then try again."),
    ],
)  # fmt: skip
def test_make_run_says_what_is_wrong_with_python(tmp_path, python, fails_at, error):
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    if fails_at:
        fake = tmp_path / python
        fake.write_text(f'#!/bin/sh\ncase "$*" in *{fails_at}*) exit 1;; esac\n')
        fake.chmod(0o755)
        python = str(fake)
    # A `make` that runs these tests has its own settings in the environment.
    environ = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    command = ["make", "run", f"PYTHON={python}"]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode != 0
    assert not (tmp_path / ".venv").exists()
    assert done.stderr.startswith(error.format(python))


@pytest.mark.parametrize(
    ("bits", "status", "error"),
    [
        (64, 1, "WRONG: DO NOT MATCH THE HASHES\nThis machine's index has other files than those locked."),
        (32, 0, "No hashes are checked: Python has 32 bits here"),
    ],
)
def test_an_index_with_other_files_than_those_locked(tmp_path, bits, status, error):
    python = tmp_path / "python"
    python.write_text(f"""#!/bin/bash
case "$*" in
  *struct*) echo {bits // 8};;
  *--require-hashes*) echo "WRONG: DO NOT MATCH THE HASHES" >&2; exit 1;;
  *--requirement*) cat "${{@: -1}}";;
esac""")
    python.chmod(0o755)
    command = [ROOT / ".ci" / "install", python, "run", ".ci/requirements"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr.startswith(error)) == (status, True)
    assert ("\nflask==" in done.stdout, "hash" in done.stdout) == (not status, False)


@pytest.mark.parametrize("locks", [".ci/requirements", ""])
def test_what_builds_packages_is_installed_without_scorepad(tmp_path, locks):
    python = tmp_path / "python"
    python.write_text('#!/bin/bash\ncase "$*" in *struct*) echo 8;; *) echo "$@";; esac')
    python.chmod(0o755)
    command = [ROOT / ".ci" / "install", python, "build", locks]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    wanted = f"--require-hashes --requirement {locks}/build.txt" if locks else "build hatchling"
    assert done.stdout == f"-m pip --disable-pip-version-check --quiet install {wanted}\n"


def test_no_packages_and_no_way_to_install_them(tmp_path):
    command = [BASH, ROOT / ".ci" / "packages"]
    (tmp_path / "id").symlink_to(shutil.which("id") or "/usr/bin/id")
    done = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, timeout=PATIENCE)
    # The tests still run; those that need these packages fail or are skipped.
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("The browser tests will fail: there is no Chromium, and ")
    assert "\nNo power cut will be tested: there is no strace, and " in done.stderr


def test_browser_tests_fail_without_chromium(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(pytest.fail.Exception, match="apt-get install chromium"):
        browser.chromium()
