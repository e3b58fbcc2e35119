"""People's colours stand out from the page in both schemes, and each has a name."""

import re

import pytest

from scorepad.paths import static_dir
from scorepad.store import COLOURS
from scorepad.web.people import people_view

LEAST = 3.0
"""The contrast that WCAG asks for in graphics."""

TOKENS = (static_dir() / "css" / "tokens.css").read_text()
SCHEMES = dict(
    zip(("light", "dark"), TOKENS.split("@media (prefers-color-scheme: dark)"), strict=True)
)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("behind", ["paper", "card"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_colour_stands_out_from_its_background(scheme, behind):
    tokens = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", SCHEMES[scheme]))
    for number in range(1, COLOURS + 1):
        assert contrast(tokens[f"person-{number}"], tokens[behind]) >= LEAST, number


def test_every_colour_has_a_name_of_its_own():
    assert len(set(people_view.COLOURS)) == COLOURS
