"""A rematch: one touch, the same rules, people and seats, and nothing of the game before."""

import pytest

from scorepad.play.submission import STALE
from scorepad.store import Entry, Role
from tests.web.driving import OUT_FIRST, Table, Visitor

SAME = ("rules", "choices", "shape", "decks")


@pytest.fixture
def over(visitor) -> Table:
    """A game of `good-sam` that seat 4 started and the table ended, with a choice and decks of its own."""
    table = visitor.begin("good-sam", **{"choice.length": "time"}, starter="seat4", decks="6")
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    return table


def press(table):
    """Presses Rematch, and gives the new table with the page that came."""
    visitor = table.visitor
    form = visitor.get(f"{table.address}/result").form("/rematch")
    return again(visitor, form)


def again(visitor, form):
    answer = visitor.client.post(form.action, data=form.fields)
    assert answer.status_code == 303
    return Table(visitor, int(answer.location.rsplit("/", 1)[1])), visitor.get(answer.location)


def cells(table):
    return {name: cell.value for name, cell in table.visitor.club.cells(table.game).items()}


def test_one_touch_begins_a_new_game_at_its_first_round(over):
    new, page = press(over)
    assert new.game != over.game
    assert page.heading == "Round 1"
    assert page.said.startswith("A new game with the same players.")
    assert new.record.course.now == (0, 0)


def test_from_the_list_of_games_it_takes_two(over, visitor):
    listed = visitor.get("/").links.values()
    assert over.address in listed
    assert visitor.get(over.address).form("/rematch")


def test_rules_choices_shape_and_decks_are_the_same(over):
    old, new = cells(over), cells(press(over)[0])
    for name in SAME:
        assert new[0, "table", name] == old[0, "table", name], name
    assert new[0, "table", "decks"] == {"as": "count", "n": 6}
    assert new[0, "table", "engine"]


def test_everybody_sits_where_they_sat(over):
    new, _ = press(over)
    assert new.record.agreement.players == over.record.agreement.players
    assert new.record.agreement.teams == ("Ann & Carla", "Bob & Dora")


def test_whoever_sat_in_at_the_end_sits_there_now(over, visitor):
    frida = visitor.club.people.add("Frida").id
    visitor.club.record([Entry("sits-in", over.game, 1, "seat3", "player", {"id": frida})])
    new, _ = press(over)
    assert new.record.agreement.teams == ("Ann & Frida", "Bob & Dora")
    assert {number for number, _, name in cells(new) if name == "player"} == {0}


def test_the_start_moves_on_one_player(over):
    new, page = press(over)
    assert new.record.course.starter.seat == 1
    assert "Ann starts" in page.text


def test_where_nobody_said_who_started_nobody_is_said_to_start_now(visitor):
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    assert press(table)[0].record.course.starter.seat is None


def test_totals_paper_rounds_rounds_and_the_end_stay_with_the_old_game(over, visitor):
    brought, paper = {"typed": "500", "reason": ""}, {"as": "count", "n": 1}
    late = [("team1", "brought", brought), ("table", "paper", paper)]
    visitor.club.record(
        [Entry(f"late-{name}", over.game, 0, place, name, value) for place, name, value in late]
    )
    new = cells(press(over)[0])
    seats = {f"seat{seat}" for seat in range(1, 5)}
    names = {(0, "table", name) for name in (*SAME, "engine")}
    assert new.keys() == names | {(0, seat, "player") for seat in seats} | {(1, "table", "starter")}


def test_a_double_tap_makes_one_game(over, visitor, nothing_recorded):
    form = visitor.get(f"{over.address}/result").form("/rematch")
    first, _ = again(visitor, form)
    nothing_recorded()
    second, _ = again(visitor, form)
    assert first.game == second.game


def test_another_look_at_the_result_makes_another_game(over):
    assert press(over)[0].game != press(over)[0].game


def test_two_phones_that_press_it_go_on_at_one_table(over):
    pages = [over, *(Table(Visitor(over.visitor.app), over.game) for _ in range(2))]
    forms = [one.visitor.get(f"{over.address}/result").form("/rematch") for one in pages]
    first, _ = again(pages[0].visitor, forms[0])
    second, page = again(pages[1].visitor, forms[1])
    assert first.game == second.game
    assert "The others have already begun the rematch." in page.said
    second.play(1, **OUT_FIRST)
    second.decide(decision="over")
    assert again(pages[2].visitor, forms[2])[0].game != first.game


def test_who_may_not_score_the_rematch_begins_another(over):
    press(over)
    late = Visitor(over.visitor.app, Role.SCORER, over.game)
    _, page = press(Table(late, over.game))
    assert page.status == 200
    assert "already" not in page.text


def test_a_board_of_the_game_before_is_told(over):
    hub = over.visitor.app.extensions["scorepad.clubs"].home.hub
    over.visitor.get(f"{over.address}/board")
    before = hub.mark(over.game)
    press(over)
    assert hub.mark(over.game) != before


def test_the_key_of_one_games_page_makes_no_rematch_of_another(over, visitor):
    form = visitor.get(f"{over.address}/result").form("/rematch")
    first, _ = again(visitor, form)
    other = visitor.begin("two-handed")
    form.action = f"{other.address}/rematch"
    assert len(again(visitor, form)[0].record.agreement.players) == 2
    assert len(first.record.agreement.players) == 4


def test_nothing_happens_to_the_old_game(over):
    before = over.entries
    press(over)
    assert over.entries == before


def test_a_game_in_the_bin_can_have_a_rematch_that_is_not_in_it(over, visitor):
    visitor.club.record([Entry("into-the-bin", over.game, 0, "table", "binned", True)])
    assert (0, "table", "binned") not in cells(press(over)[0])


@pytest.mark.parametrize(
    "change",
    [{"csrf_token": "forged"}, {"csrf_token": ""}, {"key": "x"}, {"key": ""}, {"seen": "-1"}],
)
def test_a_form_that_is_not_from_our_page_begins_nothing(over, visitor, nothing_recorded, change):
    form = visitor.get(f"{over.address}/result").form("/rematch")
    nothing_recorded()
    page = visitor.post(form.action, form.fields | change)
    assert page.heading == "Ann & Carla won"
    assert STALE in page.said


def test_fields_that_nobody_asked_for_change_nothing(over, visitor):
    form = visitor.get(f"{over.address}/result").form("/rematch")
    form.fields |= {"seat1": "Frida", "decks": "9", "x": ["1", "2"], "\x00": "٣"}
    new, _ = again(visitor, form)
    assert new.record.agreement.players == over.record.agreement.players
    assert new.record.agreement.decks == 6


@pytest.mark.parametrize("game", ["0", "99999", "-1", "٣", "9" * 400])
def test_a_game_that_is_not_here_has_no_rematch(over, visitor, nothing_recorded, game):
    form = visitor.get(f"{over.address}/result").form("/rematch")
    nothing_recorded()
    assert visitor.post(f"/games/{game}/rematch", form.fields).status == 404


def test_a_rematch_is_not_to_be_looked_at(over, visitor):
    assert visitor.client.get(f"{over.address}/rematch").status_code == 405
