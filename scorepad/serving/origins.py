"""The addresses for printed links, best first."""

from collections.abc import Mapping
from pathlib import Path

from scorepad import addresses, environment
from scorepad.addresses import LOCAL_NAME, LOOPBACK, Reachable
from scorepad.serving import network


def public_origins(environ: Mapping[str, str]) -> tuple[str, ...]:
    """`https://name` for each name of a reverse proxy; none without a proxy. Raises SettingError."""
    if not environment.proxies(environ):
        return ()
    return tuple(f"https://{name}" for name in environment.public_names(environ))


def origins(home: Path, port: int | None, environ: Mapping[str, str]) -> tuple[str, ...]:
    """`http://host:port` for each of this machine's addresses, loopback last; `public_origins` behind a proxy.

    Default port: the one that was served last, otherwise the one in the settings. Raises SettingError.
    """
    if public := public_origins(environ):
        return public
    before = addresses.load(home)
    number = port or (before.port if before else environment.port(environ))
    loopback = Reachable(number, (LOOPBACK,)).origins
    if before is not None and before.here and number == before.port:
        return loopback
    name = (LOCAL_NAME,) if before is not None and LOCAL_NAME in before.hosts else ()
    return (*Reachable(number, (*network.hosts(), *name)).origins, *loopback)
