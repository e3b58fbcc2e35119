"""The addresses under which a link is printed, the one that phones most likely reach first."""

from collections.abc import Mapping
from pathlib import Path

from scorepad import addresses, environment
from scorepad.addresses import DEFAULT_PORT, LOOPBACK, Reachable
from scorepad.lan import machine
from scorepad.lan.localname import NAME


def public(environ: Mapping[str, str]) -> tuple[str, ...]:
    """`https://name` for each of the names at which a reverse proxy stands before the pages; none without a proxy.

    Raises SettingError.
    """
    if not environment.proxies(environ):
        return ()
    named = (host for host in environment.hosts(environ) if not host.startswith("*."))
    return tuple(f"https://{host}" for host in named)


def origins(home: Path, port: int | None, environ: Mapping[str, str]) -> tuple[str, ...]:
    """`http://host:port` for each of this machine's addresses, its own loopback last; `port` None is the last one.

    Behind a reverse proxy it is what `public` says instead. Raises SettingError.
    """
    if named := public(environ):
        return named
    before = addresses.last(home)
    number = port or (before.port if before else DEFAULT_PORT)
    alone = Reachable(number, (LOOPBACK,)).origins
    if before is not None and before.here and number == before.port:
        return alone
    told = (NAME,) if before is not None and NAME in before.hosts else ()
    return (*Reachable(number, (*machine.hosts(), *told)).origins, *alone)
