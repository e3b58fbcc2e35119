"""The server takes all the open files it may have: a host of many has more than a process is given by itself."""

import subprocess
import sys

from tests.serving import ROOT

FEW, MORE = 256, 512
CODE = (
    "import resource; from scorepad.server import allow_many_files; allow_many_files();"
    "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
)


def test_the_limit_is_raised_as_far_as_it_goes() -> None:
    limited = f'ulimit -S -n {FEW}; ulimit -H -n {MORE}; exec "$0" -c "$1"'
    command = ["sh", "-ec", limited, sys.executable, CODE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) == MORE
