"""One tap resolves a conflict on both phones and keeps both values in the history; a forged form resolves nothing."""

import pytest

from scorepad.store import Entry
from tests.web.driving import OUT_FIRST
from tests.web.pages import Page
from tests.web.rounds.conflicting import THREE_OR_FOUR, asked, at_once, boxes, choices, resolve, standing, start, tapped


def test_one_tap_resolves_it_on_both_and_both_stay_in_the_history(phones):
    ann, bob = phones
    at_once(phones, *THREE_OR_FOUR)
    asking = ann.page()
    for _ in range(2):  # Sending the same tap twice resolves it once.
        page = resolve(ann, "4", asking)
        assert "Settled: Red books, Ann & Carla: 4." in page.said
    assert len([entry for entry in ann.entries if entry.field == "clean"]) == 3
    assert boxes(page) == boxes(bob.page()) == []
    assert standing(ann) == {"as": "count", "n": 4}
    log = ann.visitor.get(f"{ann.address}/history").text
    assert "Red books, Ann & Carla: 3 → 4" in log
    assert "Not used: Red books, Ann & Carla: 0 → 4" in log


def test_what_stands_can_be_chosen_too_and_sending_the_form_again_chooses_its_own(phones):
    at_once(phones, *THREE_OR_FOUR)
    assert boxes(resolve(phones[1], "3")) == []
    assert standing(phones[0]) == {"as": "count", "n": 3}
    pages = at_once(phones, {"team2.clean": "3"}, {"team2.clean": "4"})
    phones[1].visitor.send(pages[1].form("/edit"), action="save")
    assert standing(phones[0], "team2")["n"] == 4
    assert boxes(phones[0].page()) == []


def test_a_refused_value_is_not_what_an_older_page_showed(phones):
    ann = phones[0]
    at_once(phones, *THREE_OR_FOUR)
    older = ann.page()
    ann.sheet().save(team2__clean="1")
    ann.visitor.send(older.form("/edit"), **{"team1.clean": "4"}, action="save")
    assert standing(ann)["n"] == 4


@pytest.mark.parametrize("by_tapping", [False, True])
def test_two_who_choose_alike_at_once_agree_and_two_who_do_not_are_asked_again(phones, by_tapping):
    ann, bob = phones
    ann.sheet().save(team1__clean="2")
    if by_tapping:
        tapped(phones)
        first, other = "3", "4"
    else:
        at_once(phones, {"team1.clean": "3"}, {"team1.clean": "4"})
        first, other = "4", "3"
    pages = [table.page() for table in phones]
    assert sorted(choices(pages[1])) == ["3", "4"]
    for _ in range(2):
        resolve(ann, first, pages[0])
    assert "Settled" in resolve(bob, first, pages[1]).said
    assert standing(ann)["n"] == int(first)
    assert boxes(ann.page()) == []
    page = resolve(bob, other, _again(pages[1], bob))
    assert "Someone else chose another value at the same moment" in page.said
    assert sorted(choices(ann.page())) == ["3", "4"]
    resolve(ann, first)
    assert boxes(ann.page()) == []


def _again(page, table):
    """The same page with a new key, as for another tap."""
    key, old = table.page().form("/edit").fields["key"], page.form("/settle").fields["key"]
    return Page(200, page.source.replace(old, key))


def test_a_finished_round_only_takes_a_value_with_nothing_against_it(phones):
    ann, bob = phones
    seen = int(bob.sheet(1).form.fields["seen"])
    ann.play(1, **OUT_FIRST)

    def late(field, value, **more):
        entry = Entry(f"x{ann.game}:{field}", ann.game, 1, "team1", field, value, **more)
        assert ann.visitor.club.record([entry])[0].status == "conflict"

    late("clean", {"as": "count", "n": 99}, base=seen)
    page = resolve(bob, "99")
    assert page.status == 422
    assert "The round stays unchanged until you fix this" in page.said
    assert page.form("/edit").fields["team1.clean"] == "99"
    assert standing(ann)["n"] == 4
    assert "Settled" in resolve(bob, "4").said
    assert boxes(ann.page()) == []
    late("melded", {"as": "points", "typed": "905"}, device="0badc0de.0")
    assert "You typed 900, another phone typed 905." in asked(ann.page())[0]
    assert "Settled" in resolve(ann, "905").said
    assert ann.melded[0] == 905


def test_who_starts_is_asked_about_and_resolved(phones):
    start(phones, "12")
    words = "You said “Ann starts”, Bob said “Bob starts”. Which is right?"
    assert asked(phones[0].page()) == [f"Who starts: {words}"]
    resolve(phones[1], "Bob starts")
    assert phones[0].record.course.starter.seat == 2


def test_undoing_what_resolved_it_brings_back_what_stood_and_asks_no_one_again(phones):
    ann, bob = phones
    at_once(phones, *THREE_OR_FOUR)
    resolve(bob, "4")
    page = bob.visitor.send(bob.page().form("/undo"))
    assert "Taken back: Red books, Ann & Carla, 3 → 4." in page.said
    assert standing(ann)["n"] == 3
    assert boxes(ann.page()) == []
    assert "Not used: Red books" in bob.visitor.get(f"{bob.address}/history").text


def test_a_forged_form_resolves_nothing(phones, nothing_recorded):
    ann, _ = phones
    ann.sheet().save(team1__melded="300")
    at_once(phones, *THREE_OR_FOUR)
    other = next(entry.seq for entry in ann.entries if entry.field == "melded")
    form = ann.page().form("/settle")
    nothing_recorded()
    moved_on = "Nothing was changed: the game has changed"
    forged = [*({"cell": cell} for cell in ("table.finished", "seat1.player", "x", "")),
              *({"cell": cell, "choice": "=3"} for cell in ("team1.melded", "team9.clean")),
              *({"choice": choice} for choice in ("", "=", "=100", "=-1", "=٣", "1", "9" * 400, "999999")),
              {"standing": "x"}, {"choice": str(other)}]  # fmt: skip
    for change in forged:
        page = ann.visitor.post(form.action, form.fields | {"choice": "=4"} | change)
        assert (page.status, moved_on in page.said) == (200, True), change
    for nowhere in (f"{ann.address}/rounds/9/settle", "/games/999/rounds/1/settle"):
        assert ann.visitor.post(nowhere, form.fields).status == 404


def test_who_typed_on_without_knowing_of_the_other_value_is_asked_too(phones):
    ann, bob = phones
    sheets = [table.sheet() for table in phones]
    sheets[0].save(team1__clean="3")
    old = ann.sheet()
    sheets[1].save(team1__clean="4")
    assert old.save(team1__clean="5").page.status == 422
    words = "Ann typed 3, you typed 4, Ann typed 5. Which is right?"
    assert asked(bob.page()) == [f"Red books, Ann & Carla: {words}"]
    resolve(bob, "5")
    assert boxes(ann.page()) == []


def test_undo_takes_nothing_back_from_under_a_question_that_its_page_does_not_show(phones):
    ann, bob = phones
    sheets = [table.sheet() for table in phones]
    sheets[0].save(team1__clean="3")
    old = ann.page()
    sheets[1].save(team1__clean="4")
    assert "Nothing was undone" in ann.visitor.send(old.form("/undo")).said
    assert boxes(bob.page()) != []
    assert "Taken back" in ann.visitor.send(ann.page().form("/undo")).said
