"""`scorepad serve` on a machine where all is well, and how it ends."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorepad.serve import port_number, thread_count
from tests.serving import address, environment, free_port, get, start

SECONDS_TO_STOP = 30


@pytest.fixture
def server(instance: Path) -> Iterator[subprocess.Popen[str]]:
    """A server that has just started; the test may end it."""
    environ = environment(SCOREPAD_INSTANCE=str(instance))
    with start(free_port(), environ) as process:
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def test_the_address_it_prints_answers(served: str) -> None:
    status, body = get(served)
    assert status == 200
    assert b"<h1" in body


def test_it_keeps_the_clubs_for_this_user_alone(served: str, instance: Path) -> None:
    assert instance.stat().st_mode & 0o777 == 0o700


def test_it_answers_nobody_but_this_machine(served: str) -> None:
    port = urlsplit(served).port
    assert port is not None
    with socket.socket() as other:
        other.settimeout(1)
        # All of 127/8 is this machine; only the one address is listened at.
        assert other.connect_ex(("127.0.0.2", port)) != 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_it_ends_well_though_a_browser_holds_its_connection(
    server: subprocess.Popen[str], name: str
) -> None:
    host, _, port = address(server).removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))) as browser:
        browser.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert browser.recv(9) == b"HTTP/1.1 "
        # To the whole group, as a terminal does: the worker may be the quicker of the two.
        os.killpg(server.pid, getattr(signal, name))
        _, complaints = server.communicate(timeout=SECONDS_TO_STOP)
    assert (server.returncode, complaints) == (0, "")


def test_a_killed_server_leaves_no_worker_behind(server: subprocess.Popen[str]) -> None:
    host, _, port = address(server).removeprefix("http://").partition(":")
    server.kill()
    for _ in range(100):
        with socket.socket() as trial:
            if trial.connect_ex((host, int(port))) != 0:
                return
        time.sleep(0.05)
    pytest.fail("the worker still listens five seconds later")


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("08484", 8484), ("65535", 65535)])
def test_the_ports_it_takes(text: str, number: int) -> None:
    assert port_number(text) == number


@pytest.mark.parametrize(
    ("environ", "threads"),
    [
        ({}, 256),
        ({"SCOREPAD_THREADS": ""}, 256),
        ({"SCOREPAD_THREADS": "1"}, 1),
        ({"SCOREPAD_THREADS": " 4096 "}, 4096),
    ],
)
def test_the_numbers_of_threads_it_takes(environ: dict[str, str], threads: int) -> None:
    assert thread_count(environ) == threads
