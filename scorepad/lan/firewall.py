"""How to let phones through this machine's firewall, in words. Nothing is looked at but which programs are here."""

import os
import shutil
import sys
from collections.abc import Callable

_SBIN = os.pathsep.join(("/usr/sbin", "/sbin", "/usr/local/sbin"))
"""Where firewalls live, which a user's own path often leaves out."""


def _is_here(program: str) -> bool:
    return bool(shutil.which(program) or shutil.which(program, path=_SBIN))


def advice(
    port: int, platform: str = sys.platform, is_here: Callable[[str], bool] = _is_here
) -> list[str]:
    """What to do where a phone gets no answer, a line each; what is on this machine decides which."""
    if platform == "win32":
        own = [
            "When Windows asks whether Python may be reached, tick private networks and choose Allow. It asks once:",
            "later it is Settings, Privacy & security, Windows Security, Firewall, Allow an app.",
        ]
    elif platform == "darwin":
        own = [
            "When macOS asks whether Python may accept connections, choose Allow. It asks once:",
            "later it is System Settings, Network, Firewall, Options.",
        ]
    else:
        own = _linux(port, is_here)
    return ["A phone gets no answer? It must be in the same Wi-Fi, not in one for guests.", *own]


def _linux(port: int, is_here: Callable[[str], bool]) -> list[str]:
    ways = {
        "ufw": f"sudo ufw allow {port}/tcp",
        "firewall-cmd": f"sudo firewall-cmd --add-port={port}/tcp  (and again with --permanent, to keep it)",
    }
    found = [how for program, how in ways.items() if is_here(program)]
    return [f"If this machine's firewall is in the way:  {how}" for how in found]
