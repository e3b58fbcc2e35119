"""The short forms of the proofs in bench/proofs: counts, never times."""

import re
import subprocess
import sys

import pytest

from bench.proofs.common import SKIPPED
from bench.proofs.power_trace import why_not
from tests.support.server import ROOT

SCRIPTS = (ROOT / "bench/proofs").glob("*.py")
PROOFS = sorted(
    file.stem
    for file in SCRIPTS
    # The short form of `updating` is tests/hosting/test_updating.py.
    if "\ndef main(" in file.read_text("utf-8") and file.stem != "updating"
)


@pytest.mark.parametrize("name", PROOFS)
def test_the_short_form_of_a_proof_holds(name):
    if name == "power" and (reason := why_not()):
        pytest.skip(reason)
    command = [sys.executable, "-m", f"bench.proofs.{name}", "--short"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == SKIPPED:
        pytest.skip(done.stdout)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert done.stdout.startswith(f"{name}: holds: ")
    assert done.stdout.count("\n") == 1


def test_make_runs_every_proof():
    named = re.search(r"for proof in ([a-z_ ]+);", (ROOT / "Makefile").read_text("utf-8"))
    assert sorted(named[1].split()) == sorted([*PROOFS, "updating"])
