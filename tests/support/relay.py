"""A relay in front of a server, so that a test can cut the line and join it again at the same address."""

import socket
import threading
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

BYTES = 1 << 16


class Relay:
    """Passes connections on to the server at `url`. While it is cut, connections are refused, as by a dead server."""

    def __init__(self, url: str) -> None:
        self._server = urlsplit(url)
        self._open: set[socket.socket] = set()
        self._listener = self._listening(0)

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
                server = socket.create_connection((self._server.hostname or "", self._server.port or 0))
                self._open |= {phone, server}
                for source, target in ((phone, server), (server, phone)):
                    threading.Thread(target=_pump, args=[source, target], daemon=True).start()

    def cut(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        while self._open:
            with suppress(OSError), self._open.pop() as connection:
                connection.shutdown(socket.SHUT_RDWR)

    def join(self) -> None:
        self._listener = self._listening(self._port)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(BYTES):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
