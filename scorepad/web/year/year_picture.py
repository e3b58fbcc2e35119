"""A year as a picture to share: counts and highlights."""

from typing import Any

from scorepad.scoring.text.explain import plural
from scorepad.web.result.summary_picture import MAX_LINES, Summary, summary_answer
from scorepad.web.year.club_year import ClubYear
from scorepad.web.year.own_year import OwnYear


def picture_name(page: OwnYear | ClubYear) -> str:
    """Return the file name of the picture."""
    key = "club" if isinstance(page, ClubYear) else page.key
    return f"scorepad-{key}-{page.year.number}.png"


def picture(page: OwnYear | ClubYear) -> Any:
    """Return the response with the picture."""
    rest = f": {page.year.number}{page.year.so_far}"
    return summary_answer(Summary(page.name, page.ground, page.counts, _lines(page), rest), picture_name(page))


def _lines(page: OwnYear | ClubYear) -> list[str]:
    lines = [fact.line for fact in page.facts]
    earned = [
        plural(len(page.records), "record set", "records set") if page.records else "",
        plural(len(page.badges), "badge earned", "badges earned") if page.badges else "",
    ]
    if any(earned):
        lines = [*lines[: MAX_LINES - 1], ", ".join(filter(None, earned))]
    return lines
