"""`scorepad serve`: checks port, settings and folder, then runs the server and prints its addresses.

Everything that users can get wrong is checked here, before the server starts, and reported in one sentence.
"""

import errno
import os
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING

from scorepad import ScorepadError, environment
from scorepad.addresses import LOOPBACK
from scorepad.environment import DEFAULT_PORT, LAST_PORT, SettingError
from scorepad.paths import readable_instance, remove_copy
from scorepad.serving.tcp_timeouts import set_tcp_timeouts

if TYPE_CHECKING:
    from scorepad.serving.logs import Logging

EVERY_ADDRESS, EVERY_IPV4_ADDRESS = "::", "0.0.0.0"  # noqa: S104  # all phones of the network


class ServeError(ScorepadError):
    """The server cannot run. The message is meant for users."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of `scorepad serve`: `here` for this machine only, `link` to print the owner's link or not.

    If `link` is None, it is printed only on a terminal: anything else may be a log that others read. `typed` are the
    options that override environment variables, by parameter name.
    """

    typed: Mapping[str, str | None] = field(default_factory=dict)
    here: bool = False
    link: bool | None = None


def serve(options: Options, environ: Mapping[str, str], echo: Callable[[str], None]) -> None:
    """Run the server until Ctrl-C or SIGTERM. `echo` prints a line at once.

    On a read-only disk, a copy of the clubs is served for reading. Raises ServeError, SettingError or FolderError if
    the port, a setting or the instance folder cannot be used, and ServeError if the server ends by itself.
    """
    environ = environment.with_options(options.typed, environ)
    environment.check_all(environ)
    host, here = _where(options, environ)
    home, reason = readable_instance(environ)
    if reason:
        # The application reads these.
        os.environ |= {name: environ[name] for name in ("SCOREPAD_INSTANCE", "SCOREPAD_COPIES")}
        sys.stderr.write(f"{reason}\n")
        sys.stderr.flush()
    with bind(environment.port(environ), host) as listener:
        # Imported late: importing the server takes longer than refusing a wrong port.
        from scorepad.serving.announce import Announcer, Site
        from scorepad.serving.daily_copies import DailyCopies
        from scorepad.serving.origins import public_origins
        from scorepad.serving.server import ServerEnd, run

        site = Site(
            home,
            port=listener.getsockname()[1],
            here=here,
            address=environment.address(environ),
            link=is_terminal() if options.link is None else options.link,
            public=public_origins(environ),
        )
        end = ServerEnd.BY_ITSELF
        try:
            copies = nullcontext() if reason else DailyCopies(home, environ)
            with copies, Announcer(site, echo) as announcer:
                end = run(listener, announcer.announce, _logging(environ))
            if end == ServerEnd.BY_ITSELF:
                raise ServeError("Scorepad has stopped: its server ended by itself.")
        finally:
            # Imported last: this imports the store, and the server must handle signals before that.
            from scorepad.serving.folding import exec_checkpoint, fold_logs, leave

            if reason:
                remove_copy(home)
            elif end == ServerEnd.REQUESTS_PENDING:
                exec_checkpoint(home)
            fold_logs(home)
        leave()


def _where(options: Options, environ: Mapping[str, str]) -> tuple[str, bool]:
    """The address to listen at, and whether only this machine reaches it. Raises SettingError."""
    address = environment.address(environ)
    if options.here and address and not ip_address(address).is_loopback:
        raise SettingError(f"--here serves this machine only, and {address} does not. Leave one of them out.")
    if options.here:
        return address or LOOPBACK, True
    return address or everywhere(), bool(address) and ip_address(address).is_loopback


def _logging(environ: Mapping[str, str]) -> "Logging":
    from scorepad.serving.logs import Logging

    level, style = environment.log_level(environ), environment.log_format(environ)
    return Logging(level, style, access=environment.access_log(environ), proxies=environment.proxies(environ))


def everywhere() -> str:
    """The address to listen at for the whole network: that of IPv6, if it includes IPv4 on this system, else of IPv4.

    Some systems (Windows among them) would answer IPv6 only.
    """
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as trial:
            if trial.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
                return EVERY_IPV4_ADDRESS
            trial.bind((EVERY_ADDRESS, 0))
    except OSError:
        return EVERY_IPV4_ADDRESS
    return EVERY_ADDRESS


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


# On most systems SO_REUSEADDR ignores connections that are only closing, and still respects a listener. On Windows it
# would take the port away from the listener.
_EXCLUSIVE: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)


def bind(port: int, host: str = LOOPBACK) -> socket.socket:
    """Bind a socket to a port, 0 for any free one. Raises ServeError if the port is not available.

    The server takes over this socket, so no other program can take the port in between.
    """
    try:
        if port and host in (EVERY_ADDRESS, EVERY_IPV4_ADDRESS):
            # Some systems let us bind all addresses although another program has bound 127.0.0.1.
            _bind(port, LOOPBACK).close()
        return _bind(port, host)
    except OSError as error:
        raise ServeError(_refusal(port, host, error)) from None


def _bind(port: int, host: str) -> socket.socket:
    # With the protocol named, the event loop turns Nagle's algorithm off, which would delay each response by 40 ms.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, _EXCLUSIVE, 1)
        set_tcp_timeouts(listener)
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def _refusal(port: int, host: str, error: OSError) -> str:
    if error.errno == errno.EADDRNOTAVAIL:
        return f"This machine does not have the address {host}. Leave it out to answer at every address."
    if port and error.errno == errno.EADDRINUSE:
        other = port + 1 if port < LAST_PORT else DEFAULT_PORT
        return (
            f"Port {port} is taken, perhaps by another Scorepad. Stop that program, or choose another port: "
            f"scorepad serve --port {other}, or make run PORT={other}."
        )
    if isinstance(error, PermissionError):
        return f"Port {port} is reserved on this machine. Choose one from 1024 to 65535 with --port."
    return f"Port {port} cannot be used: {error.strerror or error}. Choose another one with --port."
