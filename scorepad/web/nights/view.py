"""The model of a night's pages: its sittings with the state of every table, the table of people and the prizes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import cached_property
from typing import Self

from scorepad.exchange.documents.nights import OneNight, night_document
from scorepad.language.words import format_number, plural
from scorepad.league.nights import NightGame, NightRound, NightRow, NightTable, Prize, night_prizes, night_table
from scorepad.movements.draw import NightDraw, Partners, Sitting
from scorepad.play.game import LoadedGame, UnreadableGame, seat_owners
from scorepad.play.nights import Night, NightSitting, is_ended_with_sitting, last_round_of, load_night, plan_fault
from scorepad.play.rules.catalog import find_rules
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Winner
from scorepad.scoring.game.course import Phase, leaders, merits, seats_of
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import day
from scorepad.store import StoreError
from scorepad.web.app import bidi
from scorepad.web.app.current import g
from scorepad.web.nights.drawing import DRAWINGS
from scorepad.web.people.people_view import PeopleView, people_view
from scorepad.web.result.lead import margin

SILENT = timedelta(minutes=12)
"""How long nothing was entered at a table that the board points out."""

WARNING = timedelta(minutes=5)
"""How long before the end of a sitting the clock warns."""

MOST_LATE = 3
"""How many tables that still play are named."""

PARTNER_WORDS = {
    Partners.CHANGE: "partners change",
    Partners.FIXED: "fixed partners",
    Partners.STAY: "tables stay together, and partners change there",
}

PRIZE_WORDS = {"highest": "First", "lowest": "Last", "round": "Biggest round", "comeback": "Biggest comeback"}


@dataclass(frozen=True, slots=True)
class TableTeam:
    """A team at a table of a night, and whether it leads, or has won, alone."""

    number: int
    names: tuple[str, ...]
    leads: bool = False


@dataclass(frozen=True, slots=True)
class NightTableView:
    """A table of a sitting.

    `state` is "" before it begins, else "playing", "over", "missing" for a game that cannot be read or is in the bin.
    `lead` is by how much the team `leader` leads, "" and 0 if none does alone. `waits` are people who still play at
    another table, each with its number.
    """

    number: int
    teams: tuple[TableTeam, ...]
    game: int | None = None
    state: str = ""
    finished: int = 0
    planned: int | None = None
    lead: str = ""
    leader: int = 0
    is_last: bool = False
    """Whether the round in play is the last, because the organiser has ended the sitting."""
    silent: int = 0
    """Minutes since the last entry, 0 if that is not long."""
    waits: tuple[tuple[str, int], ...] = ()

    @property
    def is_over(self) -> bool:
        return self.state in ("over", "missing")


@dataclass(frozen=True, slots=True)
class NightSittingView:
    """A sitting with its tables and the names of those who sit out."""

    number: int
    tables: tuple[NightTableView, ...]
    out: tuple[str, ...]
    is_begun: bool

    @property
    def finished(self) -> int:
        """How many tables have finished."""
        return sum(table.is_over for table in self.tables)

    @property
    def is_over(self) -> bool:
        return self.is_begun and self.finished == len(self.tables)

    @property
    def about(self) -> str:
        """How far it is."""
        if not self.is_begun:
            return "not begun"
        return (
            "finished" if self.is_over else f"{self.finished} of {plural(len(self.tables), 'table', 'tables')} finished"
        )


@dataclass(frozen=True, slots=True)
class EndOfSitting:
    """The numbers of the tables that end at once, and of those that finish their round first."""

    now: tuple[int, ...]
    later: tuple[int, ...]

    @property
    def words(self) -> str:
        said = []
        if self.now:
            end = "ends" if len(self.now) == 1 else "end"
            said.append(f"{_tables(self.now).capitalize()} {end} with the rounds finished so far.")
            said.append("What was entered since does not count.")
        if self.later:
            finish, it = ("finishes", "is") if len(self.later) == 1 else ("finish", "are")
            said.append(
                f"{_tables(self.later).capitalize()} {it} counting, or in the first round, and {finish} that round."
            )
        return " ".join(said)


@dataclass(frozen=True, slots=True)
class PrizeView:
    label: str
    names: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class NightPage:
    """A night with its games."""

    night: Night
    rules: RuleSet | None
    people: PeopleView

    @classmethod
    def of(cls, number: int) -> Self:
        """Raises NoSuchNight."""
        night = load_night(g.club.store, number)
        page = cls(night, rules_of(night), people_view())
        bidi.remember([page.title, *(page.name(person) for person in night.people)])
        return page

    @cached_property
    def loaded(self) -> Mapping[int, LoadedGame]:
        """The games that can be read and are not in the bin."""
        return dict(loaded_games(self.night.games))

    def name(self, person: int) -> str:
        return self.people.name([person])

    @property
    def title(self) -> str:
        return self.night.name or f"Club night, {day(self.day)}"

    @property
    def day(self) -> str:
        """The day (ISO) for which it is planned; if that is open, the one on which it was, by the club's clock."""
        planned_at = datetime.fromisoformat(self.night.created_at)
        return self.night.day or g.club.store.clock.days().day_of(planned_at).isoformat()

    @property
    def when(self) -> str:
        """The day and the time for which it is planned, in words; "" if that is open."""
        if not self.night.day:
            return ""
        time = f", {self.night.begins}" if self.night.begins else ""
        return f"{date.fromisoformat(self.night.day):%A}, {day(self.night.day)}{time}"

    @property
    def length(self) -> str:
        """How long a sitting is."""
        if self.night.rounds is not None:
            return plural(self.night.rounds, "round", "rounds")
        if self.night.minutes is not None:
            return plural(self.night.minutes, "minute", "minutes")
        return "as long as the rules say"

    @property
    def about(self) -> str:
        night = self.night
        rules = self.rules.name if self.rules else f"rules {night.rules}, which the club no longer has"
        here = plural(len(night.here), "person", "people")
        sittings = plural(night.sittings, "sitting", "sittings")
        when = f"{self.when}. " if self.when else ""
        return f"{when}{rules}, {here}, {sittings} ({self.length}), {PARTNER_WORDS[night.partners]}."

    @property
    def fault(self) -> str:
        """Why the sittings to come cannot be drawn, "" if they can."""
        if self.rules is None:
            return "The club no longer has the rules of this night. Choose others."
        return plan_fault(self.night, self.rules)

    @cached_property
    def drawing(self) -> float | None:
        """The part of the draw that is done, None if none is going on."""
        return DRAWINGS.done(g.club.store, self.night)

    @property
    def is_over(self) -> bool:
        return not self.night.left and all(sitting.is_over for sitting in self.sittings)

    @property
    def quality(self) -> str:
        """What the draw repeats, in a sentence."""
        drawn = [Sitting(one.tables, one.out) for one in self.night.drawn if one.tables]
        whole = NightDraw(tuple(drawn))
        partners = plural(whole.partners_repeated, "partner", "partners")
        meetings = plural(whole.meetings_repeated, "meeting", "meetings")
        if self.night.partners is not Partners.CHANGE:
            return f"{meetings.capitalize()} at a table repeated."
        stopped = "" if self.night.complete else " The search was stopped after five seconds."
        return f"{partners} and {meetings} at a table repeated.{stopped}"

    # ---- Sittings and tables

    @cached_property
    def sittings(self) -> tuple[NightSittingView, ...]:
        return tuple(
            self._sitting(number, sitting) for number, sitting in enumerate(self.night.drawn, start=1) if sitting.tables
        )

    def _sitting(self, number: int, sitting: NightSitting) -> NightSittingView:
        busy = self._busy(number)
        tables = []
        for at, table in enumerate(sitting.tables, start=1):
            loaded = self.loaded.get(sitting.games[at - 1]) if sitting.begun_at else None
            people = [person for team in table for person in team]
            waits = tuple((self.name(person), busy[person]) for person in people if person in busy)
            if loaded:
                tables.append(self._running(at, loaded, waits))
            else:
                teams = tuple(
                    TableTeam(team, tuple(map(self.name, members))) for team, members in enumerate(table, start=1)
                )
                state = "missing" if sitting.begun_at else ""
                tables.append(NightTableView(at, teams, state=state, waits=waits))
        out = tuple(map(self.name, sitting.out))
        return NightSittingView(number, tuple(tables), out, bool(sitting.begun_at))

    def _busy(self, number: int) -> dict[int, int]:
        """Return who still plays in a sitting before this one, with the number of the table."""
        busy: dict[int, int] = {}
        for sitting in self.night.begun[: number - 1]:
            for at, game in enumerate(sitting.games, start=1):
                loaded = self.loaded.get(game)
                if loaded and loaded.record.course.phase is not Phase.OVER:
                    busy.update(dict.fromkeys(loaded.agreement.players, at))
        return busy

    def _running(self, at: int, loaded: LoadedGame, waits: tuple[tuple[str, int], ...]) -> NightTableView:
        course, table = loaded.record.course, loaded.agreement.table
        is_over = course.phase is Phase.OVER
        ranked = merits(loaded.agreement.rules, course.now)
        first = leaders(ranked) if any(course.now) or is_over else ()
        owners = seat_owners(loaded.record)
        teams = tuple(
            TableTeam(
                team,
                tuple(loaded.names.get(owners.get(seat, 0), f"Seat {seat}") for seat in seats_of(team, table)),
                team in first and len(first) == 1,
            )
            for team in range(1, table.teams + 1)
        )
        lead = format_number(margin(ranked)) if len(first) == 1 else ""
        end = loaded.agreement.rules.end
        return NightTableView(
            number=at,
            teams=teams,
            game=loaded.id,
            state="over" if is_over else "playing",
            finished=course.counted,
            planned=loaded.record.played.decision.last_round or end.rounds,
            is_last=not is_over and is_ended_with_sitting(loaded),
            lead=lead,
            leader=first[0] if lead else 0,
            silent=0 if is_over else _silent_minutes(loaded),
            waits=waits,
        )

    @property
    def current(self) -> NightSittingView | None:
        """The latest sitting that has begun."""
        begun = [sitting for sitting in self.sittings if sitting.is_begun]
        return begun[-1] if begun else None

    @property
    def next(self) -> NightSittingView | None:
        """The sitting to begin next, None if none is drawn."""
        if not self.night.is_drawn:
            return None
        return next((sitting for sitting in self.sittings if not sitting.is_begun), None)

    @property
    def late(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """The tables of earlier sittings and of the current one that still play: the numbers of the sitting and of the
        table, and of the tables of the sitting after the current one that wait for its people."""
        late = []
        for sitting in self.sittings:
            if not sitting.is_begun or (sitting is self.current and sitting.finished == 0):
                continue
            for table in sitting.tables:
                if table.state == "playing":
                    late.append((sitting.number, table.number, self._waiting_for(sitting.number, table.number)))
        return late

    @property
    def late_words(self) -> str:
        """Who still plays and who waits for them, in sentences; "" if nobody does."""
        late = self.late
        if len(late) > MOST_LATE:
            return f"{len(late)} tables still play."
        said = []
        for sitting, table, waiting in late:
            who = _tables([table]).capitalize()
            waits = "waits" if len(waiting) == 1 else "wait"
            for_people = f"; {_tables(waiting)} of sitting {sitting + 1} {waits} for its people" if waiting else ""
            said.append(f"{who} of sitting {sitting} still plays{for_people}.")
        return " ".join(said)

    def _waiting_for(self, sitting: int, table: int) -> tuple[int, ...]:
        if sitting >= len(self.sittings):
            return ()
        people = {person for team in self.night.drawn[sitting - 1].tables[table - 1] for person in team}
        after = self.night.drawn[sitting]
        return tuple(
            number
            for number, seated in enumerate(after.tables, start=1)
            if people & {person for team in seated for person in team}
        )

    @property
    def can_take_back(self) -> bool:
        """Whether nothing was entered yet in the latest sitting."""
        if not self.night.begun:
            return False
        games = [self.loaded.get(game) for game in self.night.begun[-1].games]
        return all(game is None or not any(round_number for round_number, _, _ in game.values) for game in games)

    @cached_property
    def to_end(self) -> "EndOfSitting | None":
        """What ends if the organiser ends the current sitting; None if it has no time, or nothing would end."""
        if not self.night.begun or self.night.minutes is None:
            return None
        now: list[int] = []
        later: list[int] = []
        for at, game in enumerate(self.night.begun[-1].games, start=1):
            loaded = self.loaded.get(game)
            if loaded and (last := last_round_of(loaded)):
                (now if last < loaded.record.course.next_round else later).append(at)
        return EndOfSitting(tuple(now), tuple(later)) if now or later else None

    @property
    def is_ended(self) -> bool:
        """Whether the organiser has ended the current sitting."""
        games = self.night.begun[-1].games if self.night.begun else ()
        return any(game in self.loaded and is_ended_with_sitting(self.loaded[game]) for game in games)

    # ---- The clock

    @property
    def until(self) -> datetime | None:
        """When the time of the current sitting is up, None if it has no clock, or is over."""
        if not self.night.begun or self.night.minutes is None or (self.current and self.current.is_over):
            return None
        begun = datetime.fromisoformat(self.night.begun[-1].begun_at)
        return begun.astimezone(UTC) + timedelta(minutes=self.night.minutes)

    @property
    def seconds_left(self) -> int | None:
        return None if self.until is None else max(0, int((self.until - datetime.now(UTC)).total_seconds()))

    @property
    def clock(self) -> str:
        """The time left, as "18:40"; "Time is up" after it."""
        left = self.seconds_left
        return "" if left is None else f"{left // 60}:{left % 60:02}" if left else "Time is up"

    @property
    def is_warning(self) -> bool:
        return self.seconds_left is not None and self.seconds_left <= WARNING.total_seconds()

    # ---- The result

    @cached_property
    def games(self) -> list[NightGame]:
        found = []
        for number, sitting in enumerate(self.night.begun, start=1):
            for at, game in enumerate(sitting.games, start=1):
                if (loaded := self.loaded.get(game)) is not None:
                    found.append(night_game(loaded, number, at))
        return found

    @cached_property
    def table(self) -> NightTable:
        by_pairs = self.night.partners is Partners.FIXED
        return night_table(self.games, by_pairs=by_pairs, cut=self.night.cut)

    @cached_property
    def rows(self) -> tuple[NightRow, ...]:
        """The rows by rank, then by name."""
        return tuple(sorted(self.table.rows, key=lambda row: (row.rank, fold_name(self.people.name(row.who)))))

    def value(self, row: NightRow) -> str:
        return self.number(self.table.value(row))

    def number(self, value: Fraction) -> str:
        """Return points, or points a round, as pages show them."""
        return format_number(round(value))

    @property
    def label(self) -> str:
        return "Points a round" if self.table.unequal else "Points"

    @property
    def how(self) -> str:
        """How the table is made, in a sentence or two; "" if everybody's points are simply added up."""
        said = []
        if self.table.left_out:
            rounds = plural(self.table.left_out, "round is", "rounds are")
            said.append(f"{rounds} left out, because not every table of the sitting has played as many.")
        if self.table.unequal:
            said.append("Not everybody has played the same number of rounds, so the table is by points a round.")
        return " ".join(said)

    @property
    def can_cut(self) -> bool:
        """Whether tables of one sitting have played different numbers of rounds."""
        played: dict[int, set[int]] = {}
        for game in self.games:
            played.setdefault(game.sitting, set()).add(game.played)
        return any(len(numbers) > 1 for numbers in played.values())

    @cached_property
    def prizes(self) -> list[PrizeView]:
        return [self._prize(prize) for prize in night_prizes(self.games, self.table, self.night.prizes)]

    def _prize(self, prize: Prize) -> PrizeView:
        names = tuple(self.people.name(who) for who in prize.who)
        points = self.number(prize.value)
        where = f", sitting {prize.sitting}, table {prize.table}" if prize.sitting else ""
        text = {
            "round": f"{points} points in a round{where}",
            "comeback": f"{points} points behind, and won{where}",
        }.get(prize.code, f"{points} {'points a round' if self.table.unequal else 'points'}")
        return PrizeView(PRIZE_WORDS[prize.code], names, text)

    @property
    def document(self) -> OneNight:
        """The night as JSON."""
        won = night_prizes(self.games, self.table, self.night.prizes)
        return night_document(self.night, self.title, self.name, self.games, replace(self.table, rows=self.rows), won)

    @property
    def content(self) -> object:
        """What identifies the state of the page."""
        versions = [loaded.version for loaded in self.loaded.values()]
        clock = self.seconds_left // 30 if self.seconds_left else 0
        silent = [table.silent for sitting in self.sittings for table in sitting.tables]
        return self.night.version, g.club.store.people.version(), versions, clock, silent, self.drawing


def _tables(numbers: Sequence[int]) -> str:
    return f"table{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def rules_of(night: Night) -> RuleSet | None:
    try:
        return find_rules(g.club.store, night.rules)
    except (RulesError, StoreError):
        return None


def loaded_games(games: Sequence[int]) -> list[tuple[int, LoadedGame]]:
    found = []
    for game in games:
        try:
            loaded = g.club.games.load(game)
        except (StoreError, RulesError, UnreadableGame):
            continue
        if not loaded.is_binned:
            found.append((game, loaded))
    return found


def _silent_minutes(loaded: LoadedGame) -> int:
    latest = max((cell.at for cell in loaded.cells.values()), default="")
    try:
        since = datetime.now(UTC) - datetime.fromisoformat(latest).astimezone(UTC)
    except (ValueError, OverflowError):
        return 0
    return int(since.total_seconds() // 60) if since >= SILENT else 0


def night_game(loaded: LoadedGame, sitting: int, table: int) -> NightGame:
    """Return the finished rounds of a game, those on paper as one."""
    agreed, course = loaded.agreement, loaded.record.course
    rounds = []
    on_paper = sum(played.on_paper for played in loaded.record.rounds[: course.counted])
    if on_paper or any(agreed.brought):
        rounds.append(NightRound(_teams(loaded, 1), tuple(agreed.brought), on_paper))
    for number, played in enumerate(loaded.record.rounds[: course.counted], start=1):
        if not played.on_paper:
            rounds.append(NightRound(_teams(loaded, number), tuple(played.totals)))
    lowest = agreed.rules.end.winner is Winner.LOWEST
    return NightGame(loaded.id, sitting, table, tuple(rounds), course.phase is Phase.OVER, lowest)


def _teams(loaded: LoadedGame, number: int) -> tuple[tuple[int, ...], ...]:
    players, table = loaded.agreement.players_in(number), loaded.agreement.table
    return tuple(
        tuple(players[seat - 1] for seat in seats_of(team, table) if players[seat - 1])
        for team in range(1, table.teams + 1)
    )
