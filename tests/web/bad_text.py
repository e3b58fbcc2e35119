"""Texts that no page may take for a number."""

NO_COUNTS = [
    "abc",
    "-1",
    "1.5",
    "٣",
    "９",
    "²",
    "100",
    "1,0",
    "1+1",
    "9" * 400,
    "0" * 5000 + "100",
    "\x00",
]
"""None of these is a whole number from 0 to 99 in plain digits."""
