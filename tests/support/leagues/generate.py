"""Believable leagues, made from a seed: the same seed always gives the same people and games.

`league` returns one as plain values; `club_file.write` writes it into a club's file. To look at one:
`python -m tests.support.leagues.generate 10000 /tmp/league.sqlite3`.
"""

import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import isqrt
from pathlib import Path
from random import Random

from tests.support.leagues.club_file import undisturbed, write
from tests.support.leagues.evening import Room
from tests.support.leagues.model import League, Merge, Person

FIRST_DAY = datetime(2018, 1, 5, tzinfo=UTC)
YEARS = 8
CLOCK_WRONG = 0.01
NAMES = (
    *("Ann", "Béla", "Carla", "Dirk", "Emil", "Frida", "Gus", "Hanna", "Ida", "Jürgen", "Kay", "Lotte"),
    *("Mia", "Nils", "Olga", "Paul", "Quinn", "Rosa", "Sam", "Toni", "Ute", "Vera", "Will", "Zoë"),
)  # fmt: skip
LETTERS = "ABCDEFGHIJKLMNOPRSTUVWZ"


def league(seed: int, games: int, people: int | None = None) -> League:
    """Make a league. Without a number of people, a league with more games has more."""
    chance = Random(seed)
    count = max(12, people or min(400, 10 + isqrt(games)))
    everybody, merges = _people(chance, count)
    room = Room(chance, everybody, merges)
    times = _times(chance, games)
    with undisturbed():
        each = tuple(room.game(n, next(times)) for n in range(1, games + 1))
    return League(everybody, merges, each)


def _people(chance: Random, count: int) -> tuple[tuple[Person, ...], tuple[Merge, ...]]:
    """All people. The last few are second names of others, and one is a third name."""
    doubles = max(2, count // 30)
    people = []
    for at in range(count - doubles):
        more, first = divmod(at, len(NAMES))
        name = f"{NAMES[first]} {LETTERS[more % len(LETTERS)]}." if more else NAMES[first]
        # The first eight are neither guests nor forgotten, so that the smallest league fills two tables.
        guest, forgotten = at >= 8 and at % 16 == 8, at >= 8 and at % 40 == 9
        people.append(Person(at + 1, name, chance.gauss(0, 0.8), guest, forgotten))
    merges = []
    for at in range(doubles):
        gone = count - doubles + at + 1
        stays = gone - 1 if at == 1 else at + 1
        person = people[merges[0].stays - 1 if at == 1 else at]
        people.append(Person(gone, f"{person.name.split()[0]} ({at + 2})", person.strength))
        merges.append(Merge(gone, stays))
    return tuple(people), tuple(merges)


def _times(chance: Random, games: int) -> Iterator[str]:
    """When each game began: several an evening, in order, except for a few wrong clocks."""
    an_evening = max(3, games // (365 * YEARS))
    day = FIRST_DAY
    while True:
        count = chance.randint(1, 2 * an_evening - 1)
        for second in sorted(chance.randrange(17 * 3600, 26 * 3600) for _ in range(count)):
            at = day + timedelta(seconds=second, milliseconds=chance.randrange(1000))
            if chance.random() < CLOCK_WRONG:
                at -= timedelta(days=chance.randint(1, 40))
            yield at.isoformat(timespec="milliseconds")
        day += timedelta(days=1 if games > 1000 * YEARS else chance.randint(1, 7))


def show(games: int, path: Path) -> int:
    """Make a league, write it, and print how long both took and how large the file is."""
    start = time.perf_counter()
    made = league(20_260_101, games)
    between = time.perf_counter()
    entries = write(made, path)
    end = time.perf_counter()
    print(f"{games} games, {len(made.people)} people, {entries} entries")
    print(f"made in {between - start:.1f} s, written in {end - between:.1f} s")
    print(f"{path}: {path.stat().st_size / 2**20:.1f} MiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(show(int(sys.argv[1]), Path(sys.argv[2])))
