"""Leave a page at any moment of typing, in Chromium, and check that what was typed is there when it is opened again.

Six kinds of page are left in seven ways: by a link, a reload, another address, Back, a tab that was killed, a server
that is away, and a turned phone. What was typed into a round must also be in the club, without a conflict.
Since nothing is lost, no page may ask whether to leave it. A moment that does not end in a minute is a fault too: its
step is named, and a new tab replaces the one that hangs.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.async_api import Browser, BrowserContext, Dialog, Error, Page, async_playwright

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
            phones = asyncio.run(_leave_all(f"http://127.0.0.1:{server.port}", kinds, asked.count, asked.seed))
        with visiting(folder) as owner:
            entries = [entry for entry in owner.entries(table.game) if entry.field == "melded"]
            faults += [f"{entry.value} is {entry.status}" for entry in entries if entry.status != "applied"]
    figures: dict[str, object] = {
        "moments": asked.count * len(kinds),
        "kinds of page": len(kinds),
        "ways to leave": len(WAYS),
        "numbers recorded": len(entries),
        "lost": sum(len(phone.lost) for phone in phones),
        "questions whether to leave": sum(len(phone.asked) for phone in phones),
        "tabs that hung": sum(len(phone.hung) for phone in phones),
    }
    for phone in phones:
        faults += phone.lost + phone.asked + phone.hung
    return verdict("typed", figures, faults)


async def _leave_all(club: str, kinds: tuple[Kind, ...], moments: int, seed: int) -> "list[Phone]":
    """Leave each kind of page so often, all kinds at the same time, each with a phone of its own."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        return await asyncio.gather(*[_leave(browser, club, kind, moments, seed) for kind in kinds])


async def _leave(browser: Browser, club: str, kind: Kind, moments: int, seed: int) -> "Phone":
    """Leave a kind of page so often."""
    dice = random.Random(f"{seed} {kind.name}")
    context = await browser.new_context(service_workers="block", **PHONE)
    context.set_default_timeout(1000 * PATIENCE)
    await context.add_cookies([{"name": COOKIE, "value": owner_token(0), "domain": "127.0.0.1", "path": "/"}])
    phone = Phone(context, club, kind)
    await phone.new_tab()
    for _ in range(moments):
        await phone.leave(dice)
    return phone


@dataclass
class Phone:
    """A phone that types into one kind of page, and what went wrong on it."""

    context: BrowserContext
    club: str
    kind: Kind
    page: Page = field(init=False)
    opened: int = 0
    moment: str = ""
    step: str = ""
    lost: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    hung: list[str] = field(default_factory=list)

    async def new_tab(self) -> None:
        self.page = await self.context.new_page()
        self.page.on("dialog", self._answer)

    async def _answer(self, dialog: Dialog) -> None:
        """Leave the page, whatever it asks."""
        self.asked.append(f"{self.moment}: asked {dialog.type} {dialog.message}")
        await dialog.accept()

    async def leave(self, dice: random.Random) -> None:
        """Type, leave, and look at the page again."""
        way, text = dice.choice(WAYS), self.kind.text(dice)
        wait = dice.choice((0, dice.uniform(0, 50), dice.uniform(0, 2200)))
        # Every other time the page is typed into as soon as it is open, else after it has shown what was typed before.
        is_opened_first = self.opened == 0 or dice.random() < 0.5
        self.moment = f"{self.kind.name}, {way} after {wait:.0f} ms"
        try:
            # Several calls of Playwright have no timeout, such as `evaluate`.
            async with asyncio.timeout(PATIENCE):
                shown = await self._leave(way, text, wait, wait + dice.uniform(0, 100), is_opened_first)
        except (TimeoutError, Error) as error:
            self.hung.append(f"{self.moment}: {self.step} did not end: {error!r}")
            await asyncio.wait_for(self.new_tab(), PATIENCE)
        else:
            if shown != text:
                self.lost.append(f"{self.moment}: typed {text}, shown {shown}")

    async def _leave(self, way: str, text: str, wait: float, until: float, is_opened_first: bool) -> str:
        """Type a text, leave, and return what the page shows when it is open again."""
        if is_opened_first:
            await self._open()
        self.step = "typing"
        await self.context.set_offline(way == "away")
        await self.page.evaluate(TYPES, [self.kind.selector, text, self.kind.is_keypad, wait, way])
        self.step = "leaving"
        if way in ("killed", "away"):
            await self._kill()
        elif way == "turned":
            await self.page.set_viewport_size(TURNED)
        else:
            # The navigation that is under way may be what the next one interrupts: that is another moment.
            with suppress(Error):
                await self.page.wait_for_timeout(until)
        await self.context.set_offline(False)
        await self._open()
        self.step = "looking"
        await self.page.set_viewport_size(PHONE["viewport"])
        return await self._shown(text)

    async def _open(self) -> None:
        """Open the page, also if another navigation is under way. Its scripts have then run."""
        self.step = "opening"
        while True:
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
        await self.page.close()
        await self.new_tab()

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
