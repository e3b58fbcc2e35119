"""Measure what notices cost a tap: ten addresses, of which five hang, beside a club with none.

Both clubs are in this process, and a tap is that of `entry`. All the time the club's thread sends tests to its ten
addresses: five answer at once, and five keep it waiting until its time is up. Between them it looks at what was tapped.
"""

import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from entry import Table
from measure import Goal, compare, status
from scorepad.live import delivery
from scorepad.live.delivery import Kind
from scorepad.live.notice_text import Occasion
from scorepad.live.notices import NoticeAddress
from tests.support.receiver import receiving

GOAL = Goal(1.02)
ADDRESSES = 10
TAPS, RUNS = 40, 41
SECONDS_OF_A_HANG = 0.3
"""Shorter than in use, so that the thread does not only wait."""


def main() -> int:
    """Print the figure. Return 1 if it failed."""
    delivery.SECONDS = SECONDS_OF_A_HANG
    with tempfile.TemporaryDirectory() as told, tempfile.TemporaryDirectory() as quiet, ExitStack() as servers:
        addresses = [servers.enter_context(_hanging()) for _ in range(ADDRESSES // 2)]
        addresses += [servers.enter_context(receiving()).url() for _ in range(ADDRESSES - len(addresses))]
        ours, floor = Table.begun(Path(told)), Table.begun(Path(quiet))
        notices = ours.app.extensions["scorepad.clubs"].home.notices
        for number, address in enumerate(addresses):
            moments = frozenset(Occasion) - {Occasion.TEST}
            notices.add(NoticeAddress(0, str(number), "Hook", Kind.JSON, address, "here", moments, True), "http://h")

        def keep_busy() -> None:
            if not notices.waiting():
                for address in notices.addresses():
                    notices.test(address.id, "http://h", 0)

        compare("a tap with ten notice addresses, five hang", GOAL, _taps(ours, keep_busy), _taps(floor), RUNS)
        sent = sum(line.is_sent for line in notices.log())
        print(f"    of the last {len(notices.log())} notices, {sent} were taken and the others ran into their time")
        ours.app.extensions["scorepad.clubs"].close()
        floor.app.extensions["scorepad.clubs"].close()
    return status()


def _taps(table: Table, before_each: Callable[[], None] = lambda: None) -> Callable[[], float]:
    def run() -> float:
        seconds = 0.0
        for _ in range(TAPS):
            before_each()
            seconds += table.tap()
            table.look()
        return seconds

    return run


@contextmanager
def _hanging() -> Iterator[str]:
    """A port at which the system accepts connections, and nobody answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/hook"


if __name__ == "__main__":
    raise SystemExit(main())
