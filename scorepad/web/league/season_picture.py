"""A season as a picture to share: its champions, and the first rows of its table."""

from collections.abc import Iterator

from scorepad.league.figures import rounds_number
from scorepad.scoring.text.explain import format_number
from scorepad.web.app.design_tokens import colours
from scorepad.web.league.season_review import SeasonReview
from scorepad.web.result.summary_picture import MAX_LINES, Summary


def picture_name(page: SeasonReview) -> str:
    """Return the file name of the picture."""
    return f"scorepad-season-{page.season.id}.png"


def summary(page: SeasonReview) -> Summary:
    """Return the contents of the picture of a season that has games."""
    games, rounds = page.games.count, page.rounds
    counts = [("games", "Games", format_number(games)), ("rounds", "Rounds", rounds_number(rounds, games))]
    lines = [page.days, *_champions(page)]
    table = [_row(row.rank, row.competitor.name, [cell.text for cell in row.cells]) for row in page.rows]
    return Summary(page.season.name, colours()["felt"], counts, [*lines, *table][:MAX_LINES])


def _champions(page: SeasonReview) -> Iterator[str]:
    for first in page.champions:
        if first.winners:
            yield f"{first.title}: {' and '.join(winner.name for winner in first.winners)}, {first.reason}"


def _row(rank: str, name: str, figures: list[str]) -> str:
    return f"{rank}.  {name}: {figures[0]}" if figures else f"{rank}.  {name}"
