"""The lock files in .ci/requirements match pyproject.toml; `make lock` creates them again."""

import re
import tomllib
from itertools import product

import pytest
from packaging.requirements import Requirement

from tests.support.server import ROOT

LOCKED = re.compile(r"^(\S+==.+?) \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)((?: +#.*\n)+)", re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NEEDED = PROJECT["project"]["dependencies"]
ASKED = {"run": NEEDED, "dev": [*NEEDED, *PROJECT["project"]["optional-dependencies"]["dev"]]}
MACHINES = [
    {"sys_platform": system, "platform_machine": machine}
    for system, machine in product(("linux", "darwin", "win32"), ("x86_64", "aarch64"))
]


def text(purpose):
    return (ROOT / ".ci" / "requirements" / f"{purpose}.txt").read_text()


def where(requirement):
    """The machines that need this requirement."""
    return [at for at in MACHINES if requirement.marker is None or requirement.marker.evaluate(at)]


@pytest.mark.parametrize("purpose", ASKED)
def test_what_is_locked_is_what_the_project_asks_for(purpose):
    locked = {Requirement(line).name: (Requirement(line), reason) for line, _, reason in LOCKED.findall(text(purpose))}
    asked = {Requirement(line).name: Requirement(line) for line in ASKED[purpose]}
    assert {name for name, (_, reason) in locked.items() if "scorepad (pyproject.toml)" in reason} == set(asked)
    for requirement in [*asked.values(), *map(Requirement, PROJECT["build-system"]["requires"])]:
        lock, _ = locked[requirement.name]
        assert next(iter(lock.specifier)).version in requirement.specifier, requirement
        assert all(at in where(lock) for at in where(requirement)), requirement


def test_every_line_has_hashes_and_who_runs_scorepad_has_what_its_tests_have():
    run, dev = ({(line, hashes) for line, hashes, _ in LOCKED.findall(text(purpose))} for purpose in ("run", "dev"))
    assert run < dev
    assert len(dev) == len(re.findall(r"^\w", text("dev"), re.MULTILINE))
    assert "://" not in text("run") + text("dev") + text("build")


def test_what_builds_the_packages_is_locked_alone():
    """`make build` took 228 seconds and 666 MB, because it installed all that tests need."""
    build, dev = (
        {(line.split()[0], hashes) for line, hashes, _ in LOCKED.findall(text(name))} for name in ("build", "dev")
    )
    assert build < dev
    needed = {Requirement(line).name for line in PROJECT["build-system"]["requires"]}
    assert needed | {"build"} <= {line.partition("==")[0] for line, _ in build}
    assert len(build) < 12
