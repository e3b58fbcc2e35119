"""Sitting down by tapping: known people, seats in playing order, moving and swapping, and people told apart."""

import pytest

from scorepad.play.people_picker import CHIPS
from tests.web.driving import filled

NEW = "/games/new/partnership"


@pytest.fixture
def visitor(first_visitor):
    """Somebody at a club of which every test knows everybody."""
    return first_visitor


@pytest.fixture
def friends(visitor):
    """The ids of four people who have played here, by name."""
    visitor.begin(seat1="Ann", seat2="Bob", seat3="José", seat4="🃏 Dora")
    return {player.name: player.id for player in visitor.club.people.active()}


def tap(visitor, page, **button):
    """The page after one button of the form was pressed."""
    form = page.form("table=4x2")
    return visitor.post(form.action, form.fields | {name: str(v) for name, v in button.items()})


def seated(page):
    """What stands in the seats, in order."""
    fields = page.form("table=4x2").fields
    return [fields[f"seat{seat}"] for seat in range(1, 5)]


def pressed(page):
    """The names whose buttons are down."""
    down = [one for one in page.root.all("button") if one["aria-pressed"] == "true"]
    return [one.text.removeprefix("✓ ") for one in down]


@pytest.fixture
def full(visitor, friends):
    """The page with everybody seated, in the order Ann, Bob, José, Dora."""
    page = visitor.get(NEW)
    for player in friends.values():
        page = tap(visitor, page, sit=player)
    return page


def test_taps_fill_the_seats_in_playing_order(full, friends):
    assert seated(full) == list(friends)
    assert sorted(pressed(full)) == sorted(friends)
    assert "Everyone has a seat." in full.text


def test_nothing_is_recorded_before_the_game_begins(visitor, full):
    assert len(visitor.club.games(limit=9)) == 1
    table = visitor.send(full.form("table=4x2"), starter="seat2")
    assert table.heading == "Round 1"
    assert len(visitor.club.games(limit=9)) == 2
    assert len(visitor.club.people.active()) == 4


def test_those_who_were_tapped_play(visitor, full, friends):
    visitor.send(full.form("table=4x2"))
    cells = visitor.club.cells(2)
    ids = [cells[0, f"seat{seat}", "player"].value["id"] for seat in range(1, 5)]
    assert ids == list(friends.values())


def test_a_second_tap_on_a_name_stands_up(visitor, full, friends):
    page = tap(visitor, full, sit=friends["Bob"])
    assert seated(page) == ["Ann", "", "José", "🃏 Dora"]
    assert "Bob" not in pressed(page)


def test_the_next_tap_takes_the_seat_that_is_free(visitor, full, friends):
    page = tap(visitor, full, sit=friends["Bob"])
    page = tap(visitor, page, sit=friends["Ann"])
    page = tap(visitor, page, sit=friends["Bob"])
    assert seated(page) == ["Bob", "", "José", "🃏 Dora"]


def test_somebody_moved_swaps_with_whoever_sits_there(visitor, full):
    page = tap(visitor, full, move=2)
    assert "Where does Bob go?" in page.text
    assert seated(tap(visitor, page, move=3)) == ["Ann", "José", "Bob", "🃏 Dora"]
    assert seated(tap(visitor, page, move=2)) == seated(full)


def test_somebody_moved_takes_an_empty_seat_or_stands_up(visitor, full, friends):
    page = tap(visitor, tap(visitor, full, sit=friends["Bob"]), move=1)
    assert seated(tap(visitor, page, move=2)) == ["", "Ann", "José", "🃏 Dora"]
    assert seated(tap(visitor, page, stand=1)) == ["", "", "José", "🃏 Dora"]


def test_a_name_tapped_while_somebody_moves_takes_that_place(visitor, full, friends):
    eve = visitor.club.people.add("Eve")
    page = tap(visitor, full, move=2)
    assert seated(tap(visitor, page, sit=eve.id)) == ["Ann", "Eve", "José", "🃏 Dora"]
    assert seated(tap(visitor, page, sit=friends["José"])) == ["Ann", "José", "Bob", "🃏 Dora"]


@pytest.mark.parametrize(
    "button",
    [{"sit": 99}, {"sit": "x"}, {"sit": "9" * 400}, {"move": 9}, {"move": ""}, {"stand": "٣"}, {"stand": 0},
     {"step": "decks+9"}, {"step": "seat1+1"}, {"sit": "\x00"}],
)  # fmt: skip
def test_a_button_that_no_page_has_changes_nothing(visitor, full, button):
    page = tap(visitor, full, **button)
    assert (page.status, seated(page)) == (200, seated(full))


def test_a_tap_when_every_seat_is_taken_changes_nothing(visitor, full):
    eve = visitor.club.people.add("Eve")
    assert seated(tap(visitor, full, sit=eve.id)) == seated(full)


def test_everything_else_that_was_typed_survives_a_tap(visitor, friends):
    form = visitor.get(NEW).form("table=4x2")
    typed = {"seat2": "Zoe", "starter": "seat3", "decks": "7", "team1.brought": "−50", "paper": "1"}
    page = visitor.post(form.action, filled(form, typed) | {"sit": str(friends["Ann"])})
    fields = page.form("table=4x2").fields
    assert {name: fields[name] for name in typed} == typed
    assert fields["key"] == form.fields["key"]


def test_decks_and_rounds_go_up_and_down_by_tapping(visitor):
    page = visitor.get(NEW)
    for step in ("decks+1", "decks+1", "paper+1", "decks-1", "paper-1", "paper-1"):
        page = tap(visitor, page, step=step)
    fields = page.form("table=4x2").fields
    assert (fields["decks"], fields["paper"]) == ("6", "0")
    assert tap(visitor, page, step="paper+1").form("table=4x2").fields["paper"] == "1"


@pytest.mark.parametrize("typed", ["ann", " ANN ", "Ánn", "Ann"])
def test_a_typed_name_that_is_known_is_said_to_be(visitor, friends, typed):
    form = visitor.get(NEW).form("table=4x2")
    page = visitor.post(form.action, filled(form, {"seat1": typed}) | {"look": "1"})
    assert page.beside("seat1").startswith("Ann, who has played here before. Another Ann?")
    assert pressed(page) == ["Ann"]


def test_a_first_name_that_others_have_is_a_question_and_never_an_answer(visitor, friends):
    visitor.club.people.add("Zoe Lee")
    form = visitor.get(NEW).form("table=4x2")
    page = visitor.post(form.action, filled(form, {"seat1": "zoe"}) | {"look": "1"})
    assert page.beside("seat1") == "New here. If this is Zoe Lee, tap that name instead."
    page = visitor.send(page.form("table=4x2"), seat2="B", seat3="C", seat4="D")
    assert page.heading == "Round 1"
    assert {"zoe", "Zoe Lee"} <= {player.name for player in visitor.club.people.active()}


def test_two_of_one_name_are_told_apart_and_the_one_tapped_plays(visitor, friends):
    twin = visitor.club.people.add("Ann")
    page = visitor.get(NEW)
    assert {"Ann (1)", "Ann (2)"} <= {one.text for one in page.root.all("button")}
    page = tap(visitor, page, sit=twin.id)
    assert "Ann (2)" in page.root.all("ol")[0].text
    visitor.send(page.form("table=4x2"), seat2="B", seat3="C", seat4="D")
    assert visitor.club.cells(2)[0, "seat1", "player"].value == {"id": twin.id}


def test_an_id_counts_only_beside_its_own_name(visitor, friends):
    form = visitor.get(NEW).form("table=4x2")
    typed = {"seat1": "Eve", "id.seat1": str(friends["Ann"]), "seat2": "B", "seat3": "C", "seat4": "D"}  # fmt: skip
    page = visitor.send(form, **typed)
    assert "Eve & C" in page.text


def test_a_person_cannot_sit_twice(visitor, full):
    form = full.form("table=4x2")
    page = visitor.post(form.action, form.fields | {"seat2": "Ann", "id.seat2": form.fields["id.seat1"]})  # fmt: skip
    assert page.status == 422
    assert page.beside("seat2").startswith("Seat 1 has this name too")


def test_two_new_names_that_differ_in_case_alone_are_refused(visitor):
    form = visitor.get(NEW).form("table=4x2")
    page = visitor.send(form, seat1="Zoë", seat2="ZOE", seat3="Carla", seat4="Dora")
    assert page.status == 422
    assert page.beside("seat2").startswith("Seat 1 has this name too")


def test_few_are_offered_at_once_and_everybody_on_demand(visitor):
    for number in range(CHIPS + 3):
        visitor.club.people.add(f"Player {number:02}")
    visitor.begin(seat1="Zoe", seat2="Yan", seat3="Xia", seat4="Will")
    page = visitor.get(NEW)
    first, others = [ul for ul in page.root.all("ul") if ul["class"] == "chips"]
    names = [button.text for button in first.all("button")]
    assert (len(names), len(others.all("button"))) == (CHIPS, 7)
    assert set(names[:4]) == {"Zoe", "Yan", "Xia", "Will"}


def test_enter_in_a_name_looks_it_up_and_begins_nothing(visitor):
    first = visitor.get(NEW).root.all("form")[0].all("button")[0]
    assert (first["type"], first["name"]) == ("submit", "look")


def test_a_form_without_our_token_is_no_tap(visitor, full):
    form = full.form("table=4x2")
    page = visitor.post(form.action, form.fields | {"csrf_token": "x", "sit": "1"})
    assert page.status == 422
    assert seated(page) == seated(full)
