"""Run the steps of a Dockerfile in a folder, without a container engine.

Absolute paths of the image become paths in that folder, in commands too. `FROM` is ignored: the Python that runs this
stands in for that of the base image.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.server import ROOT, address, get
from tests.support.waiting import LONGEST, PATIENCE

DOCKERFILE = ROOT / "deploy/Dockerfile"

FOLDERS = re.compile(r"(?<![\w./])/(src|opt/scorepad|data)\b")
"""The folders that the Dockerfile creates. Its other paths are those of programs."""


def may_serve_as_a_stranger():
    return not os.geteuid() and shutil.which("setpriv") is not None


def instructions(text):
    """Return each instruction with its argument."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


@dataclass
class Image:
    """What the steps of a Dockerfile created below `root`. `chowned` has the arguments of each `chown`."""

    root: Path
    environ: dict = field(default_factory=dict)
    settings: dict = field(default_factory=dict)
    folder: str = "/"

    @property
    def chowned(self):
        file = self.root / "chowned"
        return file.read_text() if file.exists() else ""

    def path(self, name):
        return self.root / (name if name.startswith("/") else f"{self.folder}/{name}").lstrip("/")

    def here(self, text):
        """Return a command or a setting with its paths below `root`."""
        return FOLDERS.sub(lambda match: f"{self.root}/{match[1]}", text)

    def command(self, name):
        """Return the command of CMD, ENTRYPOINT or HEALTHCHECK, with its program found in the image's PATH."""
        words = [self.here(word) for word in json.loads(self.settings[name][self.settings[name].index("[") :])]
        return [shutil.which(words[0], path=self.environ["PATH"]) or words[0], *words[1:]]

    def run(self, command):
        done = subprocess.run(
            ["sh", "-ec", self.here(command)],
            cwd=self.path("."),
            env=self.environ,
            capture_output=True,
            text=True,
            timeout=LONGEST / 2,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def build(file, root, instead=None):
    """Run the steps of a Dockerfile. `instead` maps a part of a RUN command to a function that replaces the command."""
    image = Image(root)
    image.path("/bin").mkdir(parents=True)
    image.path("/bin/python").symlink_to(sys.executable)
    chown = image.path("/bin/chown")
    chown.write_text(f'#!/bin/sh\necho "$@" >>{shlex.quote(str(root / "chowned"))}\n')
    chown.chmod(0o755)
    # Keep the settings of pip, but no others of this process.
    kept = {name: text for name, text in os.environ.items() if name.startswith(("PIP_", "HOME", "LANG", "TMP"))}
    image.environ = {**kept, "PATH": f"{root}/bin:/usr/local/bin:/usr/bin:/bin"}
    for word, rest in instructions(file.read_text("utf-8")):
        _step(image, word, rest, instead or {})
    return image


def _step(image, word, rest, instead):
    if word == "RUN":
        for part, function in instead.items():
            if part in rest:
                function(image)
                return
        image.run(rest)
    elif word == "COPY":
        _copy(image, rest.split())
    elif word == "ENV":
        name, _, value = rest.partition("=")
        image.environ[name] = image.here(value).replace("$PATH", image.environ["PATH"])
    elif word == "WORKDIR":
        image.folder = rest
        image.path(".").mkdir(parents=True, exist_ok=True)
    elif word != "FROM":
        image.settings[word] = rest


def _copy(image, words):
    """Copy from the checkout. A COPY from an earlier stage does nothing: all stages share one folder."""
    if any(word.startswith("--from=") for word in words):
        return
    *sources, target = words
    for source in sources:
        to = image.path(target)
        if target.endswith("/") or target == ".":
            to = to / Path(source).name
        to.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy
        copy(ROOT / source, to)


def serve_as_a_stranger(image):
    """Serve an image as its user, who owns only the clubs' folder, and run its healthcheck. Needs root.

    Return the faults: printed errors, wrong responses, and changes to other files.
    """
    user = image.settings["USER"].split(":")
    data = image.path("/data")
    for path in (data, *data.rglob("*")):
        shutil.chown(path, *map(int, user))
    environ = image.environ | {"TMPDIR": "/nonexistent"}
    identity = ["--reuid", user[0], "--regid", user[1], "--clear-groups"]
    lowered = ["setpriv", *identity, "--no-new-privs", "--bounding-set=-all"]
    before = _files(image)
    command = [*lowered, *image.command("ENTRYPOINT"), *image.command("CMD"), "--port", "0"]
    with subprocess.Popen(
        command, env=environ, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            url = address(server).partition(" ")[0]
            status = get(f"{url}/join")[0] if url else 0
            asked = environ | {"SCOREPAD_PORT": url.rpartition(":")[2]}
            check = subprocess.run(
                [*lowered, *image.command("HEALTHCHECK")], env=asked, capture_output=True, text=True, timeout=PATIENCE
            )
        finally:
            server.terminate()
            printed = server.communicate(timeout=PATIENCE)[1]
    faults = [f"printed: {printed}"] * bool(printed) + [f"a page was answered {status}"] * (status != 200)
    if check.returncode or json.loads(check.stdout)["status"] != "well":
        faults.append(f"the healthcheck: {check.stdout}{check.stderr}")
    if touched := _files(image) ^ before:
        faults.append(f"files of the image changed: {sorted(touched)[:3]}")
    return faults


def _files(image):
    root, data = image.root, image.path("/data")
    return {(str(f), f.stat().st_mtime_ns) for f in root.rglob("*") if f.is_file() and not f.is_relative_to(data)}
