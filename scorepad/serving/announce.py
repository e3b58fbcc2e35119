"""Prints the addresses once the server answers, saves them for next time, and takes the name scorepad.local."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from scorepad import addresses
from scorepad.addresses import LOCAL_NAME, Reachable, in_url
from scorepad.serving import greeting, network, terminal_qr
from scorepad.serving.local_name import LocalName


@dataclass(frozen=True, slots=True)
class Site:
    """What is served: the clubs in `home` at a port; `here` for this machine only, `link` to print the owner's link.

    `public` are the addresses of the reverse proxy, `address` is the one IP address to listen at, "" for all.
    """

    home: Path
    port: int
    here: bool = False
    link: bool = True
    public: tuple[str, ...] = ()
    address: str = ""


class Announcer:
    """Call `announce` in its own thread, once the server answers. Leaving the context gives the local name back."""

    def __init__(self, site: Site, echo: Callable[[str], None]) -> None:
        self._site = site
        self._echo = echo
        self._name: LocalName | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._name is not None:
            self._name.give_back()

    def announce(self, owner_path: str) -> None:
        """Print the addresses. `owner_path` is the path of the owner's link."""
        site, path = self._site, owner_path if self._site.link else ""
        self._echo(greeting.first_line(site.port, path, site.address))
        before = addresses.load(site.home)
        if site.here:
            hosts = before.hosts if before else ()
            addresses.save(site.home, Reachable(site.port, hosts, here=True))
        else:
            self._announce_network(before, path)
        if site.public:
            self._ways_in(site.public, path)

    def _announce_network(self, before: Reachable | None, path: str) -> None:
        site = self._site
        now = Reachable(site.port, (in_url(site.address),) if site.address else network.hosts())
        if now.hosts or before is None:
            addresses.save(site.home, now)
        self._echo_all(greeting.changed(before, now))
        self._ways_in(now.origins, path)
        self._echo_all(greeting.firewall_advice(site.port))
        if now.hosts:
            self._name = LocalName(site.port, now.hosts)
            problem = self._name.take()
            self._echo(problem or greeting.named(site.port, path))
            if not problem:
                addresses.save(site.home, Reachable(site.port, (*now.hosts, LOCAL_NAME)))

    def _ways_in(self, origins: tuple[str, ...], path: str) -> None:
        self._echo_all(greeting.owner_link_lines(origins, path, with_code=terminal_qr.shows(sys.stdout)))

    def _echo_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._echo(line)
