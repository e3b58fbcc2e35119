"""Generate realistic leagues from a seed: the same seed always gives the same people and games.

`league` returns a league as plain values; `club_file.write` writes it into a club's file.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from math import isqrt
from random import Random

from scorepad.example import FinishedPlay, Form, Kind, draw_play
from scorepad.store.checks import canonical
from scorepad.store.results.long_writes import without_garbage
from tests.support.leagues.club_file import Game, League, Person

KINDS: tuple[Kind, ...] = (
    ("partnership", 4, {}),
    ("two-handed", 2, {}),
    ("southern-ohio", 6, {"target": "by-players"}),
    ("southern-ohio", 6, {"target": "6000"}),
    ("catawba", 4, {}),
)
"""The kinds of game that a league plays. `WEIGHTS` says how often."""

WEIGHTS = (78, 10, 4, 2, 6)
TIED, ON_PAPER = 0.15, 0.08
FIRST_DAY = datetime(2018, 1, 5, tzinfo=UTC)
YEARS = 8
CLOCK_WRONG = 0.01
BETTER = 0.7
"""The probability that the better team wins. A person with a lower id is better."""

BINNED, UNFINISHED, ENDED_EARLY, HELPED_OUT, CORRECTED = 0.02, 0.04, 0.03, 0.05, 0.04
NAMES = (
    *("Ann", "Béla", "Carla", "Dirk", "Emil", "Frida", "Gus", "Hanna", "Ida", "Jürgen", "Kay", "Lotte"),
    *("Mia", "Nils", "Olga", "Paul", "Quinn", "Rosa", "Sam", "Toni", "Ute", "Vera", "Will", "Zoë"),
)  # fmt: skip
LETTERS = "ABCDEFGHIJKLMNOPRSTUVWZ"


def league(seed: int, games: int, people: int | None = None) -> League:
    """Generate a league. By default, the number of people grows with the number of games."""
    chance = Random(seed)
    everybody = tuple(_people(max(12, people or min(400, 10 + isqrt(games)))))
    counts = (3 + min(games, 4_000) * weight // 2_500 for weight in WEIGHTS)
    plays = [
        [draw_play(chance, kind, tied=TIED, on_paper=ON_PAPER) for _ in range(count)]
        for kind, count in zip(KINDS, counts, strict=True)
    ]
    often = list(accumulate(min(12, chance.paretovariate(1.5)) for _ in everybody))
    times = _times(chance, games)
    with without_garbage():
        each = []
        for number in range(1, games + 1):
            play = chance.choice(chance.choices(plays, WEIGHTS)[0])
            come = chance.choices(everybody, cum_weights=often, k=8 * play.players)
            pairs = [(person.id, _partner(person.id, everybody))[: chance.choice((1, 2, 2))] for person in come]
            there = dict.fromkeys(person for pair in pairs for person in pair) | dict.fromkeys(range(1, 9))
            each.append(_game(chance, play, number, next(times), [*there]))
    return League(everybody, tuple(each))


def _people(count: int) -> Iterator[Person]:
    """Yield all people. The last few are second entries for others, to be merged; one is a third entry."""
    doubles = max(2, count // 30)
    for at in range(count - doubles):
        more, first = divmod(at, len(NAMES))
        name = f"{NAMES[first]} {LETTERS[more % len(LETTERS)]}." if more else NAMES[first]
        yield Person(at + 1, name, guest=at % 16 == 8, forgotten=at % 40 == 9)
    for at in range(doubles):
        gone = count - doubles + at + 1
        yield Person(gone, f"{NAMES[at]} ({at + 2})", merged_into=gone - 1 if at == 1 else at + 1)


def _partner(person: int, everybody: tuple[Person, ...]) -> int:
    """Return the person with whom a person usually comes."""
    return min((person - 1 ^ 1) + 1, len(everybody))


def _game(chance: Random, play: FinishedPlay, number: int, created_at: str, people: list[int]) -> Game:
    """Return a game of this play, with the first of these people seated. It may be unfinished, corrected or binned."""
    dice, rounds, half = chance.random, play.rounds, play.players // 2
    seats = [person for pair in zip(people[:half], people[half:], strict=False) for person in pair]
    weaker = sum(seats[play.best - 1 :: 2]) > sum(seats[2 - play.best :: 2])
    if weaker == (dice() < BETTER):
        seats = [*seats[1:], seats[0]]
    cut, after = dice(), []
    if cut < UNFINISHED + ENDED_EARLY and len(rounds) > 1:
        rounds = rounds[: chance.randrange(1, len(rounds))]
        after += [_form(0, "table", "end", {"over_after": play.paper + len(rounds)})] * (cut < ENDED_EARLY)
    seated = [_form(0, f"seat{seat}", "player", {"id": person}) for seat, person in enumerate(seats, start=1)]
    forms: list[Form] = [(*play.begun, *(form[0] for form in seated))]
    helped = chance.randint(1, play.players) if dice() < HELPED_OUT else 0
    for at, round_ in enumerate(rounds):
        if helped and at in (1, 2):
            person = people[play.players] if at == 1 else seats[helped - 1]
            forms.append(_form(play.paper + at + 1, f"seat{helped}", "player", {"id": person}))
        forms += round_
    if dice() < CORRECTED:
        after.append(_corrected(chance, forms))
    if dice() < BINNED:
        after.append(_form(0, "table", "binned", True))
    return Game(number, created_at, chance.choice((0, *seats)), (*forms, *after))


def _form(number: int, place: str, field: str, value: object) -> Form:
    return (((number, place, field), canonical(value)),)


def _corrected(chance: Random, forms: list[Form]) -> Form:
    """Make the melded points of one team in one sheet wrong, and return the form that corrects them."""
    at = chance.choice([at for at, form in enumerate(forms) if form[0][0][2] == "ended"])
    cell, right = chance.choice([entry for entry in forms[at] if entry[0][2] == "melded"])
    wrong = canonical({"as": "points", "typed": str(5 * chance.randrange(60))})
    forms[at] = tuple((name, wrong if name == cell else text) for name, text in forms[at])
    return ((cell, right),)


def _times(chance: Random, games: int) -> Iterator[str]:
    """Yield the times at which games began: several an evening, in order, except for a few wrong clocks."""
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
