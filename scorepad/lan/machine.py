"""The addresses of this machine, the one that phones most likely reach first."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import NamedTuple

import ifaddr

IP = ipaddress.IPv4Address | ipaddress.IPv6Address

_INSIDE = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxdbr|cni|flannel|podman|tun|tap|utun|wg|tailscale|zt|"
    r"vethernet|virtualbox|vmware|hyper-v|wsl",
    re.IGNORECASE,
)
"""How the names of networks begin, or read on Windows, that lead to containers, other machines' insides or offices."""

_NOWHERE = ("192.0.2.1", 9)
"""An address kept for documents. Nothing is sent: connecting a datagram socket only chooses where it would leave."""


class Address(NamedTuple):
    """An address of this machine, and what the network is called to which it belongs."""

    ip: IP
    network: str


def hosts() -> tuple[str, ...]:
    """This machine's addresses as a browser takes them, the best first: without loopback and link-local ones."""
    return ordered(_addresses(), _outgoing())


def ordered(addresses: Iterable[Address], outgoing: str = "") -> tuple[str, ...]:
    """The addresses that phones can use, the best first, each once, IPv6 in brackets.

    First the one by which this machine leaves for other networks (`outgoing`), then those of homes, then the rest;
    those of containers and of virtual machines last.
    """

    def worth(one: Address) -> tuple[bool, bool, bool, bool]:
        inside = _INSIDE.match(one.network) is not None
        return (inside, one.ip.version == 6, str(one.ip) != outgoing, not one.ip.is_private)

    usable = [one for one in addresses if not (one.ip.is_loopback or one.ip.is_link_local)]
    return tuple(dict.fromkeys(_in_address(one.ip) for one in sorted(usable, key=worth)))


def _in_address(ip: IP) -> str:
    return f"[{ip}]" if ip.version == 6 else str(ip)


def _addresses() -> list[Address]:
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    # An IPv6 address comes with its flow and scope beside it.
    return [
        Address(ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0]), name)
        for adapter in adapters
        for ip in adapter.ips
        for name in [adapter.nice_name]
    ]


def _outgoing() -> str:
    """The IPv4 address by which this machine leaves for other networks, "" where it has no way out."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
            trial.connect(_NOWHERE)
            return str(trial.getsockname()[0])
    except OSError:
        return ""
