"""Clients that begin something and then fall silent do not keep a real server from answering others."""

import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

from tests.support.server import environment, get, serving
from tests.support.waiting import PATIENCE

THREADS = 8


def connected(stack, url):
    parts = urlsplit(url)
    client = stack.enter_context(socket.create_connection((parts.hostname, parts.port), PATIENCE))
    return client, f"Host: {parts.netloc}\r\n"


def test_forms_of_unknown_length_that_never_end_hold_no_thread(instance):
    few = environment(SCOREPAD_INSTANCE=str(instance), SCOREPAD_THREADS=str(THREADS))
    with serving(few) as url, ExitStack() as stack:
        clients = []
        for _ in range(2 * THREADS):
            client, host = connected(stack, url)
            kind = "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n"
            client.sendall(f"POST /join HTTP/1.1\r\n{host}{kind}\r\n5\r\ncode=\r\n".encode())
            clients.append(client)
        assert {client.recv(12) for client in clients} == {b"HTTP/1.1 411"}
        assert get(f"{url}/join")[0] == 200
