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
from scorepad.language.words import format_number, plural
from scorepad.scoring.game.course import Phase
from scorepad.web.app.current import load
from scorepad.web.app.design_tokens import colours, fills, suits
from scorepad.web.app.short_names import short, short_team, width
from scorepad.web.app.templates import APP, NOT_XML, club_name
from scorepad.web.result.lead import HEIGHT as HEIGHT_OF_CHART
from scorepad.web.result.lead import WIDTH as WIDTH_OF_CHART
from scorepad.web.result.result import ResultPage, TeamResult, day_begun

WIDTH, HEIGHT = 1200, 630
"""Pixels, in an aspect ratio that previews of links do not crop."""

UPRIGHT = (1080, 1350)
"""Pixels of a picture that fills a phone in a chat."""

MARGIN = 64

_LARGEST, _SMALLEST = 84, 40
"""Font sizes of the words about the winners."""

_CLUB = 30
"""The font size of the club's name."""

_CLUB_ROOM = 340
"""The most room that it takes."""

_DIGIT = 0.56
"""The width of a digit in units of its font size."""

_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""The zero-width characters around names."""

_FONTS = Path(__file__).with_name("fonts")


def show(game: int) -> Any:
    """Send the picture of a finished game: wide, as previews of links show it, or with ?upright=1 as chats do."""
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("table.show", game=game))
    size = UPRIGHT if request.args.get("upright") == "1" else (WIDTH, HEIGHT)
    picture = Picture(ResultPage(loaded, ""), day_begun(loaded.club, game), *size, club())
    drawing = render_template("result/picture.svg", page=picture.result, picture=picture)
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
    """A team in the picture: its suit, its fitted name, its total, and the colour of both."""

    suit: str
    name: str
    total: str
    colour: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a result, with the words of its page. `day` is the readable day when the game began."""

    result: ResultPage
    day: str
    width: int = WIDTH
    height: int = HEIGHT
    club: str = APP

    @property
    def is_upright(self) -> bool:
        return self.height > self.width

    @property
    def column(self) -> int:
        """The width of the words and totals; in a wide picture the line of the lead is beside them."""
        return self.width - 2 * MARGIN if self.is_upright or not self.result.chart else 590

    @property
    def ground(self) -> tuple[str, str]:
        """The colours of the winners' page, or the felt for a tie, from top to bottom."""
        felt = colours()["felt"], colours()["felt-deep"]
        return felt if self.result.tie else fills()[self.result.winner.number - 1]

    @property
    def suits(self) -> str:
        return " ".join(suits()[team.number - 1] for team in self.result.winning)

    @property
    def words(self) -> tuple[str, ...]:
        """The words about the winners, a line each. A name is shortened to fit in the smallest font size."""
        if self.result.tie:
            return ("A tie",)
        return _isolated(short_team(self.result.winner.name, self.column / _SMALLEST)), self.result.win_by

    @property
    def words_size(self) -> float:
        return self._fitting(self.words, _LARGEST if self.is_upright else 60)

    @property
    def special(self) -> str:
        return short(self.result.special.translate(_ISOLATES), self.column / 28)

    @property
    def special_size(self) -> float:
        return self._fitting((self.special,), 50 if self.is_upright else 34)

    def _fitting(self, lines: Sequence[str], largest: float) -> float:
        """Return the font size in which each line fits into the column, at most the largest."""
        return round(min(largest, self.column / max(width(line.translate(_ISOLATES)) for line in lines or "-")), 1)

    @property
    def won_size(self) -> float:
        """The font size of the winner's total; that of two others is half as large."""
        first, second = (len(format_number(team.total)) for team in self.result.in_order[:2])
        beside = second * (1 if self.result.tie else 0.5) + 1 if self._is_pair else 0
        largest = 236 if self.is_upright else 150
        return round(min(largest if self._is_pair else largest / 2, self.column / ((first + beside) * _DIGIT)), 1)

    @property
    def lost_size(self) -> float:
        return self.won_size if self.result.tie else round(self.won_size / 2, 1) if self._is_pair else 40

    @property
    def rows(self) -> list[PictureTeam]:
        """The teams, the best first."""
        room = (self.column if self._is_pair else self.column - 6 * self.name_size) / self.name_size
        if self._is_pair and self.result.tie:
            room /= 2
        return [self._row(team, room - 1.5) for team in self.result.in_order]

    @property
    def name_size(self) -> int:
        return 40 if self.is_upright else 30

    def _row(self, team: TeamResult, room: float) -> PictureTeam:
        colour = "#ffffff" if team.wins or not self._is_pair else colours()[f"tint-{team.number}"]
        name = _isolated(short_team(team.name, room))
        return PictureTeam(suits()[team.number - 1], name, format_number(team.total), colour)

    @property
    def _is_pair(self) -> bool:
        return len(self.result.teams) == 2

    @property
    def chart_size(self) -> tuple[int, int]:
        across = self.column if self.is_upright else self.width - 3 * MARGIN - self.column
        return across, round(across * HEIGHT_OF_CHART / WIDTH_OF_CHART)

    @property
    def caption(self) -> str:
        """The rules, the number of rounds and the day, shortened to fit beside the club's name."""
        rounds = plural(self.result.game.record.course.counted, "round", "rounds")
        lowest = "the lowest total wins" if self.result.lowest_wins else ""
        rest = [rounds, *filter(None, [lowest, self.day])]
        room = (self.width - 2 * MARGIN - 90 - width(self.club) * 32) / 28 - width(" · ".join(["", *rest]))
        return " · ".join([short(self.result.game.agreement.rules.name, room), *rest])


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
