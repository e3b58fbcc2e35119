"""A game as its cells tell it: its rounds, their scores, and what follows. The cells are as in `agreement.py`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorepad.scoring.agreement import WHOLE_GAME, Agreement, Cells, agreement
from scorepad.scoring.check import check
from scorepad.scoring.game import Course, Decision, Played, Totals, course
from scorepad.scoring.limits import overdrawn
from scorepad.scoring.model import (
    Ended,
    Level,
    Problem,
    Round,
    TeamRound,
    TeamScore,
)
from scorepad.scoring.round_cells import RoundCells
from scorepad.scoring.score import score
from scorepad.scoring.sheet import Sheet, sheet

RoundValues = dict[tuple[str, str], Any]
"""The cells of one round: (place, field) → value."""

CHECKED = "checked"
"""The field of a team whose counts somebody has looked over; nothing is scored by it."""

NOTHING_COUNTED = ("starter", "player", CHECKED)
"""Who starts and who sits in for somebody is known before a card is played, and a mark counts nothing: fields that do
not begin a round's sheet."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round as far as it was counted: the entry, its score, and all there is to say about it.

    A round `on_paper` was played before the game was begun here: it is finished, and worth nothing here, since the
    totals brought forward hold its points.
    """

    entry: Round
    scores: tuple[TeamScore, ...]
    problems: tuple[Problem, ...]
    finished: bool
    on_paper: bool = False

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What keeps the round from being final."""
        return tuple(p for p in self.problems if p.level is Level.ERROR)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What a person may confirm."""
        return tuple(p for p in self.problems if p.level is Level.WARNING)

    @property
    def totals(self) -> Totals:
        """Points of the round, one a team."""
        return tuple(team.total for team in self.scores)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with every round that was begun, in order, and what follows from the finished ones."""

    agreement: Agreement
    rounds: tuple[RoundRecord, ...]
    course: Course

    def before(self, number: int) -> Totals:
        """The totals before a round, one a team."""
        earlier = [record.totals for record in self.rounds[: number - 1]]
        return tuple(map(sum, zip(self.agreement.brought, *earlier, strict=True)))


def game(cells: Cells, names: Mapping[int, str], *, again: bool = True) -> GameRecord:
    """A game from its cells, everything derived anew. Raises RulesError as `agreement` does.

    `again` says that the same game will be asked for soon; who reads thousands in a row asks for each but once.
    """
    agreed = agreement(cells, names)
    by_round = _by_round(cells)
    begun = {number for number, _, name in cells if name not in NOTHING_COUNTED}
    rounds: list[RoundRecord] = []
    totals = agreed.brought
    for number in range(1, max(agreed.paper, *begun) + 1):
        # A round that has a sheet here after all counts as that says.
        if number <= agreed.paper and number not in begun:
            record = _on_paper(agreed, number, totals)
        else:
            record = _record(agreed, by_round.get(number, {}), number, totals, again=again)
        rounds.append(record)
        totals = tuple(a + b for a, b in zip(totals, record.totals, strict=True))
    # A round that was opened again still stands where later ones were finished after it.
    played_to = max((r.entry.number for r in rounds if r.finished), default=0)
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
        number: value["seat"]
        for (number, place, name), value in cells.items()
        if place == "table" and name == "starter" and value is not None
    }


def _decision(cells: Cells, paper: int) -> Decision:
    """What was decided about the end. No game ended earlier than in the last round it had on paper."""
    value = cells.get((WHOLE_GAME, "table", "end")) or {}
    return Decision(value.get("over_after"), max(value.get("not_before", 1), paper))


def _on_paper(agreed: Agreement, number: int, totals: Totals) -> RoundRecord:
    names = agreed.seated_in(number).teams
    teams = tuple(TeamRound(name, total) for name, total in zip(names, totals, strict=True))
    entry = Round(agreed.rules, number, agreed.table, agreed.decks, Ended.STOCK_RAN_OUT, teams)
    scores = tuple(TeamScore(name, ()) for name in names)
    return RoundRecord(entry, scores, (), finished=True, on_paper=True)


def round_record(agreed: Agreement, cells: Cells, number: int, before: Totals) -> RoundRecord:
    """One round from its cells, with the totals before it. What was not counted yet scores as zero."""
    return _record(agreed, _by_round(cells).get(number, {}), number, before, again=True)


def _by_round(cells: Cells) -> dict[int, RoundValues]:
    found: dict[int, RoundValues] = {}
    for (number, place, name), value in cells.items():
        found.setdefault(number, {})[place, name] = value
    return found


def _record(
    agreed: Agreement, cells: RoundValues, number: int, before: Totals, *, again: bool
) -> RoundRecord:
    page = sheet(agreed.rules, agreed.table, number, agreed.decks)
    teams = agreed.seated_in(number).teams
    if not again:
        return _read(page, teams, before, cells)
    there = [(*cell, value) for cell, value in cells.items()]
    return _round_record(page, teams, before, json.dumps(there))


@lru_cache(maxsize=512)
def _round_record(page: Sheet, teams: tuple[str, ...], before: Totals, text: str) -> RoundRecord:
    """A round from all that it hangs on; `text` is its cells as JSON, each as place, field and value.

    Every page of a game adds up all its rounds, and most have not changed since the page before.
    """
    cells = {(place, name): value for place, name, value in json.loads(text)}
    return _read(page, teams, before, cells)


def _read(page: Sheet, teams: tuple[str, ...], before: Totals, cells: RoundValues) -> RoundRecord:
    reading = RoundCells(page, teams, cells)
    entry = reading.entry(before)
    ended = reading.get("table", "ended")
    # Before anybody said how the round ended, only what the decks do not hold is wrong.
    problems = (*reading.problems, *(check(entry) if ended else overdrawn(entry)))
    finished = bool(reading.get("table", "finished"))
    return RoundRecord(entry, score(entry), problems, finished)
