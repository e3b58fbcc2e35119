"""Serving the pages to the phones of a house, or to this machine alone: what may be asked for, and what refuses it.

Everything that people can get wrong is asked here, before the server starts, and answered with a sentence. How it is
served stands in `scorepad.server`, and how phones find this machine in `scorepad.lan`.
"""

import errno
import os
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scorepad import environment
from scorepad.addresses import DEFAULT_PORT, LOOPBACK
from scorepad.environment import quoted, whole_number
from scorepad.places import instance_dir

EVERYWLOOPBACK, EVERYWLOOPBACK_4 = "::", "0.0.0.0"


class ServeError(Exception):
    """The pages cannot be served as asked. The text is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked of `scorepad serve`: `port` as typed, None for the usual one; `here` for this machine alone.

    The owner's link is printed unless `link` says no.
    """

    port: str | None = None
    here: bool = False
    link: bool = True


def serve(wish: Wish, environ: Mapping[str, str], say: Callable[[str], None]) -> None:
    """Serve the pages until Ctrl-C or SIGTERM. `say` prints a line at once.

    Raises ServeError, SettingError or PlaceError, before anything is served, where the port, a setting or the instance
    folder will not do; ServeError where the server ends by itself.
    """
    port = DEFAULT_PORT if wish.port is None else port_number(wish.port)
    threads = environment.threads(environ)
    environment.hosts(environ)
    environment.proxies(environ)
    home = instance_dir(environ)
    host = LOOPBACK if wish.here else everywhere()
    refuse_taken(port, host)
    # Late, for granian takes longer to import than a wrong port should take to be told.
    from scorepad.lan.announcing import Announcing, Server
    from scorepad.lan.origins import public
    from scorepad.server import run

    link = wish.link and not is_journal(environ)
    server = Server(home, port, wish.here, link, public(environ))
    with Announcing(server, say) as announcing:
        if not run(host, port, threads, announcing.announce):
            raise ServeError("Scorepad has stopped: its server ended by itself.")


def port_number(text: str) -> int:
    """A port as typed, 1 to 65535. Raises ServeError for anything else."""
    number = whole_number(text)
    if number is None or not 1 <= number <= 65535:
        raise ServeError(f"A port is a whole number from 1 to 65535, not {quoted(text)}.")
    return number


def everywhere() -> str:
    """The address that stands for all of this machine's: IPv6's, where it takes in IPv4 as well, else IPv4's.

    Granian leaves that to the system, and some (Windows among them) would serve IPv6 alone.
    """
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as trial:
            if trial.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
                return EVERYWLOOPBACK_4
            trial.bind((EVERYWLOOPBACK, 0))
    except OSError:
        return EVERYWLOOPBACK_4
    return EVERYWLOOPBACK


def is_journal(environ: Mapping[str, str], output: int | None = None) -> bool:
    """Whether what we print goes to systemd's journal: that is a log, where the owner's link has no place."""
    try:
        there = os.fstat(sys.stdout.fileno() if output is None else output)
    except (OSError, ValueError):
        return False
    return environ.get("JOURNAL_STREAM") == f"{there.st_dev}:{there.st_ino}"


# Elsewhere SO_REUSEADDR overlooks connections that are only closing and still sees a listener; on Windows it would
# take the port away from the listener.
_EXCLUSIVE: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)


def refuse_taken(port: int, host: str = LOOPBACK) -> None:
    """Raises ServeError where this machine does not let us have the port, most often because somebody listens there.

    Granian itself would not notice: it shares a port with whoever shares theirs, and each would get half the requests.
    Some systems also let us have every address while somebody has the one of this machine, which is asked for first.
    """
    try:
        for one in dict.fromkeys((LOOPBACK, host)):
            family = socket.AF_INET6 if ":" in one else socket.AF_INET
            with socket.socket(family, socket.SOCK_STREAM) as trial:
                trial.setsockopt(socket.SOL_SOCKET, _EXCLUSIVE, 1)
                trial.bind((one, port))
    except OSError as error:
        raise ServeError(_refusal(port, error)) from None


def _refusal(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else DEFAULT_PORT
        return (
            f"Port {port} is taken, perhaps by another Scorepad. Stop that program, or choose another port: "
            f"scorepad serve --port {other}, or make run PORT={other}."
        )
    if isinstance(error, PermissionError):
        return (
            f"Port {port} is reserved on this machine. Choose one from 1024 to 65535 with --port."
        )
    return f"Port {port} cannot be used: {error.strerror or error}. Choose another one with --port."
