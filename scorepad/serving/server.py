"""Run granian with one worker and blocking threads, and announce it once it answers."""

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels

from scorepad.addresses import LOOPBACK
from scorepad.serving.logs import ACCESS_FORMAT, Logging
from scorepad.serving.nudge import Nudge, answers

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from granian.server.mp import MPServer as Granian

    SocketHolder: Any  # granian's types do not know its arguments
else:
    from granian import Granian
    from granian.net import SocketHolder

CONNECTIONS_A_THREAD = 16
"""Granian limits open connections, idle ones included, and accepts no further ones. A browser keeps six open."""
THREADS_FOR_SILENCE = 192
"""Threads beside those of the setting. Each request that was answered before its body has come holds one."""
FILES_FOR_CLUBS = 1_500
"""Open files that connections leave for the clubs, of which a hundred stay open."""
DEFAULT_LOGGING = Logging()
EVERYWHERE = ("::", "0.0.0.0")  # noqa: S104  # compares, does not bind

Announce = Callable[[str], None]
"""Called once, when the pages answer, with the path of the owner's link, or ""."""

SECONDS_TO_STOP = 1
TRIES_TO_STOP = 10
SECONDS_BETWEEN_TRIES = 0.005


class Server(Granian):
    """Granian on a socket of ours. It starts the announcer, and stops when its terminal is closed."""

    listener: socket.socket
    announcer: threading.Thread

    def startup(self, *args: Any) -> None:
        """Start, then announce. Granian's own hook would run before the fork."""
        nohup = os.name == "posix" and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        super().startup(*args)  # type: ignore[no-untyped-call]  # granian has few types
        if nohup:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.announcer.start()

    def _init_shared_socket(self) -> None:
        """Give the worker our socket. Granian would bind one that others can share, and not say its port."""
        self._sso = self.listener
        if sys.platform != "win32":  # There, the worker takes it from the socket itself.
            self._shd = SocketHolder(self.listener.fileno(), False, self.backlog)

    def signal_handler_reload(self, *args: Any, **kwargs: Any) -> None:
        """Stop when the terminal is closed. Granian would start a new worker and go on unseen."""
        self.signal_handler_interrupt()  # type: ignore[no-untyped-call]  # see above


def run(listener: socket.socket, threads: int, announce: Announce, logs: Logging = DEFAULT_LOGGING) -> bool:
    """Serve the pages at a bound socket until Ctrl-C or SIGTERM. Returns False if the server ended by itself."""
    host, port = listener.getsockname()[:2]
    receiver, sender = multiprocessing.Pipe(duplex=False)
    logging.getLogger("_granian").addFilter(_is_worth_logging)
    server = Server(
        "scorepad.serving.wsgi:app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=1,
        blocking_threads=threads + THREADS_FOR_SILENCE,
        backpressure=most_connections(threads),
        workers_kill_timeout=SECONDS_TO_STOP,
        log_level=LogLevels(logs.servers_level),
        log_dictconfig=logs.config,
        log_access=logs.access,
        log_access_format=ACCESS_FORMAT,
    )
    server.listener = listener
    own = LOOPBACK if host in EVERYWHERE else host
    arguments = (receiver, port, own, announce)
    server.announcer = threading.Thread(target=_announce, args=arguments, daemon=True)
    # The collector of the worker, a fork of this process, touches nothing of what both share.
    gc.freeze()
    try:
        # Granian's own loader would put the current folder first in the import path.
        server.serve(target_loader=partial(load_app, sender, port, own), wrap_loader=False)
    except SystemExit:
        # Ctrl-C may stop the worker first, which granian takes for a crash.
        return server.interrupt_signal
    return True


def load_app(sender: Connection, port: int, host: str = LOOPBACK) -> "WSGIApplication":
    """Load the application inside the worker of the server at this address, and send the owner's link to the parent.

    A fault of the club is printed as a sentence, and ends the worker.
    """
    from scorepad.environment import SettingError
    from scorepad.paths import FolderError, instance_dir
    from scorepad.store.errors import StoreError

    _ignore_the_terminal()
    allow_many_files()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        from scorepad.serving.invite_links import owner_path
        from scorepad.serving.wsgi import app
        from scorepad.web.live.streams import end_all, on_begin

        sender.send(owner_path(instance_dir(), app.extensions.get("scorepad.access")))
    except (FolderError, SettingError, StoreError) as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(1) from None
    _on_stop(partial(end_all, app))
    on_begin(app, Nudge(port, host).ring)
    return app


def _on_stop(end_streams: Callable[[], None]) -> None:
    """End all streams as soon as the worker gets a signal to stop. It would wait for them until it is killed.

    Granian sets its own signal handlers, so listen to the wakeup file descriptor.
    """
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    signal.set_wakeup_fd(sender.detach(), warn_on_full_buffer=False)

    def listen() -> None:
        # A terminal and the parent may both send a signal, so go on listening after the first.
        while receiver.recv(1):
            end_streams()

    threading.Thread(target=listen, daemon=True).start()


def _ignore_the_terminal() -> None:
    """Leave Ctrl-C and a closed window to the parent, which ends the worker. A worker with two signals may hang."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})


def most_connections(threads: int) -> int:
    """How many connections may be open at once: a connection is a file, and so are those of the clubs."""
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
    # macOS reports no limit, but accepts no more than its own.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _end_with_parent() -> None:
    """End the worker when its parent process is killed. It would keep the port, and nothing would stop it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    parent.join()
    # Until granian sets its handler, the one that came from the parent takes the signal and does nothing.
    for _ in range(TRIES_TO_STOP):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_STOP)
    os._exit(1)


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Drop granian's line about the end of the worker: the worker and `scorepad.serving.serve` both say more."""
    return not record.getMessage().startswith("Unexpected exit from worker")


def _announce(receiver: Connection, port: int, host: str, announce: Announce) -> None:
    try:
        owner_path = receiver.recv()
    except EOFError:
        # The worker ended first, and printed why.
        return
    while not answers(port, host):
        time.sleep(SECONDS_BETWEEN_TRIES)
    # The reader may have gone, as in `scorepad serve | head -1`.
    with suppress(BrokenPipeError):
        announce(owner_path)
