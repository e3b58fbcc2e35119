"""`scorepad serve` starts, answers, and stops."""

import ctypes
import errno
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.environment import port_number
from scorepad.paths import ACCESS, CLUB
from scorepad.serving import greeting, network
from tests.support.server import FROM_CHECKOUT, ROOT, address, environment, get, link, start
from tests.support.waiting import PATIENCE, limited


def started(environ, *options):
    return start(environ, FROM_CHECKOUT, subprocess.PIPE, *options)


@pytest.fixture
def server(instance):
    """A server that is starting; the test may stop it."""
    with hangup(signal.SIG_DFL), started(environment(SCOREPAD_INSTANCE=str(instance))) as process:
        yield process


@contextmanager
def hangup(handler):
    """Let programs that start here inherit this handler of SIGHUP. Started by `nohup`, the tests ignore it."""
    before = signal.signal(signal.SIGHUP, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def host_and_port(server):
    parts = urlsplit(address(server))
    return parts.hostname, parts.port


def is_refused(host, port):
    with socket.socket() as client:
        return client.connect_ex((host, port)) == errno.ECONNREFUSED


def test_here_it_answers_this_machine_only(served, instance):
    status, body = get(f"{served}/join")
    assert (status, b"<h1" in body) == (200, True)
    assert instance.stat().st_mode & 0o777 == 0o700
    # All of 127/8 is this machine, but the server listens at one address.
    assert is_refused("127.0.0.2", urlsplit(served).port)


def test_it_answers_the_whole_network_and_prints_every_address(instance, tmp_path):
    # A machine without zeroconf.
    (tmp_path / "zeroconf.py").write_text("raise ImportError\n")
    environ = environment(SCOREPAD_INSTANCE=str(instance), PYTHONPATH=str(tmp_path))
    hosts = network.hosts()
    with started(environ, "--no-link") as server:
        _, port = host_and_port(server)
        # All of 127/8 is this machine; only a server that listens everywhere answers at 127.0.0.2.
        for host in ("127.0.0.2", *hosts[:1]):
            assert get(f"http://{host}:{port}/join")[0] == 200
        lines = [server.stdout.readline()]
        with limited(server.kill):
            while lines[-1] and "zeroconf" not in lines[-1]:
                lines.append(server.stdout.readline())
        server.terminate()
        assert server.communicate(timeout=PATIENCE)[1] == ""
        assert server.returncode == 0
    output = "".join(lines)
    assert addresses.load(instance) == Reachable(port, hosts)
    assert all(f"http://{host}:{port}\n" in output for host in hosts)
    # Neither the link nor its code may be in a log.
    assert "/in/" not in output
    assert "█" not in output
    assert (greeting.ASK_FOR_LINK if hosts else greeting.NO_NETWORK) in output


def test_the_link_it_prints_lets_its_owner_in_and_is_not_logged(instance):
    with started(environment(SCOREPAD_INSTANCE=str(instance)), "--here", "--link") as server:
        browser = build_opener(ProxyHandler({}), HTTPCookieProcessor())
        with browser.open(link(server)) as page:
            assert page.status == 200
            assert "/in/" not in page.url
            assert b"Start your first game" in page.read()
        server.terminate()
        assert server.communicate(timeout=PATIENCE) == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_the_link_is_printed_on_a_terminal_only(instance):
    ours, terminal = os.openpty()
    command = [*FROM_CHECKOUT, "serve", "--here", "--port", "0"]
    environ = environment(SCOREPAD_INSTANCE=str(instance))
    with os.fdopen(ours) as shown, subprocess.Popen(command, cwd=ROOT, env=environ, stdout=terminal) as process:
        os.close(terminal)
        with limited(process.kill):
            line = shown.readline()
        process.terminate()
    assert "/in/o-" in line
    with started(environ, "--here") as server, limited(server.kill):
        assert "/in/" not in server.stdout.readline()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_it_stops_although_a_browser_keeps_its_connection(server, instance, name):
    host, port = host_and_port(server)
    with socket.create_connection((host, port), PATIENCE) as browser:
        browser.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert browser.recv(9) == b"HTTP/1.1 "
        os.killpg(server.pid, getattr(signal, name))
        _, stderr = server.communicate(timeout=PATIENCE)
    assert (server.returncode, stderr) == (0, "")
    # The club is one file again.
    assert sorted(instance.glob("*.sqlite3*")) == [instance / ACCESS, instance / CLUB]


@pytest.mark.skipif(sys.platform != "linux", reason="looks up what a process ignores as Linux has it")
def test_it_ignores_a_closed_terminal_if_nohup_started_it(instance):
    with hangup(signal.SIG_IGN), started(environment(SCOREPAD_INSTANCE=str(instance))) as server:
        assert address(server)
        status = dict(re.findall(r"(\w+):\s+(.*)", Path(f"/proc/{server.pid}/status").read_text()))
        assert int(status["SigIgn"], 16) & 1 << (signal.SIGHUP - 1)
        os.killpg(server.pid, signal.SIGHUP)
        server.terminate()
        assert server.communicate(timeout=PATIENCE)[1] == ""
    assert server.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks up the threads of a process as Linux has them")
def test_it_stops_whichever_thread_gets_the_signal(server, instance):
    assert address(server)
    others = [int(thread) for thread in os.listdir(f"/proc/{server.pid}/task") if thread != str(server.pid)]
    assert ctypes.CDLL(None).tgkill(server.pid, others[0], signal.SIGTERM) == 0
    assert server.communicate(timeout=PATIENCE) == ("", "")
    assert server.returncode == 0


def test_it_stops_although_a_form_is_still_coming(server, instance):
    host, port = host_and_port(server)
    with socket.create_connection((host, port), PATIENCE) as browser:
        kind = "application/x-www-form-urlencoded"
        lines = ("POST /join HTTP/1.1", f"Host: {host}", f"Content-Type: {kind}", "Content-Length: 100")
        browser.sendall("\r\n".join((*lines, "Expect: 100-continue", "", "")).encode())
        # The server is reading the form now.
        assert browser.recv(12) == b"HTTP/1.1 100"
        server.terminate()
        _, stderr = server.communicate(timeout=PATIENCE)
    assert (server.returncode, stderr) == (0, "")
    assert sorted(instance.glob("*.sqlite3*")) == [instance / ACCESS, instance / CLUB]


def test_the_limit_of_open_files_is_raised_as_far_as_it_goes():
    # Many clubs and phones need more than the usual limit.
    code = (
        "import resource; from scorepad.serving.server import allow_many_files; allow_many_files();"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    limited = 'ulimit -S -n 256; ulimit -H -n 512; exec "$0" -c "$1"'
    command = ["sh", "-ec", limited, sys.executable, code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert int(done.stdout) == 512


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("08484", 8484), ("65535", 65535)])
def test_ports(text, number):
    assert port_number(text) == number
