"""Measure how soon after a tap the last of 1,000 phones that watch the table shows it, with a real server.

The median tap must be within the goal. `proofs/watchers` describes the method and the floor.
"""

from bench.proofs.watchers import TAPS, WATCHERS, middle, watch
from measure import Goal, report, status

SHOWN = Goal(300.0, bound=1000.0, reason="The phones share the cores of this machine with the server.")
"""Milliseconds."""


def main() -> int:
    """Print the figure. Return 1 if it failed."""
    faults: list[str] = []
    evening = watch(WATCHERS, TAPS, faults)
    if faults:
        raise SystemExit("\n".join(faults))
    last = middle(evening.by_news)
    floor = f"the floor's last {last.floor * 1000:.0f} ms"
    report("1,000 watchers, last one shown, ms", last.shown * 1000, SHOWN, floor)
    return status()


if __name__ == "__main__":
    raise SystemExit(main())
