"""The list of evenings, and the page of one with its games, the table of the night and what is new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any, Self

from flask import abort, redirect, render_template, request, url_for

from scorepad.language.words import format_number, plural
from scorepad.league.club_names import club_kind_names
from scorepad.league.facts import GameFacts
from scorepad.league.news import night_table
from scorepad.league.standings import RankedStanding
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import day as day_text
from scorepad.store.results.reads import EveningRow
from scorepad.web.app.current import g
from scorepad.web.app.design_tokens import colours
from scorepad.web.app.freshness import league_page
from scorepad.web.evenings.news import GameResult, NewsView, news_of, result_of
from scorepad.web.games.game_list import GameCard, list_rows
from scorepad.web.people.people_view import PeopleView, people_view
from scorepad.web.result.picture import MAX_LINES, Summary, summary_answer

PAGE = 20
"""Evenings on one page of the list."""

FEWEST_GAMES = 2
"""The fewest games an evening needs to have a table."""


@league_page
def index() -> Any:
    """List the evenings, the latest first, a page at a time."""
    before = _day(request.args.get("before", "")) or "9999-12-31"
    rows = g.club.store.league.evenings.before(before, PAGE + 1)
    older = rows[PAGE - 1].day if len(rows) > PAGE else None
    return render_template("evenings/index.html", rows=rows[:PAGE], older=older, is_newest="before" not in request.args)


@league_page
def show(day: str) -> Any:
    """Show an evening. A day without games links to the evenings around it."""
    if not _day(day):
        abort(404)
    return render_template("evenings/evening.html", page=EveningPage.of(day), file=picture_name(day))


@league_page
def picture(day: str) -> Any:
    """Send the picture of an evening. Redirect while the figures are being updated, or if it has no games."""
    if not _day(day):
        abort(404)
    page = EveningPage.of(day)
    if g.is_updating or not page.games:
        return redirect(url_for("evenings.show", day=day), 303)
    return summary_answer(summary(page), picture_name(day))


def _day(text: str) -> str:
    """Return a day from a URL, "" if it is not an ISO date."""
    try:
        return text if date.fromisoformat(text).isoformat() == text else ""
    except ValueError:
        return ""


def evening_title(day: str) -> str:
    """Return a day with its weekday: "Thursday, 19 Nov 2026"."""
    return f"{date.fromisoformat(day):%A}, {day_text(day)}"


@dataclass(frozen=True)
class EveningPage:
    """A day: the games that count, the other games, and the evenings before and after."""

    day: str
    games: Sequence[GameFacts]
    others: Sequence[GameCard]
    people: PeopleView
    previous: EveningRow | None
    following: EveningRow | None

    @classmethod
    def of(cls, day: str) -> Self:
        evenings = g.club.store.league.evenings
        games = evenings.games(day)
        previous, following = evenings.before(day, 1), evenings.after(day, 1)
        others = other_games(day, [facts.game for facts in games])
        return cls(day, games, others, people_view(), next(iter(previous), None), next(iter(following), None))

    @property
    def title(self) -> str:
        return evening_title(self.day)

    @property
    def about(self) -> str:
        """How much was played, and how many games are still going on."""
        going_on = sum(game.live for game in self.others)
        still = f" {plural(going_on, 'game', 'games')} still going on." if going_on else ""
        if not self.games:
            return f"No finished games on this day.{still}"
        return f"{plural(len(self.games), 'game', 'games')}, {plural(self.count, 'person', 'people')}.{still}"

    @property
    def count(self) -> int:
        return len({person for facts in self.games for side in facts.sides for person in side.people})

    @cached_property
    def _kinds(self) -> Mapping[int, str]:
        return club_kind_names(g.club.store, g.club.store.league.kinds())

    @property
    def has_one_kind(self) -> bool:
        return len({facts.kind.id for facts in self.games}) == 1

    @property
    def results(self) -> list[tuple[GameResult, str]]:
        """Each game with its kind, the latest first."""
        return [(result_of(facts, self.people), self._kinds.get(facts.kind.id, "")) for facts in reversed(self.games)]

    @cached_property
    def table(self) -> list[RankedStanding]:
        """The table of the night without guests, empty if there were too few games."""
        if len(self.games) < FEWEST_GAMES:
            return []
        rows = night_table(self.games, self.people.is_ranked)
        return sorted(rows, key=lambda row: (row.rank, fold_name(self.people.name_of(row.standing.competitor))))

    @property
    def guests(self) -> list[str]:
        """The names of the guests, who are not in the table."""
        seated = dict.fromkeys(person for facts in self.games for side in facts.sides for person in side.people)
        guests = (self.people.name([person]) for person in seated if self.people.is_guest(person))
        return sorted(guests, key=fold_name)

    @property
    def best(self) -> list[str]:
        """The names of those ranked first."""
        return [self.people.name_of(row.standing.competitor) for row in self.table if row.rank == 1]

    @cached_property
    def news(self) -> NewsView:
        return news_of(self.games, self.people)


MAX_OTHERS = 60
"""How many games of a day are read in addition to those that count."""


def other_games(day: str, counted: Sequence[int]) -> list[GameCard]:
    """Return the games of a day (ISO) that do not count, or not yet. Games in the bin are left out."""
    club, here = g.club.store, date.fromisoformat(day)
    # A day by the club's clock can begin up to a day before or after the UTC day.
    a_day = timedelta(days=1)
    around = max(here, date.min + a_day) - a_day, min(here, date.max - a_day) + a_day
    rows = club.games(limit=MAX_OTHERS + len(counted), fields=(), days=(str(around[0]), str(around[1])))
    days = club.clock.days_of_games([row.id for row in rows])
    return list_rows(club, [row for row in rows if row.id not in counted and days.get(row.id) == day])


# An evening as a picture to share

MAX_NEWS = 2
"""Lines reserved for news when the results would fill them all."""


def picture_name(day: str) -> str:
    return f"scorepad-{day}.png"


def summary(page: EveningPage) -> Summary:
    """Return the contents of the picture of an evening that has games; its title is who was best."""
    counts = [
        ("games", "Game" if len(page.games) == 1 else "Games", format_number(len(page.games))),
        ("people", "People", format_number(page.count)),
    ]
    title, best = (", ".join(page.best), [f"Best of the night, {page.title}"]) if page.best else (page.title, [])
    news = [f"{line.who}{line.text}{line.kind}." for line in page.news.lines]
    results = [result_line(result) for result, _ in page.results]
    room = MAX_LINES - len(best)
    results = results[: max(room - len(news[:MAX_NEWS]), 1)]
    return Summary(title, colours()["felt"], counts, [*best, *results, *news][:MAX_LINES])


def result_line(result: GameResult) -> str:
    """Return a game as a line: "Ann & Bob 6,500, Carla & Dora 5,200"."""
    teams = ", ".join(f"{name} {format_number(total)}" for name, total in result.teams)
    return f"A tie: {teams}" if result.is_tie else teams
