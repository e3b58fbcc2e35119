"""Mutation testing: put deliberate faults into the code, one at a time, and see whether the tests catch each.

    python -m tests.support.mutants [--list] [--only NAME] [--jobs N]

The faults are in mutants.toml. When you move or rewrite a line that a fault quotes, update the fault: until then this
script exits with status 2 and names the fault. Status 1 means that a fault survived its tests.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAULTS = Path(__file__).with_suffix(".toml")
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider")
MAX_SECONDS = 600
"""A run with a fault that takes longer is considered hung, which counts as caught."""

PASSED, FAILED = 0, 1
"""The exit statuses of pytest after a complete run. With any other, the tests could not run."""


class CannotTell(Exception):
    """A fault cannot be tried; the text says why."""


@dataclass(frozen=True)
class Fault:
    """One deliberate fault: `find` occurs exactly once in `file`, and `tests` should fail when it is replaced."""

    name: str
    area: str
    wrong: str
    file: str
    find: str
    replace: str
    tests: tuple[str, ...]
    survives: bool = False
    """Whether it is known that no test catches the fault yet."""

    def problem(self) -> str:
        """Return why the fault cannot be put into this checkout, or ""."""
        if missing := [path for path in (self.file, *self.tests) if not (ROOT / path).exists()]:
            return f"there is no {missing[0]}"
        if self.find == self.replace:
            return "`find` and `replace` are the same"
        count = (ROOT / self.file).read_text("utf-8").count(self.find)
        return "" if count == 1 else f"`find` stands {count} times in {self.file}, not once"


def read_faults(only: Sequence[str] | None = None) -> list[Fault]:
    """Return all faults, or those with these names. Raises CannotTell if any fault cannot be put into this checkout."""
    tables = tomllib.loads(FAULTS.read_text("utf-8"))["fault"]
    faults = [Fault(**{**table, "tests": tuple(table["tests"])}) for table in tables]
    names = [fault.name for fault in faults]
    problems = [f"{fault.name}: {problem}" for fault in faults if (problem := fault.problem())]
    problems += [f"{name}: two faults have this name" for name in {*names} if names.count(name) > 1]
    problems += [f"{name}: there is no such fault" for name in only or () if name not in names]
    if problems:
        raise CannotTell("\n".join(problems))
    return [fault for fault in faults if fault.name in (only or names)]


def copy_checkout(folder: Path) -> None:
    """Copy the files that git tracks, as they are in the working tree."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def run_tests(tests: Iterable[str], fault: Fault | None = None) -> str:
    """Return the output of these tests if they fail, else "". They run in a fresh copy, with one fault or none."""
    with tempfile.TemporaryDirectory(prefix="scorepad-mutants-") as name:
        copy = Path(name)
        copy_checkout(copy)
        if fault:
            text = (copy / fault.file).read_text("utf-8")
            (copy / fault.file).write_text(text.replace(fault.find, fault.replace), "utf-8")
        environ = {**os.environ, "PYTHONPATH": name, "PYTHONDONTWRITEBYTECODE": "1"}
        command, limit = [*PYTEST, *tests], MAX_SECONDS if fault else None
        try:
            done = subprocess.run(command, cwd=copy, env=environ, text=True, capture_output=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return "ERROR timeout"
    if done.returncode not in (PASSED, FAILED):
        raise CannotTell(f"The tests cannot run: {fault and fault.name}\n{done.stdout[-3000:]}")
    return done.stdout if done.returncode == FAILED else ""


def try_fault(fault: Fault) -> bool:
    """Return whether the fault's tests catch it. Print the first that does, or what the fault broke unnoticed."""
    began = time.monotonic()
    output = run_tests(fault.tests, fault)
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    what = failed[1] if failed else fault.wrong
    seconds = time.monotonic() - began
    word = "caught" if output else "SURVIVED"
    print(f"{word:8} {seconds:5.1f} s  {fault.name:42} {what}", flush=True)
    return bool(output)


def try_all(faults: Sequence[Fault], jobs: int) -> int:
    """Try the faults and print how many were caught in each area. Return the exit status. Raises CannotTell."""
    if output := run_tests(sorted({test for fault in faults for test in fault.tests})):
        raise CannotTell(f"The tests fail without any fault.\n{output[-3000:]}")
    with ThreadPoolExecutor(jobs) as pool:
        tried = list(zip(faults, pool.map(try_fault, faults), strict=True))
    for area in (*dict.fromkeys(fault.area for fault in faults), "all"):
        caught = [caught for fault, caught in tried if area in (fault.area, "all")]
        print(f"{area:8} {sum(caught):3} of {len(caught)} caught")
    return int(any(not caught and not fault.survives for fault, caught in tried))


def main() -> int:
    parser = argparse.ArgumentParser(description="See whether the tests catch deliberate faults.")
    parser.add_argument("--list", action="store_true", help="name the faults, run nothing")
    parser.add_argument("--only", action="append", metavar="NAME", help="try this fault alone")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="try N at a time")
    asked = parser.parse_args()
    try:
        faults = read_faults(asked.only)
        if not asked.list:
            return try_all(faults, asked.jobs)
    except CannotTell as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(f"{fault.area:8} {fault.name:42} {fault.wrong}" for fault in faults))
    return 0


if __name__ == "__main__":
    sys.exit(main())
