"""A game read from its cells: its rounds, their scores, what follows from them, and what a change of rules changes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from scorepad.numbers import NotANumber, typed_adjustment
from scorepad.rules import codes, words
from scorepad.rules.model import Table
from scorepad.rules.words import Begun, CardPlace, StockRound
from scorepad.scoring.cells import (
    TABLE,
    Adjusted,
    Alone,
    CellName,
    Cells,
    CellValue,
    Count,
    EndDecision,
    Mark,
    Place,
    StartingSeat,
    StockRanOut,
    Text,
    WentOut,
    parse_place,
)
from scorepad.scoring.check import check, overdrawn
from scorepad.scoring.game.agreement import IMPORTED, SEATED, UNCOUNTED, WHOLE_GAME, Agreement, agreement
from scorepad.scoring.game.course import Course, DecidedEnd, Played, Totals, course, seats_of
from scorepad.scoring.model import Adjustment, Ended, Level, Problem, Quantity, Round, TeamRound
from scorepad.scoring.quantity import COUNTABLE, NO_COUNT, count_of, quantity
from scorepad.scoring.score import TeamScore, has_melded, score
from scorepad.scoring.sheet import About, Field, Sheet, build_sheet
from scorepad.scoring.sides import partners_of
from scorepad.scoring.text.messages import problem_text

# ---- One round: the entry to score, and what is missing or unreadable

HOW_ENDED = "ended"
"""The table's field that says how a round ended."""

ALONE = "alone"
"""The table's field that says who played alone against the others in a round."""

FINISHED = (TABLE, "finished")
"""Place and field of the cell that marks a round as finished."""

MAX_ADJUSTMENTS = 3
"""Adjustments of a team in one round, each in its own cell."""


def read_round(
    sheet: Sheet, teams: tuple[str, ...], before: Totals, cells: Mapping[tuple[str, str], CellValue]
) -> tuple[Round, list[Problem]]:
    """Return a round from its cells by place and field, and what is missing or unreadable, which counts as zero.

    Raises ValueError if a newer Scorepad recorded an end of the round that this one does not know.
    """
    ended = cells.get((TABLE, HOW_ENDED))
    if not isinstance(ended, WentOut | StockRanOut | None):
        raise ValueError(f"Round {sheet.round_number} ended in an unknown way: {ended}.")
    reader = _Reader(sheet, cells, ended)
    entry = Round(
        rules=sheet.rules,
        round_number=sheet.round_number,
        table=sheet.table,
        decks=sheet.decks,
        ended=Ended.STOCK_RAN_OUT if isinstance(ended, StockRanOut) else Ended.WENT_OUT,
        teams=tuple([reader.team(at, name, before[at - 1]) for at, name in enumerate(teams, start=1)]),
        alone=lone_hand(sheet.table, cells),
    )
    return entry, reader.problems


def lone_hand(table: Table, cells: Mapping[tuple[str, str], CellValue]) -> int | None:
    """Return the team (from 0) that plays alone in a round against the others; None if no one does, or no one knows."""
    value = cells.get((TABLE, ALONE))
    if table.lone_hand is words.LoneHand.NONE or not isinstance(value, Alone):
        return None
    return value.seat - 1 if 0 < value.seat <= table.teams else None


def shares_melds(sheet: Sheet, cells: Mapping[tuple[str, str], CellValue], team: int) -> bool:
    """Return whether a partner of this team (from 1) has counted what both have melded, so that it need not count."""
    alone = lone_hand(sheet.table, cells)
    if alone is None or team == alone + 1:
        return False
    partners = (at for at in range(1, sheet.table.teams + 1) if at not in (team, alone + 1))
    return any((Place.team(at), codes.MELDED) in cells for at in partners)


class _Reader:
    def __init__(
        self, sheet: Sheet, cells: Mapping[tuple[str, str], CellValue], ended: WentOut | StockRanOut | None
    ) -> None:
        self._sheet = sheet
        self._cells = cells
        self._out = ended.seat if isinstance(ended, WentOut) else None
        # A void round scores nothing, so counting is optional.
        void = sheet.rules.stock.round is StockRound.VOID
        self._is_void = void and isinstance(ended, StockRanOut)
        # Rounds finished by an earlier Scorepad may have cards left for the player who went out. Keep their scores.
        self._is_final = cells.get(FINISHED) == Mark(True)
        self.problems: list[Problem] = []
        if ended is None:
            sentence = "Say who went out, or that the stock ran out."
            self._error("not_counted", HOW_ENDED, sentence)
        has_lone_hand = sheet.table.lone_hand is not words.LoneHand.NONE and not self._is_void
        if has_lone_hand and not isinstance(cells.get((TABLE, ALONE)), Alone):
            self._error("not_counted", ALONE, "Say who played alone, or that everyone did.")

    def _error(self, code: str, path: str, sentence: str) -> None:
        self.problems.append(Problem(code, Level.ERROR, path, {"sentence": sentence}))

    def team(self, team: int, name: str, before: int) -> TeamRound:
        """Return what was counted for a team, from 1."""
        place, seats = Place.team(team), seats_of(team, self._sheet.table)
        sheet, ruling = self._sheet, self._cells.get((place, "ruling"))
        threes = sheet.threes[CardPlace.LAID] + sheet.threes[CardPlace.HELD]
        return TeamRound(
            name=name,
            score_before=before,
            books=self._counts(sheet.books, team, seats),
            unfinished=self._counts(sheet.unfinished, team, seats),
            melded=self._quantity(place, codes.MELDED, f"teams[{team - 1}].melded", "what was melded"),
            left=tuple([self._left(team, at, seat) for at, seat in enumerate(seats)]),
            threes=self._counts(threes, team, seats),
            bonuses=self._counts(sheet.extras, team, seats),
            lost=tuple(self._lost(place)),
            adjustments=tuple(self._adjustments(place)),
            went_out=self._out in seats,
            ruling=ruling.text if isinstance(ruling, Text) else "",
        )

    def _counts(self, fields: tuple[Field, ...], team: int, seats: tuple[int, ...]) -> dict[str, int]:
        """Return a team's counts without the zeros, from its own cells or from those of its seats."""
        counts = {}
        for field in fields:
            of_seats = field.about is About.SEAT
            places = [Place.seat(seat) for seat in seats] if of_seats else [Place.team(team)]
            if field.threes and self._out in seats and of_seats and not self._is_final:
                at = seats.index(self._out)
                self._check_nothing_left(places.pop(at), field.code, f"teams[{team - 1}].{field.code}[{at}]")
            if count := self._count(team, field.code, places):
                counts[field.name or field.code] = count
        return counts

    def _count(self, team: int, code: str, places: Sequence[str]) -> int:
        total = 0
        for place in places:
            value = self._cells.get((place, code))
            if isinstance(value, Count) and value.number in COUNTABLE:
                total += value.number
            elif value is not None:
                # After a change of rules during the game, this field may hold points instead of a count.
                self._error("bad_number", f"teams[{team - 1}].{code}", NO_COUNT)
                return 0
        return total

    def _left(self, team: int, at: int, seat: int) -> Quantity:
        place, path = Place.seat(seat), f"teams[{team - 1}].left[{at}]"
        if seat == self._out and not (self._is_final and (place, codes.LEFT) in self._cells):
            self._check_nothing_left(place, codes.LEFT, path)
            return 0
        return self._quantity(place, codes.LEFT, path, "what was left")

    def _check_nothing_left(self, place: str, code: str, path: str) -> None:
        """Add an error if cards of the player who went out were counted."""
        value = self._cells.get((place, code))
        if value is None:
            return
        try:
            cards = quantity(value) if code == codes.LEFT else count_of(value)
        except NotANumber as error:
            self._error("bad_number", path, str(error))
            return
        if cards if isinstance(cards, int) else any(cards.values()):
            self.problems.append(Problem("out_has_cards", Level.ERROR, path))

    def _quantity(self, place: str, name: str, path: str, noun: str) -> Quantity:
        value = self._cells.get((place, name))
        if value is None:
            if not self._is_void and not (name == codes.MELDED and self._is_shared(place)):
                self._error("not_counted", path, f"Count {noun}; type 0 if it was nothing.")
            return 0
        try:
            return quantity(value)
        except NotANumber as error:
            self._error("bad_number", path, str(error))
            return 0

    def _is_shared(self, place: str) -> bool:
        return shares_melds(self._sheet, self._cells, parse_place(place).number)

    def _lost(self, place: str) -> Iterator[str]:
        for book in self._sheet.rules.books:
            if book.begun is Begun.OPENING and (place, f"lost_{book.code}") in self._cells:
                yield book.code

    def _adjustments(self, place: str) -> Iterator[Adjustment]:
        for number in range(1, MAX_ADJUSTMENTS + 1):
            value = self._cells.get((place, f"adjustment{number}"))
            if isinstance(value, Adjusted):
                yield Adjustment(typed_adjustment(value.typed), value.reason)


# ---- The game

RoundValues = dict[tuple[str, str], CellValue]
"""The cells of one round: (place, field) → value."""

STARTER = "starter"
"""The table's field that says who starts a round."""

END: CellName = (WHOLE_GAME, TABLE, "end")
"""The cell with the table's decision about the end of the game."""

OPENED = "opened"
"""The field of a team that has opened. It scores nothing."""

CHECKED = "checked"
"""The field that says who checked a team's counts. It does not affect the score."""

CONFIRMED = "confirmed"
"""The field that says who confirmed a finished round for a team. It does not affect the score."""

DELETED = "deleted"
"""The field that says how often a round of this number was deleted. It does not affect the score."""

NOTHING_COUNTED = (STARTER, SEATED, CHECKED, CONFIRMED, DELETED)
"""Fields that do not start a round's sheet: who starts, who sits in, checks, confirmations and deletions."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round as counted so far: the entry, its score and its problems.

    A round `on_paper` was played before the game began here. It is finished and has no points, because the totals
    brought forward include them. `is_itemised` is false for a round from a file of which only the points are
    known. `before` are the totals before the round, `totals` its own points, by team; `opened`
    says of each team whether it is marked as opened, or has counts that show it.
    """

    entry: Round
    before: Totals
    scores: tuple[TeamScore, ...]
    totals: Totals
    opened: tuple[bool, ...]
    problems: tuple[Problem, ...]
    finished: bool
    on_paper: bool = False
    is_itemised: bool = True

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What must be corrected before the round can be final."""
        return tuple(p for p in self.problems if p.level is Level.ERROR)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What a person may confirm."""
        return tuple(p for p in self.problems if p.level is Level.WARNING)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with all its rounds in order, the finished ones as `played`, and the course that follows from those."""

    agreement: Agreement
    rounds: tuple[RoundRecord, ...]
    played: Played
    course: Course

    @property
    def has_only_points(self) -> bool:
        """Whether only the points of its rounds are known."""
        return self.course.counted > 0 and not any(r.is_itemised for r in self.rounds[: self.course.counted])

    def before(self, round_number: int) -> Totals:
        """Return the totals before a round, by team."""
        if round_number <= len(self.rounds):
            return self.rounds[round_number - 1].before
        return _after(self.rounds[-1]) if self.rounds else self.agreement.brought


def game(cells: Cells, names: Mapping[int, str], *, again: bool = True) -> GameRecord:
    """Read a game from its cells. Raises RulesError as `agreement` does.

    Pass `again=False` to skip the cache of rounds when reading thousands of games, each only once.
    """
    agreed = agreement(cells, names)
    rounds = _rounds(agreed, cells, (), (), again=again)
    played = _played(agreed, cells, rounds)
    return GameRecord(agreed, rounds, played, course(played))


def game_after(known: GameRecord, cells: Cells, changed: Collection[int]) -> GameRecord:
    """Update a game after changes to the sheets of some rounds and to nothing else."""
    agreed = known.agreement
    rounds = _rounds(agreed, cells, known.rounds, changed, again=True)
    played = _played(agreed, cells, rounds)
    same = played == known.played
    return GameRecord(agreed, rounds, played, known.course if same else course(played))


def _rounds(
    agreed: Agreement, cells: Cells, known: tuple[RoundRecord, ...], changed: Collection[int], *, again: bool
) -> tuple[RoundRecord, ...]:
    """Return the rounds begun. A round of `known` is reused unless it or the totals before it changed."""
    by_round = _by_round(cells)
    begun = {round_number for round_number, _, name in cells if name not in NOTHING_COUNTED}
    rounds: list[RoundRecord] = []
    totals = agreed.brought
    for round_number in range(1, max(agreed.paper, *begun) + 1):
        record = known[round_number - 1] if round_number <= len(known) and round_number not in changed else None
        if record is None or record.before != totals:
            # A round on paper that also has a sheet here counts as on the sheet.
            if round_number <= agreed.paper and round_number not in begun:
                record = _on_paper(agreed, round_number, totals)
            else:
                record = _record(agreed, by_round.get(round_number, {}), round_number, totals, again=again)
        rounds.append(record)
        totals = _after(record)
    return tuple(rounds)


def _after(record: RoundRecord) -> Totals:
    return tuple([a + b for a, b in zip(record.before, record.totals, strict=True)])


def _played(agreed: Agreement, cells: Cells, rounds: tuple[RoundRecord, ...]) -> Played:
    # A reopened round still counts if later ones are finished.
    played_to = max((r.entry.round_number for r in rounds if r.finished), default=0)
    return Played(
        rules=agreed.rules,
        table=agreed.table,
        rounds=tuple([record.totals for record in rounds[:played_to]]),
        brought=agreed.brought,
        starters=_starters(cells),
        decision=_decision(cells, agreed.paper),
        is_left_out=cells.get((WHOLE_GAME, TABLE, UNCOUNTED)) == Mark(True),
    )


def _starters(cells: Cells) -> dict[int, int]:
    return {
        round_number: value.seat for (round_number, _, _), value in cells.items() if isinstance(value, StartingSeat)
    }


def _decision(cells: Cells, paper: int) -> DecidedEnd:
    """Return the decision about the end. A game cannot have ended before its last round on paper."""
    value = cells.get(END)
    if not isinstance(value, EndDecision):
        return DecidedEnd(not_before=max(1, paper))
    return DecidedEnd(value.over_after, max(value.not_before or 1, paper), value.in_league, value.last_round)


def _on_paper(agreed: Agreement, round_number: int, totals: Totals) -> RoundRecord:
    names = _teams(agreed, round_number)
    teams = tuple(TeamRound(name, total) for name, total in zip(names, totals, strict=True))
    rules, table, decks = agreed.rules, agreed.table, agreed.decks
    entry = Round(rules, round_number, table, decks, Ended.STOCK_RAN_OUT, teams)
    scores = tuple(TeamScore(name, ()) for name in names)
    return RoundRecord(
        entry=entry,
        before=totals,
        scores=scores,
        totals=(0,) * len(names),
        opened=(False,) * len(names),
        problems=(),
        finished=True,
        on_paper=True,
        is_itemised=False,
    )


def _teams(agreed: Agreement, round_number: int) -> tuple[str, ...]:
    seating = agreed.seating[-1]
    return (seating if seating.start <= round_number else agreed.seated_in(round_number)).teams


def round_record(agreed: Agreement, cells: Cells, round_number: int, before: Totals) -> RoundRecord:
    """Read one round from its cells, given the totals before it. What was not counted yet scores zero."""
    values = _by_round(cells).get(round_number, {})
    return _record(agreed, values, round_number, before, again=True)


def _by_round(cells: Cells) -> dict[int, RoundValues]:
    rounds: dict[int, RoundValues] = {}
    for (round_number, place, name), value in cells.items():
        rounds.setdefault(round_number, {})[place, name] = value
    return rounds


def _record(agreed: Agreement, cells: RoundValues, round_number: int, before: Totals, *, again: bool) -> RoundRecord:
    sheet = build_sheet(agreed.rules, agreed.table, round_number, agreed.decks)
    teams = _teams(agreed, round_number)
    if not again:
        return _read(sheet, teams, before, cells)
    return _round_record(sheet, teams, before, tuple(cells.items()))


@lru_cache(maxsize=512)
def _round_record(
    sheet: Sheet, teams: tuple[str, ...], before: Totals, cells: tuple[tuple[tuple[str, str], CellValue], ...]
) -> RoundRecord:
    """Cached, because every page of a game scores all its rounds, and most have not changed."""
    return _read(sheet, teams, before, dict(cells))


def _read(sheet: Sheet, teams: tuple[str, ...], before: Totals, cells: RoundValues) -> RoundRecord:
    entry, unread = read_round(sheet, teams, before, cells)
    # Until the round has ended, only check what the decks hold.
    has_ended = (TABLE, HOW_ENDED) in cells
    problems = check(entry) if has_ended else overdrawn(entry)
    # Once a round from a file is counted here, it is like any other.
    is_itemised = has_ended or (TABLE, IMPORTED) not in cells
    scores = score(entry)
    opened = list(map(has_melded, entry.teams))
    for team in range(1, len(teams) + 1):
        opened[team - 1] |= (Place.team(team), OPENED) in cells
    if entry.alone is not None:
        opened = [is_open or any(opened[of] for of in partners_of(entry, at)) for at, is_open in enumerate(opened)]
    return RoundRecord(
        entry=entry,
        before=before,
        scores=scores,
        totals=tuple([team.total for team in scores]),
        opened=tuple(opened),
        problems=(*unread, *problems) if is_itemised else (),
        finished=cells.get(FINISHED) == Mark(True),
        is_itemised=is_itemised,
    )


# ---- A game before and after a change: points, totals and new faults

MAX_FAULTS = 3
"""The most faults listed for one round. The sheet of the round lists them all."""


@dataclass(frozen=True, slots=True)
class PointsChange:
    """Points before and after; `before` is None if there were none."""

    before: int | None
    after: int

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class RoundChange:
    """One round: its number now and before, its points for each team, and the new faults of its sheet."""

    number: int
    number_before: int
    points: tuple[PointsChange, ...]
    faults: tuple[str, ...]


def points_changes(before: Totals | None, after: Totals) -> tuple[PointsChange, ...]:
    old = before or (None,) * len(after)
    return tuple(PointsChange(a, b) for a, b in zip_longest(old, after))


def total_changes(before: GameRecord, after: GameRecord, *, is_moved: bool) -> Totals:
    """Return by how much each team's total changed, apart from rounds that were finished meanwhile.

    `is_moved`: rounds have other numbers now, because one was deleted or brought back.
    """
    old, new = (record.course.totals[record.course.counted] for record in (before, after))
    changed = [total - old_total for total, old_total in zip_longest(new, old, fillvalue=0)]
    finished = set() if is_moved else {at for at, record in enumerate(before.rounds) if record.finished}
    for at, record in enumerate(after.rounds[: after.course.counted]):
        if not is_moved and at not in finished and not record.on_paper:
            changed = [of_team - points for of_team, points in zip(changed, record.totals, strict=True)]
    return tuple(changed)


def round_changes(before: GameRecord, after: GameRecord, shift: int = 0) -> Iterator[RoundChange]:
    """Yield the rounds that were played here. `shift` is how far their numbers moved."""
    for round_number, record in enumerate(after.rounds, start=1):
        number_before = round_number - shift
        exists = 0 < number_before <= len(before.rounds)
        old = before.rounds[number_before - 1] if exists else None
        if not record.on_paper:
            points = points_changes(old.totals if old else None, record.totals)
            yield RoundChange(round_number, number_before, points, new_faults(old, record))


def new_faults(old: RoundRecord | None, record: RoundRecord) -> tuple[str, ...]:
    """Return the errors that the new rules find in a finished round. An opening already played is never an error."""
    if not record.finished:
        return ()
    old_faults = {(problem.code, problem.path) for problem in old.errors} if old else set()
    new = [problem for problem in record.errors if (problem.code, problem.path) not in old_faults]
    return tuple(problem_text(problem) for problem in new[:MAX_FAULTS])
