"""A game read from its cells: its rounds, their scores, and what follows from them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorepad.scoring.cells import CellName, Cells, CellValue, EndDecision, Mark, StartingSeat
from scorepad.scoring.check import check
from scorepad.scoring.game.agreement import IMPORTED, SEATED, WHOLE_GAME, Agreement, agreement
from scorepad.scoring.game.course import Course, Decision, Played, Totals, course
from scorepad.scoring.game.round_cells import FINISHED, HOW_ENDED, read_round
from scorepad.scoring.limits import overdrawn
from scorepad.scoring.model import Ended, Level, Problem, Round, TeamRound
from scorepad.scoring.place import TABLE, Place
from scorepad.scoring.score import TeamScore, has_melded, score
from scorepad.scoring.sheet import Sheet, build_sheet

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
    )


def _starters(cells: Cells) -> dict[int, int]:
    return {
        round_number: value.seat for (round_number, _, _), value in cells.items() if isinstance(value, StartingSeat)
    }


def _decision(cells: Cells, paper: int) -> Decision:
    """Return the decision about the end. A game cannot have ended before its last round on paper."""
    value = cells.get(END)
    if not isinstance(value, EndDecision):
        return Decision(not_before=max(1, paper))
    return Decision(value.over_after, max(value.not_before or 1, paper), value.in_league)


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
