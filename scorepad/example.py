"""An example club of 300 made-up games, recorded as people would: round by round, with mistakes corrected."""

import json
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random

from scorepad import paths
from scorepad.league.bets import SURE, bet_cell
from scorepad.league.standings import Figure
from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.rules import choose, lookup, preset, to_document
from scorepad.scoring.cells import (
    TABLE,
    Adjusted,
    Bet,
    CardCounts,
    CellName,
    CellValue,
    Count,
    Document,
    EndDecision,
    Mark,
    Place,
    PlayerId,
    Points,
    Shape,
    StockRanOut,
    WentOut,
    parse_value,
    value_json,
)
from scorepad.scoring.game.agreement import BROUGHT, PAPER, SEATED, WHOLE_GAME
from scorepad.scoring.game.course import Phase, team_of
from scorepad.scoring.game.record import END, FINISHED, HOW_ENDED, OPENED, GameRecord, game
from scorepad.scoring.sheet import build_sheet
from scorepad.store import NEW_GAME, Club, Entry, StoreError
from scorepad.store.checks import canonical

# Generates games without people: random rounds until the rules say that the game is over.


Cells = dict[CellName, CellValue]
Form = tuple[tuple[CellName, str], ...]
"""What one form recorded: cells and their values, as JSON."""

Kind = tuple[str, int, dict[str, str]]
"""The rule set, players and choices of a game."""

STOCK, BY_CARDS, WITHOUT_BOOKS, EXACT_CUT = 0.06, 0.02, 0.02, 0.03
"""Probabilities: the stock runs out, cards left are counted one by one, a team goes out without the books it needs, and
a player cuts exactly."""


@dataclass(frozen=True, eq=False)
class FinishedPlay:
    """A game that is over. `rounds` follow the `paper` rounds played on paper. `best` is the winning team."""

    players: int
    begun: Form
    rounds: tuple[tuple[Form, ...], ...]
    paper: int
    best: int


def draw_play(chance: Random, kind: Kind, *, tied: float, on_paper: float) -> FinishedPlay:
    """Generate a game of this kind. `tied` and `on_paper` are the probabilities of a tie and of a start on paper."""
    cells = _begun(kind)
    paper = chance.choice((1, 2)) if chance.random() < on_paper else 0
    if paper:
        cells[WHOLE_GAME, TABLE, PAPER] = Count(paper)
        for team in (1, 2):
            cells[WHOLE_GAME, Place.team(team), BROUGHT] = Adjusted(str(chance.randrange(9) * 105), "")
    begun = _form(cells)
    rounds, number, record = [], paper, _record(cells)
    while record.course.phase is not Phase.OVER:
        number += 1
        drawn = _round(chance, kind, number)
        while (record := _record(cells | drawn)).rounds[-1].errors:
            drawn = _round(chance, kind, number)
        cells |= drawn
        rounds.append(_forms(chance, drawn))
    if chance.random() < tied and (gift := _gift(cells, number)):
        rounds[-1] += (_form(gift),)
        record = _record(cells | gift)
    now = record.course.now
    return FinishedPlay(kind[1], begun, tuple(rounds), paper, now.index(max(now)) + 1)


def _begun(kind: Kind) -> Cells:
    slug, players, choices = kind
    rules = preset(slug)
    table = lookup.table_for(rules, players)
    assert table is not None
    return {
        (WHOLE_GAME, TABLE, "rules"): Document(to_document(rules)),
        (WHOLE_GAME, TABLE, "shape"): Shape(table.players, table.teams),
        (WHOLE_GAME, TABLE, "decks"): Count(table.decks),
        (WHOLE_GAME, TABLE, "choices"): Document(choices),
    }


def _record(cells: Cells) -> GameRecord:
    return game(cells, {})


def _gift(cells: Cells, number: int) -> Cells:
    """Return an adjustment that makes the game a tie, if the game is then over."""
    now = _record(cells).course.now
    place = Place.team(now.index(min(now)) + 1)
    gift: Cells = {(number, place, "adjustment1"): Adjusted(str(max(now) - min(now)), "A miscount, settled")}
    course = _record(cells | gift).course
    return gift if course.phase is Phase.OVER and len({*course.now}) == 1 else {}


def _form(cells: Cells) -> Form:
    return tuple((name, canonical(value_json(value))) for name, value in cells.items())


def _forms(chance: Random, drawn: Cells) -> tuple[Form, ...]:
    """Return the forms of a round: one for each team that opened, and the sheet."""
    opened = [{name: drawn[name]} for name in drawn if name[2] == OPENED]
    chance.shuffle(opened)
    return (*map(_form, opened), _form({name: value for name, value in drawn.items() if name[2] != OPENED}))


def _round(chance: Random, kind: Kind, number: int) -> Cells:
    """Generate a random round. It may have errors."""
    slug, players, choices = kind
    rules = choose(preset(slug), choices)
    table = lookup.table_for(rules, players)
    assert table is not None
    out = None if chance.random() < STOCK else chance.randint(1, players)
    needs = lookup.out_case(rules, number, players).needs if chance.random() > WITHOUT_BOOKS else {}
    cells: Cells = {(number, TABLE, HOW_ENDED): WentOut(out) if out else StockRanOut()}
    for asked in sheet_inputs(build_sheet(rules, table, number, table.decks)):
        is_out = out is not None and asked.place in (Place.seat(out), Place.team(team_of(out, table)))
        value = _value(chance, asked, needs if is_out else {}, is_out)
        if value is not None:
            cells[number, asked.place, asked.field] = value
    return cells | {(number, *FINISHED): Mark(True)}


def _value(chance: Random, asked: Input, needs: Mapping[str, int], is_out: bool) -> CellValue | None:
    """Return the value for an input; None if it stays untouched."""
    match asked.field:
        case "melded":
            return Points(str(5 * chance.randint(60, 180)))
        case "left" if is_out:
            return None
        case "left" if chance.random() < BY_CARDS:
            return CardCounts((("K", chance.randint(1, 9)), ("red3", 1)))
        case "left":
            return Points(str(5 * chance.randrange(30)))
        case "opened":
            return Mark(True) if chance.random() < 0.6 else None
        case "exact_cut":
            return Count(1) if chance.random() < EXACT_CUT else None
        case "clean" | "dirty":
            return Count(needs.get(asked.field, 0) + chance.randrange(3))
    return Count(int(chance.random() < 0.06)) if asked.control == "count" else None


# Generates two years of Thursday evenings from a seed: who comes, how many tables there are, and who sits where.


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


GAMES, SEED = 300, 8
TIED, STOOD_IN, CORRECTED, LEFT_EARLY = 0.02, 0.04, 0.06, 0.01
BETS, KNOWS = 0.3, (0.45, 0.5, 0.5, 0.55, 0.7)
"""The probabilities that someone at the table bets, and, by person in turn, that they name the team that should win."""

A_ROUND = timedelta(minutes=22)
AT_ONCE = 20
"""Games per transaction: flushing each tap to disk would take longer than generating a round."""

Value = tuple[CellName, CellValue | None]
"""A cell and its value."""

Report = Callable[[int, int], None]
"""A progress callback: the number of games recorded, and the total."""


class FakeClock:
    """The fake clock of the club."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> str:
        return self.at.isoformat(timespec="milliseconds")


def fill(path: Path, last: date, report: Report, *, seed: int = SEED) -> None:
    """Create a club of GAMES games in a new file. Its last evening is the last Thursday up to the day `last`."""
    chance = Random(seed)  # noqa: S311  # a game of chance, not a secret
    planned = plan(chance, last, GAMES)
    clock = FakeClock(planned[0].begins)
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

    def __init__(self, club: Club, clock: FakeClock, chance: Random, number: int) -> None:
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
        self._send(self._bets(seats, play, people))
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

    def _bets(self, seats: Mapping[int, int], play: FinishedPlay, people: Sequence[int]) -> Iterator[Value]:
        """Yield what some of the table say before the game. They know more or less who is better."""
        # Of its own, so that the games are the same with and without bets.
        luck = Random(self._number)  # noqa: S311  # as in `fill`
        teams = next(value.teams for _, value in _values(play.begun) if isinstance(value, Shape))
        for at in seats.values():
            if luck.random() < BETS:
                others = [team for team in range(1, teams + 1) if team != play.best]
                team = play.best if luck.random() < KNOWS[at % len(KNOWS)] else luck.choice(others)
                yield bet_cell(people[at]), Bet(team, luck.choice(("", *SURE)))

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


def _seats(game: Planned, play: FinishedPlay) -> dict[int, int]:
    """Return who sits in which seat. The team that should win gets the seats of the play's winning team."""
    count = len(game.teams)
    others = iter(game.teams[1:])
    teams = [game.teams[0] if team == play.best else next(others) for team in range(1, count + 1)]
    return {at * count + team: person for team, people in enumerate(teams, start=1) for at, person in enumerate(people)}


# Creates and deletes the folder of the example club. Only a folder with its mark file is ever deleted.


SLUG = "example"

_MARK = "The games of this club are made up. “scorepad demo --delete” deletes it.\n"


def make(home: Path, last: date, report: Report) -> bool:
    """Create the example club, whose last evening is on or before the day `last`. Return False if it already exists.

    Raises StoreError if another club has its name, or the files cannot be written.
    """
    folder = paths.club_dir(home, SLUG)
    if paths.is_example(folder):
        return False
    if folder.exists():
        raise StoreError(f"There is already a club called {SLUG}, and it is not an example. Nothing was changed.")
    try:
        if paths.has_home_club(home):
            # Create the home club first: without it, the new folder would look like a host without a home club.
            Club.open(home / paths.CLUB).close()
        draft = folder.with_name(f".{SLUG}-{secrets.token_hex(4)}")
        for missing in (folder.parent, draft):
            paths.make_folder(missing)
        (draft / paths.EXAMPLE_MARK).write_text(_MARK, "utf-8")
        _clear(folder, but=draft)
        fill(draft / paths.CLUB, last, report)
        draft.rename(folder)
    except OSError as error:
        raise StoreError(f"The example club could not be made in {folder}: {error.strerror}.") from None
    return True


def delete(home: Path) -> bool:
    """Delete the example club, even while it is in use. Return False if there is none. Raises StoreError."""
    folder = paths.club_dir(home, SLUG)
    if not paths.is_example(folder):
        return False
    try:
        folder.rename(folder.with_name(f".{SLUG}-{secrets.token_hex(4)}"))
        _clear(folder)
    except OSError as error:
        raise StoreError(f"The example club in {folder} could not be deleted: {error.strerror}.") from None
    return True


def _clear(folder: Path, but: Path | None = None) -> None:
    """Delete leftovers of example clubs that were deleted or only partly created."""
    for rest in folder.parent.glob(f".{SLUG}-*"):
        if rest != but and paths.is_example(rest):
            shutil.rmtree(rest, ignore_errors=True)
