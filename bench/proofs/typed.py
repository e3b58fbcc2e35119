"""Leave a page at any moment of typing, in Chromium, and check that what was typed is there when it is opened again.

Six kinds of page are left in seven ways: by a link, a reload, another address, Back, a tab that was killed, a server
that is away, and a turned phone. What was typed into a round must also be in the club, without a conflict.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from playwright.async_api import Browser, BrowserContext, Error, Page, async_playwright

from bench.proofs.common import arguments, club_folder, running, verdict
from scorepad.web.app.permissions import COOKIE
from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.tables import COUNTED, TALLIED, visiting
from tests.support.server import owner_token
from tests.support.waiting import PATIENCE

MOMENTS, SHORT = 500, 1
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "reduced_motion": "reduce"}
TURNED = {"width": 640, "height": 360}
BRIEF = 4000
"""Milliseconds after which a navigation that another one has interrupted is tried again."""
TRIES = 3
"""After so many navigations that do not begin, the tab is closed: the browser may wait for "Leave this page?"."""
WAYS = ("link", "reload", "address", "back", "killed", "away", "turned")

TYPES = """([selector, text, isKeypad, wait, way]) => {
  const input = document.querySelector(selector);
  if (!isKeypad) input.value = "";
  for (const letter of text) {
    if (isKeypad) document.querySelector(`[data-key="${letter}"]`).click();
    else {
      input.value += letter;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  const leave = {
    link: () => document.querySelector("header a[href]").click(),
    reload: () => location.reload(),
    address: () => location.assign("/people"),
    back: () => history.back(),
  }[way];
  if (leave) setTimeout(leave, wait);
}"""
"""Types into an input key by key, and leaves the page some milliseconds later."""


@dataclass(frozen=True)
class Kind:
    """A kind of page: its path, the input to type into, and what to type."""

    name: str
    path: str
    selector: str
    text: Callable[[random.Random], str]
    is_keypad: bool = False


def _number(dice: random.Random) -> str:
    return str(dice.randint(1, 99_999))


def _name(dice: random.Random) -> str:
    return "".join(dice.choices("abcdefghij", k=dice.randint(1, 12)))


def _kinds(open_game: int, played: int) -> tuple[Kind, ...]:
    sheet = f"/games/{open_game}/rounds/1"
    return (
        Kind("the keypad", f"{sheet}/edit#team1.melded", '[name="team1.melded"]', _number, is_keypad=True),
        Kind("piles", f"{sheet}/count/seat2/left?by=piles", '[name="pile.50"]', lambda dice: str(dice.randint(1, 99))),
        Kind("a correction", f"/games/{played}/rounds/1/edit#seat2.left", '[name="seat2.left"]', _number),
        Kind("a new game", "/games/new/partnership", '[name="seat2"]', _name),
        Kind("settings", f"/games/{open_game}/settings", '[name="team1.brought"]', _number),
        Kind("a person", "/people/2/edit", 'form [name="name"]', _name),
    )


def main() -> int:
    """Print the result line. Return 0 if the claim holds."""
    asked = arguments(MOMENTS, SHORT, "moments of leaving each kind of page")
    faults: list[str] = []
    with club_folder() as folder:
        with visiting(folder) as owner:
            table = owner.begin(starter="seat2")
            table.sheet(1).save(**TALLIED)
            finished = owner.begin(starter="seat2")
            finished.play(1, **TALLIED, **COUNTED)
            kinds = _kinds(table.game, finished.game)
        with running(folder, faults) as server:
            lost = asyncio.run(_leave_all(f"http://127.0.0.1:{server.port}", kinds, asked.count, asked.seed))
        with visiting(folder) as owner:
            entries = [entry for entry in owner.entries(table.game) if entry.field == "melded"]
            faults += [f"{entry.value} is {entry.status}" for entry in entries if entry.status != "applied"]
    figures: dict[str, object] = {
        "moments": asked.count * len(kinds),
        "kinds of page": len(kinds),
        "ways to leave": len(WAYS),
        "numbers recorded": len(entries),
        "lost": len(lost),
    }
    return verdict("typed", figures, lost + faults)


async def _leave_all(club: str, kinds: tuple[Kind, ...], moments: int, seed: int) -> list[str]:
    """Leave each kind of page so often, all kinds at the same time. Return what was wrong."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        found = await asyncio.gather(*[_leave(browser, club, kind, moments, seed) for kind in kinds])
        await browser.close()
    return [wrong for of_kind in found for wrong in of_kind]


async def _leave(browser: Browser, club: str, kind: Kind, moments: int, seed: int) -> list[str]:
    """Leave a kind of page so often. Return what was wrong."""
    dice = random.Random(f"{seed} {kind.name}")
    context = await browser.new_context(service_workers="block", **PHONE)
    context.set_default_timeout(1000 * PATIENCE)
    await context.add_cookies([{"name": COOKIE, "value": owner_token(0), "domain": "127.0.0.1", "path": "/"}])
    phone = Phone(context, await context.new_page(), club, kind)
    wrong = [await phone.leave(dice) for _ in range(moments)]
    await context.close()
    return [*filter(None, wrong)]


@dataclass
class Phone:
    """A phone that types into one kind of page."""

    context: BrowserContext
    page: Page
    club: str
    kind: Kind
    opened: int = 0

    async def leave(self, dice: random.Random) -> str:
        """Type, and leave. Return what is wrong when the page is opened again, "" if nothing is."""
        way, text = dice.choice(WAYS), self.kind.text(dice)
        wait = dice.choice((0, dice.uniform(0, 50), dice.uniform(0, 2200)))
        # Every other time the page is typed into as soon as it is open, else after it has shown what was typed before.
        if self.opened == 0 or dice.random() < 0.5:
            await self._open()
        await self.context.set_offline(way == "away")
        await self.page.evaluate(TYPES, [self.kind.selector, text, self.kind.is_keypad, wait, way])
        if way in ("killed", "away"):
            await self._kill()
        elif way == "turned":
            await self.page.set_viewport_size(TURNED)
        else:
            # The navigation that is under way may be what the next one interrupts: that is another moment.
            with suppress(Error):
                await self.page.wait_for_timeout(wait + dice.uniform(0, 100))
        await self.context.set_offline(False)
        await self._open()
        await self.page.set_viewport_size(PHONE["viewport"])
        shown = await self._shown(text)
        return "" if shown == text else f"{self.kind.name}, {way} after {wait:.0f} ms: typed {text}, shown {shown}"

    async def _open(self) -> None:
        """Open the page, also if another navigation is under way. Its scripts have then run."""
        for attempt in count(1):
            if attempt % TRIES == 0:
                await self._renew()
            with suppress(Error):
                # With another query, or the same page would not be loaded.
                self.opened += 1
                path, mark, step = self.kind.path.partition("#")
                url = f"{self.club}{path}{'&' if '?' in path else '?'}opened={self.opened}{mark}{step}"
                await self.page.goto(url, timeout=BRIEF, wait_until="domcontentloaded")
                if await self.page.locator(self.kind.selector).count():
                    return

    async def _kill(self) -> None:
        async with self.page.expect_event("crash"):
            with suppress(Error):
                await self.page.goto("chrome://crash")
        await self._renew()

    async def _renew(self) -> None:
        await self.page.close()
        self.page = await self.context.new_page()

    async def _shown(self, text: str) -> str:
        with suppress(Error):
            await self.page.wait_for_function(
                "([selector, text]) => document.querySelector(selector)?.value.replaceAll(',', '') === text",
                arg=[self.kind.selector, text],
                timeout=BRIEF,
            )
        return (await self.page.locator(self.kind.selector).input_value()).replace(",", "")


if __name__ == "__main__":
    raise SystemExit(main())
