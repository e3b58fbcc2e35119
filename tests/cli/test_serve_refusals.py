"""What stands in the way of `scorepad serve` is said in one sentence, without a traceback."""

import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner, Result

import scorepad
from scorepad.cli import main
from tests.serving import FROM_CHECKOUT, ROOT, environment, free_port, start


def serve(*arguments: str, **environ: str) -> Result:
    """What the command says and answers where it is refused at once."""
    return CliRunner().invoke(main, ["serve", "--here", *arguments], env=environ)


def said(result: Result) -> str:
    """The one sentence on standard error of a command that failed."""
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which somebody listens."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_taken_port(taken: int, instance: Path) -> None:
    sentence = said(serve("--port", str(taken), SCOREPAD_INSTANCE=str(instance)))
    assert sentence.startswith(f"Port {taken} is taken, perhaps by another Scorepad.")
    assert f"make run PORT={taken + 1}" in sentence


def test_a_port_that_another_scorepad_has(served: str, tmp_path: Path) -> None:
    # Granian shares its port, so nothing but Scorepad's own look would refuse this.
    port = served.rpartition(":")[2]
    assert "is taken" in said(serve("--port", port, SCOREPAD_INSTANCE=str(tmp_path / "second")))


@pytest.mark.parametrize(
    "port", ["0", "65536", "70000", "-1", "", "eight", "８４８４", "8_484", "9" * 400]
)
def test_what_is_no_port(port: str) -> None:
    assert said(serve("--port", port)).startswith("A port is a whole number from 1 to 65535, not “")


def test_a_port_that_only_root_may_have(monkeypatch: pytest.MonkeyPatch, instance: Path) -> None:
    def refuse(*_: Any) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    sentence = said(serve("--port", "80", SCOREPAD_INSTANCE=str(instance)))
    assert (
        sentence
        == "Port 80 is reserved on this machine. Choose one from 1024 to 65535 with --port.\n"
    )


@pytest.mark.parametrize("threads", ["0", "4097", "-3", "many", "2.5", "9" * 400])
def test_what_is_no_number_of_threads(threads: str) -> None:
    sentence = said(serve(SCOREPAD_THREADS=threads))
    assert sentence.startswith("SCOREPAD_THREADS is a whole number from 1 to 4096, not “")


@pytest.mark.parametrize("count", ["-1", "11", "yes", "1.0"])
def test_what_is_no_number_of_proxies(count: str) -> None:
    sentence = said(serve(SCOREPAD_PROXIES=count))
    assert sentence.startswith("SCOREPAD_PROXIES is a whole number from 0 to 10, not “")


@pytest.mark.parametrize(
    "names",
    ["http://example.org", "example.org:8484", "a b", "*", "*.", "-a", "a,b c", "ä.example"],
)
def test_what_is_no_list_of_names(names: str) -> None:
    sentence = said(serve(SCOREPAD_HOSTS=names))
    assert sentence.startswith("SCOREPAD_HOSTS lists names such as scores.example.org")


def test_an_instance_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sentence = said(serve(SCOREPAD_INSTANCE=str(tmp_path / "file" / "clubs")))
    assert sentence.startswith(
        f"The clubs cannot be kept in {tmp_path}/file/clubs: Not a directory."
    )


def test_a_club_that_is_no_database(instance: Path) -> None:
    # Found in the worker, where a traceback would be easiest to let through.
    instance.mkdir(mode=0o700)
    (instance / "club.sqlite3").write_text("Once upon a time there was no database here. " * 100)
    environ = environment(SCOREPAD_INSTANCE=str(instance))
    with start(free_port(), environ) as server:
        printed, complaints = server.communicate(timeout=30)
    assert (server.returncode, printed) == (1, "")
    reason, end = complaints.splitlines()
    assert "club.sqlite3" in reason
    assert end == "Scorepad has stopped: its server ended by itself."


def test_an_unknown_verb_is_named() -> None:
    result = CliRunner().invoke(main, ["sreve"])
    assert result.exit_code == 2
    assert "sreve" in result.stderr


def test_python_m_scorepad_is_the_same_command() -> None:
    command = [*FROM_CHECKOUT, "--version"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown == f"Scorepad {scorepad.__version__}\n"
