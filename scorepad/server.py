"""The server: one granian worker with blocking threads, which says its address when it has answered, not before."""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from granian.server.mp import MPServer as Granian
else:
    from granian import Granian

CONNECTIONS_A_THREAD = 4
"""Granian counts open connections, idle ones too, and a browser keeps six: there must be room beyond the threads."""
_ON_STANDARD_ERROR = {name: {"class": "logging.StreamHandler"} for name in ("console", "access")}
"""Where granian's two handlers write: by themselves they would mix into what `serve` prints."""

SECONDS_TO_STOP = 1
SECONDS_BETWEEN_TRIES = 0.005
SECONDS_FOR_AN_ANSWER = 30


class Server(Granian):
    """Granian's server, with two things done otherwise: it says when it is there, and ends with its terminal."""

    def startup(self, *args: Any) -> None:
        """Starts, and looks out for the first answer once the worker runs; granian's own hook comes before the fork."""
        nohup = os.name == "posix" and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        super().startup(*args)  # type: ignore[no-untyped-call]  # granian is typed in part
        if nohup:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        address = (self.bind_addr, self.bind_port)
        threading.Thread(target=_announce, args=address, daemon=True).start()

    def signal_handler_reload(self, *args: Any, **kwargs: Any) -> None:
        """Stops when the terminal is closed, where granian would start a new worker and go on unseen."""
        self.signal_handler_interrupt()  # type: ignore[no-untyped-call]  # granian again


def run(host: str, port: int, threads: int) -> bool:
    """Serve the pages at an address until Ctrl-C or SIGTERM: True. False where the server ended by itself."""
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
    try:
        # Granian's own loader would put the current folder before everything else that can be imported.
        server.serve(target_loader=load_app, wrap_loader=False)
    except SystemExit:
        # Where Ctrl-C reaches the worker too, granian takes one that was quicker than itself for a crash.
        return server.interrupt_signal
    return True


def load_app() -> "WSGIApplication":
    """The pages, made inside the worker. A fault of the club is said as a sentence, and ends the worker."""
    from scorepad.places import PlaceError
    from scorepad.store.errors import StoreError

    _leave_the_terminal()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        from scorepad.web.wsgi import app
    except (PlaceError, StoreError) as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(1) from None
    return app


def _leave_the_terminal() -> None:
    """Leaves Ctrl-C and a closed window to the parent, which ends the worker: told twice, a worker sometimes hangs."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})


def _end_with_parent() -> None:
    """Ends the worker when the process that started it was killed: it would hold the port with nobody to stop it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _is_worth_saying(record: logging.LogRecord) -> bool:
    """Not that the worker ended: the worker has said why, and `scorepad.serve` says that this was the end."""
    return not record.getMessage().startswith("Unexpected exit from worker")


def _announce(host: str, port: int) -> None:
    while not _answers(host, port):
        time.sleep(SECONDS_BETWEEN_TRIES)
    print(f"Scorepad is at http://{host}:{port} (Ctrl-C stops it)", flush=True)


def _answers(host: str, port: int) -> bool:
    """Asks for what costs the pages least: OPTIONS is answered without a template or a look into the club."""
    request = f"OPTIONS / HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
    try:
        with socket.create_connection((host, port), timeout=SECONDS_FOR_AN_ANSWER) as asking:
            asking.sendall(request.encode("ascii"))
            return asking.recv(16).startswith(b"HTTP/1.")
    except OSError:
        return False
