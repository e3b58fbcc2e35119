"""A night of many tables: its plan and its sittings, drawn and begun. docs/nights.md says how a night goes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime, time
from functools import cached_property
from itertools import combinations
from typing import Any, Self

from scorepad.language.words import plural
from scorepad.league.nights import PRIZES, PrizeCode
from scorepad.movements.draw import BadPlan, NightDraw, NightPlan, Partners, Sitting
from scorepad.play.confirmations import counted_so_far
from scorepad.play.form_data import Submission, entry_key
from scorepad.play.game import LoadedGame, values_of
from scorepad.play.new_game import begin_game, list_rule_sets, new_form
from scorepad.play.rules.catalog import find_rules
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import EndBy
from scorepad.scoring.cells import TABLE, CellName, Document, EndDecision, Mark, PlayerId, Shape, parse_place
from scorepad.scoring.game.agreement import NIGHT, SEATED, UNCOUNTED, WHOLE_GAME
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import END
from scorepad.store import Club, Damaged, Phone, StoredNight
from scorepad.store.clock import Days

LATELY = 60
"""Number of latest games whose partners are kept apart where that costs nothing else."""

Seated = tuple[tuple[int, ...], ...]
"""The teams of a table, each with the ids of its people."""


class CannotBegin(Exception):
    """A sitting that cannot begin, or cannot be taken back. The message says why."""


@dataclass(frozen=True, slots=True)
class NightSitting:
    """The tables of a sitting and who sits out, as ids of people.

    `games` are those of its tables, none before it begins, and `before` those of a beginning that was taken back.
    """

    tables: tuple[Seated, ...]
    out: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    begun_at: str = ""
    before: tuple[int, ...] = ()

    @property
    def people(self) -> Iterator[int]:
        """Everyone at a table."""
        return (person for table in self.tables for team in table for person in team)

    def table_of(self, person: int) -> int | None:
        """Return the number of a person's table, from 1; None for someone who sits out."""
        at = (n for n, table in enumerate(self.tables, start=1) if any(person in team for team in table))
        return next(at, None)


@dataclass(frozen=True)
class NightTerms:
    """What the organiser chooses. A sitting is `rounds` or `minutes` long, or as long as its rules say."""

    name: str = ""
    day: str = ""
    """The day for which it is planned (ISO), "" if that is open."""
    begins: str = ""
    """The time at which it begins on that day, by the club's clock: "19:30"; "" if that is open."""
    rules: str = ""
    partners: Partners = Partners.CHANGE
    sittings: int = 3
    rounds: int | None = None
    minutes: int | None = None
    others: bool = False
    """Whether tables of another size are used, so that fewer people sit out."""
    people: tuple[int, ...] = ()
    """Everyone of the night, in order; those who left are in `gone`."""
    gone: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    """Who plays with whom if partners are fixed. The others follow in the order of `people`."""
    prizes: tuple[PrizeCode, ...] = PRIZES
    cut: bool = False
    """Whether rounds that not every table of a sitting has played are left out."""
    counts: bool = True
    """Whether the games count in the league."""
    seed: int = 1
    drawn: tuple[NightSitting, ...] = ()
    """The sittings: first those that have begun, then those to come."""
    complete: bool = True
    """Whether the seed alone decides the draw, because its search was not stopped."""


@dataclass(frozen=True)
class Night(NightTerms):
    """A night of the club."""

    id: int = 0
    key: str = ""
    version: int = 0
    removed: bool = False
    created_at: str = ""
    forgotten: frozenset[int] = field(default=frozenset())

    @classmethod
    def of(cls, stored: StoredNight, now: Mapping[int, int], forgotten: frozenset[int] = frozenset()) -> Self:
        """Read a night. `now` has the person that each merged one is now. Raises Damaged."""
        document = stored.document
        try:
            terms = {
                name: _READ[name](document[name], now)
                for name in NightTerms.__dataclass_fields__
                if name in document or name not in ADDED
            }
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Damaged from None
        return cls(
            **terms,
            id=stored.id,
            key=stored.key,
            version=stored.version,
            removed=stored.removed,
            created_at=stored.created_at,
            forgotten=forgotten,
        )

    @property
    def document(self) -> dict[str, Any]:
        """What is stored of it."""
        return terms_document(self)

    @cached_property
    def begun(self) -> tuple[NightSitting, ...]:
        return tuple(sitting for sitting in self.drawn if sitting.begun_at)

    @cached_property
    def coming(self) -> tuple[NightSitting, ...]:
        return tuple(sitting for sitting in self.drawn if not sitting.begun_at)

    @property
    def left(self) -> int:
        """How many sittings are still to begin."""
        return max(0, self.sittings - len(self.begun))

    @property
    def is_drawn(self) -> bool:
        return len(self.coming) == self.left and all(sitting.tables for sitting in self.coming)

    @property
    def here(self) -> tuple[int, ...]:
        """Who is here; partners follow each other if they are fixed."""
        away = {*self.gone, *self.forgotten}
        here = [person for person in self.people if person not in away]
        if self.partners is not Partners.FIXED:
            return tuple(here)
        pairs = [pair for pair in self.pairs if {*pair} <= {*here}]
        paired = {person for pair in pairs for person in pair}
        return (*(person for pair in pairs for person in pair), *(one for one in here if one not in paired))

    @property
    def here_in_pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of those who are here, if partners are fixed. One person may have no partner."""
        here = iter(self.here)
        return tuple(zip(here, here, strict=False))

    def with_pair(self, one: int, other: int) -> Self:
        """Return the night with two people as partners. Their partners so far play together then."""
        now = self.here_in_pairs
        former = [person for pair in now if {one, other} & {*pair} for person in pair if person not in (one, other)]
        kept = [pair for pair in now if not {one, other} & {*pair}]
        left = [(former[0], former[1])] if len(former) == 2 else []
        return replace(self, pairs=(*kept, (one, other), *left))

    @property
    def games(self) -> tuple[int, ...]:
        """The numbers of all games so far."""
        return tuple(game for sitting in self.begun for game in sitting.games)


def terms_document(terms: NightTerms) -> dict[str, Any]:
    """Return the document that is stored of a night."""
    fields = {name: getattr(terms, name) for name in NightTerms.__dataclass_fields__}
    return fields | {"drawn": [asdict(sitting) for sitting in terms.drawn], "partners": terms.partners.value}


Now = Mapping[int, int]


def _text(value: Any, _: Now) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _day(value: Any, now: Now) -> str:
    return date.fromisoformat(text).isoformat() if (text := _text(value, now)) else ""


def _time(value: Any, now: Now) -> str:
    return f"{time.fromisoformat(text):%H:%M}" if (text := _text(value, now)) else ""


def _bool(value: Any, _: Now) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _int(value: Any, _: Now) -> int:
    if type(value) is not int or value < 0:
        raise TypeError
    return value


def _optional(value: Any, now: Now) -> int | None:
    return None if value is None else _int(value, now)


def _people(value: Any, now: Now) -> tuple[int, ...]:
    return tuple(now.get(person, person) for person in (_int(one, now) for one in value))


def _once(value: Any, now: Now) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_people(value, now)))


def _pairs(value: Any, now: Now) -> tuple[tuple[int, int], ...]:
    pairs = [(one, other) for one, other in (_people(pair, now) for pair in value)]
    return tuple(pair for pair in pairs if pair[0] != pair[1])


def _sitting(value: Any, now: Now) -> NightSitting:
    games, before = (tuple(_int(game, {}) for game in value[name]) for name in ("games", "before"))
    tables = tuple(tuple(_people(team, now) for team in table) for table in value["tables"])
    begun_at = _text(value["begun_at"], now)
    if begun_at and len(games) != len(tables):
        raise ValueError
    return NightSitting(tables, _people(value["out"], now), games, begun_at, before)


_READ: Mapping[str, Callable[[Any, Now], Any]] = {
    "name": _text,
    "day": _day,
    "begins": _time,
    "rules": _text,
    "partners": lambda value, _: Partners(value),
    "sittings": _int,
    "rounds": _optional,
    "minutes": _optional,
    "others": _bool,
    "people": _once,
    "gone": _once,
    "pairs": _pairs,
    "prizes": lambda value, _: tuple(code for code in PRIZES if code in value),
    "cut": _bool,
    "counts": _bool,
    "seed": _int,
    "drawn": lambda value, now: tuple(_sitting(sitting, now) for sitting in value),
    "complete": _bool,
}


ADDED = ("day", "begins")
"""Fields that nights had not from the beginning."""


# Nights of a club


def nights_of(club: Club, stored: Iterable[StoredNight]) -> list[Night]:
    """Return nights with merged people resolved. Raises Damaged."""
    everyone = club.people.everyone()
    now = {person.id: person.merged_into for person in everyone if person.merged_into is not None}
    forgotten = frozenset(person.id for person in everyone if person.forgotten)
    return [Night.of(night, now, forgotten) for night in stored]


def planned_for(night: Night, days: Days) -> datetime | None:
    """Return when a night is to begin; None if its plan has no day, or none of that time."""
    if not (night.day and night.begins):
        return None
    moment = datetime.combine(date.fromisoformat(night.day), time.fromisoformat(night.begins))
    return moment.replace(tzinfo=days.zone) if days.zone else moment.astimezone()


def begun_on(night: Night, days: Days) -> str:
    """Return the club's day (ISO) on which the first sitting began, "" before that."""
    return days.day_of(datetime.fromisoformat(night.begun[0].begun_at)).isoformat() if night.begun else ""


def load_night(club: Club, number: int) -> Night:
    """Return a night. Raises NoSuchNight and Damaged."""
    return nights_of(club, [club.nights.night(number)])[0]


def save_night(club: Club, night: Night) -> Night:
    """Store a night that was changed since it was loaded, and return it. Raises ChangedMeanwhile."""
    stored = club.nights.change(night.id, night.document, seen=night.version)
    return nights_of(club, [stored])[0]


@dataclass(frozen=True, slots=True)
class NightPlace:
    """Where a game belongs: a night, the number of its sitting and that of its table, both from 1."""

    night: Night
    sitting: int
    table: int


def place_of(club: Club, game: int) -> NightPlace | None:
    """Return the place of a game in a night of this club, None if it has none."""
    value = club.table_values(game, (NIGHT,)).get((WHOLE_GAME, NIGHT))
    if not isinstance(value, dict) or (stored := club.nights.with_key(str(value.get("key")))) is None:
        return None
    sitting, table = value.get("sitting"), value.get("table")
    if type(sitting) is not int or type(table) is not int:
        return None
    return NightPlace(nights_of(club, [stored])[0], sitting, table)


def games_at_table(club: Club, game: int) -> list[int]:
    """Return all games at the table of a night at which a game is played, in order; that game alone outside a night.

    The link of the first one lets a phone in all night.
    """
    place = place_of(club, game)
    return sorted({*games_at(place.night, place.table), game}) if place else [game]


def game_at_table_now(club: Club, game: int) -> int:
    """Return the latest game at the table of a night at which a game is played; the game itself outside a night.

    A game that the night no longer knows stays by itself: its link is not renewed with those of its table.
    """
    place = place_of(club, game)
    if place is None or game not in games_at(place.night, place.table):
        return game
    games = [number for sitting in place.night.begun for number in sitting.games[place.table - 1 : place.table]]
    return games[-1] if games else game


def games_at(night: Night, table: int) -> list[int]:
    """Return all games of a night at the table with this number, also those of beginnings that were taken back."""
    return [
        number
        for sitting in night.drawn
        for numbers in (sitting.before, sitting.games)
        for number in numbers[table - 1 : table]
    ]


def without_draw(night: Night) -> Night:
    """Return the night without a draw of the sittings to come. What let phones in before stays known."""
    before = next((sitting.before for sitting in night.coming), ())
    return replace(night, drawn=(*night.begun, *([NightSitting((), before=before)] if before else [])))


# Draw the sittings


def usual_table(rules: RuleSet) -> Table:
    """Return the table that a night uses: four people in two teams if the rules allow them."""
    return next((table for table in rules.tables if table.shape == "4x2"), rules.tables[0])


def partners_lately(club: Club) -> dict[tuple[int, int], int]:
    """Return pairs of people, lower id first, who were partners in the latest games."""
    now = club.people.merged_ids()
    pairs: dict[tuple[int, int], int] = {}
    for row in club.games(limit=LATELY, fields=(SEATED, "shape")):
        values = values_of(dict(row.cells))
        shape = values.get((WHOLE_GAME, TABLE, "shape"))
        teams: dict[int, set[int]] = {}
        for (round_number, place, _), value in values.items():
            if isinstance(value, PlayerId) and isinstance(shape, Shape) and round_number == WHOLE_GAME:
                teams.setdefault((parse_place(place).number - 1) % shape.teams, set()).add(now.get(value.id, value.id))
        for people in teams.values():
            pairs.update(dict.fromkeys(combinations(sorted(people), 2), 1))
    return pairs


def _numbers(night: Night) -> dict[int, int]:
    """Return the number in the draw of each person, from 1."""
    seated = [person for sitting in night.begun for person in (*sitting.people, *sitting.out)]
    return {person: at for at, person in enumerate(dict.fromkeys([*night.people, *seated]), start=1)}


def plan_of(night: Night, rules: RuleSet, lately: Mapping[tuple[int, int], int]) -> NightPlan:
    """Return what is to be drawn: the sittings to come."""
    numbers, usual = _numbers(night), usual_table(rules)

    def numbered(people: Iterable[int]) -> tuple[int, ...]:
        return tuple(numbers[person] for person in people)

    played = tuple(
        Sitting(tuple(tuple(map(numbered, table)) for table in sitting.tables), numbered(sitting.out))
        for sitting in night.begun
    )
    pairs = {
        (min(pair), max(pair)): times
        for people, times in lately.items()
        if {*people} <= numbers.keys() and (pair := numbered(people))
    }
    others = [(table.teams, table.team_size) for table in rules.tables if table is not usual]
    return NightPlan(
        people=len(numbers),
        sittings=night.left,
        partners=night.partners,
        teams=usual.teams,
        size=usual.team_size,
        others=tuple(others) if night.others else (),
        lately=pairs,
        played=played,
        here=numbered(night.here),
    )


def plan_fault(night: Night, rules: RuleSet) -> str:
    """Return why the sittings to come cannot be drawn, "" if they can, or if there are none."""
    return plan_of(night, rules, {}).fault if night.left else ""


def draw_night(club: Club, night: Night, search: Callable[[tuple[NightPlan, int]], NightDraw]) -> Night:
    """Draw the sittings to come with a search, and store them.

    Raises BadPlan, NoSuchRuleSet, and ChangedMeanwhile if the night was changed during the draw.
    """
    if not night.left:
        return save_night(club, replace(night, drawn=night.begun, complete=True))
    plan = plan_of(night, find_rules(club, night.rules), partners_lately(club))
    if plan.fault:
        raise BadPlan(plan.fault)
    found = search((plan, night.seed))
    person = {number: one for one, number in _numbers(night).items()}
    # Codes of a beginning that was taken back still let phones in.
    before = [sitting.before for sitting in night.coming]
    coming = tuple(
        NightSitting(
            tables=tuple(tuple(tuple(person[one] for one in team) for team in table) for table in sitting.tables),
            out=tuple(person[one] for one in sitting.out),
            before=before[at] if at < len(before) else (),
        )
        for at, sitting in enumerate(found.sittings)
    )
    return save_night(club, replace(night, drawn=(*night.begun, *coming), complete=found.complete))


# Begin a sitting, and take that back


def sitting_rules(rules: RuleSet, rounds: int | None, minutes: int | None) -> RuleSet:
    """Return the rules with a game that is as long as a sitting, and says so. The table cannot choose another end."""
    if rounds is None and minutes is None:
        return rules
    by = EndBy.ROUNDS if rounds is not None else EndBy.TIME
    length = None if rounds is not None else minutes
    words = plural(rounds, "round", "rounds") if rounds is not None else plural(minutes or 0, "minute", "minutes")
    end = replace(rules.end, by=by, rounds=rounds, minutes=length, targets=(), early=())
    choices = tuple(
        choice
        for choice in rules.choices
        if not any(path.split(".")[0] == "end" for option in choice.options for path in option.set)
    )
    return replace(rules, name=f"{rules.name}, {words}", end=end, choices=choices)


def begin_sitting(club: Club, night: Night, submission: Submission, at: str) -> tuple[Night, NightSitting]:
    """Begin a game at each table of the next sitting, and return the night with it.

    Raises CannotBegin, and ChangedMeanwhile if the night was changed since it was read.
    """
    if not (night.coming and night.is_drawn):
        raise CannotBegin("No sitting is drawn. Draw the sittings first.")
    sitting, number = night.coming[0], len(night.begun) + 1
    with club.writing():
        games = tuple(
            _begin_table(club, night, submission, (number, at_table), table)
            for at_table, table in enumerate(sitting.tables, start=1)
        )
        begun = replace(sitting, games=games, begun_at=at)
        saved = save_night(club, replace(night, drawn=(*night.begun, begun, *night.coming[1:])))
    return saved, begun


def _begin_table(club: Club, night: Night, submission: Submission, at: tuple[int, int], table: Seated) -> int:
    rules = sitting_rules(find_rules(club, night.rules), night.rounds, night.minutes)
    shape = f"{sum(map(len, table))}x{len(table)}"
    here = next((kind for kind in rules.tables if kind.shape == shape), None)
    if here is None:
        raise CannotBegin(f"{rules.name} has no table like table {at[1]}. Draw the coming sittings again.")
    last = list_rule_sets(club).last
    like = last.game if last and night.rounds is None and night.minutes is None else None
    # Partners sit opposite: the first of each team, then the second of each.
    players = tuple(team[seat] for seat in range(here.team_size) for team in table)
    form = new_form(rules, here, club, like, players)
    form.parse()
    if not form.is_valid:
        sentence = next(iter(form.faults.values()), form.notice)
        raise CannotBegin(f"Table {at[1]} cannot begin: {sentence} Draw the coming sittings again.")
    cell = Document({"key": night.key, "sitting": at[0], "table": at[1]})
    more: dict[CellName, Document | Mark] = {(WHOLE_GAME, TABLE, NIGHT): cell}
    if not night.counts:
        more[WHOLE_GAME, TABLE, UNCOUNTED] = Mark(yes=True)
    return begin_game(club, form, replace(submission, key=f"{submission.key}-{at[0]}-{at[1]}"), more)


def take_back_sitting(club: Club, night: Night, submission: Submission, binned: CellName) -> Night:
    """Take back the beginning of the latest sitting: its games go into the bin, and it can begin again.

    Raises CannotBegin if something was entered at one of its tables, and ChangedMeanwhile.
    """
    if not night.begun:
        raise CannotBegin("No sitting has begun.")
    latest = night.begun[-1]
    with club.writing():
        cells = club.cells_of(latest.games)
        touched = [at for at, game in enumerate(latest.games, start=1) if any(cell[0] for cell in cells[game])]
        if touched:
            where = f"Table {touched[0]}" if len(touched) == 1 else f"{len(touched)} tables"
            raise CannotBegin(f"{where} entered something already. Such a sitting cannot be taken back.")
        entries = [
            submission.entry(game, binned, Document(True), key=entry_key(f"{submission.key}-{game}", binned))
            for game in latest.games
            if binned not in cells[game]
        ]
        if entries:
            club.record_all(entries)
        again = replace(latest, games=(), begun_at="", before=latest.games)
        return save_night(club, replace(night, drawn=(*night.begun[:-1], again, *night.coming)))


def last_round_of(loaded: LoadedGame) -> int | None:
    """Return the round with which a game ends if its sitting ends now: the one that is being counted, or the first;
    else the latest that is finished. None if it is over, or has a last round already."""
    course = loaded.record.course
    if course.phase is not Phase.PLAYING or loaded.record.played.decision.last_round is not None:
        return None
    finished = course.next_round - 1
    is_counted = counted_so_far(loaded, course.next_round) is not None
    return finished + 1 if is_counted or not finished else finished


def end_sitting(club: Club, games: Iterable[LoadedGame], submission: Submission) -> None:
    """End these games: now, or with the round that is being counted. `resume_sitting` takes it back."""
    ends = [(loaded, EndDecision(last_round=last)) for loaded in games if (last := last_round_of(loaded))]
    _record_ends(club, ends, submission)


def resume_sitting(club: Club, games: Iterable[LoadedGame], submission: Submission) -> None:
    """Let games that were ended with their sitting go on."""
    _record_ends(club, [(loaded, None) for loaded in games if is_ended_with_sitting(loaded)], submission)


def is_ended_with_sitting(loaded: LoadedGame) -> bool:
    return loaded.record.played.decision.last_round is not None


def _record_ends(club: Club, ends: Iterable[tuple[LoadedGame, EndDecision | None]], submission: Submission) -> None:
    entries = []
    for loaded, value in ends:
        known = loaded.cells.get(END)
        key = entry_key(f"{submission.key}-{loaded.id}", END)
        entries.append(submission.entry(loaded.id, END, value, key=key, base=known.seq if known else None))
    if entries:
        club.record_all(entries)


def count_in_league(club: Club, night: Night, submission: Submission, *, counts: bool) -> Night:
    """Count the games of a night in the league, or leave them out. Raises ChangedMeanwhile."""
    cell = (WHOLE_GAME, TABLE, UNCOUNTED)
    with club.writing():
        cells = club.cells_of(night.games, round=WHOLE_GAME, fields=(UNCOUNTED,))
        value = None if counts else Mark(yes=True)
        entries = []
        for game in night.games:
            known = cells[game].get(cell)
            if (known is not None and known.value is not None) == counts:
                key = entry_key(f"{submission.key}-{game}", cell)
                entries.append(submission.entry(game, cell, value, key=key, base=known.seq if known else None))
        if entries:
            club.record_all(entries)
        return save_night(club, replace(night, counts=counts))


def ways_of_phones(club: Club, night: Night, sitting: NightSitting) -> tuple[dict[int, int], dict[int, int]]:
    """Return where phones go when a sitting begins: from earlier games to those at the same tables, and from people,
    also as those they were before a merge, to the games in which they sit."""
    earlier = night.begun[: night.begun.index(sitting)]
    tables: dict[int, int] = {}
    for games in (*(one.games for one in earlier[-1:]), sitting.before):
        tables.update({game: sitting.games[min(at, len(sitting.games) - 1)] for at, game in enumerate(games)})
    people = {
        person: game
        for table, game in zip(sitting.tables, sitting.games, strict=True)
        for team in table
        for person in team
    }
    aliases = {alias: people[now] for alias, now in club.people.merged_ids().items() if now in people}
    return tables, people | aliases


def next_game_of(loaded: LoadedGame, phone: Phone | None) -> int | None:
    """Return the game of a later sitting to which a phone goes from a game of a night: that of the person who keeps
    score on it, else the one at the same table. None if there is none."""
    if (WHOLE_GAME, TABLE, NIGHT) not in loaded.values or not (place := place_of(loaded.club, loaded.id)):
        return None
    if len(place.night.begun) <= place.sitting:
        return None
    sitting = place.night.begun[-1]
    player = loaded.club.people.current([phone.player]).get(phone.player, (0, ""))[0] if phone and phone.player else 0
    number = sitting.table_of(player) or place.table
    return sitting.games[number - 1] if number <= len(sitting.games) else None
