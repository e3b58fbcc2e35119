"""Measure the server's idle memory, with a club of 50 games after 200 pages of its tables, and after 10,000 taps.

The figure is the proportional set size (PSS) of the server's processes, so that shared memory counts once; the resident
size of each is printed beside it. Linux only, from /proc.
"""

import re
import tempfile
import time
from pathlib import Path

import playing
from measure import report, status
from serving import OURS, ROOT, Visitor, processes_of, serving

AT_REST, AFTER_TAPS = 70, 110
TAPS = 10_000
GAMES, PAGES = 50, 200
SECONDS_OF_REST = 1


def main() -> int:
    """Print the figures. Return 1 if one failed."""
    begun, share, resident, played = measured()
    report("memory at rest, MiB", share, AT_REST, f"before the first page {begun:.1f}, resident {' + '.join(resident)}")
    report("memory after 10,000 taps at 50 tables, MiB", played, AFTER_TAPS)
    return status()


def measured(checkout: Path = ROOT, taps: int = TAPS) -> tuple[float, float, list[str], float]:
    """Return MiB before the first page, at rest, resident for each process, and after so many taps."""
    with tempfile.TemporaryDirectory() as club:
        with serving(OURS, Path(club), checkout) as server, Visitor(server.port, door=server.door) as visitor:
            tables = _play(visitor)
        # The games were recorded by another server process, so the measured one only reads them.
        with serving(OURS, Path(club), checkout) as server, Visitor(server.port, visitor.cookie) as again:
            begun = _share(server.process)
            for at in range(PAGES):
                assert again.get(tables[at % GAMES]).status == 200
            time.sleep(SECONDS_OF_REST)
            share, resident = _share(server.process), _resident(server.process)
            for at in range(taps // GAMES):
                _tap_each(again, tables, at)
            return begun, share, resident, _share(server.process)


def _tap_each(visitor: Visitor, tables: list[str], at: int) -> None:
    """Tap once at every table, alternately up and down, and get its page."""
    for table in tables:
        playing.tap(visitor, table, visitor.get(table).text, "team1.clean-1" if at % 2 else "team1.clean+1")


def _play(visitor: Visitor) -> list[str]:
    """Return the tables of games in their middle."""
    tables = []
    for _ in range(GAMES):
        tables.append(playing.begin(visitor))
        playing.play(visitor, tables[-1])
    return tables


def _share(process: int) -> float:
    return sum(_mebibytes(child, "smaps_rollup", "Pss") for child in processes_of(process))


def _resident(process: int) -> list[str]:
    return [f"{_mebibytes(child, 'status', 'VmRSS'):.1f}" for child in processes_of(process)]


def _mebibytes(process: int, file: str, name: str) -> float:
    kibibytes = re.search(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{process}/{file}").read_text(), re.M)
    assert kibibytes
    return int(kibibytes[1]) / 1024


if __name__ == "__main__":
    raise SystemExit(main())
