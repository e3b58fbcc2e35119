"""One tap settles a conflict on both phones and both values stay in the history; a form of nobody's settles nothing."""

import pytest

from scorepad.store import Entry
from tests.web.driving import OUT_FIRST, filled
from tests.web.rounds.conflicting import asked, at_once, boxes, choices, settle, tapped, two_phones


@pytest.fixture
def phones(app):
    """Ann's phone and Bob's at one table."""
    return two_phones(app)


def standing(table, place="team1", field="clean", number=1):
    return table.visitor.club.cells(table.game)[number, place, field].value


def test_one_tap_settles_it_on_both_and_both_stay_in_the_history(phones):
    ann, bob = phones
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    page = settle(ann, "4")
    assert "Settled: Red books, Ann & Carla: 4." in page.said
    assert boxes(page) == boxes(bob.page()) == []
    assert standing(ann) == {"as": "count", "n": 4}
    log = ann.visitor.get(f"{ann.address}/history").text
    assert "Red books, Ann & Carla: 3 → 4" in log
    assert "Not used: Red books, Ann & Carla: 0 → 4" in log


def test_what_stands_can_be_chosen_too(phones):
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    assert boxes(settle(phones[1], "3")) == []
    assert standing(phones[0]) == {"as": "count", "n": 3}


def test_typing_another_value_settles_it_as_well(phones):
    pages = at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    form = pages[1].form("/edit")
    phones[1].visitor.post(form.action, filled(form, {}) | {"action": "save"})
    assert standing(phones[0])["n"] == 4
    assert boxes(phones[0].page()) == []


def test_a_tally_of_both_together_is_one_tap(phones):
    tapped(phones)
    assert list(choices(phones[1].page())) == ["1", "2"]
    settle(phones[1], "2")
    assert standing(phones[0])["n"] == 2
    assert boxes(phones[0].page()) == []


@pytest.mark.parametrize("by_tapping", [False, True])
def test_two_who_settle_alike_at_once_agree_and_two_who_do_not_are_asked_again(phones, by_tapping):
    ann, bob = phones
    if by_tapping:
        tapped(phones)
        first, other = "1", "2"
    else:
        at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
        first, other = "4", "3"
    pages = [table.page() for table in phones]
    settle(ann, first, pages[0])
    assert "Settled" in settle(bob, first, pages[1]).said
    assert boxes(ann.page()) == []
    page = settle(bob, other, _again(pages[1], bob))
    assert "Someone else chose another value at the same moment" in page.said
    assert sorted(choices(ann.page())) == sorted([first, other])
    settle(ann, first)
    assert boxes(ann.page()) == []


def _again(page, table):
    """The same page as another tap of it would send it: with a key of its own."""
    key = table.page().form("/edit").fields["key"]
    old = page.form("/settle").fields["key"]
    return type(page).of(200, page.source.replace(old, key))


def test_the_same_tap_sent_twice_settles_once(phones):
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    page = phones[0].page()
    for _ in range(2):
        assert "Settled" in settle(phones[0], "4", page).said
    assert len([e for e in phones[0].entries if e.field == "clean"]) == 3


def test_a_finished_round_is_only_replaced_by_a_good_one(phones):
    ann, bob = phones
    sheet = bob.sheet(1)
    ann.play(1, **OUT_FIRST)
    club, seen = ann.visitor.club, int(sheet.form.fields["seen"])
    late = Entry(
        "x:team1.clean", ann.game, 1, "team1", "clean", {"as": "count", "n": 99}, base=seen
    )
    assert club.record([late])[0].status == "conflict"
    page = settle(bob, "99")
    assert page.status == 422
    assert "The round stays as it was until this is put right" in page.said
    assert page.form("/edit").fields["team1.clean"] == "99"
    assert standing(ann)["n"] == 4
    assert "Settled" in settle(bob, "4").said
    assert boxes(ann.page()) == []


def test_a_finished_round_takes_a_value_with_nothing_against_it(phones):
    ann, _ = phones
    ann.play(1, **OUT_FIRST)
    value = {"as": "points", "typed": "905"}
    late = Entry("y:team1.melded", ann.game, 1, "team1", "melded", value, device="0badc0de.0")
    ann.visitor.club.record([late])
    page = ann.page()
    assert "You typed 900, another phone typed 905." in asked(page)[0]
    assert "Settled" in settle(ann, "905").said
    assert ann.record.rounds[0].entry.teams[0].melded == 905


def test_who_starts_is_asked_about_and_settled(phones):
    forms = [table.page().form("/starter") for table in phones]
    for table, form, seat in zip(phones, forms, "12", strict=True):
        table.visitor.post(form.action, form.fields | {"seat": seat})
    assert asked(phones[0].page()) == [
        "Who starts: You said “Ann starts”, Bob said “Bob starts”. Which is right?"
    ]
    settle(phones[1], "Bob starts")
    assert phones[0].record.course.starter.seat == 2


def test_undoing_what_settled_it_brings_back_what_stood_and_asks_nobody_again(phones):
    ann, bob = phones
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    settle(bob, "4")
    page = bob.visitor.send(bob.page().form("/undo"))
    assert "Taken back: Red books, Ann & Carla, 3 → 4." in page.said
    assert standing(ann)["n"] == 3
    assert boxes(ann.page()) == []
    assert "Not used: Red books" in bob.visitor.get(f"{bob.address}/history").text


@pytest.mark.parametrize(
    "change",
    [{"cell": "table.finished"}, {"cell": "seat1.player"}, {"cell": "x"}, {"cell": ""}, {"choice": ""},
     {"choice": "=100"}, {"choice": "=-1"}, {"choice": "=٣"}, {"choice": "1"}, {"choice": "9" * 400},
     {"choice": "="}, {"standing": "x"}, {"cell": "team1.melded", "choice": "=3"},
     {"cell": "team9.clean", "choice": "=3"}, {"choice": "999999"}],
)  # fmt: skip
def test_a_form_that_settles_nothing_of_ours_changes_nothing(phones, nothing_recorded, change):
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    form = phones[0].page().form("/settle")
    nothing_recorded()
    page = phones[0].visitor.post(form.action, form.fields | {"choice": "=4"} | change)
    assert page.status == 200
    assert "Nothing was changed: the game has moved on" in page.said


def test_what_was_typed_into_another_cell_is_no_choice(phones, nothing_recorded):
    phones[0].sheet().save(**{"team1.melded": "300"})
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    other = next(entry.seq for entry in phones[0].entries if entry.field == "melded")
    form = phones[0].page().form("/settle")
    nothing_recorded()
    page = phones[0].visitor.post(form.action, form.fields | {"choice": str(other)})
    assert "Nothing was changed: the game has moved on" in page.said


def test_settling_without_our_token_changes_nothing(phones, nothing_recorded):
    at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
    form = phones[0].page().form("/settle")
    nothing_recorded()
    fields = form.fields | {"choice": "=4", "csrf_token": "x"}
    assert "press again" in phones[0].visitor.post(form.action, fields).said


def test_a_round_that_is_not_there_settles_nothing(phones, own):
    visitor = phones[0].visitor
    assert visitor.post(f"{phones[0].address}/rounds/9/settle", own).status == 404
    assert visitor.post("/games/999/rounds/1/settle", own).status == 404
    assert visitor.client.get(f"{phones[0].address}/rounds/1/settle").status_code == 405


def test_who_typed_on_without_knowing_of_the_other_is_asked_too(phones):
    ann, bob = phones
    sheets = [table.sheet() for table in phones]
    sheets[0].save(**{"team1.clean": "3"})
    old = ann.sheet()
    sheets[1].save(**{"team1.clean": "4"})
    assert old.save(**{"team1.clean": "5"}).page.status == 422
    words = "Ann typed 3, you typed 4, Ann typed 5. Which is right?"
    assert asked(bob.page()) == [f"Red books, Ann & Carla: {words}"]
    settle(bob, "5")
    assert boxes(ann.page()) == []


def test_undo_takes_nothing_back_from_under_a_question_that_its_page_does_not_show(phones):
    ann, bob = phones
    sheets = [table.sheet() for table in phones]
    sheets[0].save(**{"team1.clean": "3"})
    old = ann.page()
    sheets[1].save(**{"team1.clean": "4"})
    assert "Nothing was undone" in ann.visitor.send(old.form("/undo")).said
    assert boxes(bob.page()) != []
    assert "Taken back" in ann.visitor.send(ann.page().form("/undo")).said
