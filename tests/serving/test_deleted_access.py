"""The list of phones is deleted under a running server, which says so and writes it again."""

import http.client
import signal
from contextlib import closing
from urllib.parse import urlsplit

from scorepad.paths import ACCESS
from scorepad.web.app.permissions import COOKIE
from tests.support.server import address, environment, let_owners_in, owner_token, start
from tests.support.waiting import PATIENCE, limited, until


def status(url):
    with closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)) as connection:
        connection.request("GET", "/people", headers={"Cookie": f"{COOKIE}={owner_token(0)}"})
        return connection.getresponse().status


def test_phones_stay_in_even_if_the_server_is_killed_afterwards(tmp_path):
    home = tmp_path / "instance"
    let_owners_in(home)
    environ = environment(SCOREPAD_INSTANCE=str(home))
    with start(environ) as server:
        assert status(address(server)) == 200
        for path in home.glob(f"{ACCESS}*"):
            path.unlink()
        # No phone asks for anything meanwhile.
        with limited(server.kill):
            assert "was deleted while Scorepad ran" in server.stderr.readline()
        until((home / ACCESS).exists)
        server.send_signal(signal.SIGKILL)
        server.communicate(timeout=PATIENCE)
    with start(environ) as server:
        assert status(address(server)) == 200
