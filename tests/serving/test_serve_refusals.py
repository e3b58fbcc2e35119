"""`scorepad serve` refuses what it cannot use with one sentence, without a traceback."""

import socket
import subprocess

import pytest
from click.testing import CliRunner

import scorepad
from scorepad.cli import main
from tests.support.server import FROM_CHECKOUT, ROOT, environment, start
from tests.support.waiting import PATIENCE


def refusal(*options, status=2, **environ):
    """The one sentence on standard error of `scorepad serve`, which must fail."""
    result = CliRunner().invoke(main, ["serve", "--here", *options], env=environ)
    assert (result.exit_code, result.stdout) == (status, ""), result.output
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_a_taken_port(served, tmp_path):
    # Otherwise two servers could share the port, and each server would get half the requests.
    port = int(served.rpartition(":")[2])
    sentence = refusal("--port", str(port), status=1, SCOREPAD_INSTANCE=str(tmp_path / "second"))
    assert sentence.startswith(f"Port {port} is taken, perhaps by another Scorepad.")
    assert f"make run PORT={port + 1}" in sentence


def test_a_port_that_only_root_may_have(monkeypatch, instance):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    sentence = "Port 80 is reserved on this machine. Choose one from 1024 to 65535 with --port.\n"
    assert refusal("--port", "80", status=1, SCOREPAD_INSTANCE=str(instance)) == sentence


PORT = "A port is a whole number from 0 to 65535, not “"
PROXIES = "SCOREPAD_PROXIES is a whole number from 0 to 10, not “"
PER_LINK = "SCOREPAD_PHONES_PER_LINK is a whole number from 1 to 1000, not “"
ADDRESS = "SCOREPAD_ADDRESS is an IP address of this machine, such as 127.0.0.1, not “"
LEVEL = "SCOREPAD_LOG_LEVEL is debug, info, warning or error, not “"
FORMAT = "SCOREPAD_LOG_FORMAT is text or json, not “"
ACCESS_LOG = "SCOREPAD_ACCESS_LOG is a whole number from 0 to 1, not “"
OPTIONS = {ADDRESS: "--address", LEVEL: "--log-level", FORMAT: "--log-format", PORT: "--port"}
HOSTS = "SCOREPAD_HOSTS lists names such as scores.example.org"
BAD = {
    PORT: ("65536", "70000", "-1", "eight", "８４８４", "8_484", "9" * 400),
    PROXIES: ("-1", "11", "yes", "1.0"),
    PER_LINK: ("0", "1001", "-1", "few"),
    ADDRESS: ("localhost", "192.168.1", "127.0.0.1:8484", "[::1]", "0x7f.1"),
    LEVEL: ("loud", "warn,error"),
    FORMAT: ("xml",),
    ACCESS_LOG: ("yes", "2"),
    HOSTS: ("http://example.org", "example.org:8484", "a b", "*", "*.", "-a", "a,b c", "ä.example"),
}


@pytest.mark.parametrize(("sentence", "text"), [(start, text) for start in BAD for text in BAD[start]])
def test_a_bad_port_number_or_name(sentence, text):
    name = "SCOREPAD_PORT" if sentence == PORT else sentence.partition(" ")[0]
    assert refusal(**{name: text}).startswith(sentence)
    if sentence in OPTIONS:
        # An option overrides its variable.
        assert refusal(OPTIONS[sentence], text, **{name: "127.0.0.1"}).startswith(sentence)


def test_options_that_do_not_go_together_and_an_address_of_another_machine():
    assert refusal("--address", "192.0.2.1").startswith("--here serves this machine only, and 192.0.2.1 does not.")
    assert refusal("--log-format", "").startswith("--log-format needs a value.")
    result = CliRunner().invoke(main, ["serve", "--address", "192.0.2.1", "--port", "0"])
    assert result.stderr.startswith("This machine does not have the address 192.0.2.1.")


def test_an_instance_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    folder = f"{tmp_path}/file/clubs"
    sentence = f"The clubs cannot be kept in {folder}: Not a directory."
    assert refusal(SCOREPAD_INSTANCE=folder).startswith(sentence)


def test_a_club_that_is_not_a_database(instance):
    # The application detects this, after the checks of the command.
    instance.mkdir(mode=0o700)
    (instance / "club.sqlite3").write_text("Once upon a time there was no database here. " * 100)
    environ = environment(SCOREPAD_INSTANCE=str(instance))
    with start(environ) as server:
        stdout, stderr = server.communicate(timeout=PATIENCE)
    assert (server.returncode, stdout) == (1, "")
    reason, end = stderr.splitlines()
    assert "club.sqlite3" in reason
    assert end == "Scorepad has stopped: its server ended by itself."


def test_python_m_scorepad_is_the_same_command_and_an_unknown_one_is_named():
    command = [*FROM_CHECKOUT, "--version"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    assert shown == f"Scorepad {scorepad.__version__}\n"
    result = CliRunner().invoke(main, ["sreve"])
    assert result.exit_code == 2
    assert "sreve" in result.stderr
