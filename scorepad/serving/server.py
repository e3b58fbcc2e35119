"""Runs granian in this process with blocking threads, and announces it once it answers."""

import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels

from scorepad.addresses import LOOPBACK
from scorepad.serving.in_flight import InFlight
from scorepad.serving.logs import ACCESS_FORMAT, Logging
from scorepad.serving.nudge import Nudge, answers

if TYPE_CHECKING:
    from granian.server.mt import MTServer as Granian

    SocketHolder: Any  # granian's types do not know its arguments
else:
    from granian.net import SocketHolder
    from granian.server import MTServer as Granian

CONNECTIONS_A_THREAD = 16
"""Granian limits open connections, including idle ones, and accepts no more. A browser keeps six open."""
THREADS_FOR_SILENCE = 192
"""Threads in addition to the setting. Each request that was answered before its body has come holds one."""
FILES_FOR_CLUBS = 1_500
"""Open files that are reserved for the clubs, of which a hundred stay open."""
DEFAULT_LOGGING = Logging()
EVERYWHERE = ("::", "0.0.0.0")  # noqa: S104  # compares, does not bind

Announce = Callable[[str], None]
"""Called once, when the server answers, with the path of the owner's link, or ""."""

HAS_HANGUP = hasattr(signal, "SIGHUP")

SECONDS_TO_STOP = 1
SECONDS_BETWEEN_TRIES = 0.005


class End(Enum):
    """How a server ended: on request, with all requests answered; on request, with some in progress; or by itself."""

    STOPPED = auto()
    REQUESTS_PENDING = auto()
    BY_ITSELF = auto()


class Pages(NamedTuple):
    """The application, the path of the owner's link or "", and what to call while and after its server stops."""

    app: InFlight
    owner_path: str = ""
    end_streams: Callable[[], None] = lambda: None
    close_clubs: Callable[[], None] = lambda: None


class Server(Granian):
    """Granian on our own socket, in a thread of this process. Starts the announcer, and stops when its terminal closes.

    Granian made this server for Python without a global interpreter lock. With the lock, threads take turns, as they
    also do in the one worker process of granian's usual server.
    """

    listener: socket.socket
    announcer: threading.Thread
    pages: Pages
    has_pending_requests = False
    """Whether requests were still in progress when the time to stop was over."""

    def startup(self, *args: Any) -> None:
        """Start, then announce."""
        hangup = signal.getsignal(signal.SIGHUP) if HAS_HANGUP else None
        super().startup(*args)  # type: ignore[no-untyped-call]  # granian has few types
        if HAS_HANGUP:
            signal.signal(signal.SIGHUP, hangup)
        self.announcer.start()

    def listen_to_signals(self) -> None:
        """Stop at Ctrl-C, at SIGTERM, and when the terminal is closed, unless `nohup` makes the process ignore that."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.signal_handler_interrupt)
        if HAS_HANGUP and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self.signal_handler_interrupt)
        # The system may deliver a signal to any thread. Python would wait for the main thread to handle it, which
        # sleeps.
        receiver, sender = socket.socketpair()
        sender.setblocking(False)
        signal.set_wakeup_fd(sender.detach(), warn_on_full_buffer=False)
        threading.Thread(target=self._wake_up, args=(receiver,), name="signals", daemon=True).start()

    def _wake_up(self, receiver: socket.socket) -> None:
        receiver.recv(1)
        self.signal_handler_interrupt()  # type: ignore[no-untyped-call]  # granian has few types

    def _check_gil(self) -> None:
        """Skip granian's check, which would refuse Python with a global interpreter lock."""

    def _init_shared_socket(self) -> None:
        """Use our socket. Granian would bind one that others can share, and not report its port."""
        options = () if sys.platform == "win32" else (False, self.backlog)
        self._shd = SocketHolder(self.listener.dup().detach(), *options)

    def _stop_workers(self) -> None:
        """End the streams, which granian would wait for, and give other requests a second to finish."""
        deadline = time.monotonic() + SECONDS_TO_STOP
        self.pages.end_streams()
        (worker,) = self.wrks
        worker.terminate()  # type: ignore[no-untyped-call]  # granian has few types
        worker.join(SECONDS_TO_STOP)  # type: ignore[no-untyped-call]  # granian has few types
        # After it has ended, granian's threads may still be answering earlier requests.
        are_answered = self.pages.app.end(max(0.0, deadline - time.monotonic()))
        self.has_pending_requests = worker.inner.is_alive() or not are_answered


def run(listener: socket.socket, threads: int, announce: Announce, logs: Logging = DEFAULT_LOGGING) -> End:
    """Run the server on a bound socket until Ctrl-C or SIGTERM.

    If the club cannot be opened, the error is printed, and the server ends by itself.
    """
    host, port = listener.getsockname()[:2]
    logging.getLogger("_granian").addFilter(_is_worth_logging)
    server = Server(
        "scorepad",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=1,
        blocking_threads=threads + THREADS_FOR_SILENCE,
        backpressure=most_connections(threads),
        log_level=LogLevels(logs.servers_level),
        log_dictconfig=logs.config,
        log_access=logs.access,
        log_access_format=ACCESS_FORMAT,
    )
    server.listener = listener
    server.listen_to_signals()
    # Clients that connect while the application is imported wait, and are not refused.
    listener.listen(server.backlog)
    own = LOOPBACK if host in EVERYWHERE else host
    try:
        server.pages = pages = load_pages(port, own)
        arguments = (port, own, announce, pages.owner_path)
        server.announcer = threading.Thread(target=_announce, args=arguments, daemon=True)
        server.serve(target_loader=lambda: pages.app, wrap_loader=False)
    except SystemExit:
        return End.BY_ITSELF
    if server.has_pending_requests:
        return End.REQUESTS_PENDING
    pages.close_clubs()
    return End.STOPPED


def load_pages(port: int, host: str = LOOPBACK) -> Pages:
    """Load the application for the server at this address.

    If the club cannot be opened, the error is printed, and SystemExit is raised.
    """
    from scorepad.environment import SettingError
    from scorepad.paths import FolderError, instance_dir
    from scorepad.store.errors import StoreError

    allow_many_files()
    try:
        from scorepad.serving.invite_links import owner_path
        from scorepad.serving.wsgi import app
        from scorepad.web.live.streams import end_all, on_begin

        path = owner_path(instance_dir(), app.extensions.get("scorepad.access"))
    except (FolderError, SettingError, StoreError) as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(1) from None
    on_begin(app, Nudge(port, host).wake)
    return Pages(InFlight(app), path, partial(end_all, app), app.extensions["scorepad.clubs"].close)


def most_connections(threads: int) -> int:
    """How many connections may be open at once: each is an open file, and the clubs need files too."""
    wanted = threads * CONNECTIONS_A_THREAD
    try:
        import resource
    except ImportError:
        return wanted  # Windows has no such limit
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return wanted if files == resource.RLIM_INFINITY else max(threads, min(wanted, files - FILES_FOR_CLUBS))


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


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Drop granian's line about the end of the worker: `scorepad.serving.serve` says more."""
    return not record.getMessage().startswith("Unexpected exit from worker")


def _announce(port: int, host: str, announce: Announce, owner_path: str) -> None:
    while not answers(port, host):
        time.sleep(SECONDS_BETWEEN_TRIES)
    # Standard output may be closed, as in `scorepad serve | head -1`.
    with suppress(BrokenPipeError):
        announce(owner_path)
