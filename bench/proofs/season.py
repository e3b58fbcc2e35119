"""Play a season in one process: thousands of games on several phones, with everything that can happen to a club.

Each club has some games and its own seed. Its phones use the real pages, through the test client: they tap, count,
correct, undo, settle, end, play again; answers are lost, so that forms are sent again, and copies arrive late. The club
is closed and reopened, its clock steps forwards and back, people are merged and renamed, games binned and restored.
After every round and game the invariants of `season_checks` must hold. A broken one prints its seed, and the command
that replays that club.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

from bench.proofs import season_events
from bench.proofs.common import arguments, verdict
from bench.proofs.season_checks import Log, check_cells, check_file, check_game, check_league
from bench.proofs.season_club import Broken, SeasonClub, season_club
from bench.proofs.season_game import begin, play, rematch
from tests.support.speed import MEMORY, compile_once, is_suitable

GAMES, SHORT = 10_000, 5
A_CLUB = 25
"""Games of one club."""

REMATCHED = 0.15
THOROUGH = 10
"""One in this number of clubs has every figure of its league recalculated."""


def main() -> int:
    """Print the result line. Return 0 if every invariant held."""
    asked = arguments(GAMES, SHORT, "games of a season in one process")
    compile_once()
    counts: Counter[str] = Counter()
    faults: list[str] = []
    seed, left = asked.seed, asked.count
    while left > 0 and not faults:
        games = min(A_CLUB, left)
        try:
            counts.update(_play_club(seed, games))
        except Exception as error:  # after any failure its seed must be printed
            words = error if isinstance(error, Broken) else repr(error)
            faults.append(f"{words}; again with: python -m bench.proofs.season --seed {seed} --count {games}")
        counts["clubs"] += 1
        if not asked.short and counts["clubs"] % THOROUGH == 0:
            print(f"season: {counts['games']:,} games", file=sys.stderr, flush=True)
        seed, left = seed + 1, left - games
    return verdict("season", dict(counts), faults)


def _play_club(seed: int, games: int) -> dict[str, int]:
    """Play the games of one club, and return the counts of what happened in it."""
    home = MEMORY if is_suitable(MEMORY) else None
    with (
        tempfile.TemporaryDirectory(prefix="scorepad-season-", dir=home) as folder,
        season_club(Path(folder), f"season {seed}") as club,
    ):
        log, numbers = Log(), list[int]()
        again: int | None = None
        for at in range(games):
            number = again or begin(club, seed * A_CLUB + at)
            numbers += [number] * (number not in numbers)
            play(club, number, check_cells, check_game)
            check_game(club, number)
            again = rematch(club, number) if club.draw.random() < REMATCHED else None
            season_events.happen(club, numbers)
            club.clock.next_evening()
            log.check(club)
        _check_all(club, numbers, log, thoroughly=seed % THOROUGH == 0)
        return club.counts


def _check_all(club: SeasonClub, numbers: list[int], log: Log, *, thoroughly: bool) -> None:
    """Check what must hold at the end of a club, also after it was reopened."""
    club.restart()
    for number in numbers:
        check_game(club, number)
    check_league(club, thoroughly=thoroughly)
    check_file(club)
    club.count("entries", log.check(club, whole=True))


if __name__ == "__main__":
    raise SystemExit(main())
