"""A year, an evening or a season as a picture to share: counts and lines of highlights."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, render_template, request
from markupsafe import Markup

from scorepad import paths
from scorepad.web.result.picture import MARGIN, WIDTH, png
from scorepad.web.result.short_names import short, width

_TITLE, _LINE = 64, 30
"""Font sizes of the title and of the lines."""

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

    @property
    def icon(self) -> Markup:
        """The Scorepad logo."""
        return Markup((paths.static_dir() / "icon.svg").read_text("utf-8"))  # noqa: S704  # a file of ours


def summary_answer(summary: Summary, file_name: str) -> Any:
    """Return the response with the picture."""
    drawing = render_template("result/summary.svg", picture=summary)
    answer = Response(png(drawing), mimetype="image/png")
    answer.headers["Content-Disposition"] = f'inline; filename="{file_name}"'
    answer.set_etag(hashlib.sha256(drawing.encode()).hexdigest()[:32])
    return answer.make_conditional(request)
