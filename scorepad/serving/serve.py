"""`scorepad serve`: check port, settings and folder, then serve the pages and print their addresses.

Everything that people can get wrong is checked here, before the server starts, and answered with a sentence.
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
from scorepad.paths import instance_dir

EVERY_ADDRESS, EVERY_IPV4_ADDRESS = "::", "0.0.0.0"  # noqa: S104  # all phones of the network
LAST_PORT = 65535


class ServeError(Exception):
    """The pages cannot be served. The text is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of `scorepad serve`: `port` as typed, `here` for this machine alone, `link` to print the owner's link.

    Port 0 is any free one.
    """

    port: str | None = None
    here: bool = False
    link: bool = True


def serve(options: Options, environ: Mapping[str, str], echo: Callable[[str], None]) -> None:
    """Serve the pages until Ctrl-C or SIGTERM. `echo` prints a line at once.

    Raises ServeError, SettingError or FolderError if the port, a setting or the instance folder cannot be used, and
    ServeError if the server ends by itself.
    """
    port = DEFAULT_PORT if options.port is None else port_number(options.port, least=0)
    threads = environment.threads(environ)
    environment.hosts(environ)
    environment.proxies(environ)
    environment.phones_per_link(environ)
    environment.development(environ)
    home = instance_dir(environ)
    host = LOOPBACK if options.here else everywhere()
    with bind(port, host) as listener:
        # Imported late: importing granian takes longer than refusing a wrong port.
        from scorepad.serving.announce import Announcer, Site
        from scorepad.serving.daily_copies import DailyCopies
        from scorepad.serving.origins import public_origins
        from scorepad.serving.server import run

        site = Site(
            home,
            port=listener.getsockname()[1],
            here=options.here,
            link=options.link and not is_journal(environ),
            public=public_origins(environ),
        )
        try:
            with DailyCopies(home, environ), Announcer(site, echo) as announcer:
                if not run(listener, threads, announcer.announce):
                    raise ServeError("Scorepad has stopped: its server ended by itself.")
        finally:
            # Imported last: with it comes the store, which the worker has for itself.
            from scorepad.serving.folding import fold_logs

            fold_logs(home)


def port_number(text: str, least: int = 1) -> int:
    """Parse a port from `least` to 65535. Raises ServeError for anything else."""
    number = whole_number(text)
    if number is None or not least <= number <= LAST_PORT:
        raise ServeError(f"A port is a whole number from {least} to {LAST_PORT}, not {quoted(text)}.")
    return number


def everywhere() -> str:
    """The address to listen at for the whole network: IPv6's, if it includes IPv4 on this system, else IPv4's.

    Granian leaves that to the system, and some (Windows among them) would answer IPv6 only.
    """
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as trial:
            if trial.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
                return EVERY_IPV4_ADDRESS
            trial.bind((EVERY_ADDRESS, 0))
    except OSError:
        return EVERY_IPV4_ADDRESS
    return EVERY_ADDRESS


def is_journal(environ: Mapping[str, str], output: int | None = None) -> bool:
    """Whether standard output goes to systemd's journal. The owner's link must not be in a log."""
    try:
        status = os.fstat(sys.stdout.fileno() if output is None else output)
    except (OSError, ValueError):
        return False
    return environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


# On most systems SO_REUSEADDR ignores connections that are only closing, and still respects a listener. On Windows it
# would take the port away from the listener.
_EXCLUSIVE: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)


def bind(port: int, host: str = LOOPBACK) -> socket.socket:
    """Bind a socket to a port, 0 for any free one. Raises ServeError if the port cannot be had.

    The server takes this socket over, so no other program can take the port in between.
    """
    try:
        if port and host != LOOPBACK:
            # Some systems let us have every address although another program has 127.0.0.1.
            _bind(port, LOOPBACK).close()
        return _bind(port, host)
    except OSError as error:
        raise ServeError(_refusal(port, error)) from None


def _bind(port: int, host: str) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, _EXCLUSIVE, 1)
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def _refusal(port: int, error: OSError) -> str:
    if port and error.errno == errno.EADDRINUSE:
        other = port + 1 if port < LAST_PORT else DEFAULT_PORT
        return (
            f"Port {port} is taken, perhaps by another Scorepad. Stop that program, or choose another port: "
            f"scorepad serve --port {other}, or make run PORT={other}."
        )
    if isinstance(error, PermissionError):
        return f"Port {port} is reserved on this machine. Choose one from 1024 to 65535 with --port."
    return f"Port {port} cannot be used: {error.strerror or error}. Choose another one with --port."
