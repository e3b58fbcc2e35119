"""Limits the wait for a form or a file to one second, in a Python that starts with this folder in its path."""

from scorepad.serving import gateway

gateway.SECONDS_FOR_A_BODY = gateway.SECONDS_OF_SILENCE = 1.0
