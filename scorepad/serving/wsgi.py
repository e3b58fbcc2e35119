"""The WSGI application that the server runs."""

import gc
import sys

from scorepad import environment
from scorepad.serving.concurrency_limit import ConcurrencyLimit
from scorepad.web import create_app
from scorepad.web.exchange.import_work import WORK

SECONDS_A_TURN = 0.0005
"""How long a thread runs while others wait. With Python's default, ten times as long, other phones learn of a tap only
after its own response, and two taps at once wait for each other at every query (`bench/latency.py`)."""

sys.setswitchinterval(SECONDS_A_TURN)
app = create_app(threads=environment.threads())
app.wsgi_app = ConcurrencyLimit(app.wsgi_app)  # type: ignore[method-assign]
WORK.sweep_daily(app.config["HOME"])
# Everything that is loaded by now stays. Otherwise the garbage collector would scan all of it from time to time, while
# every phone waits.
gc.freeze()
