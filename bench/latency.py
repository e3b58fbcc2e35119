"""How soon a tap on one phone is news on the others: tables of four phones with streams, each tapping every 5 s.

A tap is a form posted by one phone as its script does. From its sending three things are timed: until its own answer is
there; until the event is there at each of the three other phones of the table, which brings what changed; and once
more, while phones ask for their page after every event, until that page is there. Beside them stands what the machine
allows in that same time: the least the same server can be asked, on a connection of its own. With 50 tables and 250.

All phones are one process with one thread and an event loop, so that they take little of what the server needs.
"""

import asyncio
import os
import random
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import playing
from latency_phone import Phone, Wire
from measure import Goal, report, status
from scorepad import paths
from scorepad.store import Access, Role
from serving import OURS, Running, Visitor, serving

SHARED = (
    "The phones share the cores of this machine with the server, so the slowest events wait for a turn"
    " (docs/why/live-table-cost.md). A machine of their own would change it."
)
STREAMS_ALONE = Goal(10.0, bound=100.0, reason=SHARED)
"""Milliseconds within which 99 in 100 events should come at 50 tables. Within 100 they seem to come at once."""
PAGES = {
    50: (Goal(15.0, bound=100.0, reason=SHARED), Goal(50.0, bound=500.0, reason=SHARED)),
    250: (Goal(50.0, bound=500.0, reason=SHARED), Goal(250.0, bound=2500.0, reason=SHARED)),
}
"""By the number of tables: milliseconds until half of the pages, and 99 in 100, should be there."""

THREADS_BESIDE = 80
"""Threads of the server for everything but streams."""

EVERY = 5.0
"""Seconds between the taps of one phone."""
WARM, STREAMING, FETCHING = 3.0, 12.0, 8.0
"""Seconds that are not measured, and that are."""
ASKED = 0.05
"""Seconds between two questions of the floor."""


@dataclass(slots=True)
class Times:
    """Seconds, each from the sending of a tap: to its answer, to an event elsewhere; and the floor's."""

    answers: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    expected: int = 0


@dataclass(slots=True)
class Table:
    """A game with its four phones."""

    address: str
    phones: list[Phone] = field(default_factory=list)


def main() -> int:
    """Print the figures. Returns 1 if one failed."""
    for tables, (half, slowest) in PAGES.items():
        os.environ["SCOREPAD_THREADS"] = str(4 * tables + THREADS_BESIDE)
        with tempfile.TemporaryDirectory() as folder, serving(OURS, Path(folder)) as server:
            played = _tables(Path(folder), server, tables)
            streaming, fetching = asyncio.run(_evening(played, server.port))
            print(_threads(server, tables))
        alone = STREAMS_ALONE if tables == min(PAGES) else None
        report(f"{tables} tables, streams alone, 99 in 100, ms", _slowest(streaming.arrivals), alone, _told(streaming))
        report(f"{tables} tables, pages fetched, half, ms", median(fetching.arrivals) * 1000, half)
        report(f"{tables} tables, pages fetched, 99 in 100, ms", _slowest(fetching.arrivals), slowest, _told(fetching))
    return status()


def _slowest(seconds: list[float]) -> float:
    """The milliseconds that 99 in 100 keep within."""
    return quantiles(seconds, n=100)[98] * 1000


def _told(times: Times) -> str:
    """Half and 99 in 100 of each, in milliseconds."""
    said = (("events", times.arrivals), ("answers", times.answers), ("floor", times.floor))
    parts = [f"{name} {median(of) * 1000:.2f} / {_slowest(of):.2f}" for name, of in said]
    return f"{', '.join(parts)} ms ({len(times.arrivals):,} of {times.expected:,} events)"


def _threads(server: Running, tables: int) -> str:
    """How many threads the server's worker has, and the phones."""
    children = Path(f"/proc/{server.process}/task/{server.process}/children").read_text().split()
    counts = [len(os.listdir(f"/proc/{child}/task")) for child in children]
    return (
        f"{tables} tables of 4 phones, each tapping every {EVERY:.0f} s. The server has {max(counts)} threads"
        f" (SCOREPAD_THREADS {os.environ['SCOREPAD_THREADS']}), all phones have"
        f" {threading.active_count()}. Half / 99 in 100:"
    )


def _tables(club: Path, server: Running, count: int) -> list[Table]:
    """Games in their middle, each with four phones that may score it."""
    access = Access.open(club / paths.ACCESS)
    found = []
    with Visitor(server.port, door=server.door) as owner:
        for _ in range(count):
            table = Table(playing.begin(owner))
            playing.play(owner, table.address)
            game = int(table.address.rpartition("/")[2])
            for name in ("team1.clean", "team2.clean", "team1.dirty", "team2.dirty"):
                token = access.let_in(None, Role.SCORER, game)
                table.phones.append(Phone(table.address, name, f"scorepad_phone={token}"))
            found.append(table)
    access.close()
    return found


async def _evening(tables: list[Table], port: int) -> tuple[Times, Times]:
    phones = [phone for table in tables for phone in table.phones]
    for phone in phones:
        await phone.open(port)
    floor = Wire(port)
    await _play(tables, floor, Times(), WARM)
    streaming, fetching = Times(), Times()
    await _play(tables, floor, streaming, STREAMING)
    for phone in phones:
        phone.fetches = True
    await _play(tables, floor, fetching, FETCHING)
    for phone in phones:
        phone.close()
    return streaming, fetching


async def _play(tables: list[Table], floor: Wire, times: Times, seconds: float) -> None:
    """All phones tap for so long. Those of one table do so in turn, so that each event belongs to one tap."""
    dice = random.Random(7)
    until = time.perf_counter() + seconds
    work: list[Awaitable[None]] = [_asked(floor, times, until)]
    for table in tables:
        start = dice.random() * EVERY / len(table.phones)
        work.append(_turns(table, times, start, until, dice.random))
    await asyncio.gather(*work)


async def _turns(table: Table, times: Times, start: float, until: float, chance: Callable[[], float]) -> None:
    turn = EVERY / len(table.phones)
    await asyncio.sleep(start)
    at = 0
    while (began := time.perf_counter()) < until:
        await asyncio.sleep(chance() * turn / 4)
        phone = table.phones[at % len(table.phones)]
        others = [one for one in table.phones if one is not phone]
        at += 1
        for one in others:
            one.heard = 0.0
        sent, answered = await phone.tap()
        await asyncio.sleep(turn - (time.perf_counter() - began))
        times.answers.append(answered - sent)
        times.expected += len(others)
        times.arrivals += [one.heard - sent for one in others if one.heard]


async def _asked(wire: Wire, times: Times, until: float) -> None:
    """The floor: what costs the same server least, in the same time."""
    while time.perf_counter() < until:
        await asyncio.sleep(ASKED)
        sent = time.perf_counter()
        answer = await wire.ask(b"OPTIONS / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert answer.status == 200
        times.floor.append(answer.at - sent)


if __name__ == "__main__":
    raise SystemExit(main())
