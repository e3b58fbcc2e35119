"""The preview of an import, for pages and the command line."""

from dataclasses import dataclass, field
from datetime import date

from scorepad.exchange.imports.in_play import MANY, OTHERS_WAIT, game_in_play, why_wait
from scorepad.exchange.imports.people import PersonMatch
from scorepad.exchange.imports.plan import Decisions, PlannedGame, Problem, Refused
from scorepad.store import Club
from scorepad.store.exports import BY_RESTORING
from scorepad.store.imports import Import

SHOWN_PROBLEMS = 200
MAX_PROBLEMS = 10_000


@dataclass
class Preview:
    """The effect of an import. `games` can be recorded; `problem_count` lines have problems, listed in part."""

    name: str
    kind: str
    digest: str
    slug: str
    """The slug of the rules that are chosen, or offered first; "" if there are none."""
    notes: tuple[str, ...] = ()
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    """The sheet of a workbook that was read, and all visible sheets."""
    games: int = 0
    known: int = 0
    twice: int = 0
    sample: list[PlannedGame] = field(default_factory=list)
    people: list[PersonMatch] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    problem_count: int = 0
    last_bad_line: int = 0
    date_question: tuple[int, str] | None = None
    name_question: tuple[int, str] | None = None
    past: Import | None = None
    in_play: int | None = None
    """A game in progress whose phones this import would make wait."""
    first_day: date | None = None
    last_day: date | None = None

    @property
    def about_known(self) -> list[str]:
        """Sentences about games that the club already has, or that the file has twice."""
        counts = ((self.known, "here already: the same day, people and points"), (self.twice, "in the file twice"))
        return [f"{count:,} {'game is' if count == 1 else 'games are'} {words}." for count, words in counts if count]

    @property
    def why_wait(self) -> str:
        """Why the import cannot be recorded now, "" if it can."""
        return why_wait(self.in_play) if self.in_play else ""

    @property
    def asks_rules(self) -> bool:
        """Whether rules must be chosen. A Scorepad club brings its own."""
        return self.kind != BY_RESTORING

    def asks_dates(self, decisions: Decisions) -> bool:
        """Whether the order of day and month is still open."""
        return self.date_question is not None and decisions.day_first is None

    def asks_names(self, decisions: Decisions) -> bool:
        """Whether it is still open which cells are one person."""
        return self.name_question is not None and decisions.names_apart is None

    def is_ready(self, decisions: Decisions) -> bool:
        """Whether the import can be recorded with these decisions."""
        is_asked = self.asks_dates(decisions) or self.asks_names(decisions)
        has_problems = bool(self.problem_count) and not decisions.leave_out
        is_now_possible = self.past is None and self.in_play is None
        return bool(self.games) and is_now_possible and not is_asked and not has_problems


def add_waiting(seen: Preview, club: Club) -> None:
    """If there are many games, add a note that other phones must wait, and the game in progress."""
    if seen.games > MANY:
        seen.notes = (*seen.notes, OTHERS_WAIT)
        seen.in_play = game_in_play(club)


def add_problem(seen: Preview, problem: Problem) -> None:
    seen.problem_count += problem.line != seen.last_bad_line or not problem.line
    seen.last_bad_line = problem.line
    if len(seen.problems) < SHOWN_PROBLEMS:
        seen.problems.append(problem)
    if seen.problem_count > MAX_PROBLEMS:
        raise Refused(f"More than {MAX_PROBLEMS:,} lines are wrong. The first: {seen.problems[0]}")


def add_day(seen: Preview, game: PlannedGame) -> None:
    seen.first_day = min(seen.first_day or game.day, game.day)
    seen.last_day = max(seen.last_day or game.day, game.day)
