"""How much memory a process has. Imports nothing of Scorepad, so that a fuzzer can trace all of that."""

from pathlib import Path


def resident(process: int) -> int:
    """The KiB of a process that are in memory. Linux only."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0])
