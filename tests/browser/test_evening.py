"""One round as an evening goes: four phones and a board that came in by the table's links, and what happens to them.

Every player has a phone. One loses the network, one is locked for an hour, one's page is closed with changes waiting,
one's answer is lost; two say two numbers of one packet, and two tap the same book. The round, worked by hand under
`partnership`:

* Ann & Carla: 4 red books 2,000 and 1 black book 300; melded 410; going out 100 and an exact cut 100; so 2,910.
* Bob & Dora: 1 red book 500 and 1 black book 300; melded 385; left 65 and 30; a red three held 500; so 590.
"""

from collections import Counter

from playwright.sync_api import Page, expect

from tests.browser.fingers import group
from tests.browser.party import Party, board_says, short
from tests.browser.phone import NO_CONNECTION, OTHERS, TEAM
from tests.browser.touches import CUT, THREES
from tests.web.driving import NAMES

EXPECTED = (NO_CONNECTION,)
RED, BLACK, LEFT, MELDED = "Red books", "Black books", "Cards left", "Cards melded"
WORTH = {TEAM: "2,910", OTHERS: "590"}
TYPED = {
    ("seat3", "exact_cut", 1): 1,
    ("team1", "clean", 1): 1,
    ("team1", "clean", 2): 1,
    # Ann's and Carla's, of which one is asked about; then what both settled on.
    ("team1", "clean", 3): 2,
    ("team1", "clean", 4): 1,
    ("team1", "dirty", 1): 1,
    ("team2", "opened", "yes"): 1,
    ("team2", "clean", 1): 1,
    ("team2", "dirty", 1): 1,
    ("table", "ended", "out"): 1,
    ("team1", "melded", "410"): 1,
    ("seat3", "left", "0"): 1,
    ("team2", "melded", "385"): 2,
    ("team2", "melded", "358"): 1,
    ("seat2", "left", "65"): 1,
    ("seat4", "left", "30"): 1,
    ("seat4", "red_threes_held", 1): 1,
    ("table", "finished", "yes"): 1,
}
"""What was tapped and typed, and how often the log has it: 385 also by the tap that settled it."""


def test_four_phones_and_a_board_through_a_whole_round(tables, new_context):
    party = Party(tables, tables.begun(), new_context)
    board = party.come_in("board", "--watch")
    for name in NAMES[:4]:
        party.sit_down(name)
    expect(board.locator("#here")).to_contain_text("Ann, Bob, Carla, Dora")
    _tally(party, board)
    _dora_is_locked_for_an_hour(party, board)
    _carla_loses_the_network_and_taps_what_ann_taps(party, board)
    _all_open_on_their_own_counts(party)
    _bob_and_dora_type_two_numbers_of_one_packet(party, board)
    _an_answer_to_bob_is_lost(party, board)
    _anns_page_is_closed_with_changes_waiting(party, board)
    _the_others_count(party)
    _the_round_is_finished(party, board)
    log = tables.entries(party.game)
    counted = Counter((e.place, e.field, short(e.value)) for e in log)
    assert {key: counted[key] for key in TYPED} == TYPED
    # The rest are the zeros that no one typed, which the finish records.
    assert {value for *cell, value in counted if (*cell, value) not in TYPED} == {0}
    refused = [(e.field, short(e.value)) for e in log if e.status != "applied"]
    assert refused == [("clean", 3), ("melded", "358")]
    assert len({e.key for e in log}) == len(log)


def _tally(party: Party, board: Page) -> None:
    ann, bob = party.phones["Ann"], party.phones["Bob"]
    ann.mark(CUT)
    board_says(board, "Exact cut of 22, Carla: yes (Ann)", TEAM, "+100")
    ann.step(TEAM, RED)
    board_says(board, "Red books, Ann & Carla: 0 → 1 (Ann)", TEAM, "+600")
    bob.mark("Opened", OTHERS)
    expect(board.get_by_role("region", name=OTHERS)).to_contain_text("✓ opened")
    ann.step(TEAM, RED)
    board_says(board, "1 → 2", TEAM, "+1,100")


def _dora_is_locked_for_an_hour(party: Party, board: Page) -> None:
    dora, bob = party.phones["Dora"], party.phones["Bob"]
    expect(dora.books()).to_have_value("2")
    dora.put_away()
    bob.step(OTHERS, RED)
    bob.step(OTHERS, BLACK)
    board_says(board, "Black books, Bob & Dora: 0 → 1 (Bob)", OTHERS, "+800")
    expect(dora.books(RED, OTHERS)).to_have_value("0")
    dora.page.clock.fast_forward("01:00:00")
    dora.look_at()
    expect(dora.books(RED, OTHERS)).to_have_value("1")
    expect(dora.bar(OTHERS)).to_contain_text("round +800")


def _carla_loses_the_network_and_taps_what_ann_taps(party: Party, board: Page) -> None:
    ann, carla = party.phones["Ann"], party.phones["Carla"]
    expect(carla.books()).to_have_value("2")
    party.contexts["Carla"].set_offline(True)
    carla.step(TEAM, RED)
    carla.step(TEAM, BLACK)
    carla.waits(2, "no connection")
    expect(carla.bar(TEAM)).to_contain_text("round +1,900")
    ann.step(TEAM, RED)
    board_says(board, "2 → 3 (Ann)", TEAM, "+1,600")
    party.contexts["Carla"].set_offline(False)
    expect(carla.badge).to_be_hidden()
    boxes = party.questions(RED)
    for box in boxes:
        expect(box).to_contain_text("3 or 4?")
    expect(boxes[0]).to_contain_text("You tapped 3, Carla tapped 3.")
    ann.tap(boxes[0].get_by_role("button", name="4", exact=True))
    party.check_that_nothing_is_asked()
    for fingers in party.phones.values():
        expect(fingers.books()).to_have_value("4")
        expect(fingers.books(BLACK)).to_have_value("1")
    board_says(board, "Red books, Ann & Carla: 3 → 4 (Ann)", TEAM, "+2,400")


def _all_open_on_their_own_counts(party: Party) -> None:
    for name, fingers in party.phones.items():
        fingers.press("Count the round")
        mine, theirs = (TEAM, OTHERS) if name in TEAM else (OTHERS, TEAM)
        expect(fingers.melded(mine)).to_be_visible()
        expect(group(fingers.page, name).get_by_label(LEFT, exact=True)).to_be_visible()
        expect(fingers.melded(theirs)).to_be_hidden()


def _bob_and_dora_type_two_numbers_of_one_packet(party: Party, board: Page) -> None:
    bob, dora = party.phones["Bob"], party.phones["Dora"]
    bob.write(OTHERS, MELDED, "358")
    dora.write(OTHERS, MELDED, "385", leave=True)
    board_says(board, "Cards melded, Bob & Dora: 385 (Dora)", OTHERS, "+1,185")
    bob.page.keyboard.press("Tab")
    boxes = party.questions(MELDED)
    for box in boxes:
        expect(box).to_contain_text("385")
        expect(box).to_contain_text("358")
    expect(boxes[0]).to_contain_text("Dora typed 385, Bob typed 358.")
    bob.press("Two phones differ: Cards melded, Bob & Dora")
    expect(boxes[1]).to_be_in_viewport(ratio=1)
    dora.tap(boxes[3].get_by_role("button", name="385"))
    party.check_that_nothing_is_asked()
    for fingers in (bob, dora):
        expect(fingers.melded(OTHERS)).to_have_value("385")


def _an_answer_to_bob_is_lost(party: Party, board: Page) -> None:
    bob = party.phones["Bob"]
    lost = bob.lose_answers(1)
    bob.write("Bob", LEFT, "65", leave=True)
    expect(bob.badge).to_contain_text("no connection")
    board_says(board, "Cards left, Bob: 65 (Bob)", OTHERS, "+1,120")
    bob.recorded("65")
    expect(bob.badge).to_be_hidden()
    assert lost == [303]


def _anns_page_is_closed_with_changes_waiting(party: Party, board: Page) -> None:
    ann, context = party.phones["Ann"], party.contexts["Ann"]
    ann.cut_off()
    ann.write(TEAM, MELDED, "410", leave=True)
    ann.choose("Ann went out")
    ann.waits(2)
    address = ann.page.url
    ann.page.close()
    ann.page = context.new_page()
    ann.page.goto(address)
    ann.waits(2)
    expect(ann.melded()).to_have_value("410")
    expect(ann.page.get_by_role("radio", name="Ann went out")).to_be_checked()
    ann.reconnect()
    expect(ann.badge).to_be_hidden()
    board_says(board, "Ann went out", TEAM, "+2,910")


def _the_others_count(party: Party) -> None:
    ann, _, carla, dora = party.phones.values()
    ann.press("Finish the round")
    expect(ann.page.get_by_role("alert")).to_contain_text("Carla, Cards left: Count what was left")
    carla.write("Carla", LEFT, "0", leave=True)
    carla.recorded("Carla")
    dora.write("Dora", LEFT, "30", leave=True)
    dora.step("Dora", THREES)
    dora.recorded(THREES)


def _the_round_is_finished(party: Party, board: Page) -> None:
    for fingers in party.phones.values():
        expect(fingers.page.locator(".still-counting")).to_have_count(0)
        for team, points in WORTH.items():
            expect(fingers.bar(team)).to_contain_text(f"round +{points}")
    bob = party.phones["Bob"]
    bob.press("Finish the round")
    expect(bob.page.get_by_role("status").first).to_contain_text("is saved")
    expect(board.get_by_role("heading", level=1)).to_have_text("Round 2 of 4")
    for name in ("Ann", "Carla", "Dora"):
        page = party.phones[name].page
        expect(page.locator(".bar-round")).to_have_text("Correcting round 1 it is finished")
        expect(page.get_by_role("alert")).to_have_count(0)
    for fingers in party.phones.values():
        fingers.page.goto(f"{party.tables.url}/games/{party.game}")
        for team, points in WORTH.items():
            expect(fingers.bar(team).locator(".big")).to_have_text(points)
    for team, points in WORTH.items():
        total = board.get_by_role("region", name=team).locator(".board-total")
        expect(total).to_have_text(points)
