"""A club for league tests: writes games into its log, and reads its league back in full."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from scorepad.exchange.imports.plan import Context, PastGame
from scorepad.rules import preset
from scorepad.store import Club, Entry
from scorepad.store.imports import NewImport
from scorepad.store.results.tables import TABLES
from tests.league.hand import SHAPES, round_cells, table_cells
from tests.league.plain import PlainLeague
from tests.league.plain_games import games_that_count
from tests.support.cells import Cells

ZONE = ZoneInfo("Etc/GMT-2")
"""Two hours ahead of UTC."""
FIRST_EVENING = datetime(2025, 12, 28, 22, tzinfo=UTC)
"""Already the next day in the club's time zone. Each later game begins 29 hours after the previous one, so the month
and the year soon end."""


@dataclass
class Evening:
    """A club in which games are played."""

    club: Club
    people: list[int]
    slugs: dict[int, str] = field(default_factory=dict)
    keys: Iterator[int] = field(default_factory=count)

    def write(self, game: int, cells: Cells) -> None:
        """Overwrite cells with these values."""
        old = self.club.cells(game)
        entries = [
            Entry(f"k{next(self.keys)}", game, *cell, value, old[cell].seq if cell in old else None)
            for cell, value in cells.items()
        ]
        assert {answer.status for answer in self.club.record(entries)} <= {"applied", "same"}

    def begin(self, slug: str, seats: list[int]) -> int:
        key, cells = f"g{next(self.keys)}", table_cells(slug, tuple(seats))
        entries = [Entry(f"{key}.{at}", 0, *cell, cells[cell]) for at, cell in enumerate(cells)]
        game = self.club.new_game(entries, key=key)
        self.slugs[game] = slug
        return game

    def played(self, melded: Sequence[int] = (300, 100), seats: Sequence[int] = range(4)) -> int:
        """Play a game of one round, in which Ann and Carla win unless told otherwise, and return its number."""
        game = self.begin("partnership", [self.people[at] for at in seats])
        self.round(game, 1, None, melded)
        self.end(game, 1)
        return game

    def past(self, slug: str, seats: list[int], rounds: list[tuple[int, ...]], days: int, *, whole: bool) -> None:
        """Import a game that began `days` days before the first evening, round by round or as a whole."""
        players, teams = SHAPES[slug]
        people = {str(seat): person for seat, person in enumerate(seats, start=1)}
        named = tuple(tuple(str(seat) for seat in range(team, players + 1, teams)) for team in range(1, teams + 1))
        rounds = [points[:teams] for points in rounds]
        totals = tuple(map(sum, zip(*rounds, strict=True)))
        day = FIRST_EVENING.date() - timedelta(days=days)
        game = PastGame(1, day, named, totals, () if whole else tuple(rounds))
        context = Context("past.csv", people.__getitem__, lambda _: preset(slug), ZONE)
        with self.club.imports.recording(
            NewImport(f"{next(self.keys):064x}", "past.csv", "a spreadsheet")
        ) as recording:
            recording.add(game.new_game(context))
        self.slugs[recording.games.first] = slug

    def round(self, game: int, number: int, out: int | None, melded: Sequence[int]) -> None:
        """Finish a round with the seat that went out and the points that each team melded."""
        slug = self.slugs[game]
        typed = {f"team{at + 1}_melded": melded[at % len(melded)] for at in range(SHAPES[slug][1])}
        self.write(game, round_cells(number, out=out, slug=slug, **typed))

    def end(self, game: int, after: int | None) -> None:
        """End a game after a round; None lets it continue."""
        self.write(game, {(0, "table", "end"): None if after is None else {"over_after": after}})


@contextmanager
def new_evening(home: Path, names: tuple[str, ...]) -> Iterator[Evening]:
    times = (FIRST_EVENING + timedelta(hours=29 * at) for at in count())
    with Club.open(home / "club.sqlite3", now=lambda: next(times).isoformat()) as club:
        club.clock.change(ZONE.key)
        yield Evening(club, [club.people.add(name).id for name in names])


def plain_league(club: Club) -> PlainLeague:
    """Build the plain league from the club's games and people."""
    people = {person.id: person.merged_into for person in club.people.everyone()}
    with club.reading() as db:
        begun = dict(db.execute("SELECT id, created_at FROM game").fetchall())
    cells = club.cells_of(begun)
    games = {
        game: (at, {name: (cell.value, cell.seq) for name, cell in cells[game].items()}) for game, at in begun.items()
    }
    begins = club.clock.days().begins
    after_midnight = timedelta(hours=begins.hour, minutes=begins.minute)
    return PlainLeague(games_that_count(games, people, ZoneInfo(club.clock.name()), after_midnight))


def dump(club: Club) -> dict[str, list[Any]]:
    """Return every row of the league's tables, without the counter of their changes."""
    columns = dict.fromkeys(TABLES, "*") | {"league_state": "seq, reading, unrated"}
    with club.reading() as db:
        rows = {name: db.execute(f"SELECT {columns[name]} FROM {name}") for name in TABLES}
        return {name: sorted(rows[name], key=repr) for name in TABLES}


def rebuilt_alike(club: Club) -> None:
    """Fail if a rebuild changes anything, either from stored readings or from the games alone."""
    before = dump(club)
    club.league.rebuild()
    assert dump(club) == before
    with club._connections.writing() as db:
        db.execute("DELETE FROM league_reading")
    club.league.rebuild()
    assert dump(club) == before
