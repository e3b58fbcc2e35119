"""The addresses of this machine, ordered by how likely a phone can reach them."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import NamedTuple

IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxdbr|cni|flannel|podman|tun|tap|utun|wg|tailscale|zt|"
    r"vethernet|virtualbox|vmware|hyper-v|wsl",
    re.IGNORECASE,
)
"""How the names of network interfaces begin that lead to containers, virtual machines or a VPN."""

_NOWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation. Nothing is sent: connecting a datagram socket only chooses an interface."""


class Address(NamedTuple):
    """An address of this machine, and the name of its network interface."""

    ip: IP
    network: str


def hosts() -> tuple[str, ...]:
    """This machine's addresses as they stand in a URL, best first, without loopback and link-local ones."""
    return ordered(_addresses(), _outgoing())


def ordered(addresses: Iterable[Address], outgoing: str = "") -> tuple[str, ...]:
    """The addresses that phones can use, each once, IPv6 in brackets.

    First the one from which this machine reaches other networks (`outgoing`), then private ones, then the rest; IPv6
    after IPv4, and those of containers and virtual machines last.
    """

    def rank(address: Address) -> tuple[bool, bool, bool, bool]:
        is_virtual = _VIRTUAL.match(address.network) is not None
        ip = address.ip
        return (is_virtual, ip.version == 6, str(ip) != outgoing, not ip.is_private)

    usable = [a for a in addresses if not (a.ip.is_loopback or a.ip.is_link_local)]
    return tuple(dict.fromkeys(_in_url(address.ip) for address in sorted(usable, key=rank)))


def _in_url(ip: IP) -> str:
    return f"[{ip}]" if ip.version == 6 else str(ip)


def _addresses() -> list[Address]:
    # Imported late, so that the first line is printed before.
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    # ifaddr gives an IPv6 address as a tuple, with its flow and scope ids.
    return [
        Address(ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0]), name)
        for adapter in adapters
        for ip in adapter.ips
        for name in [adapter.nice_name]
    ]


def _outgoing() -> str:
    """The IPv4 address from which this machine reaches other networks, "" if it has no route."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
            trial.connect(_NOWHERE)
            return str(trial.getsockname()[0])
    except OSError:
        return ""
