"""Ends connections whose phone is gone or reads nothing. Each may hold a thread of the server until it ends.

The operating system does it: connections inherit these options from the listening socket. Only Linux ends a connection
whose phone is still there and reads nothing.
"""

import socket
from contextlib import suppress

SECONDS = 60
"""A phone that acknowledges or reads nothing for this long is gone."""

_PROBES = 3
_OPTIONS = {
    "TCP_KEEPIDLE": SECONDS // 2,
    "TCP_KEEPALIVE": SECONDS // 2,  # the same on macOS
    "TCP_KEEPINTVL": SECONDS // 2 // _PROBES,
    "TCP_KEEPCNT": _PROBES,
    "TCP_USER_TIMEOUT": SECONDS * 1000,
}


def set_tcp_timeouts(listener: socket.socket) -> None:
    """Set those of the options that this system has."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _OPTIONS.items():
        if (option := getattr(socket, name, None)) is not None:
            with suppress(OSError):
                listener.setsockopt(socket.IPPROTO_TCP, option, value)
