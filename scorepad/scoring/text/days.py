"""Days as people read them."""

from datetime import date


def day(text: str) -> str:
    """Return a day, in ISO format, as people read it: "21 Nov 2026"."""
    when = date.fromisoformat(text)
    return f"{when.day} {when:%b} {when.year}"
