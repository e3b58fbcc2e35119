"""What `scorepad serve` says of the ways in, once the pages have answered. Lines only: whoever calls prints them."""

from collections.abc import Iterator

from scorepad.addresses import Reachable
from scorepad.lan import qr
from scorepad.lan.localname import NAME

INDENT = "  "

OWNER = "Whoever opens that{scans} owns the club as you do."
SCANS = ", or scans the code below,"
PLAYERS = (
    "Players scan the code of their table instead: open the table, then “Let another phone in”."
)
NO_NETWORK = "This machine is in no network just now, so no phone can come in. Join the Wi-Fi, then start again."
ASK_FOR_LINK = "“scorepad link” prints the owner's link."

_MOVED = (
    "What a phone typed without a connection waits at the address where it was typed, and is sent when that answers",
    "again. So give this machine its old address back if you can; else phones scan the code anew, and type that again.",
    "To keep an address: set a fixed one for this machine in the router (it may say “reservation” or “lease”).",
)


def first_line(port: int, owner: str) -> str:
    """Where this machine's own browser finds the pages; `owner` is the path of the owner's link, "" to keep it back."""
    return f"Scorepad is at http://127.0.0.1:{port}{owner} (Ctrl-C stops it)"


def ways_in(origins: tuple[str, ...], owner: str, *, with_code: bool) -> Iterator[str]:
    """The owner's link at every address by which phones come in, and a code of the first of them."""
    if not origins:
        yield NO_NETWORK
        return
    yield "On a phone or tablet in the same network:" if owner else "Phones reach it at:"
    yield from (f"{INDENT}{origin}{owner}" for origin in origins)
    if not owner:
        yield ASK_FOR_LINK
        return
    yield OWNER.format(scans=SCANS if with_code else "")
    yield PLAYERS
    if with_code:
        yield qr.code(origins[0] + owner)


def named(port: int, owner: str) -> str:
    """The name, once the network was told of it."""
    return f"By a name that stays, whatever the numbers:  http://{NAME}:{port}{owner}"


def changed(before: Reachable | None, now: Reachable) -> Iterator[str]:
    """What it means that phones find this machine elsewhere than last time; nothing where they do not."""
    if before is None or not before.hosts or not now.hosts:
        return
    old = Reachable(before.port, before.hosts).origins[0]
    if old in now.origins:
        return
    yield f"The address has changed: last time phones came in at {old}, which they kept."
    yield from _MOVED
