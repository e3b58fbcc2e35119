"""The systemd unit is hardened, and uses only settings that Scorepad and systemd know."""

import re
import shutil
import subprocess

import pytest

from scorepad.environment import SETTINGS
from tests.support.server import ROOT
from tests.support.waiting import PATIENCE

UNIT = ROOT / "deploy/scorepad.service"
MAX_EXPOSED = 3.0
DOCUMENTED = re.search(r"calls its exposure ([0-9.]+) of 10", (ROOT / "docs/hosting.md").read_text("utf-8"))[1]


def analyze(*arguments):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not here: apt-get install systemd")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=PATIENCE)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze examines no file: it is older than 250")
    return done.stdout + done.stderr


def test_systemd_calls_it_well_hardened_by_the_figure_in_the_docs():
    answer = analyze("security", "--offline=true", "--no-pager", str(UNIT))
    (exposure,) = re.findall(r"exposure level for scorepad.service: ([0-9.]+)", answer)
    assert float(exposure) <= float(DOCUMENTED) <= MAX_EXPOSED


def test_systemd_knows_every_line_of_it():
    # docs/hosting.md installs the program at a path that does not exist here.
    faults = analyze("verify", str(UNIT)).splitlines()
    assert [fault for fault in faults if "is not executable" not in fault and UNIT.name in fault] == []


def test_its_memory_has_a_limit_that_ends_a_reader_and_not_the_server():
    lines = UNIT.read_text("utf-8").splitlines()
    assert {"MemoryMax=75%", "OOMPolicy=continue"} <= set(lines)


def test_it_starts_what_the_docs_install_with_settings_of_scorepad():
    unit = UNIT.read_text("utf-8")
    assert "ExecStart=/opt/scorepad/bin/scorepad serve\n" in unit
    names = set(re.findall(r"^Environment=(\w+)=", unit, re.MULTILINE))
    assert names <= {setting.name for setting in SETTINGS}
