"""The totals that the counting page shows before any response equal those of the rounds worked by hand.

`test_provisional.py` calls only the script; here the numbers go through the page's own inputs and outputs.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.tables import visiting
from tests.support.scoring import chosen
from tests.support.server import serving_club
from tests.web.rounds.test_vectors import TYPED, table_of, texts_of

PARTS = ("base", "count", "bonus", "total")
SCORED = [(slug, vector) for slug, vector in TYPED if "teams" in vector["expect"]]

# Wait for the script that adds up, which comes after the first look at a page. Type into the inputs one after the other
# like a person, then read what is shown. Returns the names of missing inputs, and the parts of each team's total, with
# the total of the bar last.
FILL_IN = """async ([texts, teams]) => {
  await import(document.querySelector("script[src$='/scorepad.js']").src.replace("scorepad.js", "more.js"));
  const form = document.getElementById("sheet"), missing = [];
  for (const [name, text] of Object.entries(texts)) {
    const item = form.elements.namedItem(name);
    const all = item instanceof RadioNodeList ? [...item] : [item].filter(Boolean);
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
      missing.push(name);
    }
  }
  const read = (place) => Number(place.textContent.replaceAll(",", "").replace("−", "-"));
  const shown = (at, part) => read(form.querySelector(`[data-score="team${at}.${part}"]`));
  const inBar = (at) => read(document.querySelector(`.bar [data-score="team${at}.total"]`));
  const parts = Array.from({length: teams}, (_, at) =>
    [...["base", "count", "bonus", "total"].map((part) => shown(at + 1, part)), inBar(at + 1)]);
  return [missing, parts];
}"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[str, int]]]:
    """The URL of the table of every vector with a score, and the number of players in a team."""
    home = tmp_path_factory.mktemp("totals")
    with visiting(home) as owner:
        begun = [table_of(owner, *pair) for pair in SCORED]
        sizes = [table.record.agreement.table.team_size for table in begun]
    with serving_club(home) as url:
        yield [(url + table.address, size) for table, size in zip(begun, sizes, strict=True)]


@pytest.fixture(scope="module")
def page(tables: list[tuple[str, int]], onlooker: Page) -> Page:
    """A page whose forms never reach the club. It is closed before the server whose stream it reads."""
    # Requests are neither refused nor answered, so that nothing on the page comes from the server.
    onlooker.add_init_script("window.fetch = () => new Promise(() => {})")
    return onlooker


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in SCORED}))
def test_the_page_shows_what_a_round_worked_by_hand_comes_to(page, tables, slug):
    for (address, size), (slug_of, vector) in zip(tables, SCORED, strict=True):
        if slug_of == slug:
            data = vector["input"]
            texts = texts_of(chosen(slug, vector), size, data)
            page.goto(f"{address}/rounds/{data['round']}/edit", wait_until="domcontentloaded")
            missing, parts = page.evaluate(FILL_IN, [texts, len(data["teams"])])
            assert missing == [], vector["title"]
            teams = vector["expect"]["teams"]
            worked = [[*(team[part] for part in PARTS), team["total"]] for team in teams]
            assert parts == worked, vector["title"]


def test_most_of_the_rounds_worked_by_hand_have_a_score():
    assert len(SCORED) >= 60
