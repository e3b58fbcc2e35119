"""Announces the name scorepad.local by mDNS, so that phones find this machine whatever its address.

Needs zeroconf, which comes with `scorepad[local]`. Failures are returned as messages: addresses work without it.
"""

import ipaddress
import logging
import os
import sys
import sysconfig
import threading
from typing import TYPE_CHECKING, Any

from scorepad.addresses import LOCAL_NAME

if TYPE_CHECKING:
    from zeroconf import Zeroconf

_SERVICE = "_http._tcp.local."
_MILLISECONDS_TO_ASK = 2000
"""How long another machine has to answer that the name is its own: zeroconf asks again after 0.3 and 1.4 seconds."""

MISSING = f"To use a name that stays the same, {LOCAL_NAME}, stop this and type: {{python}} -m pip install zeroconf"
FIXED = f"The name {LOCAL_NAME} needs zeroconf, which this image does not have. The addresses above work without it."
TAKEN = "Another machine in this network already has the name {name}. Use one of the addresses above."
FAILED = "The name {name} could not be announced ({reason}). The addresses above work without it."


class LocalName:
    """The name while the server runs: `take` it once, and `give_back` at the end."""

    def __init__(self, port: int, hosts: tuple[str, ...], name: str = LOCAL_NAME, interfaces: Any = None) -> None:
        """`hosts` as `network.hosts` returns them; `interfaces` as zeroconf takes them. Default: all interfaces."""
        self._name = name
        self._port = port
        self._ips = [ipaddress.ip_address(host.strip("[]")) for host in hosts]
        self._interfaces = interfaces
        self._lock = threading.Lock()
        self._network: Zeroconf | None = None
        self._closed = False

    def take(self) -> str:
        """Announce the name. Returns "", or a message that says why it failed.

        Takes about three seconds, in which other machines may object.
        """
        try:
            import zeroconf
        except ImportError:
            # Nothing can be installed into a read-only image.
            is_fixed = not os.access(sysconfig.get_path("purelib"), os.W_OK)
            return FIXED if is_fixed else MISSING.format(python=sys.executable)
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
        try:
            return self._announce(zeroconf)
        except Exception as error:  # a network, a firewall or zeroconf can fail in many ways
            self.give_back()
            return FAILED.format(name=self._name, reason=str(error) or type(error).__name__)

    def give_back(self) -> None:
        """Withdraw the name. Safe to call twice."""
        with self._lock:
            self._closed, network, self._network = True, self._network, None
        if network is not None:
            network.close()

    def _announce(self, zeroconf: Any) -> str:
        interfaces = zeroconf.InterfaceChoice.All if self._interfaces is None else self._interfaces
        network = zeroconf.Zeroconf(interfaces=interfaces)
        with self._lock:
            self._network = None if self._closed else network
        if self._closed:
            network.close()
            return ""
        if self._is_taken(zeroconf, network):
            self.give_back()
            return TAKEN.format(name=self._name)
        network.register_service(
            zeroconf.ServiceInfo(
                _SERVICE,
                f"Scorepad.{_SERVICE}",
                port=self._port,
                server=f"{self._name}.",
                addresses=[ip.packed for ip in self._ips],
                properties={"path": "/"},
            ),
            # Without this, a second Scorepad in the network would fail because its service has the same name.
            allow_name_change=True,
        )
        return ""

    def _is_taken(self, zeroconf: Any, network: "Zeroconf") -> bool:
        resolver = zeroconf.AddressResolver(f"{self._name}.")
        if not resolver.request(network, _MILLISECONDS_TO_ASK):
            return False
        theirs = {str(ip) for ip in resolver.ip_addresses_by_version(zeroconf.IPVersion.All)}
        return not theirs <= {str(ip) for ip in self._ips}
