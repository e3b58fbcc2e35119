"""Measure this checkout beside an older one, alternately in one run, and print each figure as the ratio new / old.

    bench/compare.py OLD_CHECKOUT [--short] [--only PATTERN] [--large] [--tests]

Both servers are started as a user starts them and asked over HTTP, so an older checkout needs none of these scripts.
Both run in this virtual environment, which must have the packages of both. A figure is the ratio of two medians.
`--short` takes few samples, to see whether the scripts work. `--large` adds the league of 100,000 games, and `--tests`
`make test` in both; they take long.
"""

import argparse
import itertools
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

import browsers
import exchange
import latency
import memory
import playing
import score
from league import ADDRESSES
from made_clubs import made
from measure import report, status
from rounds import rounds
from scorepad.rules.presets import preset
from serving import OURS, ROOT, SECONDS, Visitor, processor_seconds, serving, started

WARM = 10
"""Requests before the measured ones."""

Samples = dict[str, float]
"""Figures of one run, by name."""


@dataclass(frozen=True, slots=True)
class Part:
    """Figures that are measured together."""

    measure: Callable[[Path, bool], Samples]
    runs: int
    goals: dict[str, float]
    """The goal of each figure: the most that new / old may be."""
    most: dict[str, float]
    """The most that a figure of this checkout may be by itself."""


def lines(checkout: Path, short: bool) -> Samples:
    """Count the lines of the package. Tests are not in it."""
    sources = (checkout / "scorepad").rglob("*.py")
    return {"lines of scorepad/": float(sum(len(path.read_text("utf-8").splitlines()) for path in sources))}


def first_page(checkout: Path, short: bool) -> Samples:
    """Measure a new process on a new club, until its first page has arrived."""
    with tempfile.TemporaryDirectory() as club:
        begun = time.perf_counter()
        with started(OURS, Path(club), checkout) as server:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=SECONDS) as page:
                page.read()
            elapsed = time.perf_counter() - begun
            return {
                "first page, processor, ms": processor_seconds(server.process) * 1e3,
                "first page, ms": elapsed * 1e3,
            }


def mebibytes(checkout: Path, short: bool) -> Samples:
    """Measure the server's memory, at rest and after many taps."""
    _, rest, _, played = memory.measured(checkout, 500 if short else memory.TAPS)
    return {"memory at rest, MiB": rest, "memory after 10,000 taps, MiB": played}


def four_browsers(checkout: Path, short: bool) -> Samples:
    """Measure the server's CPU time for a tap that four different phones show."""
    taps = 8 if short else browsers.TAPS
    return {f"a tap, {phones}, ms": browsers.measured(phones, checkout, taps)[0] * 1e3 for phones in PHONES}


PHONES = (browsers.BY_TABLE, browsers.BY_OWNER)


def tables(count: int) -> Callable[[Path, bool], Samples]:
    """Return a measurement of the time until other phones can show a tap, at so many tables."""

    def measure(checkout: Path, short: bool) -> Samples:
        _, times = latency.measured(count, checkout=checkout, seconds=6.0 if short else latency.PLAYED)
        if len(times.arrivals) < times.expected * 0.99:
            raise SystemExit(f"Only {len(times.arrivals)} of {times.expected} taps were shown in {checkout}.")
        return {
            f"{count} tables, p99 until shown, ms": latency.p99(times.arrivals),
            f"{count} tables, median until shown, ms": median(times.arrivals) * 1e3,
        }

    return measure


def one_table(checkout: Path, short: bool) -> Samples:
    """Measure single requests of the phone that keeps score: a tap, its page unchanged, and after a tap."""
    count = 20 if short else 200
    with (
        tempfile.TemporaryDirectory() as club,
        serving(OURS, Path(club), checkout) as server,
        Visitor(server.port, door=server.door) as phone,
    ):
        table = playing.begin(phone)
        playing.play(phone, table)
        taps = Taps(phone, table)
        entry = _each(taps.send, None, count, server.process)
        changed = _each(lambda: phone.get(table).status, taps.send, count, server.process)
        again = phone.request(table, {"If-None-Match": phone.get(table).header("etag")})
        unchanged = _each(lambda: phone.ask(again).status, None, count, server.process)
    figures = {"an entry": entry, "a page, unchanged": unchanged, "a page, changed": changed}
    walls = {f"{name}, ms": wall * 1e3 for name, (wall, _) in figures.items()}
    return walls | {f"{name}, processor, ms": processor * 1e3 for name, (_, processor) in figures.items()}


class Taps:
    """Taps of one phone, as a script sends them: answered without a page, once the entry is durable."""

    def __init__(self, phone: Visitor, table: str) -> None:
        self._phone = phone
        page = phone.get(table).text
        self._path = re.findall(r'action="([^"]*/edit)"', page)[0]
        self._fields = {name: _value(page, name) for name in ("csrf_token", "seen")} | {"from": "table"}
        self._count = int(_value(page, browsers.COUNT))
        self._steps = itertools.cycle((1, -1))
        self._last = ""

    def send(self) -> int:
        """Send the next tap, and return the status of its answer."""
        step = next(self._steps)
        fields = self._fields | {browsers.COUNT: str(self._count), "step": f"{browsers.COUNT}{step:+}"}
        last, self._last = self._last, secrets.token_hex(16)
        fields |= {"key": self._last} | ({"base": last} if last else {})
        self._count += step
        answer = self._phone.post(self._path, urlencode(fields), {"X-Scorepad-More": "1"})
        # A phone with a stream has seen its own entry before the next tap.
        self._fields["seen"] = answer.header("x-scorepad-entry")
        return answer.status


def _value(page: str, name: str) -> str:
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', page)
    assert found, name
    return found[1]


def _each(timed: Callable[[], int], untimed: Callable[[], int] | None, count: int, process: int) -> tuple[float, float]:
    """Return the median seconds of a request, and the server's mean CPU seconds for it. Sends some untimed first."""
    seconds, processor = [], 0.0
    for at in range(-WARM, count):
        if untimed:
            untimed()
        if at < 0:
            timed()
            continue
        before, begun = processor_seconds(process), time.perf_counter()
        answered = timed()
        seconds.append(time.perf_counter() - begun)
        processor += processor_seconds(process) - before
        assert answered in (200, 204, 304), answered
    return median(seconds), processor / count


def commands(checkout: Path, short: bool) -> Samples:
    """Measure whole processes: 10,000 rounds scored as JSON Lines, and the list of rule sets."""
    with tempfile.TemporaryDirectory() as club:
        inputs = Path(club) / "rounds.jsonl"
        documents = rounds(preset("partnership"), 100 if short else score.DOCUMENTS, score.SEED)
        inputs.write_text("".join(json.dumps(document) + "\n" for document in documents), "utf-8")
        return {
            "scorepad score, processor, ms": _processor(checkout, club, "score", "partnership", str(inputs)) * 1e3,
            "scorepad rules list, processor, ms": _processor(checkout, club, "rules", "list") * 1e3,
        }


def moved_club(checkout: Path, short: bool) -> Samples:
    """Measure a club that is imported from its file into an empty club, with the preview, and exported again."""
    source = made(exchange.SMALL if short else exchange.LARGE)
    file = source / "club.jsonl"
    if not file.exists():
        _processor(ROOT, str(source), "export", "jsonl", "--out", str(file))
    with tempfile.TemporaryDirectory() as folder:
        back = str(Path(folder) / "back.jsonl")
        with started(OURS, Path(folder), checkout):
            pass  # it has made an empty club
        return {
            "a club imported, processor, s": _processor(checkout, folder, "import", "--yes", str(file)),
            "a club exported, processor, s": _processor(checkout, folder, "export", "jsonl", "--out", back),
        }


def _processor(checkout: Path, club: str, *arguments: str) -> float:
    """Return the CPU seconds of a command on the club in a folder."""
    environ = {**os.environ, "SCOREPAD_INSTANCE": club, "PYTHONSAFEPATH": "", "PYTHONDONTWRITEBYTECODE": ""}
    command, before = (sys.executable, "-m", "scorepad", *arguments), os.times()
    subprocess.run(command, env=environ, cwd=checkout, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def league_of(games: int) -> Callable[[Path, bool], Samples]:
    """Return a measurement of the league of a club with so many games. Each checkout makes a club of its own, once."""

    def measure(checkout: Path, short: bool) -> Samples:
        folder = Path(tempfile.gettempdir()) / f"scorepad-compare-{checkout.name}"
        folder.mkdir(mode=0o700, exist_ok=True)
        script = [sys.executable, str(ROOT / "bench" / "league_views.py"), str(checkout), str(100 if short else games)]
        done = subprocess.run(script, env={**os.environ, "TMPDIR": str(folder)}, check=True, stdout=subprocess.PIPE)
        return {f"{name}, {games:,} games, ms": figure for name, figure in json.loads(done.stdout).items()}

    return measure


def _league_part(games: int, most: float) -> Part:
    """Return the figures of a league. No page's first view after a change takes longer than `most` milliseconds."""
    pages = [f"{name}, {games:,} games, ms" for name in ADDRESSES]
    work = [f"{name}, {games:,} games, ms" for name in ("correcting the first game", "a rebuild")]
    goals = dict.fromkeys(pages, 3.0) | dict.fromkeys(work, 1.0)
    return Part(league_of(games), 1, goals, dict.fromkeys(pages, most))


def make_test(checkout: Path, short: bool) -> Samples:
    """Run all tests of a checkout."""
    begun = time.monotonic()
    subprocess.run(["make", "test"], cwd=checkout, check=True, stdout=subprocess.DEVNULL)
    return {"make test, s": time.monotonic() - begun}


LARGE = "large league"
TAP, SHOWN = "a tap, {}, ms", "{} tables, p99 until shown, ms"
PARTS = {
    "lines": Part(lines, 1, {"lines of scorepad/": 0.72}, {}),
    "start": Part(first_page, 9, {"first page, processor, ms": 0.65}, {}),
    "memory": Part(mebibytes, 1, {"memory at rest, MiB": 0.80, "memory after 10,000 taps, MiB": 1.0}, {}),
    "browsers": Part(four_browsers, 3, {TAP.format(browsers.BY_TABLE): 1.15, TAP.format(browsers.BY_OWNER): 0.5}, {}),
    "50 tables": Part(tables(50), 3, {SHOWN.format(50): 1.25}, {}),
    "250 tables": Part(tables(250), 3, {SHOWN.format(250): 1.25}, {}),
    "table": Part(
        one_table,
        5,
        {"an entry, ms": 1.1, "a page, unchanged, ms": 3, "a page, changed, ms": 3},
        {"a page, unchanged, processor, ms": 2, "a page, changed, processor, ms": 2},
    ),
    "commands": Part(
        commands, 9, {"scorepad score, processor, ms": 0.55, "scorepad rules list, processor, ms": 0.6}, {}
    ),
    "moved": Part(moved_club, 1, {"a club exported, processor, s": 0.8, "a club imported, processor, s": 0.8}, {}),
    "league": _league_part(10_000, 60),
    LARGE: _league_part(100_000, 250),
    "tests": Part(make_test, 1, {"make test, s": 0.75}, {}),
}


def main() -> int:
    """Print all figures. Return 1 if one missed its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, help="the older checkout")
    parser.add_argument("--only", default="", help=f"only the parts that match this pattern: {', '.join(PARTS)}")
    parser.add_argument("--short", action="store_true", help="few samples, to see whether the scripts work")
    parser.add_argument("--large", action="store_true", help="measure the league of 100,000 games too")
    parser.add_argument("--tests", action="store_true", help="run `make test` in both checkouts too")
    given = parser.parse_args()
    # Older servers have a thread for each stream. Newer ones ignore this.
    os.environ["SCOREPAD_THREADS"] = "1100"
    for name, part in PARTS.items():
        if re.search(given.only, name) and {LARGE: given.large, "tests": given.tests}.get(name, True):
            with _named(name):
                _print(part, *_alternately(part, given.old.resolve(), given.short))
    return status()


def _alternately(part: Part, old: Path, short: bool) -> tuple[Samples, Samples]:
    """Return the median of each figure, for the old checkout and for this one."""
    samples: dict[Path, list[Samples]] = {old: [], ROOT: []}
    for run in range(1 if short else part.runs):
        for checkout in (old, ROOT) if run % 2 == 0 else (ROOT, old):
            samples[checkout].append(part.measure(checkout, short))
    before, after = ({name: median(one[name] for one in runs) for name in runs[0]} for runs in samples.values())
    return before, after


def _print(part: Part, old: Samples, new: Samples) -> None:
    for name, figure in new.items():
        report(f"{name}: new / old", figure / old[name], part.goals.get(name), f"{old[name]:,.2f} to {figure:,.2f}")
        if name in part.most:
            report(name, figure, part.most[name])


@contextmanager
def _named(name: str) -> Iterator[None]:
    print(f"\n{name}", flush=True)
    begun = time.monotonic()
    yield
    print(f"({time.monotonic() - begun:,.0f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
