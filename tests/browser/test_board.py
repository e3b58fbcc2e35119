"""The board on real screens: readable from three metres, completely visible, and updated automatically."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import many_teams
from tests.browser.furnished import Games
from tests.browser.looks import print_letters, resize
from tests.browser.phone import NO_CONNECTION, TEAM
from tests.web.driving import Table

EXPECTED = (NO_CONNECTION, "a status of 503")
SCREENS = ((1280, 720), (1024, 768), (800, 1280))
PHONES = ((360, 640),)
LETTERS = {2: 0.05, 3: 0.042, 4: 0.042, 5: 0.036, 6: 0.036}
"""The letter size as a share of a screen's shorter side, by number of teams. See `board.css`."""

# The smallest font size of the game itself, and of its totals.
SIZES = """() => {
  const smallest = (places) => Math.min(
    ...[...document.querySelectorAll(places)].map((one) => parseFloat(getComputedStyle(one).fontSize)));
  const totals = [...document.querySelectorAll(".board-total text")].map((one) => 100 * one.getScreenCTM().d);
  return [smallest(".board-top *, .board-team *:not(svg, svg *), .board-last, .board-luck"), Math.min(...totals)];
}"""

# What is out of view, sticks out of its team, is cut off, or overlaps something; one line each.
FAULTS = """() => {
  const faults = [], over = document.documentElement;
  const words = (one) => `${one.tagName} ${one.textContent.trim().replace(/\\s+/g, " ").slice(0, 60)}`;
  // Digits stand 74 hundredths above their line, which is at 77, and a comma 14 below.
  const ink = (part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const at = part.getScreenCTM?.();
    return at ? { left, right, top: at.f + 3 * at.d, bottom: at.f + 91 * at.d } : { left, right, top, bottom };
  };
  if (over.scrollWidth > innerWidth) faults.push(`sticks out by ${over.scrollWidth - innerWidth}`);
  for (const team of document.querySelectorAll(".board-team")) {
    const parts = [...team.querySelectorAll("h2, text, li")], outer = team.getBoundingClientRect();
    const boxes = parts.map((part) => [part, ink(part)]);
    for (const [at, [part, box]] of boxes.entries()) {
      const isIn = box.left >= outer.left && box.right <= outer.right + 1
        && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
      if (!isIn) faults.push(`${words(part)} sticks out of its team`);
      const isCut = part.tagName !== "text" && part.scrollHeight > part.clientHeight + 4;
      if (isCut) faults.push(`${words(part)} is cut off`);
      for (const [other, next] of boxes.slice(at + 1)) {
        const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        if (down > 2 && across > 1) faults.push(`${words(part)} lies on ${words(other)} by ${down}`);
      }
    }
  }
  return faults;
}"""
HIDDEN = "document.documentElement.scrollHeight - innerHeight"
SUITS = """[...document.querySelectorAll(".board-team h2")].map((one) => getComputedStyle(one, "::before"))
  .map(({ content, color }) => [content.split('"')[1], color])"""


@pytest.mark.parametrize(("game", "teams"), [(Games.MID, 2), (Games.OVER, 2), (Games.LONG, 3)])
def test_it_is_read_at_three_metres_and_shows_all_at_once(onlooker, furnished, game, teams):
    onlooker.goto(f"{furnished}/games/{game}/board")
    for size in ((1920, 1080), (1280, 720), (800, 1280)):
        resize(onlooker, size)
        words, totals = onlooker.evaluate(SIZES)
        assert words >= (LETTERS[teams] if size[0] > size[1] else 0.03) * min(size) - 0.01, size
        assert totals >= 1.5 * words, size
        assert onlooker.evaluate(HIDDEN) == 0, size


@pytest.mark.parametrize("table", many_teams.TABLES)
def test_two_to_six_teams_with_long_names_fill_the_screen_and_nothing_is_cut_off(onlooker, crowded, table):
    for state in many_teams.State:
        onlooker.goto(f"{crowded}/games/{many_teams.game(table, state)}/board")
        for size in (*SCREENS, *PHONES):
            resize(onlooker, size)
            assert (onlooker.evaluate(FAULTS), state, size) == ([], state, size)
            assert size in PHONES or onlooker.evaluate(HIDDEN) == 0, (state, size)
        if state is not many_teams.State.COUNTING or table == "12x6":
            continue
        # Words are as large as a television needs for as many teams.
        for size in ((1920, 1080), (1280, 720)):
            resize(onlooker, size)
            assert onlooker.evaluate(FAULTS) == []
            words, totals = onlooker.evaluate(SIZES)
            assert words >= LETTERS[int(table[-1])] * size[1] - 0.01
            assert totals >= 2 * words


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_team_has_a_colour_and_a_suit(onlooker, crowded, scheme):
    onlooker.emulate_media(color_scheme=scheme)
    onlooker.goto(f"{crowded}/games/{many_teams.game('6x6', many_teams.State.COUNTING)}/board")
    suits, colours = zip(*onlooker.evaluate(SUITS), strict=True)
    assert (len(set(suits)), len(set(colours))) == (6, 6)


def test_totals_grow_no_wider_than_their_team_in_any_letters(onlooker, furnished):
    onlooker.goto(f"{furnished}/games/{Games.LONG}/board")
    for letters, size in ((32, (320, 568)), (16, (360, 640)), (16, (1024, 600))):
        print_letters(onlooker, letters)
        resize(onlooker, size)
        assert onlooker.evaluate("document.documentElement.scrollWidth") == size[0]
    print_letters(onlooker, 16)


def test_a_change_at_the_table_shows_without_loading_the_page_again(tables, context, new_context):
    game = tables.begun()
    board = new_context().new_page()
    board.goto(f"{tables.url}/games/{game}/board")
    expect(board.get_by_text("Nothing is counted yet")).to_be_visible()
    board.evaluate("window.stays = 'yes'")
    phone = tables.phone(context, game)
    expect(board.locator("#here")).to_contain_text("1 watching")
    phone.step(TEAM, "Red books")
    expect(board.locator(".board-last")).to_contain_text("Red books, Ann & Carla: 0 → 1")
    team = board.get_by_role("region", name=TEAM)
    expect(team).to_contain_text("this round +500")
    expect(team.locator(".stack")).to_be_visible()
    assert board.evaluate("window.stays") == "yes"


@pytest.mark.parametrize("screen", ["board", "overlay"])
def test_a_rematch_takes_a_screen_along_and_gives_other_phones_one_button(tables, context, new_context, screen):
    game = tables.played()
    Table(tables.owner, game).decide(decision="over")
    first, board, other = context.new_page(), new_context().new_page(), new_context().new_page()
    board.goto(f"{tables.url}/games/{game}/{screen}?width=600")
    other.goto(f"{tables.url}/games/{game}/result")
    expect(other.get_by_role("button", name="Rematch")).to_be_visible()
    first.goto(f"{tables.url}/games/{game}/result")
    first.get_by_role("button", name="Rematch").click()
    first.wait_for_url(re.compile(rf"/games/(?!{game}\b)\d+$"))
    board.wait_for_url(f"{first.url}/{screen}?width=600")
    other.get_by_role("link", name="On to the rematch").click()
    other.wait_for_url(first.url)


def test_it_says_when_its_figures_may_be_old_and_stops_by_itself(tables, new_context):
    context = new_context()
    board = context.new_page()
    board.goto(f"{tables.url}/games/{tables.begun()}/board")
    line = board.locator(".board-lost")
    expect(line).to_be_hidden()
    context.set_offline(True)
    expect(line).to_have_text(re.compile(r"^No connection since \d\d:\d\d, the figures may be old\.$"))
    context.set_offline(False)
    expect(line).to_be_hidden()
    # A server that is gone: the screen notices it without a tap.
    board.clock.install()
    board.reload()
    context.route("**/board", lambda route: route.abort())
    board.clock.fast_forward(10_000)
    expect(line).to_be_visible()
    context.unroute("**/board")
    board.clock.fast_forward(10_000)
    expect(line).to_be_hidden()
