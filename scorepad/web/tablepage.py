"""What the table's page shows."""

from dataclasses import dataclass
from typing import Self

from scorepad.rules import lookup
from scorepad.rules.model import OpeningStep
from scorepad.rules.words import EndBy
from scorepad.scoring.game import Phase, StartsBecause
from scorepad.scoring.record import RoundRecord
from scorepad.web.clubs import LoadedGame
from scorepad.web.words import STARTS, ending

BECAUSE = {
    StartsBecause.CHOSEN: "",
    StartsBecause.MOVED_ON: "the start moves on one player a round",
    StartsBecause.BEHIND: "because the other player is ahead",
    StartsBecause.CUT: "",
}


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team on the table's page: its total, and what it must open with in the round to play."""

    name: str
    total: int
    minimum: OpeningStep
    wins: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """A game as the table sees it."""

    game: LoadedGame
    teams: tuple[TeamRow, ...]
    phase: Phase
    round: int
    begun: bool
    ends: str
    starts: str
    why: str
    by_time: bool

    @classmethod
    def of(cls, loaded: LoadedGame) -> Self:
        """The page of a game."""
        course, agreed = loaded.record.course, loaded.agreement
        rules = agreed.rules
        by_target = rules.end.by is EndBy.TARGET
        target = lookup.target_for(rules, agreed.table.players).points if by_target else None
        seat = course.starter.seat
        rows = zip(agreed.teams, course.now, course.minimums, strict=True)
        return cls(
            game=loaded,
            teams=tuple(
                TeamRow(name, total, step, at in course.winners)
                for at, (name, total, step) in enumerate(rows)
            ),
            phase=course.phase,
            round=course.next_round,
            begun=len(loaded.record.rounds) >= course.next_round,
            ends=ending(rules, target),
            starts=loaded.seat_name(seat) if seat else STARTS[rules.play.starts],
            why=BECAUSE[course.starter.because],
            by_time=rules.end.by is EndBy.TIME,
        )

    @property
    def seats(self) -> list[tuple[int, str]]:
        """Every seat with the name of who sits there."""
        players = range(1, self.game.agreement.table.players + 1)
        return [(seat, self.game.seat_name(seat)) for seat in players]

    @property
    def tie(self) -> bool:
        """Whether the game ended with equal totals at the top."""
        return sum(team.wins for team in self.teams) > 1

    @property
    def rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds that were begun."""
        return self.game.record.rounds

    def counts(self, number: int) -> bool:
        """Whether a round counts: one played after the game had ended does not."""
        return number <= self.game.record.course.counted

    def after(self, number: int) -> tuple[int, ...]:
        """The totals after a round."""
        return self.game.record.before(number + 1)
