"""Daily copies of a club: one for each day on which something was recorded. The newest seven are kept."""

from datetime import date
from pathlib import Path

from scorepad.store.club import Club
from scorepad.store.errors import StoreError
from scorepad.store.file.copying import UNFINISHED, State, daily_copies, flush, remove_unfinished, state_of
from scorepad.store.file.doctor import Finding

KEPT = 7


def copy_daily(club: Club, folder: Path, name: str, today: date) -> Path | None:
    """Copy a club that has something new into a folder, and delete all but the newest seven copies there.

    Return the new copy, or None. A second copy on one day replaces the first. Raises StoreError.
    """
    copies, now = daily_copies(folder, name), _state_of(club)
    if now == (copies[0].state if copies else State(0, 0)):
        return None
    remove_unfinished(folder, f"{name}-{today}.sqlite3")
    dest = folder / f"{name}-{today}.sqlite3"
    earlier = [copy for copy in copies if copy.path == dest]
    fresh = club.backup(dest.with_name(f"{dest.name}.new{UNFINISHED}") if earlier else dest)
    try:
        if earlier:
            fresh.replace(dest)
            flush(dest)
        # After an older backup was put back, the new copy has less in it than the others.
        others = [copy for copy in daily_copies(folder, name) if copy.path != dest]
        for copy in others[KEPT - 1 :]:
            copy.path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"The copies in {folder} could not be renewed: {error.strerror}.") from None
    return dest


MAX_DAYS = 2
"""How many days old the newest copy may be if something was recorded since."""


def examine_copies(club: Club, folder: Path, name: str, today: date) -> Finding:
    """Report the age of the newest daily copy. Raises nothing."""
    try:
        copies, now = daily_copies(folder, name), _state_of(club)
    except (StoreError, OSError, ValueError) as error:
        return Finding("copies", False, f"The daily copies could not be looked at: {error}")
    if not copies:
        return Finding("copies", True, f"There is no daily copy in {folder} yet: “scorepad serve” makes them.")
    newest = copies[0]
    days = (today - newest.day).days
    if days < 0:
        sentence = f"The newest of {len(copies)} daily copies in {folder} is of {newest.day}, which is still to come"
        return Finding("copies", True, f"{sentence}: the clock was wrong then, or is now.")
    age = {0: "from today", 1: "from yesterday"}.get(days, f"{days:,} days old")
    sentence = f"The newest of {len(copies)} daily copies in {folder} is {age}"
    if newest.state == now:
        return Finding("copies", True, f"{sentence}, and nothing was recorded since.")
    if days <= MAX_DAYS:
        return Finding("copies", True, f"{sentence}.")
    advice = "Check that the folder can be written, and that “scorepad serve” runs"
    return Finding("copies", False, f"{sentence}, and something was recorded since. {advice}.")


def _state_of(club: Club) -> State:
    with club.reading() as db:
        return state_of(db)
