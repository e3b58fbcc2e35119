"""Play whole games on a phone, by taps and keys, from the files in `games/`."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.fingers import Fingers, group

GAMES = Path(__file__).parent / "games"

TICK = "tick"
"""The value of an input that is a toggle."""

Typed = dict[str, dict[str, str]]
"""Texts to type, by team or player, then by label."""


@dataclass(frozen=True)
class Round:
    """A round as the players counted it, with its points worked out by hand.

    `opens` and `starts` are shown by the table before it. `first` is tried before and refused, with the message `says`.
    `odd` is a warning that a player confirms. `opens`, `points` and `totals` have one item for each team.
    """

    opens: list[str]
    starts: str
    ended: str
    typed: Typed
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


def play(page: Page, game: Game) -> None:
    """Play a game from the list of games to its end, checking the table before and after every round."""
    fingers = Fingers(page, selects=True)
    begin(fingers, game)
    for number, played in enumerate(game.rounds, start=1):
        _look_before(page, game, played, number)
        fingers.press("Count the round")
        fill_in(fingers, played)
        if played is not game.rounds[-1]:
            expect(page.locator(".done .suit")).to_have_text([re.compile(rf"^\+?{_shown(n)}$") for n in played.points])
            expect(page.locator("main .big, .bar .big")).to_have_text([_shown(n) for n in played.totals])
    totals = dict(zip(game.teams, played.totals, strict=True))
    ranked = sorted(totals, key=lambda team: team not in game.best)
    # The winners come first.
    expect(page.locator("main .big, .bar .big")).to_have_text([_shown(totals[team]) for team in ranked])
    margin = totals[ranked[0]] - totals[ranked[1]]
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{game.ends} by {_shown(margin)}")
    winners = [team for team in game.teams if _region(page, team).and_(page.locator(".wins")).count()]
    assert winners == game.best


def begin(fingers: Fingers, game: Game) -> None:
    """Begin the game from the list of games."""
    page = fingers.page
    fingers.tap(page.get_by_role("link", name=re.compile("^(New game|Start your first game)$")))
    fingers.tap(page.get_by_role("link", name=re.compile("^All [0-9]+ sets$")))
    fingers.tap(page.get_by_role("link", name=re.compile(f"^{re.escape(game.rules)}")))
    expect(page.get_by_role("heading", level=1)).to_have_text("New game")
    for seat, name in enumerate(game.players, start=1):
        box = page.get_by_label(f"Name, seat {seat}")
        box.scroll_into_view_if_needed()
        fingers.write_in(box, name)
    seat = game.players.index(game.starter) + 1
    fingers.tap(page.locator("label.tick", has=page.locator(f'[name=starter][value="seat{seat}"]')))
    if game.choices:
        fingers.unfold("Choices of these rules")
    for legend, option in game.choices.items():
        fingers.tap(group(page, legend).get_by_role("radio", name=option, exact=True))
    fingers.press("Begin the game")


def fill_in(fingers: Fingers, played: Round) -> None:
    """Type a round into its sheet and finish it, correcting or confirming what is necessary."""
    alert = fingers.page.get_by_role("alert")
    fingers.choose(played.ended)
    if played.first:
        _type_in(fingers, played.first["typed"])
        fingers.press("Finish the round")
        expect(alert).to_contain_text(played.first["says"])
    _type_in(fingers, played.typed)
    fingers.press("Finish the round")
    if played.odd:
        expect(alert).to_contain_text(played.odd)
        fingers.tap(fingers.page.get_by_role("checkbox", name="Yes, this is right"))
        fingers.press("Finish the round")
    expect(fingers.page.locator("#steps")).to_have_count(0)


def _look_before(page: Page, game: Game, played: Round, number: int) -> None:
    bar = page.get_by_role("region", name="The score")
    expect(bar).to_contain_text(re.compile(rf"Round {number}\b.*{played.starts} starts", re.DOTALL))
    for team, opens in zip(game.teams, played.opens, strict=True):
        words = "Any meld opens" if opens == "any meld" else f"Needs {opens.removesuffix(' points')} to open"
        expect(group(page, team).locator(".off")).to_have_text(words)


def _type_in(fingers: Fingers, typed: Typed) -> None:
    """Type into the inputs of a sheet, and tap its toggles."""
    for legend, inputs in typed.items():
        for label, text in inputs.items():
            if text == TICK:
                _mark(fingers, legend, label)
            else:
                fingers.write(legend, label, text)


def _mark(fingers: Fingers, legend: str, label: str) -> None:
    """Tap a toggle of a team, or of a player (its label then starts with the player's name)."""
    team = group(fingers.page, legend)
    button = team.get_by_role("button", name=label, exact=True, include_hidden=True)
    if button.count():
        if not fingers.reach(button).is_visible():
            fingers.tap(team.locator("summary", has_text="The opening was too low"))
        fingers.mark(label, legend)
    else:
        fingers.mark(f"{legend}: {label[:1].lower()}{label[1:]}")


def _region(page: Page, team: str) -> Locator:
    """Return the part of a page about a team."""
    return page.get_by_role("region", name=team, exact=True)


def _shown(points: int) -> str:
    """Format points like the pages: 1,910 and −940."""
    return f"{points:,}".replace("-", "−")
