"""Run the steps of deploy/Dockerfile from the registry, then serve like the image: as a user who owns one folder.

Everything except the folder of the club belongs to another user and is read-only to the server, and there is no
temporary folder. `tests/packaging/test_container.py`, with the packages of the test environment, is the short form of
this.
"""

import sys
import tempfile
import time
from pathlib import Path

from bench.proofs.common import SKIPPED, verdict
from tests.support.dockerfile import DOCKERFILE, build, may_serve_as_a_stranger, serve_as_a_stranger


def main() -> int:
    """Print the result line. Return 0 if the claim holds, 77 if it cannot run here."""
    if not may_serve_as_a_stranger():
        print("container: skipped: only root may run the server as another user, by setpriv")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="scorepad-proof-") as folder:
        Path(folder).chmod(0o755)
        start = time.monotonic()
        image = build(DOCKERFILE, Path(folder) / "root")
        seconds = time.monotonic() - start
        faults = serve_as_a_stranger(image)
        size = sum(file.stat().st_size for file in image.path("/opt").rglob("*") if file.is_file())
    figures: dict[str, object] = {"user": image.settings["USER"].split(":")[0]}
    figures |= {"MB beside Python's image": size // 1_000_000, "seconds to build": f"{seconds:.0f}"}
    return verdict("container", figures, faults)


if __name__ == "__main__":
    sys.exit(main())
