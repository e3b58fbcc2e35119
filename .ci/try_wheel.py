"""Try a wheel as a user installs it with this Python: in a new environment, with dependencies from the package index.

python3.13 .ci/try_wheel.py dist/scorepad-1.0.0-py3-none-any.whl
"""

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path

SECONDS = 300
"""How long a step may take."""


def main(wheel: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(Path(folder, "venv"), with_pip=True)
        programs = Path(folder, "venv", "Scripts" if os.name == "nt" else "bin")
        environ = os.environ | {"SCOREPAD_INSTANCE": str(Path(folder, "clubs")), "PYTHONUTF8": "1"}

        def run(program: str, *arguments: str) -> str:
            command = (str(programs / program), *arguments)
            done = subprocess.run(command, env=environ, stdout=subprocess.PIPE, encoding="utf-8", timeout=SECONDS)
            if done.returncode:
                sys.exit(f"{program} {' '.join(arguments)} failed.")
            return done.stdout.strip()

        run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(Path(wheel).absolute()))
        version = run("scorepad", "--version")
        run("scorepad", "demo")
        run("scorepad", "doctor", "--club", "example")
        command = [str(programs / "scorepad"), "serve", "--here", "--link", "--port", "0"]
        with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, encoding="utf-8") as server:
            try:
                title = _title(server)
            finally:
                server.terminate()
        print(f"{version} on Python {sys.version.split()[0]}, {sys.platform}: served “{title}”.")


def _title(server: "subprocess.Popen[str]") -> str:
    """Return the title of the first page, as the owner sees it."""
    assert server.stdout is not None
    link = re.search(r"http://\S+", server.stdout.readline())
    assert link, "the server prints its owner's link first"
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with browser.open(link[0], timeout=SECONDS) as page:
        return re.search(r"<title>(.*?)</title>", page.read().decode())[1]


if __name__ == "__main__":
    main(sys.argv[1])
