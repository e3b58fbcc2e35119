"""A game as its cells tell it: its rounds, their scores, and what follows. The cells are as in `agreement.py`."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorepad.rules.words import Begun, StockRound
from scorepad.scoring.agreement import WHOLE_GAME, Agreement, Cells, agreement
from scorepad.scoring.check import check
from scorepad.scoring.game import Course, Decision, Played, Totals, course, seats_of
from scorepad.scoring.limits import overdrawn
from scorepad.scoring.model import (
    Adjustment,
    Ended,
    Level,
    Problem,
    Quantity,
    Round,
    TeamRound,
    TeamScore,
)
from scorepad.scoring.quantity import NotANumber, count_of, quantity, typed_adjustment
from scorepad.scoring.score import score
from scorepad.scoring.sheet import About, Field, Kind, Sheet, sheet

MOST_ADJUSTMENTS = 3
"""Adjustments a team may have in one round; each is a cell of its own."""

BEFORE_THE_CARDS = ("starter", "player")
"""Who starts and who sits in for somebody is known before a card is played; it does not begin a round's sheet."""


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


def game(cells: Cells, names: Mapping[int, str]) -> GameRecord:
    """A game from its cells, everything derived anew. Raises RulesError as `agreement` does."""
    agreed = agreement(cells, names)
    begun = {number for number, _, name in cells if name not in BEFORE_THE_CARDS}
    rounds: list[RoundRecord] = []
    totals = agreed.brought
    for number in range(1, max(agreed.paper, *begun) + 1):
        # A round that has a sheet here after all counts as that says.
        if number <= agreed.paper and number not in begun:
            record = _on_paper(agreed, number, totals)
        else:
            record = round_record(agreed, cells, number, totals)
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
    page = sheet(agreed.rules, agreed.table, number, agreed.decks)
    there = [(*cell[1:], value) for cell, value in cells.items() if cell[0] == number]
    return _round_record(page, agreed.seated_in(number).teams, before, json.dumps(there))


@lru_cache(maxsize=512)
def _round_record(page: Sheet, teams: tuple[str, ...], before: Totals, text: str) -> RoundRecord:
    """A round from all that it hangs on; `text` is its cells as JSON, each as place, field and value.

    Every page of a game adds up all its rounds, and most have not changed since the page before.
    """
    cells = {(place, name): value for place, name, value in json.loads(text)}
    reading = _RoundCells(page, teams, cells)
    entry = reading.entry(before)
    ended = reading.get("table", "ended")
    # Before anybody said how the round ended, only what the decks do not hold is wrong.
    problems = (*reading.problems, *(check(entry) if ended else overdrawn(entry)))
    finished = bool(reading.get("table", "finished"))
    return RoundRecord(entry, score(entry), problems, finished)


class _RoundCells:
    """The cells of one round being read, with the problems found so far."""

    def __init__(
        self, page: Sheet, teams: tuple[str, ...], cells: Mapping[tuple[str, str], Any]
    ) -> None:
        self.page = page
        self.teams = teams
        self.cells = cells
        self.problems: list[Problem] = []

    def get(self, place: str, name: str) -> Any:
        """What stands in a cell of this round, None where nothing does."""
        return self.cells.get((place, name))

    def entry(self, before: Totals) -> Round:
        """The round; what is missing is noted as a problem and counts as zero."""
        ended = self.get("table", "ended")
        if ended is None:
            sentence = "Say who went out, or that the stock ran out."
            self._error("not_counted", "ended", sentence)
        out = ended.get("seat") if ended and ended["as"] == "out" else None
        stock = ended is not None and out is None
        teams = tuple(
            self._team(team, name, before[team], out) for team, name in enumerate(self.teams)
        )
        how = Ended.STOCK_RAN_OUT if stock else Ended.WENT_OUT
        page = self.page
        return Round(page.rules, page.number, page.table, page.decks, how, teams)

    def _error(self, code: str, path: str, sentence: str) -> None:
        self.problems.append(Problem(code, Level.ERROR, path, {"sentence": sentence}))

    def _team(self, team: int, name: str, before: int, out: int | None) -> TeamRound:
        place = f"team{team + 1}"
        seats = seats_of(team, self.page.table)
        ruling = self.get(place, "ruling")
        return TeamRound(
            name=name,
            score_before=before,
            books=self._counts(self.page.books, team),
            unfinished=self._counts(self.page.unfinished, team),
            melded=self._quantity(place, "melded", f"teams[{team}].melded", "what was melded"),
            left=tuple(self._left(team, at, seat, out) for at, seat in enumerate(seats)),
            threes={
                field.code: count
                for field in self.page.of(Kind.THREES)
                if (count := self._count(field, team))
            },
            bonuses=self._counts((*self.page.bonuses, *self.page.of(Kind.CONCEALED)), team),
            lost=tuple(self._lost(place)),
            adjustments=tuple(self._adjustments(place)),
            went_out=out in seats,
            ruling=ruling["text"] if ruling else "",
        )

    def _counts(self, fields: tuple[Field, ...], team: int) -> dict[str, int]:
        return {field.name: count for field in fields if (count := self._count(field, team))}

    def _count(self, field: Field, team: int) -> int:
        """A team's number of something: its own cell, or those of its seats together."""
        places = [f"team{team + 1}"]
        if field.about is About.SEAT:
            places = [f"seat{seat}" for seat in seats_of(team, self.page.table)]
        found = (self.get(place, field.code) for place in places)
        try:
            return sum(count_of(value) for value in found if value is not None)
        except NotANumber as error:
            # Rules that were changed in mid-game may count under this name what others gave in points.
            self._error("bad_number", f"teams[{team}].{field.code}", str(error))
            return 0

    def _left(self, team: int, at: int, seat: int, out: int | None) -> Quantity:
        """What a player had left; the one who went out has nothing, and need not say so."""
        place = f"seat{seat}"
        if seat == out and self.get(place, "left") is None:
            return 0
        return self._quantity(place, "left", f"teams[{team}].left[{at}]", "what was left")

    def _quantity(self, place: str, name: str, path: str, what: str) -> Quantity:
        value = self.get(place, name)
        if value is None and self._is_void():
            return 0
        if value is None:
            self._error("not_counted", path, f"Count {what}; type 0 if it was nothing.")
            return 0
        try:
            return quantity(value)
        except NotANumber as error:
            self._error("bad_number", path, str(error))
            return 0

    def _is_void(self) -> bool:
        """Whether the round scores nothing whatever lies there, so that nobody need count it."""
        ended = self.get("table", "ended") or {}
        return ended.get("as") == "stock" and self.page.rules.stock.round is StockRound.VOID

    def _lost(self, place: str) -> Iterator[str]:
        for kind in self.page.rules.books:
            if kind.begun is Begun.OPENING and self.get(place, f"lost_{kind.code}"):
                yield kind.code

    def _adjustments(self, place: str) -> Iterator[Adjustment]:
        for number in range(1, MOST_ADJUSTMENTS + 1):
            value = self.get(place, f"adjustment{number}")
            if value is not None:
                yield Adjustment(typed_adjustment(value["typed"]), value["reason"])
