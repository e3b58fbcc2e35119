"""Serving the pages for this machine alone: what may be asked for, and what refuses it.

Everything that people can get wrong is asked here, before the server starts, and answered with a sentence. How it is
served stands in `scorepad.server`.
"""

import errno
import re
import socket
from collections.abc import Mapping

from scorepad.places import instance_dir

HOST = "127.0.0.1"
DEFAULT_PORT = 8484
DEFAULT_THREADS = 256
MOST_THREADS = 4096


class ServeError(Exception):
    """The pages cannot be served as asked. The text is a sentence for people."""


def serve(port: str | None, environ: Mapping[str, str]) -> None:
    """Serve the pages until Ctrl-C or SIGTERM.

    `port` is what was typed, None for the usual one. Raises ServeError or PlaceError, before anything is served, where
    port, `$SCOREPAD_THREADS` or the instance folder will not do; ServeError where the server ends by itself.
    """
    number = DEFAULT_PORT if port is None else port_number(port)
    threads = thread_count(environ)
    instance_dir(environ)
    refuse_taken(number)
    # Late, for granian takes longer to import than a wrong port should take to be told.
    from scorepad.server import run

    if not run(HOST, number, threads):
        raise ServeError("Scorepad has stopped: its server ended by itself.")


def port_number(text: str) -> int:
    """A port as typed, 1 to 65535. Raises ServeError for anything else."""
    number = _whole_number(text)
    if number is None or not 1 <= number <= 65535:
        raise ServeError(f"A port is a whole number from 1 to 65535, not {_quoted(text)}.")
    return number


def thread_count(environ: Mapping[str, str]) -> int:
    """How many requests may be answered at once: `$SCOREPAD_THREADS`, 256 unless told. Raises ServeError."""
    text = environ.get("SCOREPAD_THREADS", "").strip()
    number = _whole_number(text) if text else DEFAULT_THREADS
    if number is None or not 1 <= number <= MOST_THREADS:
        allowed = f"a whole number from 1 to {MOST_THREADS}"
        raise ServeError(f"SCOREPAD_THREADS is {allowed}, not {_quoted(text)}.")
    return number


def _whole_number(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else None


def _quoted(text: str) -> str:
    shown = text if len(text) <= 40 else text[:40] + "…"
    return "“" + "".join(c if c.isprintable() else "�" for c in shown) + "”"


# Elsewhere SO_REUSEADDR overlooks connections that are only closing and still sees a listener; on Windows it would
# take the port away from the listener.
_EXCLUSIVE: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)


def refuse_taken(port: int) -> None:
    """Raises ServeError where this machine does not let us have the port, most often because somebody listens there.

    Granian itself would not notice: it shares a port with whoever shares theirs, and each would get half the requests.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, _EXCLUSIVE, 1)
            trial.bind((HOST, port))
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
