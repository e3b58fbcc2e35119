"""Runs uvicorn in a thread of this process, and announces it once it answers."""

import asyncio
import gc
import logging
import logging.config
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import uvicorn

from scorepad import paths
from scorepad.serving.connections import SECONDS_IDLE, OpenConnections
from scorepad.serving.logs import Logging

if TYPE_CHECKING:
    from scorepad.live.open_clubs import OpenClubs
    from scorepad.serving.gateway import Gateway, Workers

CONNECTIONS = 8_192
"""Open connections, if the system allows as many files. A browser keeps six open."""
FILES_FOR_CLUBS = 1_500
"""Open files that are reserved for the clubs, of which a hundred stay open."""
DEFAULT_LOGGING = Logging()

Announce = Callable[[str], None]
"""Called once, when the server answers, with the path of the owner's link, or ""."""

SECONDS_A_TURN = 0.0005
"""How long a thread runs while others wait. With Python's default, ten times as long, other phones learn of a tap only
after its own response, and two taps at once wait for each other at every query (`bench/latency.py`)."""

SECONDS_TO_STOP = 1
SECONDS_BETWEEN_TRIES = 0.005
SECONDS_BETWEEN_SWEEPS = 24 * 3600
SECONDS_BETWEEN_VISITS = 3600


class ServerEnd(Enum):
    """How a server ended: on request, with all requests answered; on request, with some in progress; or by itself."""

    STOPPED = auto()
    REQUESTS_PENDING = auto()
    BY_ITSELF = auto()


class Pages(NamedTuple):
    """The application, its threads, the owner's link or "", and what ends its streams and closes its clubs."""

    gateway: "Gateway"
    workers: "Workers"
    owner_path: str
    end_streams: Callable[[], None]
    close_clubs: Callable[[], None]


class Stop:
    """The request to stop: Ctrl-C, SIGTERM, or a terminal that closes, unless `nohup` makes the process ignore that.

    The system may deliver a signal to any thread, and Python handles it in the main thread, which must be woken for it.
    """

    def __init__(self) -> None:
        self._receiver, self._sender = socket.socketpair()
        self._sender.setblocking(False)
        signal.set_wakeup_fd(self._sender.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _do_nothing)
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, _do_nothing)

    def request(self) -> None:
        """End `wait`, from any thread."""
        with suppress(BlockingIOError):
            self._sender.send(b"\0")

    def wait(self) -> None:
        """Wait in the main thread until the server has to stop."""
        self._receiver.recv(1)


def _do_nothing(number: int, frame: object) -> None:
    """Handle a signal: `Stop.wait` has returned."""


def run(listener: socket.socket, announce: Announce, logs: Logging = DEFAULT_LOGGING) -> ServerEnd:
    """Run the server on a bound socket until Ctrl-C or SIGTERM.

    If the club cannot be opened, the error is printed, and the server ends by itself.
    """
    logging.config.dictConfig(logs.config)
    stop = Stop()
    # Clients that connect while the application is imported wait, and are not refused.
    listener.listen(socket.SOMAXCONN)
    try:
        pages = load_pages(logs)
    except SystemExit:
        return ServerEnd.BY_ITSELF
    server = server_of(pages.gateway)
    thread = threading.Thread(target=_serve, args=(server, listener, pages, stop), name="server", daemon=True)
    thread.start()
    threading.Thread(target=_announce, args=(server, announce, pages.owner_path), daemon=True).start()
    stop.wait()
    if not thread.is_alive():
        return ServerEnd.BY_ITSELF
    pages.end_streams()
    pages.gateway.connections.stop()
    # The server would report the requests that are cut off, which is what was asked for.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    server.should_exit = True
    thread.join(2 * SECONDS_TO_STOP)
    if thread.is_alive() or pages.workers.busy:
        return ServerEnd.REQUESTS_PENDING
    pages.close_clubs()
    return ServerEnd.STOPPED


def server_of(gateway: "Gateway") -> uvicorn.Server:
    """Return the server of an application."""
    config = uvicorn.Config(
        gateway,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=int(SECONDS_IDLE),
        timeout_graceful_shutdown=SECONDS_TO_STOP,
    )
    config.load()
    gateway.connections = OpenConnections(most_connections())
    config.http_protocol_class = gateway.connections.guarded(config.http_protocol_class)  # type: ignore[assignment]
    return uvicorn.Server(config)


def _serve(server: uvicorn.Server, listener: socket.socket, pages: Pages, stop: Stop) -> None:
    async def serve() -> None:
        watches = [asyncio.create_task(watch()) for watch in (pages.workers.watch, pages.gateway.connections.watch)]
        await server.serve([listener])
        for watch in watches:
            watch.cancel()

    try:
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(serve())
    finally:
        stop.request()


def load_pages(logs: Logging = DEFAULT_LOGGING) -> Pages:
    """Load the application. If the club cannot be opened, the error is printed, and SystemExit is raised."""
    from scorepad.environment import SettingError
    from scorepad.paths import FolderError, instance_dir
    from scorepad.store.errors import StoreError

    allow_many_files()
    sys.setswitchinterval(SECONDS_A_TURN)
    # What is imported now stays, and to look for garbage in it would take a sixth of the time.
    gc.disable()
    try:
        from scorepad.serving.gateway import Gateway, Workers
        from scorepad.serving.invite_links import owner_path
        from scorepad.web import create_app
        from scorepad.web.live.streams import streams_of

        app = create_app(is_serving=True)
        path = owner_path(instance_dir(), app.extensions.get("scorepad.access"))
    except (FolderError, SettingError, StoreError) as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(1) from None
    clubs = app.extensions["scorepad.clubs"]
    threading.Thread(target=sweep_uploads, args=(app.config["HOME"],), name="sweep uploads", daemon=True).start()
    threading.Thread(target=visit_clubs, args=(clubs,), name="visit clubs", daemon=True).start()
    # Everything that is loaded by now stays. Otherwise the garbage collector would scan all of it from time to time,
    # while every phone waits.
    gc.freeze()
    gc.enable()
    workers = Workers()
    gateway = Gateway(app, workers, logs_requests=logs.access)
    if metrics := app.extensions.get("scorepad.metrics"):
        pending, unfinished = "in progress or waiting for a thread, with this one", "that have not arrived completely"
        metrics.add_gauge("scorepad_requests_pending", f"Requests {pending}.", lambda: workers.busy)
        metrics.add_gauge(
            "scorepad_requests_unfinished", f"Requests {unfinished}.", lambda: gateway.connections.unfinished
        )
    return Pages(gateway, workers, path, streams_of(app).end, clubs.close)


def sweep_uploads(home: Path) -> None:
    """Remove the uploads of all clubs that wait for an import no longer, now and once a day, for ever."""
    while True:
        for slug in ("", *paths.slugs(home)):
            with suppress(OSError):
                folder = paths.uploads_dir(home, slug)
                if folder.is_dir() and any(folder.iterdir()):
                    # Imported here: most servers have nothing to import.
                    from scorepad.web.exchange.import_work import WORK

                    WORK.sweep(folder)
        time.sleep(SECONDS_BETWEEN_SWEEPS)


def visit_clubs(clubs: "OpenClubs") -> None:
    """Open the clubs that have notices, now and once an hour, for ever: most are opened by their first request."""
    while True:
        clubs.visit_noticing()
        time.sleep(SECONDS_BETWEEN_VISITS)


def most_connections() -> int:
    """How many connections may be open at once: each is an open file, and the clubs need files too."""
    try:
        import resource
    except ImportError:
        return CONNECTIONS  # Windows has no such limit
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return CONNECTIONS if files == resource.RLIM_INFINITY else max(64, min(CONNECTIONS, files - FILES_FOR_CLUBS))


def allow_many_files() -> None:
    """Raise this process's limit of open files: phones and clubs need more than the usual 1,024."""
    try:
        import resource
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    # macOS reports no limit, but accepts no more than its own maximum.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _announce(server: uvicorn.Server, announce: Announce, owner_path: str) -> None:
    while not server.started:
        time.sleep(SECONDS_BETWEEN_TRIES)
    # Standard output may be closed, as in `scorepad serve | head -1`.
    with suppress(BrokenPipeError):
        announce(owner_path)
