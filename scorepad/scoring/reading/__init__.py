"""Documents in: plain data to rounds and questions, every fault named with its path."""

from scorepad.scoring.reading.openings import read_opening
from scorepad.scoring.reading.outs import read_out
from scorepad.scoring.reading.rounds import read_round

__all__ = ["read_opening", "read_out", "read_round"]
