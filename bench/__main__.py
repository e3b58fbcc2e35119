"""Run every script of this folder, then print one table of all figures that have a goal: `make bench`.

With `--large` the league, exports and imports are measured at 100,000 games too: `make bench ARGS=--large`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import textwrap
import time
from collections import Counter
from pathlib import Path

from bench.measure import ROWS, Goal, Row, Verdict, read_rows

HERE = Path(__file__).parent
SCRIPT = "raise SystemExit(main())"
"""The last lines of a script; floors and shared modules end differently."""


def main() -> int:
    """Run all scripts. Return 1 if a figure failed, or a script ended without its figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--large", action="store_true", help="measure the league at 100,000 games too")
    large = parser.parse_args().large
    arguments = {} if large else {"league": ["--small"], "exchange": ["--small"]}
    scripts = [path for path in sorted(HERE.glob("*.py")) if path.name != "__main__.py" and SCRIPT in path.read_text()]
    rows: list[Row] = []
    for path in scripts:
        print(f"\n{path.stem}", flush=True)
        start = time.monotonic()
        rows += _rows_of(path, arguments.get(path.stem, []))
        print(f"({time.monotonic() - start:,.0f} s)", flush=True)
    _print_table(rows)
    return int(any(row.verdict is Verdict.FAILED for row in rows))


def _rows_of(script: Path, arguments: list[str]) -> list[Row]:
    """Run a script. Return its rows, plus one if it stopped without reporting a failed figure."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows"
        path.touch()
        done = subprocess.run([sys.executable, script, *arguments], env={**os.environ, ROWS: str(path)})
        rows = read_rows(path)
    failed = any(row.verdict is Verdict.FAILED for row in rows)
    stopped = [] if failed or not done.returncode else [Row(f"{script.stem} stopped", 1, Goal(0), Verdict.FAILED)]
    return rows + stopped


def _print_table(rows: list[Row]) -> None:
    print(f"\n{'':<46}{'figure':>10}{'goal':>9}")
    for row in rows:
        print(str(row).rstrip())
        if row.verdict is Verdict.MISSED:
            print(textwrap.fill(row.excuse, 118, initial_indent="    ", subsequent_indent="    "))
    counts = Counter(row.verdict for row in rows)
    print(f"\n{', '.join(f'{counts[verdict]} {verdict}' for verdict in Verdict)}.")


if __name__ == "__main__":
    raise SystemExit(main())
