"""A table that keeps its game on a phone: by taps and keys on what stands on the page, and by nothing else.

After the first address nothing here asks the server for anything, fills an input by script, or knows an input's name:
it finds what people find, which are legends, labels and the words on buttons.
"""

import itertools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

GAMES = Path(__file__).parent / "games"

TICK = "tick"
"""What a sheet says of a box that is ticked instead of typed into."""

HEIGHTS = itertools.cycle((200, 400))
"""Where on the screen an input is tapped, between the two bars that stay: two taps at one place are a double tap."""

Typed = Mapping[str, Mapping[str, str]]
"""What is typed: by the team or player it is about, then by label."""


@dataclass(frozen=True)
class Returned:
    """A sheet that came back: what had been typed, and the sentence that it came back with."""

    typed: Typed
    says: str


@dataclass(frozen=True)
class Round:
    """A round as the table counted it, and what it was worth, worked by hand.

    `opens` and `starts` are what stands on the table before it; `first` was tried before and came back; `odd` is a
    warning that somebody confirms. `opens`, `points` and `totals` have one item a team.
    """

    opens: tuple[str, ...]
    starts: str
    ended: str
    typed: Typed
    points: tuple[int, ...]
    totals: tuple[int, ...]
    first: Returned | None = None
    odd: str = ""


@dataclass(frozen=True)
class Game:
    """A whole game: what is agreed before it, its rounds, the heading it ends with, and who has the most."""

    rules: str
    players: tuple[str, ...]
    teams: tuple[str, ...]
    starter: str
    rounds: tuple[Round, ...]
    ends: str
    best: tuple[str, ...]
    choices: Mapping[str, str] = field(default_factory=dict)


def game_of(slug: str) -> Game:
    """The game that is played by a rule set, from its file in `games/`."""
    data = tomllib.loads((GAMES / f"{slug}.toml").read_text("utf-8"))
    rounds = tuple(_round(one) for one in data.pop("rounds"))
    return Game(rounds=rounds, **{name: _frozen(value) for name, value in data.items()})


def _round(data: dict[str, Any]) -> Round:
    first = {"first": Returned(**data.pop("first"))} if "first" in data else {}
    return Round(**first, **{name: _frozen(value) for name, value in data.items()})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def play(page: Page, game: Game) -> None:
    """Plays a game from the list of games to its end, looking at the table after every round."""
    begin(page, game)
    for number, played in enumerate(game.rounds, start=1):
        _look_before(page, game, played, number)
        press(page, "Count the round")
        fill_in(page, played)
        _look_at_points(page, game, played)
        press(page, "To the result" if played is game.rounds[-1] else f"On to round {number + 1}")
        expect(page.locator("main .big, .bar .big")).to_have_text(list(map(said, played.totals)))
    expect(page.get_by_role("heading", level=1)).to_have_text(game.ends)
    assert tuple(team for team in game.teams if "wins" in _classes(part(page, team))) == game.best


def begin(page: Page, game: Game) -> None:
    """Begins the game from the list of games."""
    press(page, "New game")
    page.get_by_role("link", name=re.compile(f"^{re.escape(game.rules)}")).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("New game")
    page.wait_for_load_state()
    for seat, name in enumerate(game.players, start=1):
        write(page, page.get_by_label(f"Name, seat {seat}"), name)
    page.get_by_role("radio", name=game.starter, exact=True).tap()
    if game.choices:
        page.locator("summary", has_text="Choices of these rules").tap()
    for legend, option in game.choices.items():
        group(page, legend).get_by_role("radio", name=option, exact=True).tap()
    press(page, "Begin the game")


def fill_in(page: Page, played: Round) -> None:
    """Types a round into its sheet and finishes it, through whatever has to be put right or confirmed."""
    page.get_by_role("radio", name=played.ended, exact=True).tap()
    if played.first:
        write_all(page, played.first.typed)
        press(page, "Finish the round")
        expect(page.get_by_role("alert")).to_contain_text(played.first.says)
    write_all(page, played.typed)
    press(page, "Finish the round")
    if played.odd:
        expect(page.get_by_role("alert")).to_contain_text(played.odd)
        page.get_by_role("checkbox", name="Yes, it is right as it stands").tap()
        press(page, "Finish the round")
    expect(page.get_by_role("status")).to_contain_text("is kept")


def _look_before(page: Page, game: Game, played: Round, number: int) -> None:
    bar = page.get_by_role("region", name="The score")
    expect(bar).to_contain_text(f"Round {number} {played.starts} starts")
    for team, opens in zip(game.teams, played.opens, strict=True):
        side = bar.locator(".side", has_text=team)
        expect(side).to_contain_text(f"opens with {opens.removesuffix(' points')}")


def _look_at_points(page: Page, game: Game, played: Round) -> None:
    for team, points in zip(game.teams, played.points, strict=True):
        expect(part(page, team).get_by_role("heading")).to_have_text(f"{team}: {said(points)}")


def write_all(page: Page, typed: Typed) -> None:
    """Types into the inputs of a sheet, and ticks its boxes."""
    page.wait_for_load_state()
    for whose, inputs in typed.items():
        for label, text in inputs.items():
            if text == TICK:
                mark(page, whose, label)
            else:
                write(page, group(page, whose).get_by_label(label, exact=True), text)


def mark(page: Page, whose: str, label: str) -> None:
    """Taps a mark, which may be a team's or, with the player's name before it, a player's."""
    of_player = f"{whose}: {label[:1].lower()}{label[1:]}"
    own = group(page, whose).get_by_role("button", name=label, exact=True)
    button = page.get_by_role("button", name=of_player, exact=True).or_(own)
    if not button.is_visible():
        fallen_short = group(page, whose).locator("summary", has_text="The opening fell short")
        fallen_short.tap()
    was = button.get_attribute("aria-pressed")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "false" if was == "true" else "true")


def write(page: Page, box: Locator, text: str) -> None:
    """Taps an input and types over what stands in it.

    A real touch of the glass at a real place; only Playwright's own wait for a still page is left out (`force`), which
    takes three times as long as the touch, and a sheet has many inputs. So the page must have been loaded.
    """
    box.evaluate("(one, at) => scrollBy(0, one.getBoundingClientRect().top - at)", next(HEIGHTS))
    box.tap(force=True)
    expect(box).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)
    expect(box).to_have_value(text)


def press(page: Page, words: str) -> None:
    """Taps the button, or the link that looks like one."""
    page.wait_for_load_state()
    button = page.get_by_role("button", name=words, exact=True)
    button.or_(page.get_by_role("link", name=words, exact=True)).tap()


def group(page: Page, legend: str) -> Locator:
    """The part of a form that stands under a legend."""
    return page.get_by_role("group", name=legend, exact=True)


def part(page: Page, name: str) -> Locator:
    """The part of a page that is about a team."""
    return page.get_by_role("region", name=name, exact=True)


def said(points: int) -> str:
    """Points as pages write them: 1,910 and −940."""
    return f"{points:,}".replace("-", "−")


def _classes(one: Locator) -> list[str]:
    return (one.get_attribute("class") or "").split()
