"""Changing who sits where mid-game: first a preview, then exactly that, and nothing twice or by accident."""

import pytest

from scorepad.scoring.game.course import Phase
from scorepad.store import Entry
from scorepad.web.games import settings as view
from tests.web.driving import OUT_FIRST, filled
from tests.web.games.editing import keep, mend, preview, send, settings
from tests.web.games.undoing import offered, undo
from tests.web.result.reading import part


def count_people(table):
    return len(table.visitor.club.people.active())


def test_the_form_shows_what_was_agreed(visitor):
    agreed = {"seat1": "Ann", "choice.books": "short", "decks": "6", "team2.brought": "-50"}
    fields = settings(visitor.begin("friends-family", **agreed)).form("/settings").fields
    agreed["rules"] = "kept"
    assert {name: fields[name] for name in agreed} == agreed


def test_looking_at_what_changes_records_nothing(begun, nothing_recorded):
    nothing_recorded()
    people = count_people(begun)
    page = preview(begun, seat2="Eve", **{"id.seat2": ""}, rules="southern-ohio", decks="9")
    assert page.heading == "What would change"
    assert count_people(begun) == people
    page = preview(begun)
    assert (page.status, page.heading) == (422, "Players, seats and rules")
    assert "No changes: these are" in page.said


def test_a_wrong_name_is_corrected_from_the_start(begun):
    page = preview(begun, seat2="Bea")
    assert "Seat 2: Bea instead of Bob, from the start." in page.text
    keep(begun, page)
    assert begun.record.agreement.teams == ("Ann & Carla", "Bea & Dora")
    assert begun.record.rounds[0].entry.teams[1].name == "Bea & Dora"
    assert begun.entries[-1].field == "player"


def test_a_substitute_sits_down_for_the_round_to_play_and_may_be_renamed(begun):
    page = preview(begun, seat2="Eve", since="now")
    assert "Seat 2: Eve instead of Bob, from round 2 on." in page.text
    keep(begun, page)
    assert begun.record.agreement.teams[1] == "Eve & Dora"
    assert begun.record.rounds[0].entry.teams[1].name == "Bob & Dora"
    assert [e.round for e in begun.entries if e.field == "player"][-1] == 2
    mend(begun, seat2="Eva")
    first, now = begun.record.agreement.seating
    assert (first.teams[1], now.teams[1]) == ("Bob & Dora", "Eva & Dora")


def test_no_one_can_take_over_before_a_round_was_played_or_after_the_last(visitor, table):
    assert "akes over" not in settings(table).text
    mend(table, seat2="Eve", since="now")
    assert [seating.start for seating in table.record.agreement.seating] == [0]
    table = visitor.begin(paper="3")
    table.play(4, **OUT_FIRST)
    assert table.record.course.phase is Phase.OVER
    assert "akes over" not in settings(table).text
    mend(table, seat2="Bea")
    assert table.record.agreement.teams[1] == "Bea & Dora"


def test_two_seats_are_swapped_by_tapping(begun):
    page = send(begun, settings(begun), button={"move": "2"})
    page = send(begun, page, button={"move": "3"})
    page = send(begun, page)
    keep(begun, page)
    assert "What was counted stays with its seat" in page.text
    assert begun.record.agreement.teams == ("Ann & Bob", "Carla & Dora")
    assert begun.record.course.now == (4500, 0)


def test_a_person_cannot_sit_in_two_seats_in_an_earlier_round(begun, nothing_recorded):
    mend(begun, seat2="Eve", since="now")
    nothing_recorded()
    page = preview(begun, seat3="Bob")
    assert page.status == 422
    assert "Bob would sit in two seats from the start." in page.said


def test_a_form_used_again_for_something_else_changes_nothing(begun):
    page = preview(begun, seat2="Bea")
    keep(begun, page)
    form = page.form("/settings")
    form.fields["seen"] = str(begun.entries[-1].seq)
    again = begun.visitor.post(form.action, filled(form, {"seat2": "Bert"}) | {"action": "keep"})
    assert again.status == 422
    assert "was already sent once" in again.said
    assert begun.record.agreement.teams[1] == "Bea & Dora"


def test_a_change_made_meanwhile_is_shown_before_anything_is_kept(begun):
    page = preview(begun, decks="6")
    mend(begun, seat2="Bea")
    again = keep(begun, page)
    assert again.status == 422
    assert "Someone has just entered something at this table." in again.said
    assert "Bob" not in again.text
    keep(begun, again)
    assert (begun.record.agreement.decks, begun.record.agreement.teams[1]) == (6, "Bea & Dora")


@pytest.mark.parametrize(
    ("name", "text"),
    [("seat3", ""), ("seat3", "Ann"), ("decks", "0"), ("paper", "x"), ("team1.brought", "1.5"), ("paper", "4"),
     ("since", "later"), ("rules", "nothing"), ("rules", "two-handed")],
)  # fmt: skip
def test_a_bad_value_is_named_and_everything_typed_is_kept(begun, nothing_recorded, name, text):
    nothing_recorded()
    page = preview(begun, **{"team2.brought": "77", name: text})
    assert page.status == 422
    assert page.beside(name).endswith(".")
    assert page.form("/settings").fields["team2.brought"] == "77"


def test_an_input_that_did_not_come_is_not_touched(begun):
    own = settings(begun).form("/settings").fields
    few = {name: own[name] for name in ("csrf_token", "key", "seen")} | {"decks": "9"}
    begun.visitor.post(f"{begun.address}/settings", few | {"action": "keep"})
    assert (begun.entries[-1].field, begun.record.agreement.decks) == ("decks", 9)


@pytest.mark.parametrize("action", ["preview", "edit", ""])
def test_a_page_without_our_token_is_out_of_date_whatever_is_pressed(begun, action):
    page = send(begun, settings(begun), action, decks="6", csrf_token="x")
    assert (page.status, "was out of date" in page.said) == (422, True)


@pytest.mark.parametrize("name", ["seat5", "choice.books", "shape", "<b>"])
def test_an_input_that_the_form_does_not_have_is_refused(begun, nothing_recorded, name):
    nothing_recorded()
    form = settings(begun).form("/settings")
    page = begun.visitor.post(form.action, form.fields | {name: "1", "action": "keep"})
    assert page.status == 422
    assert f"do not belong to it: {name}." in page.said


def test_a_tap_that_arrives_while_rounds_are_renumbered_is_not_left_behind(table, monkeypatch):
    table.sheet(1).save(team1__clean="1")
    page = preview(table, paper="1")
    real = view.save_settings

    def after_a_tap(*arguments):
        tap = Entry("tap", table.game, 1, "team2", "clean", {"as": "count", "n": 3})
        table.visitor.club.record([tap])
        return real(*arguments)

    monkeypatch.setattr(view, "save_settings", after_a_tap)
    again = keep(table, page)
    assert "Nothing is saved yet" in again.said
    assert table.record.agreement.paper == 0
    monkeypatch.undo()
    keep(table, again)
    values = table.visitor.club.cells(table.game)
    assert [values[2, team, "clean"].value["n"] for team in ("team1", "team2")] == [1, 3]


@pytest.fixture
def late(visitor, table):
    """Three rounds have been played, in which someone sat for Bob; the fourth is next."""
    for number in (1, 2, 3):
        table.play(number, **OUT_FIRST)
    return table


def sat(table, seat=2):
    """Who sat in a seat in each round that was played, and who sits there now."""
    names = table.record.agreement
    by_id = {person.id: person.name for person in table.visitor.club.people.everyone()}
    rounds = range(1, table.record.course.counted + 1)
    return [by_id[names.players_in(number)[seat - 1]] for number in rounds], by_id[names.players[seat - 1]]


def of_round(table, number, **typed):
    """Change the seats of one past round, and return the preview."""
    page = table.visitor.get(f"{table.address}/settings?round={number}")
    assert page.heading == f"Who sat where in round {number}"
    return send(table, page, **typed)


def test_a_substitute_noticed_late_takes_over_from_an_earlier_round(late):
    page = settings(late)
    offered_rounds = [option["value"] for option in page.root.by_id("since").all("option")]
    assert offered_rounds == ["mend", "now", "3", "2", "1"]
    page = preview(late, seat2="Eve", since="3")
    assert "Seat 2: Eve instead of Bob, from round 3 on." in page.text
    keep(late, page)
    assert sat(late) == (["Bob", "Bob", "Eve"], "Eve")
    assert offered(late.page()) == "Eve plays for Bob from round 3 on"
    undo(late)
    assert sat(late) == (["Bob", "Bob", "Bob"], "Bob")


def test_a_round_that_was_entered_wrongly_is_corrected_without_a_name(late):
    mend(late, seat2="Eve", since="now")
    assert sat(late) == (["Bob", "Bob", "Bob"], "Eve")
    page = preview(late, since="2")
    assert "Seat 2: Eve instead of Bob, from round 2 to 3." in page.text
    keep(late, page)
    assert sat(late) == (["Bob", "Eve", "Eve"], "Eve")
    assert [seating.start for seating in late.record.agreement.seating] == [0, 2]


def test_someone_sat_there_in_one_round_only(late):
    page = of_round(late, 2, seat2="Eve")
    assert "Seat 2: Eve instead of Bob, in round 2 only." in page.text
    keep(late, page)
    assert sat(late) == (["Bob", "Eve", "Bob"], "Bob")
    assert offered(late.page()) == "Eve plays for Bob in round 2 only"
    assert "Eve played round 2 in Bob’s seat." in late.page().text
    keep(late, of_round(late, 2, seat2="Bob"))
    assert sat(late) == (["Bob", "Bob", "Bob"], "Bob")
    assert [seating.start for seating in late.record.agreement.seating] == [0]


def test_the_seats_of_one_round_leave_those_of_others_alone(late):
    mend(late, seat2="Eve", since="3")
    keep(late, of_round(late, 1, seat2="Gus", seat1="Fay"))
    keep(late, of_round(late, 3, seat1="Fay"))
    assert sat(late) == (["Gus", "Bob", "Eve"], "Eve")
    assert sat(late, seat=1) == (["Fay", "Ann", "Fay"], "Ann")


def test_a_game_that_is_over_gives_the_win_to_who_played_it(late):
    late.decide(decision="over")
    assert late.visitor.get(f"{late.address}/result").heading.partition(" by ")[0] == "Ann & Carla win"
    mend(late, seat1="Eve", since="2")
    assert late.visitor.get(f"{late.address}/result").heading.partition(" by ")[0] == "Eve & Carla win"
    late.visitor.club.league.catch_up()
    credited = late.visitor.club.league.game(late.game).sides[0].people
    assert {p.name for p in late.visitor.club.people.everyone() if p.id in credited} == {"Eve", "Carla"}
    keep(late, of_round(late, 3, seat1="Ann"))
    assert sat(late, seat=1) == (["Ann", "Eve", "Ann"], "Eve")
    assert late.visitor.get(f"{late.address}/result").heading.partition(" by ")[0] == "Ann & Carla win"
    page = late.visitor.get(f"{late.address}/story")
    assert "Seat 1: Ann , from round 2 Eve , from round 3 Ann" in part(page, "seats")
    assert "from round 4" not in part(page, "seats")


@pytest.mark.parametrize("number", ["0", "5", "-1", "x", "1" * 99])
def test_a_round_that_was_not_played_has_no_seats_to_correct(late, nothing_recorded, number):
    nothing_recorded()
    assert late.visitor.get(f"{late.address}/settings?round={number}").heading == "Players, seats and rules"
    assert preview(late, seat2="Eve", since=number).status == 422
    form = settings(late).form("/settings")
    page = late.visitor.post(form.action, form.fields | {"seat2": "Eve", "seats_of": number, "action": "preview"})
    assert (page.status, "That round is no longer there." in page.said) == (422, True)


def test_no_one_sits_twice_in_a_past_round(late, nothing_recorded):
    nothing_recorded()
    page = of_round(late, 2, seat2="Ann", seat1="Gus")
    assert page.status == 200
    page = of_round(late, 2, seat2="Ann")
    assert page.status == 422


def test_an_earlier_round_on_paper_moves_the_rounds_of_seats(visitor):
    table = visitor.begin(paper="1")
    for number in (2, 3):
        table.play(number, **OUT_FIRST)
    mend(table, seat2="Eve", since="3", paper="0")
    assert [seating.start for seating in table.record.agreement.seating] == [0, 2]
