"""Where phones find this machine: what `scorepad serve` found out last, kept in the instance folder.

The pages read it, so that a code shown on this machine's own screen leads a phone to it; and `serve` reads it the next
time, to say what has changed.
"""

import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FILE = "addresses.json"
LOOPBACK = "127.0.0.1"
"""This machine to itself."""

DEFAULT_PORT = 8484
_HOST = re.compile(r"[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\]")


@dataclass(frozen=True, slots=True)
class Reachable:
    """Where the pages answer. `hosts` are as an address in a browser has them, the best first, without this machine's
    own loopback; they are those of the last time while `here` says that this machine alone is served."""

    port: int
    hosts: tuple[str, ...] = ()
    here: bool = False

    @property
    def origins(self) -> tuple[str, ...]:
        """The addresses by which phones come in, the best first; none where this machine alone is served."""
        return () if self.here else tuple(f"http://{host}:{self.port}" for host in self.hosts)


def last(home: Path) -> Reachable | None:
    """What was kept in this instance folder; None where nothing was, or nothing of use."""
    try:
        return _read(json.loads((home / FILE).read_text("utf-8")))
    except (OSError, ValueError):
        return None


def _read(kept: Any) -> Reachable | None:
    match kept:
        case {"port": int(port), "hosts": list(hosts), "here": bool(here)} if 0 < port < 65536:
            good = [host for host in hosts if isinstance(host, str) and _HOST.fullmatch(host)]
            return Reachable(port, tuple(good), here)
    return None


def keep(home: Path, found: Reachable) -> None:
    """Keep it for next time, readable by this user alone. A disk that refuses is no reason not to play."""
    draft = home / f".{FILE}.{os.getpid()}"
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(asdict(found), file)
        draft.replace(home / FILE)
    except OSError:
        draft.unlink(missing_ok=True)
