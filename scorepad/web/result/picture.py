"""Pictures to share: the result of a game; a year, an evening or a season."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Response, redirect, render_template, request, url_for
from markupsafe import Markup

from scorepad import paths
from scorepad.scoring.game.course import Phase
from scorepad.scoring.text.explain import format_number, plural
from scorepad.web.app.current import load
from scorepad.web.app.design_tokens import colours, suits
from scorepad.web.app.short_names import short, short_team, width
from scorepad.web.app.templates import APP, NOT_XML, club_name
from scorepad.web.result.result import ResultPage, TeamResult, day_begun

WIDTH, HEIGHT = 1200, 630
"""Pixels, in an aspect ratio that messengers do not crop."""

MARGIN = 64
COLUMN = 520
"""The width of the column with the totals, if the chart is beside it."""

_LARGEST, _SMALLEST = 64, 40
"""Font sizes of the headline."""

_TOTALS = {True: 120, False: 76}
"""Font sizes of the totals of two teams, by whether the team has won."""

_QUIET = 0.8
"""The opacity of the rows of teams that have not won."""

_NAME = 30
"""The font size of the names."""

_CAPTION = 26
"""The font size of the line at the bottom."""

_CLUB = 30
"""The font size of the club's name, at the end of that line."""

_CLUB_END = 1078
_CLUB_ROOM = 340
"""The most of the line that the club's name takes."""

_DIGIT = 0.6
"""The width of a digit in units of its font size."""

_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""The zero-width characters around names."""

_FONTS = Path(__file__).with_name("fonts")


def show(game: int) -> Any:
    """Send the picture of a finished game."""
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("table.show", game=game))
    picture = Picture(ResultPage(loaded, ""), day_begun(loaded.club, game), club())
    drawing = render_template("result/picture.svg", page=picture.result, picture=picture, club=picture.club)
    return _answer(drawing, picture.result.picture_name)


def _answer(drawing: str, file_name: str) -> Any:
    """Return an SVG drawing as a PNG file."""
    answer = Response(png(drawing), mimetype="image/png")
    answer.headers["Content-Disposition"] = f'inline; filename="{file_name}"'
    answer.set_etag(hashlib.sha256(drawing.encode()).hexdigest()[:32])
    return answer.make_conditional(request)


def app_icon() -> Markup:
    """Return Scorepad's icon, to be part of a drawing."""
    return Markup((paths.static_dir() / "icon.svg").read_text("utf-8"))  # noqa: S704  # a file of ours


@lru_cache(maxsize=16)
def png(drawing: str) -> bytes:
    """Convert an SVG drawing to PNG. Characters that XML does not allow are removed."""
    fonts = sorted(map(str, _FONTS.glob("*.ttf")), reverse=True)
    # Imported here because few requests need a picture.
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=NOT_XML.sub("", drawing), font_files=fonts, font_family="Roboto"))


def club() -> str:
    """Return the club's name, shortened to fit beside the icon."""
    return short(club_name(), _CLUB_ROOM / _CLUB)


def _isolated(name: str) -> str:
    """Return a name isolated, so that right-to-left scripts do not reorder the words beside it."""
    return f"\u2068{name}\u2069"


@dataclass(frozen=True, slots=True)
class PictureTeam:
    """A team in the picture: its suit, its fitted name and total, the total's font size, the top of its block."""

    suit: str
    name: str
    total: str
    size: float
    top: float
    opacity: float


@dataclass(frozen=True, slots=True)
class Picture:
    """The model of the picture of a result. `day` is the readable day when the game began, `club` the club's name."""

    result: ResultPage
    day: str
    club: str = APP

    @property
    def ground(self) -> str:
        """The colour of the winners, or the felt for a tie."""
        return colours()["felt" if self.result.tie else f"ink-{self.result.winner.number}"]

    @property
    def suits(self) -> str:
        return " ".join(suits()[team.number - 1] for team in self.result.winning)

    @property
    def headline(self) -> str:
        """Who won, shortened to fit one line in the smallest font size."""
        if self.result.tie:
            return "A tie"
        verb = f" {self.result.wins}"
        return _isolated(short_team(self.result.winner.name, self._room / _SMALLEST - width(verb))) + verb

    @property
    def headline_size(self) -> float:
        return round(min(_LARGEST, self._room / width(self.headline.translate(_ISOLATES))), 1)

    @property
    def headline_left(self) -> float:
        """The x of the headline, after the suits and the spaces between them."""
        return round(MARGIN + self.headline_size * (1.22 * len(self.result.winning) - 0.07), 1)

    @property
    def _room(self) -> float:
        return WIDTH - 2 * MARGIN - _LARGEST * 1.3 * len(self.result.winning)

    @property
    def caption(self) -> str:
        """The rules, the number of rounds and the day, shortened to fit beside the club's name."""
        rounds = plural(self.result.game.record.course.counted, "round", "rounds")
        lowest = "the lowest total wins" if self.result.lowest_wins else ""
        rest = [rounds, *filter(None, [lowest, self.day])]
        room = (_CLUB_END - MARGIN - _CAPTION - width(self.club) * _CLUB) / _CAPTION - width(" · ".join(["", *rest]))
        return " · ".join([short(self.result.game.agreement.rules.name, room), *rest])

    @property
    def rows(self) -> list[PictureTeam]:
        height = 350 / len(self.result.teams)
        return [self._row(team, index * height) for index, team in enumerate(self.result.teams)]

    def _row(self, team: TeamResult, top: float) -> PictureTeam:
        total = format_number(team.total)
        size, room, name_room = (_TOTALS[team.wins], COLUMN, COLUMN) if self._is_pair else (44, 200, COLUMN - 215)
        name = _isolated(short_team(team.name, name_room / _NAME - 1.5))
        fitting = round(min(size, room / (len(total) * _DIGIT)), 1)
        return PictureTeam(suits()[team.number - 1], name, total, fitting, round(top, 1), 1 if team.wins else _QUIET)

    @property
    def _is_pair(self) -> bool:
        return len(self.result.teams) == 2


_TITLE, _LINE = 64, 30
"""Font sizes of the title and of the lines."""

# A year, an evening or a season

MAX_LINES = 6
"""The most lines that fit."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The model of the picture. `rest` follows the name in the title; `counts` have a code, a label and a text each."""

    name: str
    ground: str
    counts: Sequence[tuple[str, str, str]]
    lines: Sequence[str]
    rest: str = ""

    @property
    def title(self) -> str:
        room = (WIDTH - 2 * MARGIN) / _TITLE - width(self.rest)
        return f"\u2068{short(self.name, room)}\u2069{self.rest}"

    @property
    def shown(self) -> list[str]:
        """The lines, shortened to fit."""
        return [short(line, (WIDTH - 2 * MARGIN) / _LINE) for line in self.lines[:MAX_LINES]]


def summary_answer(summary: Summary, file_name: str) -> Any:
    return _answer(render_template("result/summary.svg", picture=summary, club=club()), file_name)
