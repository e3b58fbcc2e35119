"""On plain http, where there is no service worker, an open table works on without the network and without a server."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.phone import NEVER_ANSWERS, NO_CONNECTION, TEAM
from tests.browser.tables import COUNT, COUNTED
from tests.support.relay import Relay
from tests.support.waiting import until

EXPECTED = (NO_CONNECTION,)
KEPT = """() => {
  const { label, pages } = JSON.parse(sessionStorage.getItem("pages /") ?? "{}");
  return label ? Object.keys(pages).sort() : [];
}"""
"""The paths of the pages that a phone has kept: those of its game, and the one for all others."""

ANSWERS_BEGIN = """
  const fetchAll = fetch;
  globalThis.begun = 0;
  const whole = new Promise((resolve) => { globalThis.endAnswers = resolve; });
  globalThis.fetch = async (...args) => {
    const answer = await fetchAll(...args);
    if (!/\\.(js|css)$/.test(new URL(answer.url).pathname)) return answer;
    globalThis.begun += 1;
    return new Response(new ReadableStream({ start: (body) => whole.then(() => body.close()) }));
  };
"""
"""Lets the answers with scripts and styles begin, and end when `endAnswers` is called."""


class Network:
    """Cuts a phone's own network."""

    def __init__(self, context, tables):
        self.context, self.tables = context, tables

    def cut(self):
        self.context.set_offline(True)

    def join(self):
        self.context.set_offline(False)


class Server:
    """Kills and restarts the server, as far as a phone can tell."""

    def __init__(self, relay, tables):
        self.tables = replace(tables, url=relay.url)
        self.cut, self.join = relay.cut, relay.join


class Silence(Server):
    """Loses everything on the way to the server and back, so that no request fails soon."""

    def __init__(self, relay, tables):
        super().__init__(relay, tables)
        self.cut = relay.swallow


IN_ALL_WAYS = pytest.mark.parametrize(
    "line", ["the network is cut", "the server is killed", "the network swallows everything"], indirect=True
)


@pytest.fixture
def line(request, context, tables):
    """What is cut: by default the server, of which the phone is told nothing."""
    way = getattr(request, "param", "the server is killed")
    if way == "the network is cut":
        yield Network(context, tables)
        return
    with Relay(tables.url) as relay:
        yield (Silence if "swallows" in way else Server)(relay, tables)


def keeps(phone):
    """Wait until the phone has the pages of its game."""
    table = f"/games/{phone.game}"
    wanted = sorted(["/away", table, f"{table}/open", f"{table}/out", f"{table}/rounds/1/edit"])
    until(lambda: phone.page.evaluate(KEPT) == wanted)


def at_table(phone):
    expect(phone.page.get_by_role("link", name=COUNT)).to_be_visible()


def count(phone):
    """Type what is left to count, up to Check."""
    for box in phone.page.locator("#sheet .points input").all():
        name = box.get_attribute("name")
        if name in COUNTED and name != "seat1.left":
            phone.reach(box)
            phone.type(COUNTED[name])
    phone.tap(phone.page.locator("[data-go=check]"))


@IN_ALL_WAYS
def test_a_whole_round_is_counted_and_finished_and_arrives_once(context, line):
    tables = line.tables
    phone = tables.phone(context, tables.tallied())
    keeps(phone)
    phone.step(TEAM, "Red books")
    phone.recorded("2 → 3")
    line.cut()
    expect(phone.badge).to_have_text("no connection. Scorepad keeps trying.")
    phone.step(TEAM, "Red books")
    phone.press("Ann goes out")
    expect(phone.heading).to_have_text("Count round 1")
    expect(phone.books()).to_have_value("4")
    expect(phone.page.get_by_label("Ann went out")).to_be_checked()
    count(phone)
    phone.press("Finish the round")
    expect(phone.badge).to_contain_text("8 changes wait: no connection. Scorepad keeps trying. The finished round")
    phone.press("‹ Table")
    at_table(phone)
    expect(phone.books()).to_have_value("4")
    expect(phone.so_far()).to_contain_text("+2,910")
    phone.waits(8, "no connection. Scorepad keeps trying. The finished round is among them.")
    line.join()
    expect(phone.page.get_by_text("On to round 2")).to_be_visible()
    expect(phone.badge).to_be_hidden()
    assert tables.values(phone.game, "clean") == [2, 3, 4]
    entries = tables.entries(phone.game)
    assert {entry.status for entry in entries} == {"applied"}
    counted = [(e.place, e.field) for e in entries if e.field in ("ended", "melded", "left", "finished")]
    assert len(counted) == len({*counted}) >= 7, counted


def test_may_we_go_out_is_answered_and_leads_on_to_counting(context, line):
    phone = line.tables.phone(context, line.tables.begun())
    page = phone.page
    keeps(phone)
    phone.step(TEAM, "Red books")
    phone.recorded("0 → 1")
    line.cut()
    phone.press("May we go out?")
    expect(page.locator("#answer")).to_contain_text("Tap the player who would go out")
    phone.press("Carla")
    expect(page.locator("#answer")).to_contain_text("Carla may not go out yet.")
    expect(page.locator("#answer")).to_contain_text("Still missing: 1 black book (dirty).")
    # The tally that the kept page did not know.
    expect(page.locator("[name='books.clean']")).to_have_value("1")
    phone.tap(page.locator("[data-step='books.dirty+1']"))
    expect(page.locator("[data-verdict=yes]")).to_contain_text("Ask first?")
    phone.tap(page.get_by_text("Carla is in the foot"))
    expect(page.locator("[data-verdict=no]")).to_contain_text("You have not picked up your foot yet.")
    phone.tap(page.get_by_text("Carla is in the foot"))
    phone.press("Carla goes out, count the round")
    expect(phone.heading).to_have_text("Count round 1")
    expect(page.get_by_label("Carla went out")).to_be_checked()
    phone.waits(2)
    page.go_back()
    expect(page.locator("[data-verdict=yes]")).to_be_visible()
    line.join()
    expect(phone.badge).to_be_hidden()
    assert line.tables.values(phone.game, "dirty") == [1]
    assert line.tables.values(phone.game, "ended", "table") == [{"as": "out", "seat": 3}]


def test_can_we_open_is_answered_and_the_team_is_marked(context, line):
    phone = line.tables.phone(context, line.tables.begun())
    page = phone.page
    keeps(phone)
    line.cut()
    phone.press("Can we open?")
    expect(page.locator("#answer")).to_contain_text("You need 50 points.")
    for rank, times in (("K", 3), ("A", 2)):
        for _ in range(times):
            phone.tap(page.locator(f"[data-step='{rank}.naturals+1']"))
    expect(page.locator("#answer")).to_contain_text("Aces: 1 more.")
    phone.tap(page.locator("[data-step='A.jokers+1']"))
    expect(page.locator("[data-verdict=yes]")).to_contain_text("120 points")
    phone.tap(page.locator(".names label").first)
    phone.press("Mark as opened")
    at_table(phone)
    opened = page.get_by_role("group", name=TEAM).locator("[id$='.opened']")
    expect(opened).to_have_attribute("aria-pressed", "true")
    phone.waits(1)
    line.join()
    expect(phone.badge).to_be_hidden()
    assert line.tables.values(phone.game, "opened") == [{"yes": True}]


def test_cards_in_hand_need_the_server_and_what_was_tapped_stays(context, line):
    phone = line.tables.phone(context, line.tables.begun())
    page = phone.page
    keeps(phone)
    phone.press("Can we open?")
    phone.press("Cards in hand")
    phone.tap(page.locator("[data-step='card.K+1']"))
    expect(page.locator("[name='card.K']")).to_have_value("1")
    line.cut()
    phone.tap(page.locator("[data-step='card.K+1']"))
    expect(phone.badge).to_contain_text("no connection")
    expect(page.locator("[name='card.K']")).to_have_value("2")
    line.join()
    expect(page.locator("#answer")).to_contain_text("No")
    expect(page.locator("[name='card.K']")).to_have_value("2")


@IN_ALL_WAYS
def test_a_link_that_needs_the_server_says_so_leads_back_and_opens_by_itself(context, line):
    phone = line.tables.phone(context, line.tables.begun())
    page = phone.page
    keeps(phone)
    page.goto(f"{line.tables.url}/games/{phone.game}/rules")
    line.cut()
    phone.press("Table")
    at_table(phone)
    phone.tap(page.locator("#menu summary"))
    phone.press("All games")
    expect(phone.heading).to_have_text("No connection")
    phone.press("Try again")
    expect(phone.heading).to_have_text("No connection")
    phone.press("Back to the table")
    at_table(phone)
    page.go_back()
    expect(phone.heading).to_have_text("No connection")
    page.go_forward()
    at_table(phone)
    page.go_back()
    expect(phone.heading).to_have_text("No connection")
    line.join()
    expect(phone.heading).to_have_text("Games")


def test_a_finished_round_that_waits_is_named_although_the_database_does_not_answer(context, line):
    context.add_init_script(NEVER_ANSWERS)
    phone = line.tables.phone(context, line.tables.tallied())
    keeps(phone)
    line.cut()
    phone.press("Count the round")
    phone.choose("Ann went out")
    count(phone)
    phone.press("Finish the round")
    expect(phone.badge).to_contain_text("This phone’s storage does not answer")
    expect(phone.badge).to_contain_text("The finished round is among them.")
    line.join()
    phone.press("‹ Table")
    expect(phone.page.get_by_text("On to round 2")).to_be_visible()


def test_a_table_counts_as_kept_once_its_scripts_and_styles_are_whole(context, tables):
    context.add_init_script(ANSWERS_BEGIN)
    phone = tables.phone(context, tables.begun())
    files = phone.page.evaluate("document.querySelectorAll('head script[src], head link[rel=stylesheet]').length")
    until(lambda: phone.page.evaluate("begun") >= files)
    phone.page.evaluate("fetch('/away')")
    assert phone.page.evaluate(KEPT) == []
    phone.page.evaluate("endAnswers()")
    keeps(phone)


@pytest.mark.parametrize("path", ["/league", "/people", "/rules", "/games/new?all=1"])
def test_a_page_outside_a_game_leads_to_no_error_of_the_browser(context, line, path):
    phone = line.tables.phone(context, line.tables.played())
    page = phone.page
    until(lambda: "/away" in page.evaluate(KEPT))
    page.goto(f"{line.tables.url}{path}")
    title = page.title()
    page.evaluate("document.body.scrollIntoView()")
    line.cut()
    phone.tap(page.locator("a.brand"))
    expect(phone.heading).to_have_text("No connection")
    phone.press("Back")
    expect(page).to_have_title(title)


def test_a_form_that_reloads_the_page_says_that_nothing_was_sent_and_keeps_it(context, line):
    phone = line.tables.phone(context, line.tables.begun())
    page = phone.page
    until(lambda: "/away" in page.evaluate(KEPT))
    page.goto(f"{line.tables.url}/people")
    box = page.get_by_label("Name", exact=True).first
    box.fill("Zoë")
    line.cut()
    box.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("nothing was sent")
    expect(box).to_have_value("Zoë")


def test_a_form_is_sent_although_the_server_has_answered_before_the_finger_is_lifted(context, tables):
    page = context.new_page()
    page.goto(f"{tables.url}/people")
    name = page.get_by_label("Name", exact=True)
    name.fill("Xaver")
    page.wait_for_function("() => Object.keys(sessionStorage).length > 0")
    add = page.get_by_role("button", name="Add", exact=True)
    box = add.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    with page.expect_response(lambda answer: answer.request.method == "HEAD"):
        page.mouse.down()
    page.evaluate("new Promise((resolve) => setTimeout(resolve))")
    page.mouse.up()
    expect(page.locator(".people .person bdi", has_text="Xaver")).to_have_count(1)
