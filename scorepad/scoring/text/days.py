"""Days and times as people read them."""

from datetime import date, datetime, tzinfo


def day(text: str) -> str:
    """Return a day, in ISO format, as people read it: "21 Nov 2026"."""
    when = date.fromisoformat(text)
    return f"{when.day} {when:%b} {when.year}"


def time_text(at: str, zone: tzinfo | None) -> str:
    """Return a time as people read it: "21 Nov 2025, 21:14". "" if it is not a time."""
    try:
        when = datetime.fromisoformat(at).astimezone(zone)
    except (ValueError, OverflowError):
        return ""
    return f"{when.day} {when:%b} {when.year}, {when:%H:%M}"
