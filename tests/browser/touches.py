"""Count the touches of common tasks: a new club's first game, a set-up, a round by points or by piles, a rematch."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers, group
from tests.browser.tables import visiting
from tests.web.driving import NAMES, OUT_FIRST

KNOWN = NAMES[:4]
"""The players whom the club knows, in the order of their seats."""

REPLIES = ("One clean, one dirty", "500 points", "Yes, but a no does not stop you")
"""What a family that plays Partnership says about its rules."""

BOOKS = {"Ann & Carla": {"Red books": 2, "Black books": 1}, "Bob & Dora": {"Red books": 1, "Black books": 1}}
CUT = "Carla: exact cut of 22"
POINTS = {
    ("Ann & Carla", "Cards melded"): "410",
    ("Carla", "Cards left"): "0",
    ("Bob & Dora", "Cards melded"): "385",
    ("Bob", "Cards left"): "65",
    ("Dora", "Cards left"): "30",
}
PILES = {
    ("Ann & Carla", "Cards melded"): {50: 5, 20: 6, 10: 4},
    ("Bob & Dora", "Cards melded"): {50: 4, 20: 7, 10: 4, 5: 1},
    ("Bob", "Cards left"): {50: 1, 10: 1, 5: 1},
    ("Dora", "Cards left"): {20: 1, 10: 1},
}
"""The same round as `POINTS`; Carla's empty hand is typed in both."""

THREES = "Red threes left in hand or foot"
WORTH = ("+1,910", "+590")
"""(1,000 + 300) + 410 + (100 + 100), and (500 + 300) + (385 − 65 − 30 − 500), by the rules of `partnership`."""


def make_known(home: Path) -> None:
    """Play an earlier game in a club's folder, before its server starts, so that the club knows `KNOWN`."""
    with visiting(home) as owner:
        owner.begin(starter="seat2").play(1, **OUT_FIRST)


def count_touches(page: Page, club: str, *, piles: bool = True) -> dict[str, int]:
    """Return the touches of each of `STEPS`, in a club that knows the players. Ends on the table of a rematch.

    The round by piles is left out unless `piles` is true.
    """
    fingers, touches = Fingers(page), {}
    page.goto(club)
    for name, play in STEPS.items():
        if name == "round by piles" and not piles:
            continue
        if name == "rematch":
            end_early(fingers, rounds=1 + piles)
        with fingers.counting() as counts:
            play(fingers)
        touches[name] = counts[0]
    return touches


def count_first_game(page: Page, link: str) -> int:
    """Return the touches from the owner's link of an empty club to the first book at a table, with four typed names."""
    fingers = Fingers(page)
    page.goto(link)
    with fingers.counting() as counts:
        fingers.press("Start your first game")
        for reply in REPLIES:
            fingers.tap(page.get_by_role("link", name=reply))
        fingers.press("Play Partnership")
        for seat, name in enumerate(KNOWN, start=1):
            fingers.write_in(page.locator(f"[name=seat{seat}]"), name)
        fingers.press("Begin the game")
        fingers.step("Ann & Carla", "Red books")
    return counts[0]


def end_early(fingers: Fingers, rounds: int) -> None:
    """End a game before its target."""
    fingers.unfold("This game")
    fingers.unfold("End the game here")
    fingers.press(f"Yes, end it: round {rounds} was the last")
    expect(fingers.page.get_by_role("heading", level=1)).to_contain_text("Ann & Carla win by ")


def set_up(fingers: Fingers) -> None:
    """Go from the list of games to the table, with four known players."""
    fingers.press("New game")
    fingers.press("As last time: Partnership Hand & Foot, 4 players")
    sit_down(fingers)
    fingers.choose("Bob")
    fingers.press("Begin the game")
    expect(fingers.page.get_by_role("region", name="The score")).to_contain_text("Bob starts")


def sit_down(fingers: Fingers) -> None:
    """Seat the known players one by one, by tapping their names."""
    for seat, name in enumerate(KNOWN, start=1):
        fingers.tap(fingers.page.locator(".chips").get_by_role("button", name=name, exact=True))
        expect(fingers.page.locator(".seats > li").nth(seat - 1)).to_contain_text(name)


def by_points(fingers: Fingers) -> None:
    """Tally a round as it is played, and count it as points: from the table to the next round's table."""
    _play(fingers)
    for _ in count_points(fingers, POINTS, threes="Dora"):
        pass
    _finish(fingers)


def count_points(fingers: Fingers, points: Mapping[tuple[str, str], str], threes: str) -> Iterator[None]:
    """Type each number at its step, which has no other input; one player has a red three. Yield before each Next."""
    for (whose, label), text in points.items():
        box = group(fingers.page, whose).get_by_label(label, exact=True)
        expect(box).to_be_visible()
        expect(fingers.page.locator(".input.points").filter(visible=True)).to_have_count(1)
        fingers.type(text)
        expect(box).to_have_value(f"{int(text):,}")
        if whose == threes:
            fingers.step(whose, THREES)
        yield
        fingers.next()


def by_piles(fingers: Fingers) -> None:
    """Count the same round, with the piles of every packet that is not empty."""
    _play(fingers)
    fingers.write("Carla", "Cards left", "0")
    for (whose, label), piles in PILES.items():
        count_piles(fingers, whose, label, piles)
    fingers.step("Dora", THREES)
    _finish(fingers)


def count_piles(fingers: Fingers, whose: str, label: str, piles: Mapping[int, int]) -> None:
    """Count a packet on its own page: with the page's keypad, or by typing, with + for a pile of one card."""
    fingers.reach(group(fingers.page, whose).get_by_label(label, exact=True))
    keys = fingers.page.locator("[data-piles]").filter(visible=True)
    fingers.tap(keys.or_(fingers.page.get_by_role("button", name=f"Count the piles: {label}, {whose}", exact=True)))
    expect(fingers.page.get_by_role("heading", level=1)).to_contain_text(label)
    has_keys = fingers.page.locator("#keypad").is_visible()
    for each, cards in piles.items():
        box = fingers.page.locator(f'[name="pile.{each}"]')
        if has_keys:
            fingers.tap(fingers.page.locator(f'[data-to="pile.{each}"]'))
            fingers.type(str(cards))
        elif cards == 1:
            fingers.tap(fingers.page.locator(f'[name=step][value="pile.{each}+1"]'))
        else:
            fingers.write_in(box, str(cards))
        expect(box).to_have_value(str(cards))
    fingers.tap(fingers.page.locator("[data-save], [data-after][data-skips], .bottom .main").filter(visible=True))
    expect(group(fingers.page, whose).get_by_label(label, exact=True)).to_be_in_viewport()


def tally_books(fingers: Fingers) -> None:
    """Mark that both teams opened, and count `BOOKS` as they close."""
    for team, books in BOOKS.items():
        fingers.mark("Opened", team)
        for label, number in books.items():
            fingers.step(team, label, number)


def _play(fingers: Fingers) -> None:
    fingers.mark(CUT)
    tally_books(fingers)
    fingers.press("Ann goes out")


def _finish(fingers: Fingers) -> None:
    fingers.press("Finish the round")
    expect(fingers.page.locator(".done .suit")).to_have_text(WORTH)
    expect(fingers.page.get_by_role("link", name="Count the round")).to_be_visible()


def rematch(fingers: Fingers) -> None:
    """Go from the result to the table of the next game."""
    fingers.press("Rematch")
    expect(fingers.page.get_by_role("region", name="The score")).to_contain_text("Round 1")


STEPS = {"set-up": set_up, "round by points": by_points, "round by piles": by_piles, "rematch": rematch}
