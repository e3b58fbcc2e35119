"""The bar that never leaves the screen: totals, the round, what each team must open with, who starts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from scorepad.play.game import LoadedGame
from scorepad.rules import lookup
from scorepad.rules.model import OpeningStep
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.game.course import Phase, StartsBecause, minimums
from scorepad.scoring.game.record import RoundRecord
from scorepad.web.app.current import g
from scorepad.web.app.templates import STARTS, ending

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
        """Build the bar of a round that was begun, or of the next one."""
        record, course = loaded.record, loaded.record.course
        is_next = number == course.next_round and course.phase is not Phase.OVER
        entered = record.rounds[number - 1] if number <= len(record.rounds) else None
        asks_start = is_next and _asks_start(loaded)
        return cls(
            game=loaded.id,
            mark=g.club.presence.mark(loaded.id, loaded.version),
            round=number,
            ends=_ends(loaded),
            starts=_starts(loaded, asks_start) if is_next else "",
            asks_start=asks_start,
            why=BECAUSE[course.starter.because],
            sides=tuple(_sides(loaded, number, entered)),
        )


def _ends(loaded: LoadedGame) -> str:
    rules, players = loaded.agreement.rules, loaded.agreement.table.players
    by_target = rules.end.by is EndBy.TARGET
    return ending(rules, lookup.target_for(rules, players).points if by_target else None)


def _sides(loaded: LoadedGame, number: int, entered: RoundRecord | None) -> Iterator[Side]:
    rules, course = loaded.agreement.rules, loaded.record.course
    now = entered.totals if entered else None
    before = loaded.record.before(number)
    # The points of a finished round are in the totals; those of a round being played stand beside them.
    totals = loaded.record.before(number + 1) if entered and entered.finished else before
    steps = course.minimums
    if number != course.next_round:
        steps = minimums(rules, loaded.agreement.table, number, before)
    teams = loaded.teams_in(number)
    for at, total in enumerate(totals):
        lost = loaded.lost(number, at + 1)
        yield Side(
            team=at + 1,
            name=teams[at],
            total=total,
            minimum=steps[at],
            opened=loaded.has_opened(number, at + 1),
            lost=tuple(kind.plural for kind in rules.books if kind.code in lost),
            so_far=now[at] if now else None,
        )


def _starts(loaded: LoadedGame, asks_start: bool) -> str:
    seat = loaded.record.course.starter.seat
    if asks_start:
        return "Say below who starts"
    if seat is None:
        return STARTS[loaded.agreement.rules.play.starts]
    return f"{loaded.seat_name(seat)} starts"


def _asks_start(loaded: LoadedGame) -> bool:
    """Return whether nothing tells who starts the next round, as in round 2 if no one said who started round 1."""
    course = loaded.record.course
    is_behind = loaded.agreement.rules.play.starts is Starts.BEHIND
    return course.starter.seat is None and course.next_round > 1 and not is_behind
