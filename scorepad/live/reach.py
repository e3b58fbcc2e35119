"""Where an IP address leads. Nothing else is imported here: the process that runs Apprise starts with it."""

import ipaddress
from enum import StrEnum

_NAT64, _6TO4 = ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("2002::/16")
_IP = ipaddress.IPv4Address | ipaddress.IPv6Address


class Reach(StrEnum):
    """Where an IP address leads: into the internet, to this machine or its network, or where nothing may be sent."""

    PUBLIC = "public"
    PRIVATE = "private"
    NEVER = "never"


def reach_of(text: str) -> Reach:
    """Where an IP address leads. An IPv4 address inside an IPv6 address counts as itself."""
    ip: _IP = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or (ip.sixtofour if ip in _6TO4 else None)
        if ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        ip = inner or ip
    # Link-local addresses give machines of clouds their passwords.
    if ip.is_unspecified or ip.is_multicast or ip.is_link_local:
        return Reach.NEVER
    return Reach.PUBLIC if ip.is_global else Reach.PRIVATE
