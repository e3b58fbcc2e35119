"""The floor of `cold_start.py`: the same server and imports as `scorepad serve`, with a page that says hello."""

import os
import sys
from multiprocessing.connection import Connection

from flask import Flask

from scorepad import server
from scorepad.addresses import LOOPBACK
from scorepad.environment import threads
from scorepad.places import instance_dir
from scorepad.serve import refuse_taken


def hello(telling: Connection) -> Flask:
    """What the worker loads: everything ours imports, and one page. It tells nothing."""
    import scorepad.web  # noqa: F401  # the same imports

    app = Flask("hello")
    app.add_url_rule("/", view_func=lambda: "hello")
    return app


if __name__ == "__main__":
    port = int(sys.argv[1])
    instance_dir(os.environ)
    refuse_taken(port)
    server.load_app = hello
    server.run(LOOPBACK, port, threads(os.environ), print)
