"""Update from the first version, 0.1.0, to this one, and go back with the copies that the update made.

Both are wheels, installed with packages from the registry in a separate environment, with the commands of
docs/hosting.md. A phone plays with the first version. This version must show the same points, still know the phone, and
continue; then so must the first version, with its own data, once the phone has come in by the link again.
`--keep FOLDER` stores what the first version wrote, as in tests/hosting/first_version. tests/hosting/test_updating.py,
which uses that, is the short form of this proof.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.proofs.common import SKIPPED, verdict
from tests.hosting.club_of_first_version import Browser, keep, play, points
from tests.hosting.programs import example, output, replace
from tests.support import server
from tests.support.waiting import PATIENCE

FIRST_OF_THE_NEW = "Move a game's keeping to play/ and name things plainly"
"""The commit that began to reorganise the code. The one before it is the last of 0.1.0."""


def build(folder: Path) -> tuple[Path, Path] | None:
    """Build the wheels of the first version and of this one. None if this is not a clone with its history."""
    git = ["git", "-C", str(server.ROOT)]
    log = subprocess.run([*git, "log", "--format=%H", f"--grep=^{FIRST_OF_THE_NEW}$"], capture_output=True, text=True)
    if log.returncode or not log.stdout.strip():
        return None
    old = folder / "0.1.0"
    old.mkdir()
    archive = subprocess.run([*git, "archive", f"{log.stdout.split()[-1]}^"], capture_output=True, check=True)
    subprocess.run(["tar", "x"], cwd=old, input=archive.stdout, check=True)
    wheels = []
    for source in (old, server.ROOT):
        dist = folder / f"dist{len(wheels)}"
        output(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(dist), str(source))
        wheels += dist.glob("*.whl")
    return wheels[0], wheels[1]


class Machine:
    """A machine with Scorepad installed as docs/hosting.md says, in a separate folder."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "instance"
        self.home.mkdir(mode=0o700)
        self._env = folder / "env"
        self._paths = {"/opt/scorepad": str(self._env), "/var/lib/scorepad": str(self.home)}
        venv.create(self._env, with_pip=True)

    def install(self, wheel: Path) -> None:
        output(str(self._env / "bin/pip"), "install", "--quiet", str(wheel))

    def follow(self, step: str, wheel: Path) -> None:
        """Run the commands of docs/hosting.md that contain this text, except systemctl, which is missing here."""
        lines = example("sh", step).splitlines()
        commands = "\n".join(line for line in lines if not line.startswith("systemctl"))
        changes = {path: own for path, own in self._paths.items() if path in commands}
        changes |= {"/path/to/scorepad": str(wheel), "sudo -u scorepad ": ""}
        output("sh", "-ec", replace(commands, {old: new for old, new in changes.items() if old in commands}))

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Serve, and yield the owner's link. The first version does not accept port 0, so find a free one."""
        environ = server.environment(SCOREPAD_INSTANCE=str(self.home), PYTHONPATH=None)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        command = [str(self._env / "bin/scorepad"), "serve", "--here", "--port", str(port)]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, env=environ, cwd="/", stdout=pipe, text=True, start_new_session=True) as process:
            try:
                yield server.link(process)
            finally:
                process.terminate()
                process.wait(PATIENCE)

    @property
    def version(self) -> str:
        return output(str(self._env / "bin/scorepad"), "--version").strip()


def try_it(folder: Path, wheels: tuple[Path, Path], kept: str) -> tuple[dict[str, object], list[str]]:
    """Update and go back. Return the figures, and the faults."""
    faults, machine, phone = [], Machine(folder), Browser()
    machine.install(wheels[0])
    first = machine.version
    with machine.serving() as link:
        phone.come_in(link)
        play(phone, rounds=6)
        before = points(phone)
    if kept:
        keep(machine.home, Path(kept), before)
    machine.follow("pip install --upgrade", wheels[1])
    copies = [file.name for file in machine.home.glob("*.before-*")]
    with machine.serving() as link:
        copies += [file.name for file in machine.home.glob("*.before-*")]
        after = points(phone.at(link))
        play(phone, rounds=1)
    second = machine.version
    faults += [f"{second} shows other points: {after} and not {before}"] * (after != before)
    faults += [f"the copies are {copies}"] * (len(copies) != 2)
    machine.follow("--force-reinstall", wheels[0])
    with machine.serving() as link:
        # The first version looks for a cookie with the name that the other one has replaced.
        phone.come_in(link)
        again = points(phone)
        play(phone, rounds=1)
        faults += [f"{machine.version} shows other points again: {again}"] * (again != before)
        faults += ["the first version did not go on"] * (len(points(phone)) <= len(before))
    return {f"to {second}, and back": first, "lines of points": len(before), "copies": len(copies)}, faults


def main() -> int:
    """Print the result line. Return 0 if the claim holds, 77 if it cannot run here."""
    parser = argparse.ArgumentParser(description="whether an update keeps every point, and can be taken back")
    parser.add_argument("--keep", default="", metavar="FOLDER", help="keep what the first version wrote")
    asked = parser.parse_args()
    # Otherwise each version would run the code of this checkout.
    os.environ.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        wheels = build(Path(folder))
        if wheels is None:
            print("updating: skipped: this is no clone with the history of the first version")
            return SKIPPED
        return verdict("updating", *try_it(Path(folder), wheels, asked.keep))


if __name__ == "__main__":
    raise SystemExit(main())
