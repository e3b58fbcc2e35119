"""Measure the league of a club: a correction of its first game, a rebuild, and its pages at two sizes.

* Correction: correct the first of 10,000 games so that the other team wins, and update everything. The floor is the
  replay of all those games through openskill, as in its documentation. Goal: 1.2 times the floor. The line below it
  compares with Scorepad's own replay in memory, in which openskill copies no ratings. The same for 100,000 games.
* Rebuild: 10,000 games, and 100,000 (2,000 with `--small`). The floor is 1.5 times Scorepad's own replay of these
  games in memory, plus 0.3 ms per game. The line below it, without a goal, is the time without the stored readings.
* Pages: each page of a club of 100 games and of one of 100,000, with the same number of people, in this process. Goal:
  at 100,000 games a page takes at most twice its time at 100.

All times are CPU times, because this machine may be busy. The clubs come from `tests/support/leagues`. They are
generated once and cached in the temporary folder.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median

from openskill.models import PlackettLuce, PlackettLuceRating

from made_clubs import made
from measure import Figure, Goal, Timing, compare, report, status
from scorepad.league.facts import WHOLE
from scorepad.league.ratings import BETA, DEVIATION, TAU, Replay, Teams, teams_of, whole_step
from scorepad.paths import CLUB
from scorepad.store import Club, Entry, Role
from scorepad.store.engine import sqlite3
from scorepad.store.results.rows import parse_sides
from scorepad.store.seasons import SeasonFields
from scorepad.web import create_app
from scorepad.web.app.permissions import COOKIE

SEASON = SeasonFields(name="2018", first_day=date(2018, 1, 1), last_day=date(2018, 12, 31), figure="wins", least=1)
GAIN = SeasonFields(name="Gain", first_day=date(2016, 1, 1), last_day=None, figure="gained", least=1)
BEST_OF_GAIN = SeasonFields(**{**GAIN, "name": "Best", "best": 5})
SMALL, MIDDLE, LARGE = 100, 10_000, 100_000
CORRECTED, REBUILT, PAGE = 1.2, 1.0, 2.0
CORRECTED_FEW = Goal(CORRECTED, bound=1.8, reason="In a small club, reading and writing the game itself weighs more.")
OVER_OWN = Goal(CORRECTED, bound=2.6, reason="Every later rating is read and written, each in a row of its own.")
A_GAME = 0.0003
"""CPU seconds per game that a rebuild may take, in addition to 1.5 times the replay."""

REQUESTS = 10
"""Requests for a page per timing."""
RUNS = 9


def main() -> int:
    """Print all figures. Return 1 if one failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true", help="2,000 games are the largest club")
    large = 2_000 if parser.parse_args().small else LARGE
    for games in sorted({min(MIDDLE, large), large}):
        _correction(games)
        _rebuild(games)
    with _pages_of(SMALL) as few, _pages_of(large) as many:
        for name, address in ADDRESSES.items():
            compare(name, PAGE, many.page(address), few.page(address), RUNS)
    return status()


def _made(games: int) -> Path:
    """Return the folder of a club with this many games, with all figures."""
    home = made(games)
    with Club.open(home / CLUB) as club:
        club.league.catch_up()
    return home


def _correction(games: int) -> None:
    """Time changing the winner of the first game, back and forth."""
    with Club.open(_made(games) / CLUB) as club:
        with club.reading() as db:
            # The first game of the kind that ends after a number of rounds, whatever its points.
            rows = db.execute(
                "SELECT game, sides FROM league_game WHERE ord >= (SELECT min(ord) FROM league_game WHERE kind = ?)"
                " ORDER BY ord",
                (club.league.kinds()[0].kind.id,),
            ).fetchall()
        first, played = rows[0][0], [teams_of(parse_sides(row[1])) for row in rows]
        at = iter(range(1_000_000))
        before = time.time_ns()

        def corrected() -> float:
            number = next(at)
            _correct(club, first, number, f"{before}-{number}")
            start = time.process_time()
            club.league.catch_up()
            seconds = time.process_time() - start
            game = club.league.game(first)
            assert game
            assert game.sides[number % 2].share == WHOLE
            return seconds

        goal = CORRECTED if games >= MIDDLE else CORRECTED_FEW
        compare(f"correcting game 1 of {games:,}", goal, corrected, partial(_seconds, _replay, played), 5)
        own = partial(_seconds, _replay_in_memory, played)
        compare("the same over Scorepad's own replay", OVER_OWN, corrected, own, 5)


def _seconds(replay: Callable[[list[Teams]], None], played: list[Teams]) -> float:
    start = time.process_time()
    replay(played)
    return time.process_time() - start


def _replay(played: list[Teams]) -> None:
    """Replay as in openskill's documentation."""
    model = PlackettLuce(mu=0.0, sigma=DEVIATION, beta=BETA, tau=TAU, gamma=whole_step)
    ratings: defaultdict[int, PlackettLuceRating] = defaultdict(model.rating)
    for teams, ranks in played:
        if len(teams) > 1:
            before = [[ratings[person] for person in team] for team in teams]
            for team, after in zip(teams, model.rate(before, ranks=[float(rank) for rank in ranks]), strict=True):
                ratings.update(zip(team, after, strict=True))


def _replay_in_memory(played: list[Teams]) -> None:
    """Replay as Scorepad does, without reading and writing."""
    replay = Replay()
    for teams, ranks in played:
        if len(teams) > 1:
            replay.rate(teams, ranks)


def _correct(club: Club, number: int, turn: int, key: str) -> None:
    cells = club.cells(number)
    for team in (1, 2):
        typed = "900000" if team == 1 + turn % 2 else "100"
        cell = (1, f"team{team}", "melded")
        value = {"as": "points", "typed": typed}
        entry = Entry(f"bench-{key}-{team}", number, *cell, value, cells[cell].seq)
        assert club.record([entry])[0].status == "applied"


def _rebuild(games: int) -> None:
    """Delete all figures and recalculate them, once with the stored readings of games and once without."""
    with Club.open(_made(games) / CLUB) as club:
        with club.reading() as db:
            played = [teams_of(parse_sides(row[0])) for row in db.execute("SELECT sides FROM league_game ORDER BY ord")]
        floor = 1.5 * _seconds(_replay_in_memory, played) + A_GAME * games
        # A club made by an earlier version of the code has readings with other keys.
        club.league.rebuild()
        kept = [_seconds_to_rebuild(club) for _ in range(3)]
        _forget_readings(club)
        again = _seconds_to_rebuild(club)
        for name, ours, most in (
            (f"rebuilding {games:,} games", median(kept), REBUILT),
            ("the same, scored again", again, None),
        ):
            figure = Figure(ours / floor, ours, floor)
            report(name, figure.ratio, most, figure.note)


def _seconds_to_rebuild(club: Club) -> float:
    start = time.process_time()
    club.league.rebuild()
    return time.process_time() - start


def _forget_readings(club: Club) -> None:
    # By the same SQLite library: a second one in a process deletes the open log of the first, which damages the file.
    with closing(sqlite3.connect(club.path, timeout=20)) as db, db:
        db.execute("DELETE FROM league_reading")


ADDRESSES: dict[str, str] = {
    "standings": "/league?over=all",
    "standings, a year": "/league?over=days&from=2018-01-05&to=2019-01-04",
    "partnerships": "/league?over=all&whose=partnerships",
    "a player": "/people/1",
    **{f"a player's {part}": f"/people/1/{part}" for part in ("games", "partners", "badges", "rules")},
    "a partnership": "/partners/1-2",
    **{f"a partnership's {part}": f"/partners/1-2/{part}" for part in ("games", "opponents", "rules")},
    "a player's year": "/people/1/year/2018",
    "a partnership's year": "/partners/1-2/year/2018",
    "the club's year": "/league/year/2018",
    "head to head": "/league/versus?one=1&other=3",
    "records": "/league/records",
    "seasons": "/league/seasons",
    "a season": "/league/seasons/1",
    "a season by gain": "/league/seasons/2",
    **{f"its {part}": f"/league/seasons/2/{part}" for part in ("months", "records", "nights", "sheet")},
    "its partnerships": "/league?over=season-2&whose=partnerships",
    "a season of best evenings": "/league/seasons/3",
    "the club's clock": "/league/clock?zone=America/New_York",
    "people": "/people",
    "games": "/",
    "a game": "/games/1/story",
    "a result": "/games/1/result",
    "nights": "/evenings",
}


class Pages:
    """The pages of a club, served in this process."""

    def __init__(self, home: Path) -> None:
        self.app = create_app(home)
        self.club: Club = self.app.extensions["scorepad.club"]
        for season in (SEASON, GAIN, BEST_OF_GAIN)[len(self.club.seasons.all()) :]:
            self.club.seasons.add(**season, key=f"bench-{season['name']}")
            self.club.league.catch_up()
        self.client = self.app.test_client(use_cookies=False)
        owner = self.app.extensions["scorepad.access"].admit(None, Role.OWNER)
        self.client.environ_base["HTTP_COOKIE"] = f"{COOKIE}={owner}"

    def page(self, address: str) -> Timing:
        """Time requests for a page."""

        def run() -> float:
            start = time.process_time()
            for _ in range(REQUESTS):
                assert self.client.get(address).status_code == 200, address
            return time.process_time() - start

        return run


@contextmanager
def _pages_of(games: int) -> Iterator[Pages]:
    pages = Pages(_made(games))
    yield pages
    pages.club.close()


if __name__ == "__main__":
    raise SystemExit(main())
