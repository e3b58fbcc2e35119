"""A whole game of each rule set, from its first page to the winner, by the forms of its pages and without scripts."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

GAMES = Path(__file__).parent / "games"

TICK = "tick"
"""The value of an input that is a toggle."""


@dataclass(frozen=True)
class Round:
    """A round as the players counted it, with its points worked out by hand.

    `opens` and `starts` are shown by the table before it. `first` is tried before and refused, with the message `says`.
    `odd` is a warning that a player confirms. `opens`, `points` and `totals` have one item for each team.
    """

    opens: list[str]
    starts: str
    ended: str
    typed: dict[str, dict[str, str]]  # Texts, by team or player, then by label.
    points: list[int]
    totals: list[int]
    first: dict[str, Any] = field(default_factory=dict)
    odd: str = ""


@dataclass(frozen=True)
class Game:
    """A whole game: its settings, its rounds, the heading at its end, and the winners."""

    rules: str
    players: list[str]
    teams: list[str]
    starter: str
    rounds: list[Round]
    ends: str
    best: list[str]
    choices: dict[str, str] = field(default_factory=dict)


def read_game(slug: str) -> Game:
    """Return the game of a rule set, from its file in `games/`."""
    data = tomllib.loads((GAMES / f"{slug}.toml").read_text("utf-8"))
    return Game(rounds=[Round(**one) for one in data.pop("rounds")], **data)


@pytest.mark.parametrize("slug", sorted(file.stem for file in GAMES.glob("*.toml")))
def test_a_whole_game_is_played(visitor, slug):
    game = read_game(slug)
    seats = {f"seat{seat}": name for seat, name in enumerate(game.players, start=1)}
    setup = visitor.get(f"/games/new/{slug}")
    choices = dict(answer(setup, legend, option) for legend, option in game.choices.items())
    table = visitor.begin(slug, starter=f"seat{game.players.index(game.starter) + 1}", **seats, **choices)
    for number, played in enumerate(game.rounds, start=1):
        check_before(table.page(), game, played, number)
        sheet = table.sheet(number)
        how = dict([answer(sheet.page, "How did the round end?", played.ended)])
        if played.first:
            sheet = sheet.finish(**how, **texts(sheet, played.first["typed"]))
            assert played.first["says"] in sheet.page.said
        sheet = sheet.finish(**how, **texts(sheet, played.typed))
        if played.odd:
            assert played.odd in sheet.page.said
            sheet = sheet.finish(confirm=True)
        assert sheet.page.status == 200, sheet.page.said
        if played is not game.rounds[-1]:
            (done,) = sheet.page.classed("done")
            points = [one.text.removeprefix("+") for one in done.elements if "suit" in one["class"].split()]
            assert points == [shown(n) for n in played.points]
            assert [one.text for one in sheet.page.classed("big")] == [shown(n) for n in played.totals]
    # The winners come first.
    assert sorted(one.text for one in sheet.page.classed("big")) == sorted(shown(n) for n in played.totals)
    assert sheet.page.heading.partition(" by ")[0] == game.ends
    assert [one["aria-label"] for one in sheet.page.classed("wins")] == game.best


def check_before(page, game, played, number):
    (bar,) = page.classed("bar")
    assert re.search(rf"Round {number}\b.*{played.starts} starts", bar.text)
    minimums = [opens.removesuffix(" points") for opens in played.opens]
    words = ["Any meld opens" if least == "any meld" else f"Needs {least} to open" for least in minimums]
    assert [one.text for one in page.classed("off")] == words


def inside(page, legend, tag):
    """The elements with this tag in the fieldsets that have this legend."""
    groups = [one for one in page.root.all("fieldset") if one.all("legend")[:1] and one.all("legend")[0].text == legend]
    return [element for group in groups for element in group.all(tag)]


def answer(page, legend, words):
    """The name and the value of the radio button that has these words."""
    (label,) = [label for label in inside(page, legend, "label") if label.text == words]
    (radio,) = label.all("input")
    return radio["name"], radio["value"]


def texts(sheet, typed):
    """What is typed into a sheet, by the names of its inputs. A tick changes a toggle."""
    found = {}
    for legend, inputs in typed.items():
        for label, text in inputs.items():
            if text == TICK:
                name = toggle(sheet.page, legend, label)
                found[name] = "" if sheet.form.fields[name] else "1"
            else:
                # The fieldset of a team holds those of its players.
                name = next(one["for"] for one in inside(sheet.page, legend, "label") if one.text == label)
                found[name] = text
    return found


def toggle(page, legend, label):
    """The name of a toggle of a team, or of a player, whose name its words then begin with."""
    of_player = f"{legend} {label[:1].lower()}{label[1:]}"
    buttons = [one for one in inside(page, legend, "button") if one.text == label]
    buttons = buttons or [one for one in page.root.all("button") if one.text == of_player]
    return buttons[0]["id"]


def shown(points):
    """Points as the pages show them: 1,910 and −940."""
    return f"{points:,}".replace("-", "−")
