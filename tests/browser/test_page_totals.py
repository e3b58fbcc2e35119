"""What the counting page shows while fingers move, before any answer, is what the rounds worked by hand come to.

`test_provisional.py` asks the script alone; here the sums go through the page's own inputs and places.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scorepad.store import Entry
from scorepad.web import create_app
from tests.browser.conftest import overhear
from tests.support.scoring import chosen
from tests.support.server import environment, serving
from tests.web.driving import Visitor
from tests.web.rounds.test_vectors import TYPED, texts_of

Vector = dict[str, Any]
PARTS = ("base", "count", "bonus", "total")
SCORED = [(slug, vector) for slug, vector in TYPED if "teams" in vector["expect"]]

# Types into the inputs one after the other as a person would, then reads what is shown. Gives the names of the inputs
# that are not there, and the parts of each team, the total of the bar last.
FILL_IN = """([texts, teams]) => {
  const form = document.getElementById("sheet"), lacking = [];
  for (const [name, text] of Object.entries(texts)) {
    const found = form.elements.namedItem(name);
    const all = found instanceof RadioNodeList ? [...found] : [found].filter(Boolean);
    const toggle = all.find((one) => one.tagName === "BUTTON") ?? form.querySelector(`.toggle[id="${name}"]`);
    const one = all.find((one) => one.type === "radio" ? one.value === text : one.tagName === "INPUT");
    if (toggle) {
      if ((toggle.getAttribute("aria-pressed") === "true") !== (text === "1")) toggle.click();
    } else if (one?.type === "radio") {
      one.click();
    } else if (one) {
      one.value = text;
      for (const type of ["input", "change"]) one.dispatchEvent(new Event(type, {bubbles: true}));
    } else {
      lacking.push(name);
    }
  }
  const read = (place) => Number(place.textContent.replaceAll(",", "").replace("−", "-"));
  const shown = (at, part) => read(form.querySelector(`[data-score="team${at}.${part}"]`));
  const inBar = (at) => read(document.querySelector(`.bar [data-score="team${at}.total"]`));
  const parts = Array.from({length: teams}, (_, at) =>
    [...["base", "count", "bonus", "total"].map((part) => shown(at + 1, part)), inBar(at + 1)]);
  return [lacking, parts];
}"""


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[int, int]]]:
    """A club with a game for every vector that has a score: its address, and the number of each one's game."""
    home = tmp_path_factory.mktemp("totals")
    app = create_app(home)
    games = {at: _begun(Visitor(app), *SCORED[at]) for at in range(len(SCORED))}
    app.extensions["scorepad.club"].close()
    with serving(environment(SCOREPAD_INSTANCE=str(home))) as url:
        yield url, games


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    """A phone whose forms never reach the club."""
    context = browser.new_context(reduced_motion="reduce")
    _, complaints = overhear(context)
    page = context.new_page()
    # Neither refused nor answered: so nothing on the page is the server's doing.
    page.add_init_script("window.fetch = () => new Promise(() => {})")
    yield page
    context.close()
    assert complaints == []


def _begun(visitor: Visitor, slug: str, vector: Vector) -> int:
    """A game that has come to the vector's round."""
    data = vector["input"]
    players = data.get("players") or chosen(slug, vector).tables[0].players
    options = {f"choice.{key}": value for key, value in vector.get("choose", {}).items()}
    options |= {"decks": str(data["decks"])} if "decks" in data else {}
    game = visitor.begin(slug, f"{players}x{len(data['teams'])}", **options).game
    before = range(1, data["round"])
    visitor.club.record_all(
        [Entry(f"{game}:{n}", game, n, "table", "finished", {"yes": True}) for n in before]
    )
    return game


def _texts(slug: str, vector: Vector) -> dict[str, str]:
    data, rules = vector["input"], chosen(slug, vector)
    players = data.get("players") or rules.tables[0].players
    return texts_of(rules, players // len(data["teams"]), data)


def _shown(page: Page, club: str, game: int, slug: str, vector: Vector) -> list[list[int]]:
    number = vector["input"]["round"]
    page.goto(f"{club}/games/{game}/rounds/{number}/edit", wait_until="domcontentloaded")
    teams = len(vector["input"]["teams"])
    lacking, parts = page.evaluate(FILL_IN, [_texts(slug, vector), teams])
    assert lacking == [], f"{slug}: {vector['title']}"
    return parts


def _worked(vector: Vector) -> list[list[int]]:
    told = vector["expect"]["teams"]
    return [[*(team[part] for part in PARTS), team["total"]] for team in told]


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in SCORED}))
def test_the_page_shows_what_a_round_worked_by_hand_comes_to(
    phone: Page, sheets: tuple[str, dict[int, int]], slug: str
) -> None:
    club, games = sheets
    for at, (of, vector) in enumerate(SCORED):
        if of == slug:
            found = _shown(phone, club, games[at], slug, vector)
            assert found == _worked(vector), f"{slug}: {vector['title']}"


def test_most_of_the_rounds_worked_by_hand_have_a_score() -> None:
    assert len(SCORED) >= 60
