"""Measure `scorepad score` on 10,000 JSON Lines, compared with a process that only loads and dumps them.

Goal: at most 3 times the floor. The floor has the same imports, loads the same inputs with `json.loads` and dumps the
same answers; see `score_floor.py`. The inputs are generated from a seed, so every run times the same work.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import compare, status
from rounds import rounds
from scorepad.rules.presets import preset

GOAL = 3.0
DOCUMENTS = 10_000
SEED = 20_260_101
RUNS = 5
PRESETS = ("partnership", "catawba")

COMMAND = (sys.executable, "-m", "scorepad", "score")
FLOOR = (sys.executable, str(Path(__file__).with_name("score_floor.py")))


def main() -> int:
    """Print a figure for each of a few rule sets. Return 1 if one failed."""
    with tempfile.TemporaryDirectory() as folder:
        for slug in PRESETS:
            _measure(slug, Path(folder))
    return status()


def _measure(slug: str, folder: Path) -> None:
    inputs, answers = folder / f"{slug}.jsonl", folder / f"{slug}-answers.jsonl"
    documents = rounds(preset(slug), DOCUMENTS, SEED)
    lines = (json.dumps(document, ensure_ascii=False) + "\n" for document in documents)
    inputs.write_text("".join(lines), encoding="utf-8")
    command = (*COMMAND, slug, str(inputs))
    floor = (*FLOOR, str(inputs), str(answers))
    answers.write_bytes(_output(command))
    if _output(floor) != answers.read_bytes():
        raise SystemExit(f"{slug}: the floor does not dump the same answers, so it measures nothing.")
    compare(f"score {slug}", GOAL, lambda: _seconds(command), lambda: _floor_seconds(floor), RUNS)


def _output(command: tuple[str, ...]) -> bytes:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def _seconds(command: tuple[str, ...]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def _floor_seconds(command: tuple[str, ...]) -> float:
    """Return the seconds, without parsing the answers, which the command does not do either."""
    start = time.perf_counter()
    run = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return time.perf_counter() - start - float(run.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
