"""The application as a server imports it: made once, in the one worker."""

import sys

from scorepad import environment
from scorepad.web import create_app

SECONDS_A_TURN = 0.0005
"""How long a thread computes while others wait for their turn. With Python's own ten times as much, the phones of a
table hear of a tap when its answer is made and not before, and two taps at once hold each other up at every question
to the store (`bench/latency.py`)."""

sys.setswitchinterval(SECONDS_A_TURN)
app = create_app(threads=environment.threads())
