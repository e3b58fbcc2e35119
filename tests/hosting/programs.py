"""Runs the programs that stand around Scorepad on a host, Litestream and Caddy, as docs/hosting.md says."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.serving import ROOT, SECONDS_TO_START, SECONDS_TO_STOP

HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")


def program(name: str) -> str:
    """Where a program lies that a package brought along; fails where it is not there."""
    found = Path(sys.executable).with_name(name)
    assert found.exists(), f"{found} is missing: make setup brings it"
    return str(found)


def told(kind: str, holds: str) -> str:
    """The one block of that kind in docs/hosting.md that holds this text."""
    blocks = [block.partition("```")[0] for block in HOSTING.split(f"```{kind}\n")[1:]]
    (found,) = [block for block in blocks if holds in block]
    return found


def put(text: str, changes: dict[str, str]) -> str:
    """A text of the docs with other paths and names; fails where one of them does not stand in it."""
    for old, new in changes.items():
        assert old in text, f"docs/hosting.md says nothing of {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def running(command: Sequence[str], is_ready: Callable[[str], bool]) -> Iterator[None]:
    """A program that runs meanwhile; it is there once it wrote a line that is ready."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        watchdog = threading.Timer(SECONDS_TO_START, running.kill)
        watchdog.start()
        assert running.stdout is not None
        said = []
        for line in running.stdout:
            said.append(line)
            if is_ready(line):
                break
        else:
            raise AssertionError("".join(said))
        watchdog.cancel()
        # What it writes on must go somewhere, or it would wait for us.
        drain = threading.Thread(target=running.stdout.read, daemon=True)
        drain.start()
        try:
            yield
        finally:
            running.terminate()
            try:
                running.wait(SECONDS_TO_STOP)
            finally:
                running.kill()
                drain.join()


def output(*command: str) -> str:
    """What a program says; fails where it does not end well."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
