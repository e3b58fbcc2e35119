"""A game read from its cells: its rounds, their scores, and what follows from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorepad.scoring.cells import Cells, CellValue, EndDecision, StartingSeat, is_yes
from scorepad.scoring.check import check
from scorepad.scoring.game.agreement import WHOLE_GAME, Agreement, agreement
from scorepad.scoring.game.course import Course, Decision, Played, Totals, course
from scorepad.scoring.game.round_cells import RoundCells
from scorepad.scoring.limits import overdrawn
from scorepad.scoring.model import (
    Ended,
    Level,
    Problem,
    Round,
    TeamRound,
    TeamScore,
)
from scorepad.scoring.place import TABLE
from scorepad.scoring.score import score
from scorepad.scoring.sheet import Sheet, build_sheet

RoundValues = dict[tuple[str, str], CellValue]
"""The cells of one round: (place, field) → value."""

CHECKED = "checked"
"""The field that says who checked a team's counts. It does not affect the score."""

NOTHING_COUNTED = ("starter", "player", CHECKED)
"""Fields that do not begin a round's sheet: who starts, who sits in, and who checked the counts."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round as far as it was counted: the entry, its score and its problems.

    A round `on_paper` was played before the game began here. It is finished and has no points, because the totals
    brought forward include them.
    """

    entry: Round
    scores: tuple[TeamScore, ...]
    problems: tuple[Problem, ...]
    finished: bool
    on_paper: bool = False

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What must be corrected before the round can be final."""
        return tuple(p for p in self.problems if p.level is Level.ERROR)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What a person may confirm."""
        return tuple(p for p in self.problems if p.level is Level.WARNING)

    @property
    def totals(self) -> Totals:
        """The points of the round, by team."""
        return tuple(team.total for team in self.scores)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with all its rounds, in order, and what follows from the finished ones."""

    agreement: Agreement
    rounds: tuple[RoundRecord, ...]
    course: Course

    def before(self, round_number: int) -> Totals:
        """Return the totals before a round, by team."""
        earlier = [record.totals for record in self.rounds[: round_number - 1]]
        return tuple(map(sum, zip(self.agreement.brought, *earlier, strict=True)))


def game(cells: Cells, names: Mapping[int, str], *, again: bool = True) -> GameRecord:
    """Read a game from its cells. Raises RulesError as `agreement` does.

    Pass `again=False` to skip the cache of rounds when reading thousands of games, each only once.
    """
    agreed = agreement(cells, names)
    by_round = _by_round(cells)
    begun = {number for number, _, name in cells if name not in NOTHING_COUNTED}
    rounds: list[RoundRecord] = []
    totals = agreed.brought
    for number in range(1, max(agreed.paper, *begun) + 1):
        # A round on paper that also has a sheet here counts as on the sheet.
        if number <= agreed.paper and number not in begun:
            record = _on_paper(agreed, number, totals)
        else:
            record = _record(agreed, by_round.get(number, {}), number, totals, again=again)
        rounds.append(record)
        totals = tuple(a + b for a, b in zip(totals, record.totals, strict=True))
    # A round that was opened again still counts if later ones are finished.
    played_to = max((r.entry.round_number for r in rounds if r.finished), default=0)
    played = Played(
        rules=agreed.rules,
        table=agreed.table,
        rounds=tuple(record.totals for record in rounds[:played_to]),
        brought=agreed.brought,
        starters=_starters(cells),
        decision=_decision(cells, agreed.paper),
    )
    return GameRecord(agreed, tuple(rounds), course(played))


def _starters(cells: Cells) -> dict[int, int]:
    return {
        number: value.seat
        for (number, _, _), value in cells.items()
        if isinstance(value, StartingSeat)
    }


def _decision(cells: Cells, paper: int) -> Decision:
    """Return the decision about the end. A game cannot have ended before its last round on paper."""
    value = cells.get((WHOLE_GAME, TABLE, "end"))
    if not isinstance(value, EndDecision):
        return Decision(not_before=max(1, paper))
    return Decision(value.over_after, max(value.not_before or 1, paper))


def _on_paper(agreed: Agreement, round_number: int, totals: Totals) -> RoundRecord:
    names = agreed.seated_in(round_number).teams
    teams = tuple(TeamRound(name, total) for name, total in zip(names, totals, strict=True))
    rules, table, decks = agreed.rules, agreed.table, agreed.decks
    entry = Round(rules, round_number, table, decks, Ended.STOCK_RAN_OUT, teams)
    scores = tuple(TeamScore(name, ()) for name in names)
    return RoundRecord(entry, scores, (), finished=True, on_paper=True)


def round_record(agreed: Agreement, cells: Cells, round_number: int, before: Totals) -> RoundRecord:
    """Read one round from its cells, given the totals before it. What was not counted yet scores zero."""
    values = _by_round(cells).get(round_number, {})
    return _record(agreed, values, round_number, before, again=True)


def _by_round(cells: Cells) -> dict[int, RoundValues]:
    rounds: dict[int, RoundValues] = {}
    for (round_number, place, name), value in cells.items():
        rounds.setdefault(round_number, {})[place, name] = value
    return rounds


def _record(
    agreed: Agreement, cells: RoundValues, round_number: int, before: Totals, *, again: bool
) -> RoundRecord:
    sheet = build_sheet(agreed.rules, agreed.table, round_number, agreed.decks)
    teams = agreed.seated_in(round_number).teams
    if not again:
        return _read(sheet, teams, before, cells)
    return _round_record(sheet, teams, before, tuple(cells.items()))


@lru_cache(maxsize=512)
def _round_record(
    sheet: Sheet,
    teams: tuple[str, ...],
    before: Totals,
    cells: tuple[tuple[tuple[str, str], CellValue], ...],
) -> RoundRecord:
    """Cached, because every page of a game scores all its rounds, and most have not changed."""
    return _read(sheet, teams, before, dict(cells))


def _read(sheet: Sheet, teams: tuple[str, ...], before: Totals, cells: RoundValues) -> RoundRecord:
    reader = RoundCells(sheet, teams, cells)
    entry = reader.entry(before)
    ended = reader.get(TABLE, "ended")
    # Until the round has ended, only check what the decks hold.
    problems = (*reader.problems, *(check(entry) if ended else overdrawn(entry)))
    finished = is_yes(reader.get(TABLE, "finished"))
    return RoundRecord(entry, score(entry), problems, finished)
