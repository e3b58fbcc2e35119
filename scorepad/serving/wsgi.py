"""The application that granian imports, once, in its one worker."""

import gc
import sys

from scorepad import environment
from scorepad.web import create_app

SECONDS_A_TURN = 0.0005
"""How long a thread computes while others wait. With Python's default, ten times as long, other phones learn of a tap
only after its own answer, and two taps at once wait for each other at every query (`bench/latency.py`)."""

sys.setswitchinterval(SECONDS_A_TURN)
app = create_app(threads=environment.threads())
# What there is by now stays. Otherwise Python would look through all of it now and then, while every phone waits.
gc.freeze()
