"""Generates two years of Thursday evenings from a seed: who comes, how many tables there are, and who sits where."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from scorepad.example.plays import Kind

WEEKS = 104
THURSDAY = 3
BEGINS, EVERY_GAME = time(17, 30), timedelta(minutes=105)
OFF = 0.08
"""The share of evenings to which no one came."""

GUEST_COMES = 0.08
SPREAD = 120
"""Standard deviation of the players' strengths. A difference of 400 wins ten of eleven games."""

REGULARS = (
    *("Maximiliane", "João", "Ann", "Béla", "Zofia", "Carla", "Dmitri", "Aylin", "Bob", "Siobhán"),
    *("Giulia", "Farid", "Hanna"),
)
GUESTS = ("Søren", "Noor", "Lakshmi")

FOUR: tuple[tuple[Kind, int], ...] = (
    (("partnership", 4, {}), 70),
    (("friends-family", 4, {}), 18),
    (("catawba", 4, {}), 12),
)
SIX: tuple[tuple[Kind, int], ...] = (
    (("southern-ohio", 6, {"target": "by-players"}), 50),
    (("laguna-woods", 6, {}), 50),
)
"""The kinds of game that tables of four and of six play, and their weights."""

TEAMS = {"laguna-woods": 3}
"""The number of teams in kinds with more than two."""

TABLES = {
    4: (4,),
    5: (4,),
    6: (6,),
    7: (6,),
    8: (4, 4),
    9: (4, 4),
    10: (6, 4),
    11: (6, 4),
    12: (4, 4, 4),
    13: (4, 4, 4),
}
"""The sizes of an evening's tables, by the number of people who come."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A planned game: its start, its kind, and its teams as indexes of people. The first team should win.

    People are numbered from 0: regulars, then guests.
    """

    begins: datetime
    kind: Kind
    teams: tuple[tuple[int, ...], ...]


def plan(chance: Random, last: date, games: int) -> list[Planned]:
    """Plan `games` games over the two years up to the day `last`, in the order in which they begin."""
    strengths = [chance.gauss(0, SPREAD) for _ in (*REGULARS, *GUESTS)]
    comes = [chance.uniform(0.5, 0.95) for _ in REGULARS]
    last -= timedelta(days=(last.weekday() - THURSDAY) % 7)
    evenings = [last - timedelta(weeks=back) for back in reversed(range(WEEKS))]
    tables = [
        (day, table) for day in evenings if chance.random() > OFF or day == last for table in _tables(chance, comes)
    ]
    if len(tables) > games:
        tables = sorted(chance.sample(tables, games))
    planned = [_planned(chance, day, people, 0, strengths) for day, people in tables]
    # If there are too few tables, some play another game.
    while len(planned) < games:
        again = chance.sample(tables, min(games - len(planned), len(tables)))
        planned += [_planned(chance, day, people, len(planned) // len(tables), strengths) for day, people in again]
    return sorted(planned, key=lambda game: game.begins)


def _tables(chance: Random, comes: Sequence[float]) -> Iterator[tuple[int, ...]]:
    """Yield the people at each table of an evening."""
    here = [person for person, often in enumerate(comes) if chance.random() < often]
    if chance.random() < GUEST_COMES * len(GUESTS):
        here.append(len(comes) + chance.randrange(len(GUESTS)))
    chance.shuffle(here)
    for size in TABLES.get(min(len(here), max(TABLES)), ()):
        yield tuple(here[:size])
        del here[:size]


def _planned(chance: Random, day: date, people: Sequence[int], number: int, strengths: Sequence[float]) -> Planned:
    """Plan a game of these people with random partners. `number` counts their games of the evening from 0."""
    kinds, weights = zip(*(FOUR if len(people) == 4 else SIX), strict=True)
    kind: Kind = chance.choices(kinds, weights)[0]
    count, seated = TEAMS.get(kind[0], 2), chance.sample(people, len(people))
    teams = [tuple(seated[at::count]) for at in range(count)]
    chances = [10 ** (sum(strengths[person] for person in team) / len(team) / 400) for team in teams]
    best = chance.choices(range(count), chances)[0]
    begins = datetime.combine(day, BEGINS, UTC) + EVERY_GAME * number + timedelta(seconds=chance.randrange(1200))
    return Planned(begins, kind, (teams[best], *(team for team in teams if team is not teams[best])))
