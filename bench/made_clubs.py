"""Clubs of many generated games, cached in the temporary folder: only the first run creates them."""

import tempfile
from pathlib import Path

from scorepad.paths import CLUB
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league

SEED = 3
PEOPLE = 80
"""People in every club here, so that pages differ only in the number of games."""


def made(games: int) -> Path:
    """Return the folder of a club with this many games. Create it if it does not exist."""
    home = Path(tempfile.gettempdir()) / f"scorepad-bench-{SEED}-{PEOPLE}-{games}"
    if not (home / "made").exists():
        home.mkdir(mode=0o700, exist_ok=True)
        (home / CLUB).unlink(missing_ok=True)
        write(league(SEED, games, PEOPLE), home / CLUB)
        (home / "made").touch()
    return home
