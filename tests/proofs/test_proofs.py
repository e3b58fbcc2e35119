"""The short forms of the proofs in bench/proofs: counts, never times.

Most run in the process of the tests, which has imported already what each would import for itself.
"""

import importlib
import re
import subprocess
import sys

import pytest

from bench.proofs.common import SKIPPED
from bench.proofs.power_trace import why_not
from tests.support.server import ROOT

SCRIPTS = (ROOT / "bench/proofs").glob("*.py")
ALL = {file.stem for file in SCRIPTS if "\ndef main(" in file.read_text("utf-8")}
ELSEWHERE = {"container": "packaging/test_container.py", "updating": "hosting/test_updating.py"}
"""Where the short forms of these are."""

PROOFS = sorted(ALL - ELSEWHERE.keys())


IN_THEIR_OWN_PROCESS = ("damage", "files", "power", "rights", "schemas", "watchers")
"""These mount disks, put other values into Scorepad's modules, or run an event loop: the browser has one of its own."""


@pytest.mark.parametrize("name", PROOFS)
def test_the_short_form_of_a_proof_holds(name, monkeypatch, capfd):
    if name == "power" and (reason := why_not()):
        pytest.skip(reason)
    if name in IN_THEIR_OWN_PROCESS:
        status = subprocess.run([sys.executable, "-m", f"bench.proofs.{name}", "--short"], cwd=ROOT).returncode
    else:
        monkeypatch.setattr(sys, "argv", [name, "--short"])
        status = importlib.import_module(f"bench.proofs.{name}").main()
    printed, errors = capfd.readouterr()
    if status == SKIPPED:
        pytest.skip(printed)
    assert (status, errors) == (0, ""), printed + errors
    assert printed.startswith(f"{name}: holds: ")
    assert printed.count("\n") == 1


def test_make_runs_every_proof():
    named = re.search(r"for proof in ([a-z_ ]+);", (ROOT / "Makefile").read_text("utf-8"))
    assert sorted(named[1].split()) == sorted(ALL)
