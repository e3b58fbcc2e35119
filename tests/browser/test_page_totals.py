"""The totals that the counting page shows before any response equal those of a round worked by hand.

`test_provisional.py` passes every round worked by hand to the script. Here the numbers of one round of each rule set go
through the page's own inputs and outputs.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from scorepad.rules import slugs
from tests.browser.tables import visiting
from tests.support.scoring import chosen
from tests.support.server import serving_club
from tests.web.rounds.test_vectors import TYPED, table_of, texts_of

PARTS = ("base", "count", "bonus", "total")
SCORED = [(slug, vector) for slug, vector in TYPED if "teams" in vector["expect"]]
# Of every rule set, the round with the longest input.
ROUNDS = dict(sorted(SCORED, key=lambda pair: len(repr(pair[1]["input"]))))

# Wait for the script that adds up, which comes after the first look at a page. Type into the inputs one after the other
# like a person, then read what is shown. Returns the names of missing inputs, and for each team the sums of the
# receipt's rows by part, its total, and the total of the bar.
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
  const receipt = document.getElementById("receipt");
  const shown = (at, part) => part === "total" ? read(receipt.querySelector(`[data-score="team${at}.total"]`))
    : [...receipt.querySelectorAll(`tr:not([hidden])[data-row^="${part}-"] [data-of="${at}"]:not(.none) > span`)]
      .reduce((all, place) => all + read(place), 0);
  const inBar = (at) => read(document.querySelector(`.bar [data-score="team${at}.total"]`));
  const parts = Array.from({length: teams}, (_, at) =>
    [...["base", "count", "bonus", "total"].map((part) => shown(at + 1, part)), inBar(at + 1)]);
  return [missing, parts];
}"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[str, int]]]:
    """For each rule set, the URL of the table of its round, and the number of players in a team."""
    home = tmp_path_factory.mktemp("totals")
    with visiting(home) as owner:
        begun = {slug: table_of(owner, slug, vector) for slug, vector in ROUNDS.items()}
        sizes = {slug: table.record.agreement.table.team_size for slug, table in begun.items()}
    with serving_club(home) as url:
        yield {slug: (url + table.address, sizes[slug]) for slug, table in begun.items()}


@pytest.fixture(scope="module")
def page(tables: dict[str, tuple[str, int]], onlooker: Page) -> Page:
    """A page whose forms never reach the club. It is closed before the server whose stream it reads."""
    # Requests are neither refused nor answered, so that nothing on the page comes from the server.
    onlooker.add_init_script("window.fetch = () => new Promise(() => {})")
    return onlooker


@pytest.mark.parametrize("slug", sorted(ROUNDS))
def test_the_page_shows_what_a_round_worked_by_hand_comes_to(page, tables, slug):
    (address, size), vector = tables[slug], ROUNDS[slug]
    data = vector["input"]
    texts = texts_of(chosen(slug, vector), size, data)
    page.goto(f"{address}/rounds/{data['round']}/edit", wait_until="domcontentloaded")
    missing, parts = page.evaluate(FILL_IN, [texts, len(data["teams"])])
    assert missing == []
    assert parts == [[*(team[part] for part in PARTS), team["total"]] for team in vector["expect"]["teams"]]


def test_every_preset_has_a_round_worked_by_hand():
    assert sorted(ROUNDS) == sorted(slugs())
