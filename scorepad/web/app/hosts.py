"""The host names that Scorepad answers to."""

import ipaddress
import re
import socket
from functools import lru_cache

from scorepad.addresses import LOCAL_NAME

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5}))?", re.IGNORECASE)
LONGEST = 260


def own_names() -> set[str]:
    """Return the names of this machine, in lower case."""
    try:
        name = socket.gethostname().rstrip(".").lower()
    except OSError:
        name = ""
    own = {name, f"{name.partition('.')[0]}.local"} if name else set()
    return {"localhost", "*.localhost", LOCAL_NAME} | own


@lru_cache(maxsize=256)
def host_name(host: str) -> str | None:
    """Return the name or IP address of a Host header, in lower case and without its port. None if it is malformed.

    Cut the header to `LONGEST + 1` characters before, so that strangers cannot fill the memory.
    """
    match = _HOST.fullmatch(host) if len(host) <= LONGEST else None
    if match is None or (match[2] and int(match[2]) > 65535):
        return None
    name = match[1].lower().removesuffix(".")
    if name.startswith("["):
        return name if is_ip_address(name) else None
    return name if all(name.split(".")) else None


def unmapped(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return the IP address of a connection. Raises ValueError if it has none.

    A server of both kinds of addresses sees 127.0.0.1 as ::ffff:127.0.0.1.
    """
    address = ipaddress.ip_address(text)
    return (isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped) or address


def is_ip_address(name: str) -> bool:
    """Return whether a name is an IP address, IPv6 in brackets. Addresses are safe from DNS rebinding."""
    bare = name.removeprefix("[").removesuffix("]")
    try:
        version = ipaddress.ip_address(bare).version
    except ValueError:
        return False
    return (version == 6) == name.startswith("[")


@lru_cache(maxsize=256)
def is_known(name: str, names: frozenset[str]) -> bool:
    """Return whether a name is an IP address or one of `names`, where `*.x` stands for every name below x."""
    if is_ip_address(name) or name in names:
        return True
    labels = name.split(".")
    return any(f"*.{'.'.join(labels[start:])}" in names for start in range(1, len(labels)))
