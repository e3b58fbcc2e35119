"""A year as a picture to share: the counts and what stood out. It is drawn as the picture of a result is."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Response, render_template, request
from markupsafe import Markup

from scorepad import paths
from scorepad.scoring.text.explain import plural
from scorepad.web.result.picture import MARGIN, WIDTH, png
from scorepad.web.result.short_names import short, width
from scorepad.web.year.club_year import ClubYear
from scorepad.web.year.own_year import OwnYear

_TITLE, _LINE = 64, 30
"""Sizes of the letters of the title and of the lines."""

MOST_LINES = 6
"""So many lines have room."""


@dataclass(frozen=True)
class YearPicture:
    """What the picture shows of a year."""

    page: OwnYear | ClubYear

    @property
    def title(self) -> str:
        rest = f": {self.page.year.number}{self.page.year.so_far}"
        room = (WIDTH - 2 * MARGIN) / _TITLE - width(rest)
        return f"\u2068{short(self.page.name, room)}\u2069{rest}"

    @cached_property
    def lines(self) -> list[str]:
        """What stood out, each as it fits into a line."""
        lines = [fact.line for fact in self.page.facts]
        earned = [
            plural(len(self.page.records), "record set", "records set") if self.page.records else "",
            plural(len(self.page.badges), "badge earned", "badges earned") if self.page.badges else "",
        ]
        if any(earned):
            lines = [*lines[: MOST_LINES - 1], ", ".join(filter(None, earned))]
        return [short(line, (WIDTH - 2 * MARGIN) / _LINE) for line in lines]

    @property
    def icon(self) -> Markup:
        """The mark of Scorepad."""
        return Markup((paths.static_dir() / "icon.svg").read_text("utf-8"))  # noqa: S704  # a file of ours


def picture_name(page: OwnYear | ClubYear) -> str:
    """The name of the file with the picture."""
    key = "club" if isinstance(page, ClubYear) else page.key
    return f"scorepad-{key}-{page.year.number}.png"


def picture(page: OwnYear | ClubYear) -> Any:
    """The answer with the picture."""
    drawing = render_template("year/picture.svg", picture=YearPicture(page), page=page)
    answer = Response(png(drawing), mimetype="image/png")
    answer.headers["Content-Disposition"] = f'inline; filename="{picture_name(page)}"'
    answer.set_etag(hashlib.sha256(drawing.encode()).hexdigest()[:32])
    return answer.make_conditional(request)
