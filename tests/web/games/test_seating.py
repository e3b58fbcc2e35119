"""Seating players by tapping: known people, seats in playing order, moving and swapping, and people with one name."""

import pytest

from scorepad.play.setup_form import CHIPS
from tests.web.driving import filled
from tests.web.games.test_names import people

NEW = "/games/new/partnership"
REST = {"seat2": "B", "seat3": "C", "seat4": "D"}


@pytest.fixture
def visitor(first_visitor):
    return first_visitor


@pytest.fixture
def friends(visitor):
    """The ids of four people who have played here, by name."""
    visitor.begin(seat1="Ann", seat2="Bob", seat3="José", seat4="🃏 Dora")
    return {player.name: player.id for player in visitor.club.people.active()}


@pytest.fixture
def full(visitor, friends):
    """The page with everyone seated, in the order Ann, Bob, José, Dora."""
    page = visitor.get(NEW)
    for player in friends.values():
        page = tap(visitor, page, sit=player)
    return page


def form_of(page):
    return page.form("table=4x2")


def tap(visitor, page, **button):
    form = form_of(page)
    return visitor.post(form.action, form.fields | {name: str(v) for name, v in button.items()})


def type_in(visitor, button, **typed):
    """Type into a new form, press a button, and return the next page."""
    form = form_of(visitor.get(NEW))
    return visitor.post(form.action, filled(form, typed) | button)


def seats(page):
    """The names in the seats, in order."""
    return [form_of(page).fields[f"seat{seat}"] for seat in range(1, 5)]


def pressed(page):
    """The names whose buttons are pressed."""
    down = [button for button in page.root.all("button") if button["aria-pressed"] == "true"]
    return [button.text.removeprefix("✓ ") for button in down]


def test_taps_fill_the_seats_in_playing_order_and_record_nothing(visitor, full, friends):
    assert seats(full) == list(friends)
    assert sorted(pressed(full)) == sorted(friends)
    assert "Everyone has a seat." in full.text
    assert len(visitor.club.games(limit=9)) == 1
    assert visitor.send(form_of(full), starter="seat2").heading == "Round 1"
    assert len(visitor.club.games(limit=9)) == 2
    assert people(visitor) == set(friends)
    cells = visitor.club.cells(2)
    players = [cells[0, f"seat{seat}", "player"].value["id"] for seat in range(1, 5)]
    assert players == list(friends.values())


def test_a_second_tap_on_a_name_stands_up_and_the_next_one_takes_the_free_seat(visitor, full, friends):
    page = tap(visitor, full, sit=friends["Bob"])
    assert seats(page) == ["Ann", "", "José", "🃏 Dora"]
    assert "Bob" not in pressed(page)
    page = tap(visitor, page, sit=friends["Ann"])
    page = tap(visitor, page, sit=friends["Bob"])
    assert seats(page) == ["Bob", "", "José", "🃏 Dora"]


def test_moving_swaps_with_the_person_who_sits_there(visitor, full):
    page = tap(visitor, full, move=2)
    assert "Where does Bob go?" in page.text
    assert seats(tap(visitor, page, move=3)) == ["Ann", "José", "Bob", "🃏 Dora"]
    assert seats(tap(visitor, page, move=2)) == seats(full)


def test_moving_leads_to_an_empty_seat_or_away_from_the_table(visitor, full, friends):
    page = tap(visitor, tap(visitor, full, sit=friends["Bob"]), move=1)
    assert seats(tap(visitor, page, move=2)) == ["", "Ann", "José", "🃏 Dora"]
    assert seats(tap(visitor, page, stand=1)) == ["", "", "José", "🃏 Dora"]


def test_a_name_tapped_during_a_move_takes_that_place(visitor, full, friends):
    eve = visitor.club.people.add("Eve")
    assert seats(tap(visitor, full, sit=eve.id)) == seats(full)
    page = tap(visitor, full, move=2)
    assert seats(tap(visitor, page, sit=eve.id)) == ["Ann", "Eve", "José", "🃏 Dora"]
    assert seats(tap(visitor, page, sit=friends["José"])) == ["Ann", "José", "Bob", "🃏 Dora"]


@pytest.mark.parametrize(
    "button",
    [{"sit": 99}, {"sit": "x"}, {"sit": "9" * 400}, {"move": 9}, {"move": ""}, {"stand": "٣"}, {"stand": 0},
     {"step": "decks+9"}, {"step": "seat1+1"}, {"sit": "\x00"}],
)  # fmt: skip
def test_a_button_that_no_page_has_and_a_tap_without_our_token_change_nothing(visitor, full, button):
    page = tap(visitor, full, **button)
    assert (page.status, seats(page)) == (200, seats(full))
    page = tap(visitor, full, csrf_token="x", sit=1)
    assert (page.status, seats(page)) == (422, seats(full))


def test_everything_else_that_was_typed_survives_a_tap(visitor, friends):
    form = form_of(visitor.get(NEW))
    typed = {"seat2": "Zoe", "starter": "seat3", "decks": "7", "team1.brought": "−50", "paper": "1"}
    page = visitor.post(form.action, filled(form, typed) | {"sit": str(friends["Ann"])})
    fields = form_of(page).fields
    assert {name: fields[name] for name in typed} == typed
    assert fields["key"] == form.fields["key"]


def test_decks_and_rounds_go_up_and_down_by_tapping(visitor):
    page = visitor.get(NEW)
    for step in ("decks+1", "decks+1", "paper+1", "decks-1", "paper-1", "paper-1"):
        page = tap(visitor, page, step=step)
    fields = form_of(page).fields
    assert (fields["decks"], fields["paper"]) == ("6", "0")
    assert form_of(tap(visitor, page, step="paper+1")).fields["paper"] == "1"


@pytest.mark.parametrize("typed", ["ann", " ANN ", "Ánn", "Ann"])
def test_a_typed_name_that_is_known_is_recognized(visitor, friends, typed):
    page = type_in(visitor, {"look": "1"}, seat1=typed)
    assert page.beside("seat1").startswith("Ann, who has played here before. Another Ann?")
    assert pressed(page) == ["Ann"]


def test_a_first_name_that_others_have_is_a_question_and_never_an_answer(visitor, friends):
    visitor.club.people.add("Zoe Lee")
    page = type_in(visitor, {"look": "1"}, seat1="zoe")
    assert page.beside("seat1") == "New here. If this is Zoe Lee, tap that name instead."
    assert visitor.send(form_of(page), **REST).heading == "Round 1"
    assert {"zoe", "Zoe Lee"} <= people(visitor)


def test_two_of_one_name_have_numbers_and_the_one_tapped_plays(visitor, friends):
    twin = visitor.club.people.add("Ann")
    page = visitor.get(NEW)
    assert {"Ann (1)", "Ann (2)"} <= {button.text for button in page.root.all("button")}
    page = tap(visitor, page, sit=twin.id)
    assert "Ann (2)" in page.root.all("ol")[0].text
    visitor.send(form_of(page), **REST)
    assert visitor.club.cells(2)[0, "seat1", "player"].value == {"id": twin.id}


def test_an_id_counts_only_beside_its_own_name(visitor, friends):
    page = type_in(visitor, {}, **{"seat1": "Eve", "id.seat1": str(friends["Ann"])} | REST)
    assert "Eve & C" in page.text


def test_a_person_cannot_sit_twice_nor_two_names_differ_in_case_alone(visitor, full):
    fields = form_of(full).fields
    twice = fields | {"seat2": "Ann", "id.seat2": fields["id.seat1"]}
    twins = {"seat1": "Zoë", "seat2": "ZOE", "seat3": "Carla", "seat4": "Dora"}
    for page in (visitor.post(form_of(full).action, twice), type_in(visitor, {}, **twins)):
        assert page.status == 422
        assert page.beside("seat2").startswith("Seat 1 has this name too")
    assert len(visitor.club.games(limit=9)) == 1


def test_few_are_offered_at_once_and_everybody_on_demand(visitor):
    for number in range(CHIPS + 3):
        visitor.club.people.add(f"Player {number:02}")
    visitor.begin(seat1="Zoe", seat2="Yan", seat3="Xia", seat4="Will")
    page = visitor.get(NEW)
    first, others = page.classed("chips")
    names = [button.text for button in first.all("button")]
    assert (len(names), len(others.all("button"))) == (CHIPS, 7)
    assert set(names[:4]) == {"Zoe", "Yan", "Xia", "Will"}
    # Enter in a name input presses the form's first button, which looks up the name.
    enter = page.root.all("form")[0].all("button")[0]
    assert (enter["type"], enter["name"]) == ("submit", "look")
