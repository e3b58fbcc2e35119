"""What the board shows: totals, the round, what each team must open with and still needs to go out, the last change."""

from dataclasses import dataclass, replace
from itertools import islice
from typing import Self

from scorepad.play.game import LoadedGame
from scorepad.play.game_people import team_names
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
from scorepad.web.table.table_page import Bar, Side, last_finisher

_LOOKED_AT = 8
"""Actions among which the last change is looked for: an action that changed nothing is none."""

_DIGIT, _SIGN, _COMMA = 68, 82, 37
"""How wide the characters of a total are in the widest bold letters, in hundredths of their size, set tight."""

_LONG_NAME = 14
"""A name with more letters takes two lines where teams stand beside each other."""


@dataclass(frozen=True, slots=True)
class BoardTeam:
    """A team on the board: its side of the bar, and what is said of it; `wins` also with others in a tie.

    `stands` is how far it is ahead or behind, "" before the first points; `needs` the books that it still needs to go
    out, "" where it has them; None where the rules ask for none.
    """

    side: Side
    total: int
    first: bool
    wins: bool
    stands: str
    needs: str | None
    books: tuple[BookStack, ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The board of a game. `starter` is the name of who starts, "" where `starts` says why it is not known."""

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
        """The board of a game as it was loaded."""
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
                    side=replace(side, name=names[at]),
                    total=totals[at],
                    first=at + 1 in leaders(ranked) and margin(ranked) > 0,
                    wins=at + 1 in course.winners,
                    stands=_stands(ranked, at),
                    needs=books_needed(loaded, course.next_round, at),
                    books=book_stacks(loaded, course.next_round, at),
                )
                for at, side in enumerate(bar.sides)
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
        """How wide the widest total is, in hundredths of the size of its letters: all are printed alike."""
        return max(_width(format_number(team.total)) for team in self.teams)

    @property
    def has_long_names(self) -> bool:
        return any(len(team.side.name) > _LONG_NAME for team in self.teams)

    @property
    def winners(self) -> list[str]:
        """The teams with the most points once the game is over; several in a tie."""
        return [self.teams[team - 1].side.name for team in self.game.record.course.winners]

    @property
    def how(self) -> str:
        """How the game ended."""
        return how_it_ended(self.game)

    @property
    def of_rounds(self) -> int | None:
        """How many rounds the game has, where it ends by them and has not gone on beyond."""
        end = self.game.agreement.rules.end
        by_rounds = end.by is EndBy.ROUNDS and end.rounds and self.bar.round <= end.rounds
        return end.rounds if by_rounds else None

    @property
    def ends(self) -> str:
        """When the game ends, where the number of the round does not say it."""
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
        """The latest game that this phone may watch, where it is a later one: the table plays again."""
        return later_table(self.game.id)


def _stands(totals: Totals, team: int) -> str:
    """Return how far a team is ahead of the second or behind the first; "" if no team has points."""
    if not any(totals):
        return ""
    behind = max(totals) - totals[team]
    if behind:
        return f"{format_number(behind)} behind"
    return f"{format_number(margin(totals))} ahead" if margin(totals) else "level"


def _width(total: str) -> int:
    return sum({",": _COMMA, "−": _SIGN}.get(character, _DIGIT) for character in total)


def _starts(loaded: LoadedGame) -> str:
    """Who starts, where no name can be said."""
    starts = loaded.agreement.rules.play.starts
    if loaded.record.course.next_round > 1 and starts is not Starts.BEHIND:
        return "No one has said yet who starts"
    return STARTS[starts]


def _last(loaded: LoadedGame) -> LoggedAction | None:
    """The last change in words; None while there was none since the game was begun."""
    for action in islice(actions_of(loaded), _LOOKED_AT):
        if action.starts_game:
            return None
        if logged := log_actions(loaded, [action]):
            return logged[0]
    return None
