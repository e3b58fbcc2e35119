"""The sentences that `scorepad serve` prints: addresses, the owner's link, and help if a phone gets no answer."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator

from scorepad.addresses import LOCAL_NAME, LOOPBACK, Reachable, in_url
from scorepad.serving import terminal_qr

INDENT = "  "

OWNER = "Everyone who opens this link{scans} owns the club, as you do."
SCANS = ", or scans the code below,"
PLAYERS = "Players scan the code of their table instead: open the table, then “Let another phone in”."
NO_NETWORK = "This machine is not connected to a network, so no phone can reach it. Join the Wi-Fi, then start again."
ASK_FOR_LINK = "“scorepad link” prints the owner's link."

_MOVED = (
    "Changes typed offline are stored for the old address, and are sent when that address answers again.",
    "So give this machine its old address back if you can. If not, scan the code again, and type the changes again.",
    "To keep an address, set a fixed one for this machine in the router (look for “reservation” or “lease”).",
)

_FIREWALLS = {
    "ufw": "sudo ufw allow {port}/tcp",
    "firewall-cmd": "sudo firewall-cmd --add-port={port}/tcp  (again with --permanent, to keep it)",
}
"""The command that opens a port, by the program of the firewall."""

_SBIN = os.pathsep.join(("/usr/sbin", "/sbin", "/usr/local/sbin"))
"""Where firewalls are installed; a user's own path often omits these folders."""


def first_line(port: int, path: str, address: str = "") -> str:
    """The address for this machine's own browser. `path` is that of the owner's link, "" to leave it out."""
    return f"Scorepad is at http://{in_url(address or LOOPBACK)}:{port}{path} (Ctrl-C stops it)"


def owner_link_lines(origins: tuple[str, ...], path: str, *, with_code: bool) -> Iterator[str]:
    """The owner's link at every address that phones can reach, and a QR code of the first."""
    if not origins:
        yield NO_NETWORK
        return
    yield "On a phone or tablet in the same network:" if path else "Phones reach it at:"
    yield from (f"{INDENT}{origin}{path}" for origin in origins)
    if not path:
        yield ASK_FOR_LINK
        return
    yield OWNER.format(scans=SCANS if with_code else "")
    yield PLAYERS
    if with_code:
        yield terminal_qr.code(origins[0] + path)


def named(port: int, path: str) -> str:
    """The address with the local name."""
    return f"At an address that stays the same:   http://{LOCAL_NAME}:{port}{path}"


def changed(before: Reachable | None, now: Reachable) -> Iterator[str]:
    """What a new address means for phones; nothing if they still reach the old one."""
    if before is None or not before.hosts or not now.hosts:
        return
    old = Reachable(before.port, before.hosts).origins[0]
    if old in now.origins:
        return
    yield f"The address has changed. Last time phones used {old}, and they remember it."
    yield from _MOVED


def _is_installed(program: str) -> bool:
    return bool(shutil.which(program) or shutil.which(program, path=_SBIN))


def firewall_advice(
    port: int, platform: str = sys.platform, is_installed: Callable[[str], bool] = _is_installed
) -> Iterator[str]:
    """How to let phones through this machine's firewall. This is only advice: it changes no firewall."""
    yield "A phone gets no answer? It must be in the same Wi-Fi, not in a guest network."
    if platform == "win32":
        yield "When Windows asks whether Python may be reached, tick private networks and choose Allow. It asks once."
        yield "Later: Settings, Privacy & security, Windows Security, Firewall, Allow an app."
    elif platform == "darwin":
        yield "When macOS asks whether Python may accept connections, choose Allow. It asks once."
        yield "Later: System Settings, Network, Firewall, Options."
    else:
        for program, command in _FIREWALLS.items():
            if is_installed(program):
                yield f"If this machine's firewall blocks it:  {command.format(port=port)}"
