"""How soon a tap on one phone is news on the others: 50 tables of four phones with streams, each tapping every 5 s.

A tap is a form posted by one phone. From its sending on two things are timed: until its own answer is there, and until
the event is there at each of the three other phones of the table. Goals: the events' median at most 1.2 times the
answers', and 99 in 100 events within 10 ms. Beside them stands what the machine allows in that same time: the least
the same server can be asked, on a connection of its own.

The same once more with phones that ask for their page after every event, which is what browsers do: no goal.

All phones are one process with one thread and an event loop, so that they take little of what the server needs.
"""

import asyncio
import os
import random
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles

import playing
from latency_phone import Phone, Wire
from measure import Figure, Goal, report, status
from scorepad import paths
from scorepad.environment import DEFAULT_THREADS
from scorepad.store import Access, Role
from serving import OURS, Running, Visitor, serving

GOAL = 1.2
SLOWEST_GOAL = Goal(
    10.0,
    bound=100.0,
    reason="The 200 phones share the cores of this machine with the server, so the slowest events wait for a turn "
    "(docs/why/live-table-cost.md). A machine of their own would change it.",
)
"""Milliseconds within which 99 of 100 events should come. Within a tenth of a second they seem to come at once."""

TABLES = 50
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
    with tempfile.TemporaryDirectory() as folder, serving(OURS, Path(folder)) as server:
        tables = _tables(Path(folder), server)
        streaming, fetching = asyncio.run(_evening(tables, server.port))
        print(_threads(server))
    news, answer = median(streaming.arrivals), median(streaming.answers)
    report("phone to phone, half of events", news / answer, GOAL, Figure(news / answer, news, answer).note)
    # A busy machine is late with anything.
    slowest_goal = replace(SLOWEST_GOAL, bound=max(SLOWEST_GOAL.bound, 10 * _slowest(streaming.floor)))
    report("phone to phone, 99 in 100, ms", _slowest(streaming.arrivals), slowest_goal, _told(streaming))
    report("  with pages fetched", _slowest(fetching.arrivals), None, _told(fetching))
    return status()


def _slowest(seconds: list[float]) -> float:
    """The milliseconds that 99 in 100 keep within."""
    return quantiles(seconds, n=100)[98] * 1000


def _told(times: Times) -> str:
    """Half and 99 in 100 of each, in milliseconds."""
    said = (("events", times.arrivals), ("answers", times.answers), ("floor", times.floor))
    parts = [f"{name} {median(of) * 1000:.2f} / {_slowest(of):.2f}" for name, of in said]
    return f"{', '.join(parts)} ms ({len(times.arrivals):,} of {times.expected:,} events)"


def _threads(server: Running) -> str:
    """How many threads the server's worker has, and the phones."""
    children = Path(f"/proc/{server.process}/task/{server.process}/children").read_text().split()
    counts = [len(os.listdir(f"/proc/{child}/task")) for child in children]
    return (
        f"{TABLES} tables of 4 phones, each tapping every {EVERY:.0f} s. The server has {max(counts)} threads"
        f" (SCOREPAD_THREADS {os.environ.get('SCOREPAD_THREADS', DEFAULT_THREADS)}), all phones have"
        f" {threading.active_count()}. Half / 99 in 100:"
    )


def _tables(club: Path, server: Running) -> list[Table]:
    """Games in their middle, each with four phones that may score it."""
    access = Access.open(club / paths.ACCESS)
    found = []
    with Visitor(server.port, door=server.door) as owner:
        for _ in range(TABLES):
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
