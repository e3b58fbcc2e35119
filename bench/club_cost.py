"""Measure what a club costs its host: bytes, memory, files, processor time, streams, and bytes to a replica.

docs/hosting.md estimates from these figures what a million clubs need. CPU time is printed beside that of a hello page
on the same server, because machines differ. Linux only, from /proc.
"""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import playing
from scorepad import paths
from scorepad.live.open_clubs import OpenClubs
from scorepad.store import Access, Club, Entry, Role
from scorepad.web.app.permissions import COOKIE
from serving import HELLO, OURS, Visitor, processes_of, processor_seconds, serving
from tests.hosting.programs import example, output, program, replace
from tests.support import server as servers
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league
from tests.support.waiting import until
from tests.web.hosting import make_club

GAMES_A_YEAR, PEOPLE = 150, 12
"""Fifty evenings of three games."""
OPEN, REQUESTS, STREAMS, TAPS = 100, 1_000, 200, 40
SECONDS_WATCHED = 5


def main() -> int:
    """Print the figures, one per line."""
    with tempfile.TemporaryDirectory(prefix="club-cost-") as folder:
        home = Path(folder)
        empty, year = home / "empty", home / "year"
        _print("bytes of an empty club", _bytes_of(make_club(empty, "one").parent, make_empty=True))
        _print(f"bytes of a club of {GAMES_A_YEAR} games", _bytes_of(_year(year, "one")))
        _open_clubs(year)
        _processor(home / "played")
        _streams(home / "streams")
        _replica(home / "replicated")
        _watching(home / "watched")
    return 0


def _print(name: str, figure: float, note: str = "") -> None:
    print(f"{name}: {figure:,.0f}" if figure >= 100 else f"{name}: {figure:,.2f}", f"({note})" if note else "")


def _bytes_of(folder: Path, *, make_empty: bool = False) -> int:
    if make_empty:
        Access.open(folder / paths.ACCESS).close()
    return sum(file.stat().st_size for file in folder.iterdir())


def _year(home: Path, slug: str) -> Path:
    """Create a club with the games of a year, its figures calculated, and the owner's phone. Return its folder."""
    file = make_club(home, slug)
    file.unlink()
    write(league(7, GAMES_A_YEAR, people=PEOPLE), file)
    with Club.open(file) as club:
        club.league.catch_up()
    access = Access.open(file.with_name(paths.ACCESS))
    access.admit(None, Role.OWNER)
    access.close()
    return file.parent


def _open_clubs(home: Path) -> None:
    """Print the memory and files of open clubs, each with a game loaded."""
    for number in range(OPEN):
        folder = paths.club_dir(home, f"club-{number}")
        folder.mkdir()
        for file in (paths.CLUB, paths.ACCESS):
            shutil.copy(paths.club_dir(home, "one") / file, folder)
    clubs = OpenClubs(home)
    clubs.take("one").games.load(1)
    memory, files = _resident(), _files()
    for number in range(OPEN):
        clubs.take(f"club-{number}").games.load(1)
    _print("KiB of memory of an open club", (_resident() - memory) / OPEN)
    _print("open files of an open club", (_files() - files) / OPEN)
    clubs.close()


def _resident() -> float:
    return float(re.findall(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[0])


def _files() -> int:
    return len(os.listdir("/proc/self/fd"))


def _processor(home: Path) -> None:
    """Print how many requests a core answers per second, calculated from the server's CPU time."""
    home.mkdir()
    with serving(OURS, home) as ours, serving(HELLO, home) as hello, ExitStack() as stack:
        visitor = stack.enter_context(Visitor(ours.port, door=ours.door))
        stranger = stack.enter_context(Visitor(hello.port))
        table = playing.begin(visitor)
        playing.play(visitor, table)
        floor = _seconds(hello.process, lambda: stranger.get("/"))
        page = _seconds(ours.process, lambda: visitor.get(table))
        taps = iter(range(10**6))
        tap = _seconds(ours.process, lambda: _tap(visitor, table, next(taps)))
    for name, seconds in (("hellos", floor), ("pages of a table", page), ("taps with the page after each", tap)):
        _print(f"{name} a second a core", 1 / seconds, f"{seconds * 1e6:.0f} µs, {seconds / floor:.1f} hellos")


def _tap(visitor: Visitor, table: str, number: int) -> None:
    step = "team1.clean-1" if number % 2 else "team1.clean+1"
    playing.tap(visitor, table, visitor.get(table).text, step)


def _seconds(process: int, ask: Callable[[], object]) -> float:
    for _ in range(50):
        ask()
    start = processor_seconds(process)
    for _ in range(REQUESTS):
        ask()
    return (processor_seconds(process) - start) / REQUESTS


def _streams(home: Path) -> None:
    """Print the memory of a stream."""
    servers.let_owners_in(home)
    with serving(OURS, home) as ours, ExitStack() as stack:
        visitor = stack.enter_context(Visitor(ours.port, f"{COOKIE}={servers.owner_token(0)}"))
        table = playing.begin(visitor)
        before = _share(ours.process)
        for number in range(STREAMS):
            stream = stack.enter_context(socket.create_connection(("127.0.0.1", ours.port)))
            cookie = f"{COOKIE}={servers.owner_token(number + 1)}"
            head = f"GET {table}/stream?at=board HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n"
            stream.sendall(head.encode())
            assert b" 200 " in stream.recv(4096).partition(b"\r\n")[0]
        _print("KiB of memory of a stream", (_share(ours.process) - before) / STREAMS)


def _share(process: int) -> float:
    rollups = [Path(f"/proc/{each}/smaps_rollup").read_text() for each in processes_of(process)]
    return sum(float(re.findall(r"^Pss:\s+(\d+)", text, re.M)[0]) for text in rollups)


@contextmanager
def _litestream(home: Path) -> Iterator[int]:
    """Run Litestream on the clubs of an instance folder as the docs configure it. Yield its process id."""
    config = home / "litestream.yml"
    changes = {"/run/litestream/litestream.sock": str(home / "s"), "/var/lib/scorepad/clubs": str(home / paths.CLUBS)}
    config.write_text(replace(example("yaml", "dbs:"), changes | {"/media/replica/clubs": str(home / "replica")}))
    command = [program("litestream"), "replicate", "-config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
        try:
            yield process.pid
        finally:
            process.terminate()


def _watching(home: Path) -> None:
    """Print what Litestream costs for an idle club."""
    for number in range(OPEN):
        _bytes_of(make_club(home, f"club-{number}").parent, make_empty=True)
    with _litestream(home) as process:
        until(lambda: len(list((home / "replica").rglob("*/ltx/0/*.ltx"))) >= 2 * OPEN)
        start, began = processor_seconds(process), time.monotonic()
        time.sleep(SECONDS_WATCHED)
        busy = (processor_seconds(process) - start) / (time.monotonic() - began)
        _print("µs a second that Litestream computes for a club at rest", busy / OPEN * 1e6)
        _print("KiB of Litestream's memory for a club", _share(process) / OPEN)


def _replica(home: Path) -> None:
    """Print the bytes that Litestream writes to its replica for a tap, with the configuration of the docs."""
    folder = make_club(home, "thursday").parent
    where = home / "replica"
    with Club.open(folder / paths.CLUB) as club, _litestream(home):
        game = club.new_game([], key="game")
        until(lambda: any(where.rglob("*.ltx")) and any(folder.glob(f".{paths.CLUB}-litestream/ltx/0/*.ltx")))
        sync = (program("litestream"), "sync", "-wait", "-socket", str(home / "s"), str(folder / paths.CLUB))
        output(*sync)
        before = _replicated(where)
        for number in range(TAPS):
            club.record([_entry(game, number)])
            output(*sync)
        _print("bytes to the replica for a tap", (_replicated(where) - before) / TAPS)


def _entry(game: int, number: int) -> Entry:
    return Entry(f"tap-{number}", game, 1, "team1", "clean", {"as": "tally", "n": number})


def _replicated(where: Path) -> int:
    return sum(file.stat().st_size for file in where.rglob("*/ltx/0/*.ltx"))


if __name__ == "__main__":
    raise SystemExit(main())
