"""The addresses at which phones reach this machine, as the last `scorepad serve` saved them in the instance folder.

Pages read them to show a QR code that leads a phone here; `serve` reads them to report what has changed.
"""

import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FILE = "addresses.json"
LOCAL_NAME = "scorepad.local"
"""The host name that the server announces in the local network."""

HEALTH = "/healthz"
"""The path for health checks."""

METRICS = "/metrics"
"""The path of the numbers for monitoring programs."""

LOOPBACK = "127.0.0.1"
_HOST = re.compile(r"[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\]")


def in_url(host: str) -> str:
    """A host name or an IP address as part of a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


@dataclass(frozen=True, slots=True)
class Reachable:
    """Where the server can be reached: `hosts` as they stand in a URL, best first, without loopback.

    If `here`, only this machine is served, and `hosts` are those of the last time.
    """

    port: int
    hosts: tuple[str, ...] = ()
    here: bool = False

    @property
    def origins(self) -> tuple[str, ...]:
        """The addresses for phones, best first; empty if only this machine is served."""
        return () if self.here else tuple(f"http://{host}:{self.port}" for host in self.hosts)


def load(home: Path) -> Reachable | None:
    """Load the addresses that were saved in an instance folder; None if there are none, or they are not valid."""
    try:
        return _parse(json.loads((home / FILE).read_text("utf-8")))
    except (OSError, ValueError):
        return None


def _parse(data: Any) -> Reachable | None:
    match data:
        case {"port": int(port), "hosts": list(hosts), "here": bool(here)} if 0 < port < 65536:
            good = [host for host in hosts if isinstance(host, str) and _HOST.fullmatch(host)]
            return Reachable(port, tuple(good), here)
    return None


def save(home: Path, reachable: Reachable) -> None:
    """Save the addresses for next time, readable by this user only. Disk errors are ignored."""
    draft = home / f".{FILE}.{os.getpid()}"
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(asdict(reachable), file)
        draft.replace(home / FILE)
    except OSError:
        draft.unlink(missing_ok=True)
