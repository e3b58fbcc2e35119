"""The bar that never leaves the screen: totals, the round, what each team must open with, who starts."""

from dataclasses import dataclass
from typing import Self

from scorepad.rules import lookup
from scorepad.rules.model import OpeningStep
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.game import Phase, StartsBecause
from scorepad.web.clubs import LoadedGame
from scorepad.web.words import STARTS, ending

BECAUSE = {
    StartsBecause.CHOSEN: "",
    StartsBecause.MOVED_ON: "the start moves on one player a round",
    StartsBecause.BEHIND: "because the other player is ahead",
    StartsBecause.CUT: "",
}


@dataclass(frozen=True, slots=True)
class Side:
    """One team in the bar: its total, the round's points so far, and its opening.

    The total is that before the round while the round is being played, and that after it once it was finished.
    `so_far` is None while nothing was entered in the round.
    """

    team: int
    name: str
    total: int
    minimum: OpeningStep
    opened: bool
    lost: tuple[str, ...]
    so_far: int | None


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a round; `mark` is what the hub says of its game.

    `starts` is a sentence for the round to play next and "" for earlier ones; `asks_start` while the table must say it.
    """

    game: int
    mark: str
    round: int
    ends: str
    starts: str
    asks_start: bool
    why: str
    sides: tuple[Side, ...]

    @classmethod
    def of(cls, loaded: LoadedGame, number: int) -> Self:
        """The bar of a round that was begun, or of the one to play next."""
        record, agreed = loaded.record, loaded.agreement
        rules, players = agreed.rules, agreed.table.players
        by_target = rules.end.by is EndBy.TARGET
        target = lookup.target_for(rules, players).points if by_target else None
        entered = record.rounds[number - 1] if number <= len(record.rounds) else None
        now = entered.totals if entered else None
        before = record.before(number)
        # A round that was finished stands in the totals; one being played stands beside them.
        totals = record.before(number + 1) if entered and entered.finished else before
        return cls(
            game=loaded.id,
            mark=loaded.mark,
            round=number,
            ends=ending(rules, target),
            starts=_starts(loaded) if _is_next(loaded, number) else "",
            asks_start=_is_next(loaded, number) and _asks_start(loaded),
            why=BECAUSE[record.course.starter.because],
            sides=tuple(
                Side(
                    team=at + 1,
                    name=loaded.teams_in(number)[at],
                    total=total,
                    minimum=lookup.opening_step(rules, number, players, before[at]),
                    opened=loaded.has_opened(number, at),
                    lost=_lost(loaded, number, at),
                    so_far=now[at] if now else None,
                )
                for at, total in enumerate(totals)
            ),
        )


def _lost(loaded: LoadedGame, number: int, team: int) -> tuple[str, ...]:
    """The premium books that a team may no longer meld, in the table's words."""
    lost = loaded.lost(number, team)
    return tuple(kind.many for kind in loaded.agreement.rules.books if kind.code in lost)


def _is_next(loaded: LoadedGame, number: int) -> bool:
    course = loaded.record.course
    return number == course.next_round and course.phase is not Phase.OVER


def _starts(loaded: LoadedGame) -> str:
    seat = loaded.record.course.starter.seat
    if _asks_start(loaded):
        return "Say below who starts"
    if seat is None:
        return STARTS[loaded.agreement.rules.play.starts]
    return f"{loaded.seat_name(seat)} starts"


def _asks_start(loaded: LoadedGame) -> bool:
    """Whether nothing tells who starts the round to play next, as in a second round after nobody said who had begun."""
    course = loaded.record.course
    behind = loaded.agreement.rules.play.starts is Starts.BEHIND
    return course.starter.seat is None and course.next_round > 1 and not behind
