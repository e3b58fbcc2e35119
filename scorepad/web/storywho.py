"""Who had to do with a game: who sat in which seat from when on, and who kept score in which rounds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scorepad.scoring.explain import listed
from scorepad.scoring.game import seats_of
from scorepad.web.clubs import LoadedGame
from scorepad.web.whos import Shown, Whos, whos


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody in a seat from round `start` on; 0 is from the beginning. `address` is that of their page, if any."""

    name: str
    start: int
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat with whoever sat there, in turn."""

    number: int
    sat: tuple[Sat, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A team, by its name of now, and its seats."""

    name: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """Who kept score ("" where nobody said), in which rounds, and how many entries came from their phones."""

    name: str
    rounds: str
    entries: int


def sides(loaded: LoadedGame) -> list[Side]:
    """Who sat where, team by team."""
    agreed, everybody = loaded.agreement, whos()
    return [
        Side(
            name,
            tuple(
                Seat(seat, _sat(loaded, seat, everybody)) for seat in seats_of(team, agreed.table)
            ),
        )
        for team, name in enumerate(agreed.teams)
    ]


def _sat(loaded: LoadedGame, seat: int, everybody: Whos) -> tuple[Sat, ...]:
    found: list[Sat] = []
    for seating in loaded.agreement.seating:
        name = loaded.seat_name(seat, seating.start)
        if not found or found[-1].name != name:
            player = seating.players[seat - 1]
            found.append(Sat(name, seating.start, everybody.shown([player]).address))
    return tuple(found)


def with_pages(loaded: LoadedGame) -> list[Shown]:
    """Those who sat in a game and have a page, in the order of seats, those who came later last."""
    everybody = whos()
    sat = dict.fromkeys(one for seating in loaded.agreement.seating for one in seating.players)
    return [one for player in sat if (one := everybody.shown([player])).address]


def scored(
    scorers: Mapping[int, Mapping[int, int]], names: Mapping[int, str], rounds: Collection[int]
) -> list[Scored]:
    """Who recorded these rounds, whoever recorded most first, and last those who did not say who they are.

    `scorers` says by person and round how many entries there are.
    """
    by_name: dict[str, dict[int, int]] = {}
    for player, entries in scorers.items():
        # Two ids of one name are mostly one person.
        mine = by_name.setdefault(names.get(player, ""), {})
        for number in entries.keys() & rounds:
            mine[number] = mine.get(number, 0) + entries[number]
    found = [
        Scored(name, rounds_named(mine), sum(mine.values()))
        for name, mine in by_name.items()
        if mine
    ]
    return sorted(found, key=lambda one: (not one.name, -one.entries, one.name))


def rounds_named(numbers: Collection[int]) -> str:
    """Rounds in words: "round 2", "rounds 1 to 3 and 5"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [word for run in runs for word in _run(run)]
    return f"round{'s' if len(numbers) > 1 else ''} {listed(words)}"


def _run(run: list[int]) -> list[str]:
    return [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run]
