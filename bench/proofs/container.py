"""Run the steps of deploy/Dockerfile from the registry, then serve as the image does: a stranger who owns one folder.

Everything but the folder of the club belongs to another user and is read-only to the server, and there is no folder for
temporary files. `--short` takes packages from this environment instead of the registry.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.proofs.common import SKIPPED, arguments, verdict
from tests.packaging.test_container import DOCKERFILE, share_packages
from tests.support.dockerfile import Image, build
from tests.support.server import address, get
from tests.support.waiting import PATIENCE


def main() -> int:
    """Print the line. Returns 0 if the claim holds, 77 if it cannot be tried here."""
    asked = arguments(1, 1, "whether the container's steps make a Scorepad that serves")
    if os.geteuid() or not shutil.which("setpriv"):
        print("container: skipped: only root may run the server as another user, by setpriv")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        Path(folder).chmod(0o755)
        start = time.monotonic()
        image = build(DOCKERFILE, Path(folder) / "root", {"--require-hashes": share_packages} if asked.short else {})
        seconds = time.monotonic() - start
        user = image.settings["USER"].split(":")
        shutil.chown(image.path("/data"), *map(int, user))
        image.environ["TMPDIR"] = "/nonexistent"
        faults = _serve(image, user)
        size = sum(file.stat().st_size for file in image.path("/opt").rglob("*") if file.is_file())
    figures: dict[str, object] = {"user": user[0], "MB beside Python's image": size // 1_000_000}
    if not asked.short:
        figures["seconds to build"] = f"{seconds:.0f}"
    return verdict("container", figures, faults)


def _serve(image: Image, user: list[str]) -> list[str]:
    """Serve, ask the healthcheck, and look which files the server has touched. Returns the faults."""
    lowered = [
        "setpriv",
        "--reuid",
        user[0],
        "--regid",
        user[1],
        "--clear-groups",
        "--no-new-privs",
        "--bounding-set=-all",
    ]
    before = _files(image)
    command = [*lowered, *image.command("ENTRYPOINT"), *image.command("CMD"), "--port", "0"]
    with subprocess.Popen(
        command, env=image.environ, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            url = address(server).partition(" ")[0]
            status = get(f"{url}/join")[0] if url else 0
            environ = {**image.environ, "SCOREPAD_PORT": url.rpartition(":")[2]}
            check = subprocess.run(
                [*lowered, *image.command("HEALTHCHECK")], env=environ, capture_output=True, text=True, check=False
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


def _files(image: Image) -> set[tuple[str, int]]:
    root, data = image.root, image.path("/data")
    return {(str(f), f.stat().st_mtime_ns) for f in root.rglob("*") if f.is_file() and not f.is_relative_to(data)}


if __name__ == "__main__":
    sys.exit(main())
