"""The colours of tokens.css: text is readable, and teams and people differ, also for colour-blind people."""

import re
from itertools import combinations

import pytest
from coloraide import Color

from scorepad.paths import static_dir
from scorepad.store import COLOURS, Player
from scorepad.web.app.design_tokens import colours, fills
from scorepad.web.people import people_view

TEAMS = range(1, 7)
TEXTS = ("ink", "quiet", "link", "good", "bad")
"""Colours of text in the usual size."""
MIN_TEXT, MIN_FIGURE, MIN_GRAPHIC = 7.0, 4.5, 3.0
"""Contrast ratios: WCAG AAA for text, AA for large figures, and the one for graphics."""
MIN_DIFFERENCE = 20.0
"""In CIEDE2000: twice the difference that is visible at a glance."""


LIGHT, DARK = ({name: Color(code) for name, code in colours(dark=dark).items()} for dark in (False, True))
SCHEMES = pytest.mark.parametrize(("scheme", "team"), [(LIGHT, "ink"), (DARK, "glow")], ids=["light", "dark"])


@SCHEMES
@pytest.mark.parametrize("ground", ["paper", "card", "message", "pressed"])
def test_text_can_be_read(scheme, team, ground):
    for name in TEXTS[: 1 if ground == "pressed" else None]:
        assert scheme[name].contrast(scheme[ground]) >= MIN_TEXT, name


@SCHEMES
def test_text_on_felt_and_on_main_buttons_can_be_read(scheme, team):
    for name, ground in (
        ("on-felt", "felt"),
        ("on-felt-quiet", "felt"),
        ("on-felt", "felt-deep"),
        ("on-press", "press"),
    ):
        assert scheme[name].contrast(scheme[ground]) >= MIN_TEXT, (name, ground)


@SCHEMES
def test_team_colours_stand_out_wherever_they_are(scheme, team):
    grounds = {team: ("paper", "card"), "glow": ("paper", "card", "felt-deep")[2 if scheme is LIGHT else 0 :]}
    for kind, behind in grounds.items():
        for number in TEAMS:
            for ground in behind:
                assert scheme[f"{kind}-{number}"].contrast(scheme[ground]) >= MIN_FIGURE, (kind, number, ground)


@SCHEMES
@pytest.mark.parametrize("face", ["plain", "red", "black", "wild"])
def test_a_book_stands_out_from_its_ground_and_from_its_edge(scheme, team, face):
    for ground in (scheme["card"], scheme["paper"], Color("white")):
        assert scheme[f"face-{face}"].contrast(ground) >= MIN_GRAPHIC, ground


@SCHEMES
@pytest.mark.parametrize("sight", ["", "protan", "deutan", "tritan"])
def test_any_two_teams_differ_for_everybody(scheme, team, sight):
    seen = [scheme[f"{team}-{number}"] for number in TEAMS]
    if sight:
        seen = [colour.filter(sight, method="machado") for colour in seen]
    assert min(a.delta_e(b, method="2000") for a, b in combinations(seen, 2)) >= MIN_DIFFERENCE


@SCHEMES
def test_the_colours_of_people_stand_out_and_have_names(scheme, team):
    for number in range(1, COLOURS + 1):
        for ground in ("paper", "card"):
            assert scheme[f"person-{number}"].contrast(scheme[ground]) >= MIN_GRAPHIC, number
    assert len(set(people_view.COLOURS)) == COLOURS


SIGHTS = ("", "protan", "deutan", "tritan")


def marks():
    """The shape of each colour of people, by its number."""
    shapes = re.findall(r"\.colour-(\d+) \{[^}]*--shape: ([^;]+);", (static_dir() / "css/league.css").read_text())
    return {int(number): shape for number, shape in shapes}


@SCHEMES
def test_people_whose_colours_may_be_confused_have_other_shapes(scheme, team):
    shapes, confused = marks(), 0
    assert {*shapes} == {*range(1, COLOURS + 1)}
    for a, b in combinations(shapes, 2):
        seen = [[scheme[f"person-{number}"] for number in (a, b)]]
        seen += [[colour.filter(sight, method="machado") for colour in seen[0]] for sight in SIGHTS[1:]]
        if min(one.delta_e(other, method="2000") for one, other in seen) < MIN_DIFFERENCE:
            confused += 1
            assert shapes[a] != shapes[b], (a, b)
    assert confused


def test_the_first_sixteen_people_have_marks_of_their_own():
    seen = {people_view.mark_of(Player(number, "Ann")) for number in range(1, 2 * COLOURS + 1)}
    assert len(seen) == 2 * COLOURS


def test_letters_on_the_winners_colour_can_be_read():
    assert len(fills()) == len(TEAMS)
    for number, fill in enumerate(fills(), start=1):
        # Tints mark the teams of a game between two.
        tints = [LIGHT["tint-1"], LIGHT["tint-2"]] if number < 3 else []
        for letters in (Color("white"), *tints):
            assert min(letters.contrast(Color(colour)) for colour in fill) >= MIN_TEXT, (letters, number)
