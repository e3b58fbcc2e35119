"""How much memory the server holds at rest: with a club of 50 games, after 200 pages of its tables were served.

The proportional share (PSS) of the server's processes, so that what they have in common counts once; the resident
size of each is printed beside it. Linux only, from /proc. Goal: at most 75 MiB.
"""

import re
import tempfile
import time
from pathlib import Path

import playing
from serving import OURS, Visitor, serving

GOAL = 75
GAMES, PAGES = 50, 200
SECONDS_OF_REST = 1


def main() -> int:
    """Prints the figure; 0 if the goal is met."""
    with tempfile.TemporaryDirectory() as club:
        with serving(OURS, Path(club)) as server, Visitor(server.port, door=server.door) as visitor:
            tables = _play(visitor)
        # The server that is measured has read the games and did not watch them being played.
        with serving(OURS, Path(club)) as server, Visitor(server.port, visitor.cookie) as again:
            begun = _share(server.process)
            for at in range(PAGES):
                assert again.get(tables[at % GAMES]).status == 200
            time.sleep(SECONDS_OF_REST)
            share, resident = _share(server.process), _resident(server.process)
    verdict = "met" if share <= GOAL else "MISSED"
    print(
        f"{'memory at rest':<32} {share:9.1f} MiB   goal {GOAL}   {verdict:<6}"
        f"   before the first page {begun:.1f}   resident {' + '.join(resident)}"
    )
    return 0 if share <= GOAL else 1


def _play(visitor: Visitor) -> list[str]:
    """The tables of so many games in their middle."""
    tables = []
    for _ in range(GAMES):
        tables.append(playing.begin(visitor))
        playing.play(visitor, tables[-1])
    return tables


def _tree(process: int) -> list[int]:
    """A process and all that it started."""
    found = [process]
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += _tree(int(child))
    return found


def _share(process: int) -> float:
    return sum(_mebibytes(one, "smaps_rollup", "Pss") for one in _tree(process))


def _resident(process: int) -> list[str]:
    return [f"{_mebibytes(one, 'status', 'VmRSS'):.1f}" for one in _tree(process)]


def _mebibytes(process: int, file: str, name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{process}/{file}").read_text(), re.M)
    assert found
    return int(found[1]) / 1024


if __name__ == "__main__":
    raise SystemExit(main())
