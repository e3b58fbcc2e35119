"""An evening as a picture to share: who was best, how the games ended, and what was new."""

from typing import TYPE_CHECKING

from scorepad.scoring.text.explain import format_number
from scorepad.web.app.design_tokens import colours
from scorepad.web.evenings.news import GameResult
from scorepad.web.result.summary_picture import MAX_LINES, Summary

if TYPE_CHECKING:
    from scorepad.web.evenings.evenings import EveningPage

MAX_NEWS = 2
"""Lines reserved for news when the results would fill them all."""


def picture_name(day: str) -> str:
    """Return the file name of the picture."""
    return f"scorepad-{day}.png"


def summary(page: "EveningPage") -> Summary:
    """Return the contents of the picture of an evening that has games."""
    counts = [
        ("games", "Game" if len(page.games) == 1 else "Games", format_number(len(page.games))),
        ("people", "People", format_number(page.count)),
    ]
    best = [f"Best of the night: {', '.join(page.best)}"] if page.best else []
    news = [f"{line.who}{line.text}{line.kind}." for line in page.news.lines]
    results = [result_line(result) for result, _ in page.results]
    room = MAX_LINES - len(best)
    results = results[: max(room - len(news[:MAX_NEWS]), 1)]
    return Summary(page.title, colours()["felt"], counts, [*best, *results, *news][:MAX_LINES])


def result_line(result: GameResult) -> str:
    """Return a game as a line: "Ann & Bob 6,500, Carla & Dora 5,200"."""
    teams = ", ".join(f"{name} {format_number(total)}" for name, total in result.teams)
    return f"A tie: {teams}" if result.is_tie else teams
