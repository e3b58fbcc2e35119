"""Measure the league of a club: a correction of its first game, a rebuild, and its pages at two sizes.

* Correction: correct the first of 10,000 games so that the other team wins, and bring everything up to date. The floor
  is the bare replay of all those games through openskill. Goal: 2 times the floor.
* Rebuild: 10,000 games, and 100,000 (2,000 with `--small`). The floor is reading the cells of a thousand of these games
  and adding their rounds up, times as many games as were rebuilt.
* Pages: each page of a club of 100 games and of one of 100,000, with as many people, in this process. The floor is the
  page's own SQL, run again. The goal is for the ratio at 100,000 games over the ratio at 100: 1.5. Beside it is printed
  how much longer the page itself takes.

The clubs come from `tests/support/leagues`. They are made once and kept in the folder for temporary files.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from measure import Figure, Timing, compare, report, status
from scorepad.league.facts import WHOLE
from scorepad.league.ratings import Replay
from scorepad.paths import CLUB
from scorepad.scoring.cell_json import parse_values
from scorepad.scoring.game import record
from scorepad.store import Club, Entry, Role
from scorepad.store.results.rows import parse_sides
from scorepad.store.seasons import SeasonFields
from scorepad.web import create_app
from scorepad.web.access.permissions import COOKIE
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league

SEED = 3
PEOPLE = 80
"""People in every club here, so that pages differ only in the number of games."""

SEASON = SeasonFields(name="2018", first_day=date(2018, 1, 1), last_day=date(2018, 12, 31), figure="wins", least=1)
SMALL, MIDDLE, LARGE = 100, 10_000, 100_000
CORRECTED, PAGE = 2.0, 1.5
SAMPLE = 1_000
REQUESTS = 10
"""Requests for a page in one timing."""
RUNS = 9


def main() -> int:
    """Print all figures. Returns 1 if one failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true", help="2,000 games are the largest club")
    large = 2_000 if parser.parse_args().small else LARGE
    _correction(min(MIDDLE, large))
    for games in sorted({min(MIDDLE, large), large}):
        _rebuild(games)
    with _pages_of(SMALL) as few, _pages_of(large) as many:
        for name in ADDRESSES:
            _page(name, few, many)
    return status()


def _made(games: int) -> Path:
    """The folder of a club with this many games, with all figures; made if it does not exist."""
    home = Path(tempfile.gettempdir()) / f"scorepad-bench-{SEED}-{PEOPLE}-{games}"
    if not (home / "made").exists():
        home.mkdir(mode=0o700, exist_ok=True)
        (home / CLUB).unlink(missing_ok=True)
        write(league(SEED, games, PEOPLE), home / CLUB)
        (home / "made").touch()
    with Club.open(home / CLUB) as club:
        club.league.catch_up()
    return home


def _correction(games: int) -> None:
    """Change the winner of the first game, back and forth."""
    with Club.open(_made(games) / CLUB) as club:
        with club.reading() as db:
            # The first game of the kind that ends after a number of rounds, whatever its points.
            rows = db.execute(
                "SELECT game, sides FROM league_game WHERE ord >= (SELECT min(ord) FROM league_game WHERE kind = ?)"
                " ORDER BY ord",
                (club.league.kinds()[0].kind.id,),
            ).fetchall()
        first, played = rows[0][0], [parse_sides(row[1]) for row in rows]
        at = iter(range(1_000_000))
        before = time.time_ns()

        def corrected() -> float:
            number = next(at)
            _correct(club, first, number, f"{before}-{number}")
            start = time.perf_counter()
            club.league.catch_up()
            seconds = time.perf_counter() - start
            game = club.league.game(first)
            assert game
            assert game.sides[number % 2].share == WHOLE
            return seconds

        def replayed() -> float:
            replay = Replay()
            start = time.perf_counter()
            for sides in played:
                replay.play(sides)
            return time.perf_counter() - start

        compare(f"correcting game 1 of {games:,}", CORRECTED, corrected, replayed, 5)


def _correct(club: Club, number: int, turn: int, key: str) -> None:
    cells = club.cells(number)
    for team in (1, 2):
        typed = "900000" if team == 1 + turn % 2 else "100"
        cell = (1, f"team{team}", "melded")
        value = {"as": "points", "typed": typed}
        entry = Entry(f"bench-{key}-{team}", number, *cell, value, cells[cell].seq)
        assert club.record([entry])[0].status == "applied"


def _rebuild(games: int) -> None:
    """Delete all figures and work them out again, once. Prints the time, without a goal."""
    with Club.open(_made(games) / CLUB) as club:
        with club.reading() as db:
            sample = [row[0] for row in db.execute("SELECT id FROM game LIMIT ?", (SAMPLE,))]
        start = time.perf_counter()
        for at in range(0, len(sample), 50):
            for cells in club.cells_of(sample[at : at + 50]).values():
                values = parse_values({name: cell.value for name, cell in cells.items()})
                record.game(values, {}, again=False)
        floor = (time.perf_counter() - start) * games / len(sample)
        start = time.perf_counter()
        club.league.rebuild()
        ours = time.perf_counter() - start
        figure = Figure(ours / floor, ours, floor)
        report(f"rebuilding {games:,} games", figure.ratio, None, figure.note)


ADDRESSES: dict[str, str] = {
    "standings": "/league?over=all",
    "standings, a year": "/league?over=days&from=2018-01-05&to=2019-01-04",
    "standings of partnerships": "/league?over=all&whose=partnerships",
    "a player": "/people/1",
    "a partnership": "/partners/1-2",
    "head to head": "/league/versus?one=1&other=3",
    "records": "/league/records",
    "seasons": "/league/seasons",
    "a season": "/league/seasons/1",
    "people": "/people",
    "a game": "/games/1/story",
}


class Pages:
    """A club's pages in this process, and the SQL of each page."""

    def __init__(self, home: Path) -> None:
        self.app = create_app(home)
        self.club: Club = self.app.extensions["scorepad.club"]
        if not self.club.seasons.all():
            self.club.seasons.add(**SEASON, key="bench")
        self.client = self.app.test_client(use_cookies=False)
        owner = self.app.extensions["scorepad.access"].let_in(None, Role.OWNER)
        self.client.environ_base["HTTP_COOKIE"] = f"{COOKIE}={owner}"

    def page(self, address: str) -> Timing:
        """Time requests for a page."""

        def run() -> float:
            start = time.perf_counter()
            for _ in range(REQUESTS):
                assert self.client.get(address).status_code == 200, address
            return time.perf_counter() - start

        return run

    def raw(self, address: str) -> Timing:
        """Time the SQL of a page."""
        statements = self._statements(address)

        def run() -> float:
            start = time.perf_counter()
            for _ in range(REQUESTS):
                with self.club.reading() as db:
                    for sql in statements:
                        db.conn.execute(sql).fetchall()
            return time.perf_counter() - start

        return run

    def _statements(self, address: str) -> list[str]:
        statements: list[str] = []
        with self.club.reading() as db:
            # The page uses the same connection, since it runs in the same thread.
            db.conn.set_trace_callback(statements.append)
            self.client.get(address)
            db.conn.set_trace_callback(None)
        return [sql for sql in statements if sql.lstrip().upper().startswith(("SELECT", "WITH"))]


@contextmanager
def _pages_of(games: int) -> Iterator[Pages]:
    pages = Pages(_made(games))
    yield pages
    pages.club.close()


def _page(name: str, few: Pages, many: Pages) -> None:
    """The page over its SQL at both sizes, and the ratio of both, which has a goal."""
    address = ADDRESSES[name]
    small = compare(f"{name}, few", None, few.page(address), few.raw(address), RUNS)
    large = compare(f"{name}, many", None, many.page(address), many.raw(address), RUNS)
    alone = f"the pages alone {large.ours / small.ours:.2f}"
    report(f"{name}, many to few", large.ratio / small.ratio, PAGE, alone)


if __name__ == "__main__":
    raise SystemExit(main())
