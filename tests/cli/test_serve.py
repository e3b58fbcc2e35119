"""`scorepad serve` on a machine where all is well, and how it ends."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, ProxyHandler, build_opener

import pytest

from scorepad import addresses
from scorepad import environment as settings
from scorepad.addresses import Reachable
from scorepad.lan import greeting, machine
from scorepad.serve import is_journal, port_number
from tests.serving import FROM_CHECKOUT, address, environment, free_port, get, link, start

SECONDS_TO_STOP = 30


@pytest.fixture
def server(instance: Path) -> Iterator[subprocess.Popen[str]]:
    """A server that has just started; the test may end it."""
    environ = environment(SCOREPAD_INSTANCE=str(instance))
    with start(free_port(), environ) as process:
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def opener() -> OpenerDirector:
    """A browser with cookies, which asks no proxy."""
    return build_opener(ProxyHandler({}), HTTPCookieProcessor())


def test_the_address_it_prints_answers(served: str) -> None:
    status, body = get(f"{served}/join")
    assert status == 200
    assert b"<h1" in body


def test_it_keeps_the_clubs_for_this_user_alone(served: str, instance: Path) -> None:
    assert instance.stat().st_mode & 0o777 == 0o700


def test_with_here_it_answers_nobody_but_this_machine(served: str) -> None:
    port = urlsplit(served).port
    assert port is not None
    with socket.socket() as other:
        other.settimeout(1)
        # All of 127/8 is this machine; only the one address is listened at.
        assert other.connect_ex(("127.0.0.2", port)) != 0


@pytest.fixture
def lan(instance: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A server for the whole network, on a machine without zeroconf; the test ends it."""
    (tmp_path / "without").mkdir()
    (tmp_path / "without" / "zeroconf.py").write_text("raise ImportError\n")
    without = str(tmp_path / "without")
    environ = environment(SCOREPAD_INSTANCE=str(instance), PYTHONPATH=without)
    with start(free_port(), environ, FROM_CHECKOUT, subprocess.PIPE, "--no-link") as process:
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def printed(server: subprocess.Popen[str], first: str) -> str:
    """All that a server printed besides its first address, once it was told to stop after its last word."""
    assert server.stdout is not None
    lines = [first]
    while "zeroconf" not in lines[-1]:
        lines.append(server.stdout.readline())
        assert lines[-1], "the server ended by itself"
    server.terminate()
    _, complaints = server.communicate(timeout=SECONDS_TO_STOP)
    assert (server.returncode, complaints) == (0, "")
    return "".join(lines[1:])


def test_it_answers_the_whole_network_and_says_where(
    lan: subprocess.Popen[str], instance: Path
) -> None:
    port = urlsplit(address(lan)).port
    # All of 127/8 is this machine, and only what listens everywhere answers at this one.
    status, _ = get(f"http://127.0.0.2:{port}/join")
    assert status == 200
    if machine.hosts():
        assert get(f"http://{machine.hosts()[0]}:{port}/join")[0] == 200
    said = printed(lan, "")
    kept = addresses.last(instance)
    assert kept == Reachable(port or 0, machine.hosts())
    assert all(f"http://{host}:{port}\n" in said for host in machine.hosts())
    # Neither the link nor its code comes into what may be a log.
    assert "/in/" not in said
    assert "█" not in said
    assert "“scorepad link” prints the owner's link." in said or greeting.NO_NETWORK in said


def test_the_link_it_prints_lets_its_owner_in(server: subprocess.Popen[str]) -> None:
    owner = link(server)
    with opener().open(owner) as page:
        assert page.status == 200
        assert "/in/" not in page.url
        assert b"New game" in page.read()
    # Nothing that was asked for is logged, a link least of all.
    server.terminate()
    assert server.communicate(timeout=SECONDS_TO_STOP) == ("", "")


def test_a_journal_is_told_no_link(tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w") as file:
        there = os.fstat(file.fileno())
        name = f"{there.st_dev}:{there.st_ino}"
        assert is_journal({"JOURNAL_STREAM": name}, file.fileno())
        assert not is_journal({"JOURNAL_STREAM": "1:1"}, file.fileno())
        assert not is_journal({}, file.fileno())


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
    assert settings.threads(environ) == threads
