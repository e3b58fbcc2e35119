"""Fuzz the parsers of forms, addresses, JSON and TOML, guided by coverage.

Each target of `fuzzing/worker.py` has its own process and an equal share of the time. No input may be answered with 500
or raise anything except a refusal. Accepted input must be unchanged after it is written and read again. The memory of
each process may not keep growing: it is compared after a quarter of the time and at the end.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile

from bench.proofs.common import SKIPPED, arguments, verdict
from tests.support import server

SECONDS, SHORT = 3_600, 4
TARGETS = ("forms", "pages", "documents", "rules")
SEEDS, SHORT_SEEDS = 10_000, 20
MAX_GROWTH = 16 * 1024
"""KiB. libFuzzer keeps the inputs that reached new code."""


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(SECONDS, SHORT, "seconds of coverage-guided fuzzing")
    if importlib.util.find_spec("atheris") is None:
        print("fuzz: skipped: atheris is not installed: it has wheels for CPython on 64-bit Intel and AMD Linux only")
        return SKIPPED
    faults: list[str] = []
    runs, grown = {}, {}
    most, traced = (SHORT_SEEDS, "readers") if asked.short else (SEEDS, "all")
    results = _fuzz(asked.count / len(TARGETS), asked.seed, most, traced)
    for target, result in results.items():
        faults += [f"{target}: {fault}" for fault in result["faults"].values()]
        runs[target] = result["runs"]
        grown[target] = result["late"] - result["early"]
        if not asked.short and grown[target] > MAX_GROWTH:
            faults.append(f"{target}: the memory grew by {grown[target]:,} KiB")
    figures: dict[str, object] = {"seconds": asked.count, "inputs": sum(runs.values())}
    figures |= {f"of {target}": number for target, number in runs.items()}
    figures |= {"answers of 500 or other faults": len(faults)}
    figures |= {f"KiB more after {target}": number for target, number in grown.items()}
    return verdict("fuzz", figures, faults)


def _fuzz(*words: object) -> dict[str, dict]:
    """Run the process of each target. Return its results."""
    with tempfile.TemporaryDirectory(prefix="scorepad-fuzz-") as folder:
        worker = [sys.executable, "-m", "bench.proofs.fuzzing.worker", *map(str, words), folder, *TARGETS]
        done = subprocess.run(worker, cwd=server.ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"The worker ended with {done.returncode}: {done.stderr[-2000:]}")
    return json.loads(done.stdout)


if __name__ == "__main__":
    raise SystemExit(main())
