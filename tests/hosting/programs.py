"""Runs Litestream and Caddy as docs/hosting.md says."""

import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

from tests.support.server import ROOT
from tests.support.waiting import PATIENCE

HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")


def program(name):
    """The path of a program that a package installed."""
    path = Path(sys.executable).with_name(name)
    assert path.exists(), f"{path} is missing: make setup installs it"
    return str(path)


def example(language, contains):
    """The one code block of this language in docs/hosting.md that contains a text."""
    blocks = [block.partition("```")[0] for block in HOSTING.split(f"```{language}\n")[1:]]
    (block,) = [block for block in blocks if contains in block]
    return block


def replace(text, changes):
    """Replace paths and names in an example, each of which must occur in it."""
    for old, new in changes.items():
        assert old in text, f"docs/hosting.md does not mention {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def running(command, ready, *sockets):
    """Run a program, and continue once it prints a line with the text `ready`. It inherits `sockets`."""
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        pass_fds=[inherited.fileno() for inherited in sockets],
    ) as process:
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        lines = [""]
        while ready not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1], "".join(lines)
        watchdog.cancel()
        # Keep reading, or the program would block on a full pipe.
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


def output(*command):
    """The output of a program, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def restore(folder, replica):
    """Restore a club in a folder from its replica, and move the replica aside, with the commands of the docs."""
    changes = {
        "litestream restore": f"{program('litestream')} restore",
        "/var/lib/scorepad/clubs/thursday": str(folder),
        "/media/replica/clubs/thursday": str(replica),
    }
    output("sh", "-ec", replace(example("sh", "umask 077"), changes))
    aside = {"/media/replica/clubs/thursday": str(replica), "/media/replica/thursday-until": f"{replica}-until"}
    output("sh", "-ec", replace(example("sh", "thursday-until"), aside))
