"""Fuzz what reads forms, addresses, JSON and TOML, guided by the code that each input reaches.

Each target of `fuzzing/worker.py` has a process of its own and an equal share of the time. No input may be answered
with 500 or raise anything but a refusal. What is accepted must also be the same when it is written and read again. And
the memory of each process may not go on growing: it is compared after a quarter of the time and at the end.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.proofs.common import SKIPPED, arguments, verdict
from tests.support import server

SECONDS, SHORT = 3_600, 5
TARGETS = ("forms", "pages", "documents", "rules")
SEEDS, SHORT_SEEDS = 10_000, 40
MOST_GROWTH = 16 * 1024
"""KiB. libFuzzer keeps the inputs that reached anything new."""


def main() -> int:
    """Print the line. Returns 0 if the claim holds."""
    asked = arguments(SECONDS, SHORT, "seconds of coverage-guided fuzzing")
    if importlib.util.find_spec("atheris") is None:
        print("fuzz: skipped: atheris is not installed: it has wheels for CPython on 64-bit Intel and AMD Linux only")
        return SKIPPED
    faults: list[str] = []
    runs, grown = {}, {}
    for target in TARGETS:
        result = _fuzz(target, asked.count / len(TARGETS), asked.seed, SHORT_SEEDS if asked.short else SEEDS)
        faults += [f"{target}: {fault}" for fault in result["faults"].values()]
        runs[target] = result["runs"]
        grown[target] = result["late"] - result["early"]
        if not asked.short and grown[target] > MOST_GROWTH:
            faults.append(f"{target}: the memory grew by {grown[target]:,} KiB")
    figures: dict[str, object] = {"seconds": asked.count, "inputs": sum(runs.values())}
    figures |= {f"of {target}": number for target, number in runs.items()}
    figures |= {"answers of 500 or other faults": len(faults)}
    figures |= {f"KiB more after {target}": number for target, number in grown.items()}
    return verdict("fuzz", figures, faults)


def _fuzz(target: str, *numbers: float) -> dict:
    """What a target's process prints in the end."""
    with tempfile.TemporaryDirectory(prefix="scorepad-fuzz-") as folder, tempfile.TemporaryFile("w+") as errors:
        worker = [sys.executable, "-m", "bench.proofs.fuzzing.worker", target, *map(str, numbers), folder]
        done = subprocess.run(worker, cwd=server.ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, check=False)
        if done.returncode == 0:
            return json.loads(done.stdout)
        errors.seek(0)
        fault = f"ended with {done.returncode}: {errors.read()[-2000:]}"
        for path in sorted(Path(folder).glob("*-*")):  # The input that took too long, or too much.
            fault += f"; input: {path.read_bytes()[:500]!r}"
        return {"runs": 0, "early": 0, "late": 0, "faults": {"": fault}}


if __name__ == "__main__":
    raise SystemExit(main())
