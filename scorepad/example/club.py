"""Records the example club as people would: game by game, each round when it is over, with mistakes corrected."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random

from scorepad.example.evenings import GUESTS, REGULARS, Planned, plan
from scorepad.example.plays import Form, Play, draw_play
from scorepad.league.standings import Figure
from scorepad.scoring.cells import CellName, CellValue, EndDecision, Place, PlayerId, Points, parse_value, value_json
from scorepad.scoring.game.agreement import SEATED, WHOLE_GAME
from scorepad.scoring.game.record import END
from scorepad.store import NEW_GAME, Club, Entry

GAMES, SEED = 300, 8
TIED, STOOD_IN, CORRECTED, LEFT_EARLY = 0.02, 0.04, 0.06, 0.01
A_ROUND = timedelta(minutes=22)
AT_ONCE = 20
"""Games per transaction: flushing each tap to disk would take longer than generating a round."""

Value = tuple[CellName, CellValue | None]
"""A cell and its value."""

Report = Callable[[int, int], None]
"""A progress callback: the number of games recorded, and the total."""


class Clock:
    """The fake clock of the club."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> str:
        return self.at.isoformat(timespec="milliseconds")


def fill(path: Path, last: date, report: Report, *, seed: int = SEED) -> None:
    """Create a club of GAMES games in a new file. Its last evening is the last Thursday up to the day `last`."""
    chance = Random(seed)  # noqa: S311  # a game of chance, not a secret
    planned = plan(chance, last, GAMES)
    clock = Clock(planned[0].begins)
    with Club.open(path, now=clock.now) as club:
        people = [club.people.add(name, key=f"person-{at}").id for at, name in enumerate((*REGULARS, *GUESTS))]
        for guest in people[len(REGULARS) :]:
            club.people.change(guest, guest=True)
        for at, (name, first, end, figure) in enumerate(_seasons(planned)):
            club.seasons.add(key=f"season-{at}", name=name, first_day=first, last_day=end, figure=figure, least=5)
        for done in range(0, len(planned), AT_ONCE):
            with club.writing():
                for number, game in enumerate(planned[done : done + AT_ONCE], start=done + 1):
                    _Recording(club, clock, chance, number).record(game, people)
            report(min(done + AT_ONCE, len(planned)), len(planned))
        club.league.catch_up()


def _seasons(planned: list[Planned]) -> Iterator[tuple[str, date, date | None, Figure]]:
    """Yield seasons of half a year each over the whole time; the last one is open-ended."""
    day, last = planned[0].begins.date(), planned[-1].begins.date()
    figures = iter([Figure.WINS, Figure.SHARE, Figure.WINS, Figure.SHARE, Figure.WINS, Figure.WINS])
    while day <= last:
        is_summer = 4 <= day.month < 10
        first = date(day.year - (day.month < 4), 4 if is_summer else 10, 1)
        following = date(first.year, 10, 1) if is_summer else date(first.year + 1, 4, 1)
        name = f"Summer {first.year}" if is_summer else f"Winter {first.year}/{(first.year + 1) % 100:02}"
        yield name, first, None if following > last else following - timedelta(days=1), next(figures)
        day = following


class _Recording:
    """Records one game in the club."""

    def __init__(self, club: Club, clock: Clock, chance: Random, number: int) -> None:
        self._club, self._clock, self._chance, self._number = club, clock, chance, number
        self._game, self._sent = 0, 0

    def record(self, game: Planned, people: list[int]) -> None:
        chance, play = self._chance, draw_play(self._chance, game.kind, tied=TIED, on_paper=0)
        seats = _seats(game, play)
        self._clock.at = game.begins
        seated = {(WHOLE_GAME, Place.seat(seat), SEATED): PlayerId(people[at]) for seat, at in seats.items()}
        first = [*_values(play.begun), *seated.items()]
        entries = [self._entry(NEW_GAME, *cell) for cell in first]
        self._game = self._club.new_game(entries, key=f"game-{self._number}")
        stands_in = chance.choice([*seats]) if chance.random() < STOOD_IN else 0
        leaves_early = chance.random() < LEFT_EARLY
        for number, forms in enumerate(play.rounds, start=1):
            if stands_in and number in (2, 3):
                away = next(person for person in range(len(people)) if person not in seats.values())
                sits = people[away if number == 2 else seats[stands_in]]
                self._send([((number, Place.seat(stands_in), SEATED), PlayerId(sits))])
            self._clock.at += A_ROUND + timedelta(seconds=chance.randrange(600))
            for form in forms:
                self._round(list(_values(form)))
            if leaves_early and number < len(play.rounds):
                self._send([(END, EndDecision(over_after=number, in_league=False))])
                return

    def _round(self, values: list[Value]) -> None:
        """Record the sheet of a round, occasionally with a wrong number that is corrected a minute later."""
        right = {name: value for name, value in values if name[2] == "melded"}
        if not right or self._chance.random() > CORRECTED:
            self._send(values)
            return
        name = self._chance.choice([*right])
        mistake = Points(str(5 * self._chance.randint(60, 180)))
        bases = self._send([(at, mistake if at == name else value) for at, value in values])
        self._clock.at += timedelta(minutes=1)
        self._send([(name, right[name])], bases)

    def _send(self, values: Iterable[Value], bases: Mapping[CellName, int] | None = None) -> dict[CellName, int]:
        """Record values, and return the seqs of their entries."""
        ready = [self._entry(self._game, name, value, (bases or {}).get(name)) for name, value in values]
        answers = self._club.record_all(ready)
        return {(answer.round, answer.place, answer.field): answer.seq for answer in answers}

    def _entry(self, game: int, name: CellName, value: CellValue | None, base: int | None = None) -> Entry:
        self._sent += 1
        return Entry(f"{self._number}:{self._sent}", game, *name, value_json(value), base)


def _values(form: Form) -> Iterator[Value]:
    return ((name, parse_value(json.loads(text))) for name, text in form)


def _seats(game: Planned, play: Play) -> dict[int, int]:
    """Return who sits in which seat. The team that should win gets the seats of the play's winning team."""
    count = len(game.teams)
    others = iter(game.teams[1:])
    teams = [game.teams[0] if team == play.best else next(others) for team in range(1, count + 1)]
    return {at * count + team: person for team, people in enumerate(teams, start=1) for at, person in enumerate(people)}
