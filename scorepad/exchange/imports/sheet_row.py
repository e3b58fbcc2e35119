"""Parse one row of a spreadsheet, or collect all its problems."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from scorepad.exchange.imports.columns import DATE, GAME, POINTS, ROUND, RULES, WINNER, Columns
from scorepad.exchange.imports.past_game import PastGame
from scorepad.exchange.imports.plan import Problem
from scorepad.exchange.imports.rows import SpreadsheetRow
from scorepad.exchange.imports.team_cells import MAX_IN_A_TEAM, TIE, TeamReader, is_team
from scorepad.exchange.imports.typed import (
    HOW_DATES_ARE,
    HOW_NUMBERS_ARE,
    NotUnderstood,
    SlashedDate,
    parse_date,
    parse_points,
    parse_totals,
    short,
    shown,
)
from scorepad.scoring.names import fold_name

NOT_NAMED = ("", "none", "-", "–")

Order = Callable[[int, SlashedDate], bool]
"""Returns whether the day comes first in a date on a line."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """The contents of a row. `round` is 0 in a row that is a whole game."""

    line: int
    day: date
    game: str
    round: int
    teams: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    rules: str
    winners: tuple[int, ...]
    is_tie: bool = False

    def whole_game(self) -> PastGame:
        return PastGame(self.line, self.day, self.teams, self.points, (), self.rules, self.winners, self.is_tie)

    def differs_from(self, first: "SheetLine") -> str:
        """Return what differs from the first round of a game though all rounds share it, "" if nothing does."""
        teams = [tuple(tuple(map(fold_name, team)) for team in row.teams) for row in (self, first)]
        parts = {
            "The teams differ": teams[0] != teams[1],
            "The date differs": self.day != first.day,
            "The game differs": self.game != first.game,
            "The rules differ": self.rules != first.rules,
        }
        return next((f"{part} from line {first.line}." for part, differs in parts.items() if differs), "")


class RowReader:
    """Reads one row, and collects problems."""

    def __init__(self, columns: Columns, row: SpreadsheetRow, before: SheetLine | None, above: date | None) -> None:
        """`before` is the round above, which provides the blank cells of a later round of the same game.

        `above` is the day of any row above: of merged date cells, only the first has a value.
        """
        self._columns, self._row, self._before, self._above = columns, row, before, above
        self.day: date | None = None
        self.is_undated = self.begins_game = False
        self._problems: list[Problem] = []

    def parse(self, order: Order, team_reader: TeamReader) -> SheetLine | list[Problem]:
        """Return the line, or all its problems."""
        self._order, self._team_reader = order, team_reader
        number = self._round()
        self.begins_game = number < 2 and not self._problems
        before = self._before if number > 1 else None
        self.day = day = before.day if before and not self._text(DATE) else self._day()
        teams = before.teams if before and not team_texts(self._columns, self._row) else self._teams()
        points = self._points(len(teams))
        rules = self._text(RULES) or (before.rules if before else "")
        game = self._text(GAME) or (before.game if before else "")
        winners = self._winners(teams)
        if self._problems or day is None:
            return self._problems
        return SheetLine(self._row.line, day, game, number, teams, points, rules, winners, self._winner() in TIE)

    def _wrong(self, wrong: str, right: str = "") -> None:
        self._problems.append(Problem(self._row.line, wrong, right))

    def _value(self, at: int | None) -> object:
        return self._row.values[at] if at is not None and at < len(self._row.values) else None

    def _text(self, meaning: str) -> str:
        return shown(self._value(self._columns.at.get(meaning)))

    def _round(self) -> int:
        if ROUND not in self._columns.at or not self._text(ROUND):
            return 0
        try:
            number = parse_points(self._text(ROUND).casefold().removeprefix("round").strip())
        except NotUnderstood:
            number = 0
        if number < 1:
            self._wrong(f"“{short(self._text(ROUND))}” is not the number of a round.", "Rounds count from 1.")
        return max(number, 0)

    def _day(self) -> date | None:
        if self._above and not self._text(DATE):
            self.is_undated = True
            return self._above
        try:
            parsed = parse_date(self._value(self._columns.at[DATE]))
            if not isinstance(parsed, SlashedDate):
                return parsed
            return parsed.read(day_first=self._order(self._row.line, parsed))
        except NotUnderstood as error:
            self._wrong(str(error), HOW_DATES_ARE)
            return None

    def _teams(self) -> tuple[tuple[str, ...], ...]:
        texts = team_texts(self._columns, self._row)
        try:
            teams = self._team_reader.read(self._row.line, [*texts.values()])
        except NotUnderstood as error:
            self._wrong(str(error))
            return ()
        if [*texts] != [*range(1, len(teams) + 1)] or len(teams) < 2:
            self._wrong("A game has two teams or more, from Team 1 on.", "Name who played in each: Ann & Bob.")
            return ()
        if len({len(team) for team in teams}) > 1 or len(teams[0]) > MAX_IN_A_TEAM:
            self._wrong(
                f"The teams have {', '.join(str(len(team)) for team in teams)} people.",
                f"All teams of a game need equally many people, at most {MAX_IN_A_TEAM}, with & between the names.",
            )
        names = [fold_name(name) for team in teams for name in team]
        if twice := next((name for name in names if names.count(name) > 1), None):
            self._wrong(f"“{short(twice)}” is in the game twice.", "Add a letter or a surname to tell the two apart.")
        return teams

    def _points(self, teams: int) -> tuple[int, ...]:
        try:
            points = parse_totals(self._value(self._columns.at[POINTS])) if not self._columns.points else None
            if points is None:
                points = tuple(self._points_of(number) for number in range(1, teams + 1))
        except NotUnderstood as error:
            self._wrong(str(error), HOW_NUMBERS_ARE)
            return ()
        if teams and len(points) != teams:
            self._wrong(f"There are points for {len(points)} teams, and {teams} teams.", "Write them as 5200 : 4100.")
        return points

    def _points_of(self, team: int) -> int:
        try:
            return parse_points(self._value(self._columns.points.get(team)))
        except NotUnderstood as error:
            raise NotUnderstood(f"Points {team}: {error}") from None

    def _winner(self) -> str:
        return fold_name(self._text(WINNER)[:200])

    def _winners(self, teams: Sequence[Sequence[str]]) -> tuple[int, ...]:
        text = self._winner()
        if text in (*NOT_NAMED, *TIE) or not teams:
            return ()
        numbered = [*enumerate(teams, start=1)]
        # The whole team comes first: someone may be called “Team 2”.
        named = [number for number, people in numbered if is_team(self._text(WINNER), people)]
        for number, people in numbered:
            if text in (str(number), f"team {number}", *map(fold_name, people)):
                named.append(number)
        if named:
            return (named[0],)
        self._wrong(f"The winner “{short(text)}” is none of the teams.", "Write 1 or 2, or the names of the team.")
        return ()


def team_texts(columns: Columns, row: SpreadsheetRow) -> dict[int, list[str]]:
    """Return the texts in the columns of each team, without empty teams."""
    texts = {
        number: [text for at in of_team if at < len(row.values) and (text := shown(row.values[at]))]
        for number, of_team in sorted(columns.teams.items())
    }
    return {number: of_team for number, of_team in texts.items() if of_team}
