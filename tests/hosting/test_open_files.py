"""The server raises its limit of open files: many clubs and phones need more than the usual one."""

import subprocess
import sys

from tests.support.server import ROOT

FEW, MORE = 256, 512
CODE = (
    "import resource; from scorepad.serving.server import allow_many_files; allow_many_files();"
    "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
)


def test_the_limit_is_raised_as_far_as_it_goes():
    limited = f'ulimit -S -n {FEW}; ulimit -H -n {MORE}; exec "$0" -c "$1"'
    command = ["sh", "-ec", limited, sys.executable, CODE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) == MORE
