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


def days_text(first: date | None, last: date | None) -> str:
    """Days in words: "1 Jan 2026 to 31 Mar 2026", "from 1 Jan 2026 on"."""
    if first and last:
        return f"{day(first.isoformat())} to {day(last.isoformat())}"
    if first:
        return f"from {day(first.isoformat())} on"
    return f"up to {day(last.isoformat())}" if last else "from the first game on"
