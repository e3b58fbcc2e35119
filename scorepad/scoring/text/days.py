"""Format days and times for people to read."""

from datetime import date, datetime, tzinfo


def day(text: str) -> str:
    """Return an ISO date in words: "21 Nov 2026"."""
    when = date.fromisoformat(text)
    return f"{when.day} {when:%b} {when.year}"


def time_text(at: str, zone: tzinfo | None) -> str:
    """Return a time in words: "21 Nov 2025, 21:14"; "" for an invalid one."""
    try:
        when = datetime.fromisoformat(at).astimezone(zone)
    except (ValueError, OverflowError):
        return ""
    return f"{when.day} {when:%b} {when.year}, {when:%H:%M}"


def days_text(first: date | None, last: date | None) -> str:
    """Return a period in words: "1 Jan 2026 to 31 Mar 2026", "from 1 Jan 2026 on"."""
    if first and last:
        return f"{day(first.isoformat())} to {day(last.isoformat())}"
    if first:
        return f"from {day(first.isoformat())} on"
    return f"up to {day(last.isoformat())}" if last else "from the first game on"
