"""The server: one granian worker with blocking threads, which is announced when it has answered, not before."""

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

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from granian.server.mp import MPServer as Granian
else:
    from granian import Granian

CONNECTIONS_A_THREAD = 4
"""Granian counts open connections, idle ones too, and a browser keeps six: there must be room beyond the threads."""
_ON_STANDARD_ERROR = {name: {"class": "logging.StreamHandler"} for name in ("console", "access")}
"""Where granian's two handlers write: by themselves they would mix into what `serve` prints."""

Announce = Callable[[str], None]
"""What is done once, when the pages have answered; it is given the path of the owner's link, or ""."""

SECONDS_TO_STOP = 1
SECONDS_BETWEEN_TRIES = 0.005
SECONDS_FOR_AN_ANSWER = 30


class Server(Granian):
    """Granian's server, with two things done otherwise: it says when it is there, and ends with its terminal."""

    announcer: threading.Thread

    def startup(self, *args: Any) -> None:
        """Starts, and looks out for the first answer once the worker runs; granian's own hook comes before the fork."""
        nohup = os.name == "posix" and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        super().startup(*args)  # type: ignore[no-untyped-call]  # granian is typed in part
        if nohup:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.announcer.start()

    def signal_handler_reload(self, *args: Any, **kwargs: Any) -> None:
        """Stops when the terminal is closed, where granian would start a new worker and go on unseen."""
        self.signal_handler_interrupt()  # type: ignore[no-untyped-call]  # granian again


def run(host: str, port: int, threads: int, announce: Announce) -> bool:
    """Serve the pages at an address until Ctrl-C or SIGTERM: True. False where the server ended by itself."""
    told, telling = multiprocessing.Pipe(duplex=False)
    logging.getLogger("_granian").addFilter(_is_worth_saying)
    server = Server(
        "scorepad.web.wsgi:app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=1,
        blocking_threads=threads,
        backpressure=threads * CONNECTIONS_A_THREAD,
        workers_kill_timeout=SECONDS_TO_STOP,
        log_level=LogLevels.error,
        log_dictconfig={"handlers": _ON_STANDARD_ERROR},
    )
    waiting = (told, port, announce)
    server.announcer = threading.Thread(target=_announce, args=waiting, daemon=True)
    try:
        # Granian's own loader would put the current folder before everything else that can be imported.
        server.serve(target_loader=partial(load_app, telling), wrap_loader=False)
    except SystemExit:
        # Where Ctrl-C reaches the worker too, granian takes one that was quicker than itself for a crash.
        return server.interrupt_signal
    return True


def load_app(telling: Connection) -> "WSGIApplication":
    """The pages, made inside the worker, which tells the path of the owner's link: only here is all that it takes.

    A fault of the club is said as a sentence, and ends the worker.
    """
    from scorepad.environment import SettingError
    from scorepad.places import PlaceError, instance_dir
    from scorepad.store.errors import StoreError

    _leave_the_terminal()
    allow_many_files()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        from scorepad.lan.door import owners
        from scorepad.web.streams import end_all
        from scorepad.web.wsgi import app

        telling.send(owners(instance_dir()))
    except (PlaceError, SettingError, StoreError) as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(1) from None
    _when_told_to_stop(partial(end_all, app))
    return app


def _when_told_to_stop(end_streams: Callable[[], None]) -> None:
    """Has all streams end as soon as the worker is told to stop: it would wait for them until it is killed.

    Granian sets handlers of its own, so the signal is heard beside them.
    """
    hears, rings = socket.socketpair()
    rings.setblocking(False)
    signal.set_wakeup_fd(rings.detach(), warn_on_full_buffer=False)

    def listen() -> None:
        # Told twice, as a terminal and its parent may do, it must find this open the second time too.
        while hears.recv(1):
            end_streams()

    threading.Thread(target=listen, daemon=True).start()


def _leave_the_terminal() -> None:
    """Leaves Ctrl-C and a closed window to the parent, which ends the worker: told twice, a worker sometimes hangs."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})


def allow_many_files() -> None:
    """Lets this process open as many files as it may: phones and clubs add up to more than the usual 1,024."""
    try:
        import resource
    except ImportError:
        return  # Windows knows no such limit
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    # macOS calls it unlimited, and takes no more than it does by itself.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _end_with_parent() -> None:
    """Ends the worker when the process that started it was killed: it would hold the port with nobody to stop it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _is_worth_saying(record: logging.LogRecord) -> bool:
    """Not that the worker ended: the worker has said why, and `scorepad.serve` says that this was the end."""
    return not record.getMessage().startswith("Unexpected exit from worker")


def _announce(told: Connection, port: int, announce: Announce) -> None:
    try:
        owner = told.recv()
    except EOFError:
        # The worker has ended before it had anything to tell, and has said why.
        return
    while not _answers(port):
        time.sleep(SECONDS_BETWEEN_TRIES)
    # Whoever reads our lines may have gone, as in `scorepad serve | head -1`.
    with suppress(BrokenPipeError):
        announce(owner)


def _answers(port: int) -> bool:
    """Asks for what costs the pages least: OPTIONS is answered without a template or a look into the club."""
    request = f"OPTIONS / HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\nConnection: close\r\n\r\n"
    try:
        with socket.create_connection((LOOPBACK, port), timeout=SECONDS_FOR_AN_ANSWER) as asking:
            asking.sendall(request.encode("ascii"))
            return asking.recv(16).startswith(b"HTTP/1.")
    except OSError:
        return False
