"""The floor of `cold_start.py`: the same server and imports as `scorepad serve`, with a page that says hello.

It listens on a free port and prints its address, as `scorepad serve --port 0` does.
"""

import os

from flask import Flask

from scorepad.addresses import LOOPBACK
from scorepad.paths import instance_dir
from scorepad.serving import server
from scorepad.serving.logs import Logging
from scorepad.serving.serve import bind


def hello(logs: Logging) -> server.Pages:
    """Load the same imports, and one page."""
    import scorepad.web  # noqa: F401  # the same imports
    from scorepad.serving.gateway import Gateway, Workers

    app = Flask("hello")
    app.add_url_rule("/", view_func=lambda: "hello")
    workers = Workers()
    return server.Pages(Gateway(app, workers), workers, "", lambda: None, lambda: None)


if __name__ == "__main__":
    instance_dir(os.environ)
    server.load_pages = hello
    with bind(0) as listener:
        address = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
        server.run(listener, lambda owner: print(address, flush=True))
