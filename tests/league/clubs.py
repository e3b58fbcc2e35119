"""A club for tests of the league: what happens is put straight into its log, and its league can be written out."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from scorepad.rules import preset
from scorepad.rules.document import to_document
from scorepad.store import Club, Entry
from scorepad.store.results.tables import TABLES
from tests.league.plain import PlainLeague
from tests.league.plain_games import Person

ZONE = UTC
SHAPES = {"partnership": (4, 2), "two-handed": (2, 2), "laguna-woods": (6, 3)}
"""The rules of the games here: how many players, how many teams."""

DECKS = 6
BEGUN = datetime(2025, 12, 28, 22, tzinfo=UTC)
"""The first game's evening; each later one is a day and some hours on, so that a month and a year end soon."""


@dataclass
class Evening:
    """A club being played in."""

    club: Club
    people: list[int] = field(default_factory=list)
    slugs: dict[int, str] = field(default_factory=dict)
    keys: Iterator[int] = field(default_factory=count)

    def person(self, name: str) -> int:
        """Somebody new."""
        self.people.append(self.club.people.add(name).id)
        return self.people[-1]

    def put(self, game: int, number: int, place: str, name: str, value: Any) -> None:
        """Writes a value over whatever stands there."""
        there = self.club.cells(game).get((number, place, name))
        base = there.seq if there else None
        entry = Entry(f"k{next(self.keys)}", game, number, place, name, value, base)
        (answer,) = self.club.record([entry])
        assert answer.status in ("applied", "same")

    def begin(self, slug: str, seats: list[int]) -> int:
        """A game of these people."""
        players, teams = SHAPES[slug]
        key = f"g{next(self.keys)}"
        table = {
            "rules": to_document(preset(slug)),
            "choices": {},
            "shape": {"players": players, "teams": teams},
            "decks": {"as": "count", "n": DECKS},
        }
        entries = [Entry(f"{key}.{n}", 0, 0, "table", n, value) for n, value in table.items()]
        entries += [
            Entry(f"{key}.s{seat}", 0, 0, f"seat{seat}", "player", {"id": one})
            for seat, one in enumerate(seats[:players], start=1)
        ]
        game = self.club.new_game(entries, key=key)
        self.slugs[game] = slug
        return game

    def round(self, game: int, number: int, out: int | None, melded: list[int]) -> None:
        """A finished round: the seat that went out, and what each team melded."""
        players, teams = SHAPES[self.slugs[game]]
        for team in range(teams):
            typed = str(melded[team % len(melded)])
            self.put(game, number, f"team{team + 1}", "melded", {"as": "points", "typed": typed})
        for seat in range(1, players + 1):
            self.put(game, number, f"seat{seat}", "left", {"as": "points", "typed": "0"})
        ended = {"as": "stock"} if out is None else {"as": "out", "seat": out}
        self.put(game, number, "table", "ended", ended)
        self.put(game, number, "table", "finished", {"yes": True})

    def end(self, game: int, after: int | None) -> None:
        """Says that a game was over after a round, or that it goes on."""
        self.put(game, 0, "table", "end", None if after is None else {"over_after": after})


@contextmanager
def an_evening(home: Path) -> Iterator[Evening]:
    """A new club in which every game is begun a day and five hours after the one before."""
    moments = (BEGUN + timedelta(hours=29 * at) for at in count())
    latest = ""

    def now() -> str:
        nonlocal latest
        latest = next(moments).isoformat(timespec="milliseconds")
        return latest

    with Club.open(home / "club.sqlite3", now=now) as club:
        club.league.zone = ZONE
        yield Evening(club)


def plain_league(club: Club) -> PlainLeague:
    """The same club as plain code sees it."""
    people = {
        one.id: Person(one.name, one.guest, one.forgotten, one.merged_into)
        for one in club.people.everyone()
    }
    with club.reading() as db:
        begun = dict(db.execute("SELECT id, created_at FROM game").fetchall())
    cells = club.cells_of(begun)
    log = {
        game: (at, {name: (cell.value, cell.seq) for name, cell in cells[game].items()})
        for game, at in begun.items()
    }
    return PlainLeague(log, people, ZONE)


def written_out(club: Club) -> dict[str, list[Any]]:
    """Every row of the league's tables, but for how often they were changed."""
    columns = {"league_state": "seq, reading, unrated"}
    with club.reading() as db:
        return {
            name: sorted(
                db.execute(f"SELECT {columns.get(name, '*')} FROM {name}").fetchall(), key=repr
            )
            for name in TABLES
        }
