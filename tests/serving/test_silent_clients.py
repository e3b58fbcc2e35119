"""Clients that start something and then fall silent do not keep a real server from answering others."""

import os
import socket
from contextlib import ExitStack, closing
from urllib.parse import urlsplit

import pytest

from scorepad.paths import CLUB
from scorepad.serving.gateway import MAX_AT_ONCE
from scorepad.serving.serve import bind
from scorepad.serving.tcp_timeouts import SECONDS
from scorepad.store.engine import sqlite3
from scorepad.web.app.permissions import COOKIE
from tests.support.server import environment, get, owner_token, serving
from tests.support.waiting import PATIENCE, until

MANY = 4 * MAX_AT_ONCE


def connected(stack, url):
    parts = urlsplit(url)
    client = stack.enter_context(socket.create_connection((parts.hostname, parts.port), PATIENCE))
    return client, f"Host: {parts.netloc}\r\n"


def test_forms_of_unknown_length_that_never_end_hold_no_thread(instance):
    with serving(environment(SCOREPAD_INSTANCE=str(instance))) as url, ExitStack() as stack:
        clients = []
        for _ in range(MANY):
            client, host = connected(stack, url)
            kind = "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n"
            client.sendall(f"POST /join HTTP/1.1\r\n{host}{kind}\r\n5\r\ncode=\r\n".encode())
            clients.append(client)
        assert {client.recv(12) for client in clients} == {b"HTTP/1.1 411"}
        assert get(f"{url}/join")[0] == 200


def test_downloads_that_nobody_reads_hold_up_no_page(instance):
    with serving(environment(SCOREPAD_INSTANCE=str(instance))) as url, ExitStack() as stack:
        with closing(sqlite3.connect(instance / CLUB)) as db:
            db.execute("CREATE TABLE ballast AS SELECT randomblob(16000000)")
        first_lines = []
        for _ in range(MANY):
            client, host = connected(stack, url)
            cookie = f"Cookie: {COOKIE}={owner_token(0)}\r\n"
            client.sendall(f"GET /export/sqlite HTTP/1.1\r\n{host}{cookie}\r\n".encode())
            first_lines.append(client.recv(12))
        assert (first_lines[0], first_lines[-1]) == (b"HTTP/1.1 200", b"HTTP/1.1 503")
        assert get(f"{url}/join")[0] == 200
    assert first_lines.count(b"HTTP/1.1 200") < MANY


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has this")
def test_the_system_ends_connections_whose_phone_is_gone_or_reads_nothing():
    with bind(0) as listener:
        listener.listen()
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as connection:
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == SECONDS * 1000


def test_files_that_waited_too_long_go_when_the_server_starts(instance):
    waiting = instance / "imports" / ("0" * 32)
    waiting.parent.mkdir(parents=True)
    waiting.touch()
    os.utime(waiting, (0, 0))
    with serving(environment(SCOREPAD_INSTANCE=str(instance))):
        until(lambda: not waiting.exists())
