"""The table of people or partnerships, for all games, some days or a season."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

from flask import render_template, request, url_for

from scorepad.language.words import plural
from scorepad.league.figures import FIGURES
from scorepad.league.standings import Figure
from scorepad.league.table_request import TableRequest
from scorepad.league.tables import (
    EVERYTHING,
    PARTNERSHIPS,
    PEOPLE,
    TITLE,
    DayRange,
    Provisional,
    RankedPage,
    columns,
    provisional,
    with_comparisons,
)
from scorepad.web.app.current import g
from scorepad.web.app.freshness import league_page, today
from scorepad.web.league.champions import MAX_EQUALS, champion_title, open_note, too_many_equals
from scorepad.web.league.standing_rows import ListedStanding, movements, standing_rows
from scorepad.web.people.people_view import Competitor, PeopleView, people_view

ROWS = 50
"""Rows per page."""


class Climb(NamedTuple):
    """A sentence about someone who went up in the table, in the parts of the news: who, and what."""

    who: str
    text: str
    kind: str = ""


LEADERS = 3
"""Rows on the first screen of a phone."""


@league_page
def show() -> Any:
    """Show the requested table, or the default table and the errors in the query string."""
    page = StandingsPage.of(g.club.store, people_view(), request.args, today=today())
    html = render_template("league/standings.html", page=page, figures=FIGURES, provisional_title=TITLE)
    return html, 422 if page.query.faults else 200


@dataclass(frozen=True)
class StandingsPage(TableRequest):
    """A requested table, with what its page adds: links, marks of people, and sentences about it."""

    @property
    def people(self) -> PeopleView:
        return cast(PeopleView, self.table.people)

    @property
    def figure(self) -> Figure:
        return self.table.figure

    @property
    def is_new_club(self) -> bool:
        return self.games.club_days is None

    @property
    def about(self) -> str:
        """A one-line description of the table."""
        query = self.query
        days = f"{query.days.text}. " if query.days.season else ""
        with_games = f" with {self.table.least} games or more" if self.table.least > 1 else ""
        kind = self.kinds[query.kind] if query.kind else "all kinds of game"
        return f"{days}{query.group.capitalize()}{with_games}, {kind}. By {FIGURES[self.figure].label.lower()}."

    @property
    def why_least(self) -> str:
        """Why the table has its minimum number of games; "" if it has none, or if the query string sets it."""
        if self.table.least in (1, self.query.least):
            return ""
        busiest = "player" if self.query.group == PEOPLE else "pair"
        return f"Shown with {self.table.least} games or more: a quarter of the games of the busiest {busiest}."

    @cached_property
    def provisional(self) -> tuple[Sequence[Provisional], bool]:
        """The competitors listed below the table, most games first, and whether there are more."""
        return provisional(self.table, self.games, self.people)

    @property
    def running(self) -> list[tuple[str, str, bool]]:
        """The running seasons, if there are several: name, URL, and whether the table shows it."""
        running = [season for season in self.seasons if season.is_running(today())]
        current = self.query.days.season
        return [
            (
                season.name,
                url_for("standings.show", over=DayRange.of_season(season).key, whose=self.query.group),
                season == current,
            )
            for season in running
            if len(running) > 1
        ]

    @property
    def orders(self) -> list[tuple[str, str, bool]]:
        """The figures that can rank the table: label, URL, and whether it is the current one."""
        return [
            (FIGURES[figure].label, self.link(by=figure.value), figure is self.figure)
            for figure in Figure
            if self.games.can_rank_by(figure)
        ]

    @property
    def kinds_with_points(self) -> list[tuple[str, str]]:
        """The kinds of game in a table of several kinds: name, and the URL of their table by points a round."""
        if self.games.has_one_kind:
            return []
        kinds = [kind for kind in self.kinds if kind in self.games.tallies]
        return [(self.kinds[kind], self.link(kind=str(kind), by="points")) for kind in kinds]

    def link(self, **changes: str) -> str:
        """Return the URL of this table with other choices."""
        args: dict[str, Any] = self.query.address(**changes)
        return url_for("standings.show", **args)

    @cached_property
    def columns(self) -> list[str]:
        return columns(self.figure, self.games, self.played)

    @cached_property
    def page(self) -> RankedPage:
        """The shown rows."""
        page = self.table.page(ROWS, self.query.after, self.query.before)
        return with_comparisons(page, self.games, self.played, self.query.group)

    @cached_property
    def rows(self) -> list[ListedStanding]:
        moved = movements(self.table, self.games, self.people, self.query.group, self.page.rows)
        return standing_rows(self.page.rows, self.columns, self.people, self.query.days, moved)

    @property
    def leaders(self) -> list[ListedStanding]:
        """The rows of the first screen, none if the page begins further down in the table."""
        return [] if self.page.start else self.rows[:LEADERS]

    @property
    def climbs(self) -> list[Climb]:
        """A sentence for each row that went up on the last evening, if that is news."""
        day = g.club.store.league.evenings.last()
        return [
            Climb(
                shown.row.competitor.name,
                f" went up from rank {ranked.rank + move.steps} to {ranked.rank}{move.past}",
                move.overtook,
            )
            for ranked, shown in zip(self.page.rows, self.rows, strict=True)
            if (move := shown.movement) and ranked.has_figure and move.day == day and move.steps and move.steps > 0
            if move.is_news(ranked.rank)
        ]

    @property
    def all_of_them(self) -> str:
        """The words of the link from the first screen to the table: "All 13 people"."""
        one, several = ("person", "people") if self.query.group == PEOPLE else ("pair", "pairs")
        return f"All {plural(self.table.count, one, several)}"

    @property
    def has_courses(self) -> bool:
        """Whether any row has a sparkline."""
        return any(row.sparkline for row in self.rows)

    @cached_property
    def first(self) -> list[Competitor]:
        """Everyone tied for first, none if too many are."""
        equals = self.table.first
        return [self.people.competitor(key) for key in equals] if len(equals) <= MAX_EQUALS else []

    @property
    def first_title(self) -> str:
        """The title of the first in the table that decides a season, "" in other tables."""
        season = self.query.days.season
        if season is None or not self.query.decides_season or self.figure is not season.ranked_by:
            return ""
        return champion_title(season, self.query.group, several=len(self.first) > 1)

    @property
    def reason(self) -> str:
        """Why the first are first, or why no one is."""
        season = self.query.days.season
        equals = too_many_equals(season, self.table, self.query.group) if season else ""
        return equals or (self.decision or self.table).reason

    @property
    def note(self) -> str:
        """Why the table of a season lists competitors with fewer games than it requires, "" if it does not."""
        season = self.query.days.season
        if season is None or self.decision is None or not self.decision.is_open or not self.first:
            return ""
        return open_note(season, self.query.group, self.first_title, self.table.least)

    @property
    def why_empty(self) -> str:
        if not self.games.count:
            return "No game was finished in these days. Choose other days, or all games."
        there_are = f"There {'is' if self.games.count == 1 else 'are'} {plural(self.games.count, 'game', 'games')}"
        if self.figure is Figure.RATING and self.provisional[0]:
            return f"{there_are}, but every rating is still provisional."
        least = self.table.least
        if self.query.group == PARTNERSHIPS:
            return f"{there_are}, but no pair has played {least} or more games together."
        return f"{there_are}, but no one played {plural(least, 'game', 'games')} or more."

    @property
    def everyone(self) -> str:
        """The URL of this table with everyone who has a game."""
        return self.link(least="1")

    @property
    def all_games(self) -> str:
        return url_for("standings.show", over=EVERYTHING.key, whose=self.query.group)
