"""Run the short forms of the proofs in bench/proofs. They count, and never measure time.

Most run in the process of the tests, which has already imported the modules that they need.
"""

import importlib
import re
import subprocess
import sys

import pytest

from bench.proofs.common import SKIPPED
from bench.proofs.power_trace import why_not
from tests.support.server import ROOT
from tests.support.waiting import LONGEST

SCRIPTS = (ROOT / "bench/proofs").glob("*.py")
ALL = {file.stem for file in SCRIPTS if "\ndef main(" in file.read_text("utf-8")}
ELSEWHERE = {
    "container": "packaging/test_container.py",
    "schemas": "web/api/test_openapi.py",
    "clients": "web/api/test_generated_client.py",
    "programs": "exchange/test_round_trips.py",
    "updating": "hosting/test_updating.py",
}
"""Proofs whose short forms are in other tests."""

PROOFS = sorted(ALL - ELSEWHERE.keys())


IN_THEIR_OWN_PROCESS = ("damage", "files", "power", "rights", "typed", "watchers")
"""These mount disks, patch Scorepad's modules, or run an event loop (the browser tests already run one)."""


@pytest.mark.parametrize("name", PROOFS)
def test_the_short_form_of_a_proof_holds(name, monkeypatch, capfd):
    if name == "power" and (reason := why_not()):
        pytest.skip(reason)
    if name in IN_THEIR_OWN_PROCESS:
        command = [sys.executable, "-m", f"bench.proofs.{name}", "--short"]
        status = subprocess.run(command, cwd=ROOT, timeout=LONGEST / 2).returncode
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
