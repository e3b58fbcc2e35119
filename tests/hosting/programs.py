"""Run Litestream and Caddy, as docs/hosting.md says."""

import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.server import ROOT
from tests.support.waiting import PATIENCE

HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")


def program(name: str) -> str:
    """The path of a program that a package installed."""
    path = Path(sys.executable).with_name(name)
    assert path.exists(), f"{path} is missing: make setup installs it"
    return str(path)


def example(language: str, contains: str) -> str:
    """The only code block in this language in docs/hosting.md that contains a text."""
    blocks = [block.partition("```")[0] for block in HOSTING.split(f"```{language}\n")[1:]]
    (block,) = [block for block in blocks if contains in block]
    return block


def replace(text: str, changes: dict[str, str]) -> str:
    """An example with other paths and names, each of which it must contain."""
    for old, new in changes.items():
        assert old in text, f"docs/hosting.md does not mention {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def running(
    command: Sequence[str], is_ready: Callable[[str], bool], sockets: Sequence[socket.socket] = ()
) -> Iterator[None]:
    """Run a program, from the line on that says it is ready. It inherits `sockets`."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        pass_fds=[inherited.fileno() for inherited in sockets],
    ) as process:
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if is_ready(line):
                break
        else:
            raise AssertionError("".join(lines))
        watchdog.cancel()
        # Read on, or the program would wait for a reader.
        drain = threading.Thread(target=process.stdout.read, daemon=True)
        drain.start()
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            finally:
                process.kill()
                drain.join()


def output(*command: str) -> str:
    """The output of a program, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
