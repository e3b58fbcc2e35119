"""`flask --app scorepad` finds the application, for those who run it in another server or look at its routes."""

import subprocess
import sys
import urllib.request

from tests.support.server import environment
from tests.support.waiting import PATIENCE, limited


def test_flask_runs_scorepad(tmp_path):
    command = [sys.executable, "-m", "flask", "--app", "scorepad", "run", "--port", "0"]
    environ = environment(SCOREPAD_INSTANCE=str(tmp_path / "instance"))
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as flask:
        try:
            lines = iter(flask.stderr.readline, "")
            with limited(flask.kill):
                url = next(line.split()[-1] for line in lines if "Running on http://" in line)
            with urllib.request.urlopen(f"{url}/healthz", timeout=PATIENCE) as answer:
                assert answer.status == 200
        finally:
            flask.kill()
