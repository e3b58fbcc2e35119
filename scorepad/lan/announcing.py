"""What happens when the pages have answered: the ways in are printed, kept for next time, and the name is told."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.lan import firewall, greeting, machine, qr
from scorepad.lan.localname import NAME, LocalName


@dataclass(frozen=True, slots=True)
class Server:
    """What is announced: the pages of the clubs in `home`, at a port; `here` for this machine alone.

    The owner's link is printed if `link` says so. `public` are the addresses that a reverse proxy answers at.
    """

    home: Path
    port: int
    here: bool = False
    link: bool = True
    public: tuple[str, ...] = ()


class Announcing:
    """The announcement of a server, which gives back the name at its end. `announce` runs in a thread of its own."""

    def __init__(self, server: Server, say: Callable[[str], None]) -> None:
        """`say` prints a line at once."""
        self._server = server
        self._say = say
        self._name: LocalName | None = None

    def __enter__(self) -> Self:
        """Nothing yet."""
        return self

    def __exit__(self, *error: object) -> None:
        """Gives back the name."""
        if self._name is not None:
            self._name.give_back()

    def announce(self, owner: str) -> None:
        """Say where the pages are, and how phones come in; `owner` is the path of the owner's link."""
        server, shown = self._server, owner if self._server.link else ""
        self._say(greeting.first_line(server.port, shown))
        before = addresses.last(server.home)
        if server.here:
            hosts = before.hosts if before else ()
            addresses.keep(server.home, Reachable(server.port, hosts, here=True))
        else:
            self._to_the_network(before, shown)
        if server.public:
            self._ways_in(server.public, shown)

    def _to_the_network(self, before: Reachable | None, owner: str) -> None:
        """Says what has changed and how phones come in, keeps that for the pages and for next time, takes the name."""
        server, now = self._server, Reachable(self._server.port, machine.hosts())
        if now.hosts or before is None:
            addresses.keep(server.home, now)
        self._say_all(greeting.changed(before, now))
        self._ways_in(now.origins, owner)
        self._say_all(firewall.advice(server.port))
        if now.hosts:
            self._name = LocalName(server.port, now.hosts)
            problem = self._name.take()
            self._say(problem or greeting.named(server.port, owner))
            if not problem:
                addresses.keep(server.home, Reachable(server.port, (*now.hosts, NAME)))

    def _ways_in(self, origins: tuple[str, ...], owner: str) -> None:
        self._say_all(greeting.ways_in(origins, owner, with_code=qr.shows(sys.stdout)))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)
