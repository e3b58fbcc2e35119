"""The page model of the board: totals, the round, each team's opening minimum and needs to go out, the last change."""

from dataclasses import dataclass, replace
from itertools import islice
from typing import Self

from scorepad.play.game import LoadedGame, team_names
from scorepad.play.history import actions_of
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.game.course import Phase, Totals, leaders, merits
from scorepad.scoring.text.explain import format_number
from scorepad.web.app.navigation import later_table
from scorepad.web.app.templates import STARTS
from scorepad.web.games.change_log import LoggedAction, log_actions
from scorepad.web.result.lead_story import margin
from scorepad.web.result.rounds_table import how_it_ended
from scorepad.web.table.board_books import BookStack, book_stacks, books_needed, luck_of_round
from scorepad.web.table.table_page import Bar, BarTeam, last_finisher

_LOOKED_AT = 8
"""Actions to search for the last change. Actions that changed nothing do not count."""

_DIGIT, _SIGN, _COMMA = 68, 82, 37
"""Widths of a total's characters in the widest bold font, tightly set, in hundredths of the font size."""

_LONG_NAME = 14
"""Letters of a name above which it takes two lines where teams are side by side."""


@dataclass(frozen=True, slots=True)
class BoardTeam:
    """A team on the board. `wins` is also true in a tie.

    `stands` is how far it is ahead or behind, "" before the first points. `needs` are the books that it still needs to
    go out: "" if it has them, None if the rules require none.
    """

    side: BarTeam
    total: int
    first: bool
    wins: bool
    stands: str
    needs: str | None
    books: tuple[BookStack, ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The board of a game. `starter` is the name of the player who starts; if it is "", `starts` says why."""

    game: LoadedGame
    bar: Bar
    phase: Phase
    teams: tuple[BoardTeam, ...]
    starter: str
    starts: str
    luck: dict[str, list[str]]
    last: LoggedAction | None

    @classmethod
    def of(cls, loaded: LoadedGame) -> Self:
        """Return the board of a loaded game."""
        course = loaded.record.course
        seat = course.starter.seat
        totals = course.now
        ranked = merits(loaded.agreement.rules, totals)
        bar = Bar.of(loaded, course.next_round)
        names = [side.name for side in bar.sides]
        if course.phase is Phase.OVER:
            names = list(team_names(loaded.record, loaded.names))
        return cls(
            game=loaded,
            bar=bar,
            phase=course.phase,
            teams=tuple(
                BoardTeam(
                    side=replace(side, name=names[team - 1]),
                    total=totals[team - 1],
                    first=team in leaders(ranked) and margin(ranked) > 0,
                    wins=team in course.winners,
                    stands=_stands(ranked, team),
                    needs=books_needed(loaded, course.next_round, team),
                    books=book_stacks(loaded, course.next_round, team),
                )
                for team, side in enumerate(bar.sides, start=1)
            ),
            starter=loaded.seat_name(seat, course.next_round) if seat else "",
            starts=_starts(loaded),
            luck=luck_of_round(loaded, course.next_round),
            last=_last(loaded),
        )

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase is Phase.OVER

    @property
    def wide(self) -> int:
        """The width of the widest total in hundredths of the font size. All totals have the same size."""
        return max(_width(format_number(team.total)) for team in self.teams)

    @property
    def has_long_names(self) -> bool:
        return any(len(team.side.name) > _LONG_NAME for team in self.teams)

    @property
    def winners(self) -> list[str]:
        """The winning teams once the game is over; several in a tie."""
        return [self.teams[team - 1].side.name for team in self.game.record.course.winners]

    @property
    def how(self) -> str:
        """How the game ended."""
        return how_it_ended(self.game)

    @property
    def of_rounds(self) -> int | None:
        """The number of rounds of the game, if it ends after a number of rounds and has not gone on beyond it."""
        end = self.game.agreement.rules.end
        by_rounds = end.by is EndBy.ROUNDS and end.rounds and self.bar.round <= end.rounds
        return end.rounds if by_rounds else None

    @property
    def ends(self) -> str:
        """When the game ends, "" if `of_rounds` says it."""
        return "" if self.of_rounds else self.bar.ends

    @property
    def untouched(self) -> bool:
        """Whether nothing was counted yet."""
        return self.bar.round == 1 and all(side.so_far is None for side in self.bar.sides)

    @property
    def binned(self) -> bool:
        """Whether the game is in the bin."""
        return self.game.is_binned

    @property
    def finisher(self) -> str | None:
        """Who finished the round before, "" if unknown; None once something is entered in this one."""
        return last_finisher(self.game)

    @property
    def next_game(self) -> int | None:
        """The latest game that this phone may watch, if it is later than this one: the table plays again."""
        return later_table(self.game.id)


def _stands(totals: Totals, team: int) -> str:
    """Return how far a team is ahead of the second or behind the first; "" if no team has points."""
    if not any(totals):
        return ""
    behind = max(totals) - totals[team - 1]
    if behind:
        return f"{format_number(behind)} behind"
    return f"{format_number(margin(totals))} ahead" if margin(totals) else "level"


def _width(total: str) -> int:
    return sum({",": _COMMA, "−": _SIGN}.get(character, _DIGIT) for character in total)


def _starts(loaded: LoadedGame) -> str:
    """Return who starts, for when no name is known."""
    starts = loaded.agreement.rules.play.starts
    if loaded.record.course.next_round > 1 and starts is not Starts.BEHIND:
        return "No one has said yet who starts"
    return STARTS[starts]


def _last(loaded: LoadedGame) -> LoggedAction | None:
    """Return the last change in words; None if there was none since the game began."""
    for action in islice(actions_of(loaded), _LOOKED_AT):
        if action.starts_game:
            return None
        if logged := log_actions(loaded, [action]):
            return logged[0]
    return None
