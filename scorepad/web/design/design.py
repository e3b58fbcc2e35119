"""The design page: every component in every state, with its colours and sizes. Development only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, Flask, render_template

from scorepad.web.app.design_tokens import colours
from scorepad.web.app.permissions import REQUIRED, Permission
from scorepad.web.design import samples

pages = Blueprint("design", __name__)

PARTS = ("colours", "type", "teams", "buttons", "fields", "messages", "table", "counting", "answers", "lists")
"""The sections of the page. Each is a template."""


def install(app: Flask) -> None:
    """Add the page and its permission to an application in development."""
    REQUIRED["design.show"] = Permission.OWN
    app.register_blueprint(pages)


@pages.get("/design")
def show() -> Any:
    return render_template("design/design.html", parts=PARTS, tokens=tokens(), samples=samples)


# The colours of `tokens.css`, with their contrasts

GROUNDS = {
    "on-felt": "felt",
    "on-felt-quiet": "felt",
    "on-press": "press",
    "on-amber": "amber-card",
    "glow": "felt-deep",
}
"""The background of each colour that is not on a card. `glow` covers the colours of the teams in the bar."""
SURFACES = ("felt", "felt-deep", "paper", "card", "pressed", "message", "press", "amber-card", "good-card")


class Shade(NamedTuple):
    """A colour in one scheme, its background and their contrast; a surface has no background."""

    code: str
    ground: str
    contrast: float


@dataclass(frozen=True, slots=True)
class DesignToken:
    """A colour by its role, in both schemes."""

    name: str
    light: Shade
    dark: Shade


def tokens() -> list[DesignToken]:
    """Return the colours in the order of the style sheet."""
    light, dark = colours(), colours(dark=True)
    return [DesignToken(name, _shade(name, light), _shade(name, dark)) for name in light]


def _shade(name: str, scheme: Mapping[str, str]) -> Shade:
    if name in SURFACES:
        return Shade(scheme[name], "", 0)
    ground = scheme[GROUNDS.get(name) or GROUNDS.get(name.partition("-")[0], "card")]
    return Shade(scheme[name], ground, contrast(scheme[name], ground))


def contrast(colour: str, ground: str) -> float:
    """Return the WCAG contrast ratio, 1 to 21, of two colours such as "#1b1d1a"."""
    lighter, darker = sorted((_luminance(colour), _luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
