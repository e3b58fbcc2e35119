"""Where another phone finds these pages: at the address this one used, or, on the machine itself, at the network's."""

from typing import NamedTuple

from flask import current_app, request

from scorepad import addresses
from scorepad.web.hosts import is_number, name_of


class Reach(NamedTuple):
    """`origin` is what an address begins with, "" where no phone can come in; `host` the part of it that is typed.

    `elsewhere` where this is not the address by which this page was asked for.
    """

    origin: str
    elsewhere: bool = False

    @property
    def host(self) -> str:
        """The address without what browsers add by themselves."""
        return self.origin.partition("://")[2]


def reach() -> Reach:
    """Where a phone that is shown this page's code would come in."""
    here = f"{request.host_url.rstrip('/')}{request.script_root}"
    if not is_here_alone(request.host):
        return Reach(here)
    kept = addresses.last(current_app.config["HOME"])
    if kept is None or not kept.origins:
        return Reach("", elsewhere=True)
    return Reach(f"{kept.origins[0]}{request.script_root}", elsewhere=True)


def is_here_alone(host: str) -> bool:
    """Whether a host, with or without its port, is this machine to itself and nothing to another: its loopback."""
    name = name_of(host) or ""
    if is_number(name):
        return name.startswith(("127.", "[::1]", "[::ffff:127.")) or name == "0.0.0.0"
    return name == "localhost" or name.endswith(".localhost")
