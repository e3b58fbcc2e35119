"""The name scorepad.local, by which phones find this machine whatever its address: told to the network by mDNS.

It needs zeroconf, which comes with `scorepad[local]`. Whatever goes wrong is a sentence: the numbers work without it.
"""

import ipaddress
import logging
import sys
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zeroconf import Zeroconf

NAME = "scorepad.local"
_KIND = "_http._tcp.local."
_MILLISECONDS_TO_ASK = 700
"""How long another machine has to say that the name is its own."""

MISSING = f"For a name that stays, {NAME}, stop this and type: {{python}} -m pip install zeroconf"
TAKEN = "Another machine in this network is called {name} already, so only the addresses above lead here."
FAILED = "The name {name} could not be told to the network ({reason}). The addresses above work without it."


class LocalName:
    """The name for as long as the pages are served: `take` it once, and `give_back` when all is over."""

    def __init__(
        self, port: int, hosts: tuple[str, ...], name: str = NAME, interfaces: Any = None
    ) -> None:
        """`hosts` as `machine.hosts` gives them; `interfaces` as zeroconf takes them, all of them unless told."""
        self._name = name
        self._port = port
        self._ips = [ipaddress.ip_address(host.strip("[]")) for host in hosts]
        self._interfaces = interfaces
        self._lock = threading.Lock()
        self._network: Zeroconf | None = None
        self._over = False

    def take(self) -> str:
        """Tell the network the name: "" where that is done, else a sentence that says why it is not.

        Takes about two seconds, in which the network may object.
        """
        try:
            import zeroconf
        except ImportError:
            return MISSING.format(python=sys.executable)
        logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
        try:
            return self._tell(zeroconf)
        except Exception as error:  # whatever a network, a firewall or zeroconf comes up with
            self.give_back()
            return FAILED.format(name=self._name, reason=str(error) or type(error).__name__)

    def give_back(self) -> None:
        """Take the name back from the network. Doing so twice is no fault."""
        with self._lock:
            self._over, network, self._network = True, self._network, None
        if network is not None:
            network.close()

    def _tell(self, zeroconf: Any) -> str:
        interfaces = zeroconf.InterfaceChoice.All if self._interfaces is None else self._interfaces
        network = zeroconf.Zeroconf(interfaces=interfaces)
        with self._lock:
            self._network = None if self._over else network
        if self._over:
            network.close()
            return ""
        if self._is_taken(zeroconf, network):
            self.give_back()
            return TAKEN.format(name=self._name)
        network.register_service(
            zeroconf.ServiceInfo(
                _KIND,
                f"Scorepad.{_KIND}",
                port=self._port,
                server=f"{self._name}.",
                addresses=[ip.packed for ip in self._ips],
                properties={"path": "/"},
            ),
            # A second Scorepad in the house would else be refused for its service's name, which nobody types.
            allow_name_change=True,
        )
        return ""

    def _is_taken(self, zeroconf: Any, network: "Zeroconf") -> bool:
        found = zeroconf.AddressResolver(f"{self._name}.")
        if not found.request(network, _MILLISECONDS_TO_ASK):
            return False
        theirs = {str(ip) for ip in found.ip_addresses_by_version(zeroconf.IPVersion.All)}
        return not theirs <= {str(ip) for ip in self._ips}
