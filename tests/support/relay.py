"""A relay in front of a server, so that a test can cut the line in two ways and join it again at the same address."""

import socket
import threading
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

BYTES = 1 << 16


class Relay:
    """Passes connections on to the server at `url` until the line is cut."""

    def __init__(self, url: str) -> None:
        self.lead_to(url)
        self._open: set[socket.socket] = set()
        self._lost = threading.Event()
        self._listener = self._listening(0)

    def lead_to(self, url: str) -> None:
        """Pass new connections on to this server. One that was started again has another port."""
        parts = urlsplit(url)
        self._server = (parts.hostname or "", parts.port or 0)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def _listening(self, port: int) -> socket.socket:
        listener = socket.create_server(("127.0.0.1", port))
        self._port = listener.getsockname()[1]
        threading.Thread(target=self._accept, args=[listener], daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                phone, _ = listener.accept()
                try:
                    server = socket.create_connection(self._server)
                except OSError:
                    phone.close()
                    continue
                self._open |= {phone, server}
                for source, target in ((phone, server), (server, phone)):
                    threading.Thread(target=_pump, args=[source, target, self._lost], daemon=True).start()

    def cut(self) -> None:
        """Close every connection and refuse new ones, as the machine of a dead server does."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()

    def hang_up(self) -> None:
        """Close every connection, also those that a silence left dead."""
        while self._open:
            with suppress(OSError), self._open.pop() as connection:
                connection.shutdown(socket.SHUT_RDWR)

    def swallow(self) -> None:
        """Lose everything without a word, as Wi-Fi out of reach does: connections stay open, and nothing arrives."""
        self._lost.set()

    def join(self) -> None:
        """Let new connections through. Those that were open while the line swallowed stay dead."""
        self._lost = threading.Event()
        if self._listener.fileno() < 0:
            self._listener = self._listening(self._port)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()


def _pump(source: socket.socket, target: socket.socket, lost: threading.Event) -> None:
    with suppress(OSError):
        while data := source.recv(BYTES):
            if not lost.is_set():
                target.sendall(data)
        if not lost.is_set():
            target.shutdown(socket.SHUT_WR)
