"""A team's counts are marked as checked, by whom, and as changed since; who is still counting is said in words."""

import pytest

from scorepad.store import SOMEBODY
from tests.web.driving import OUT_FIRST, Table, Visitor

MARK = "team1.checked"


def press(table, name=MARK, number=1, page=None, **typed):
    """Presses the mark of a team on the counting page, or on one that came before."""
    page = page or table.sheet(number).page
    form, button = page.form("/edit"), page.root.by_id(name)
    fields = form.fields | {name.replace("__", "."): text for name, text in typed.items()}
    return table.visitor.post(form.action, fields | {"step": button["value"]})


def says(table, name=MARK):
    button = table.sheet().page.root.by_id(name)
    return button.text, button["aria-pressed"]


@pytest.fixture
def ann(table):
    """A table of which Ann keeps score, with something counted."""
    table.keeps_score("Ann")
    table.sheet().save(**{"team1.melded": "410", "team2.melded": "100"})
    return table


def test_a_team_is_marked_as_checked_by_who_keeps_score(ann):
    assert says(ann) == ("Checked", "false")
    press(ann)
    assert says(ann) == ("Checked by Ann", "true")
    assert says(ann, "team2.checked") == ("Checked", "false")


def test_pressed_again_it_is_taken_away(ann):
    press(ann)
    press(ann)
    assert says(ann) == ("Checked", "false")


def test_a_phone_without_a_name_checks_too(table):
    press(table)
    assert says(table) == ("Checked", "true")
    table.sheet().save(**{"team1.melded": "410"})
    assert says(table) == ("Changed since it was checked", "false")


@pytest.mark.parametrize(
    "changed", ["team1.melded", "seat3.left", "team1.clean", "seat1.exact_cut"]
)
def test_what_changes_after_it_is_said_and_it_can_be_checked_again(ann, changed):
    press(ann)
    ann.sheet().save(**{changed: "1"})
    assert says(ann) == ("Changed since Ann checked", "false")
    press(ann)
    assert says(ann) == ("Checked by Ann", "true")


@pytest.mark.parametrize("changed", ["team2.melded", "seat2.left", "table.ended"])
def test_what_others_count_changes_nothing_about_it(ann, changed):
    press(ann)
    ann.sheet().save(**{changed: "stock" if changed == "table.ended" else "15"})
    assert says(ann) == ("Checked by Ann", "true")


def test_what_was_changed_and_put_back_is_as_it_was_checked(ann):
    press(ann)
    for points in ("420", "410"):
        ann.sheet().save(**{"team1.melded": points})
    assert says(ann) == ("Checked by Ann", "true")


def test_the_zeros_of_a_round_that_is_finished_change_nothing(ann):
    ann.sheet().save(**OUT_FIRST)
    press(ann)
    ann.play(1)
    page = ann.sheet(1).page
    assert "Checked by Ann" in page.text
    assert page.root.by_id(MARK) is None


def test_it_keeps_what_was_typed_beside_it(ann):
    press(ann, team1__melded="500")
    assert ann.record.rounds[0].entry.teams[0].melded == 500
    assert says(ann) == ("Checked by Ann", "true")


def test_it_is_no_gate_and_no_round(table):
    press(table)
    assert table.record.rounds == ()
    table.sheet().save(**{"team1.melded": "410"})
    before = table.record.rounds
    press(table, "team2.checked")
    assert table.record.rounds == before


def test_what_is_wrong_on_the_sheet_is_said_first(ann, nothing_recorded):
    page = ann.sheet().page
    nothing_recorded()
    answer = press(ann, page=page, team2__melded="many")
    assert answer.status == 422
    assert says(ann) == ("Checked", "false")


def test_undo_and_the_history_name_it(ann):
    press(ann)
    assert "Undo: Checked by Ann, Ann & Carla" in ann.page().text
    page = ann.visitor.send(ann.page().form("/undo"))
    assert "Taken back: Checked by Ann, Ann & Carla." in page.said
    assert says(ann) == ("Checked", "false")
    assert "Checked by Ann: Ann & Carla" in ann.visitor.get(f"{ann.address}/history").text


def test_the_same_press_sent_twice_checks_once(ann):
    page = ann.sheet().page
    for _ in range(2):
        press(ann, page=page)
    assert len([e for e in ann.entries if e.field == "checked"]) == 1
    assert says(ann) == ("Checked by Ann", "true")


def test_of_two_who_check_at_once_the_first_is_named_and_nobody_is_asked(app, ann):
    bob = Table(Visitor(app), ann.game)
    bob.keeps_score("Bob")
    pages = [table.sheet().page for table in (ann, bob)]
    answers = [press(table, page=page) for table, page in zip((ann, bob), pages, strict=True)]
    assert [answer.status for answer in answers] == [200, 200]
    assert says(bob) == ("Checked by Ann", "true")
    assert bob.page().classed("conflict") == []
    assert [e.status for e in ann.entries if e.field == "checked"] == ["applied", "conflict"]


def test_who_checked_is_named_as_they_are_called_now(first_visitor):
    table = first_visitor.begin()
    page = first_visitor.get(f"{table.address}/scorer")
    form = [form for form in page.forms if form.action.endswith("/scorer")][1]
    first_visitor.send(form, name="Grandma")
    press(table)
    people = first_visitor.club.people
    (grandma,) = people.named("Grandma")
    people.change(grandma.id, name="Granny")
    assert says(table)[0] == "Checked by Granny"
    other = people.add("Wilhelmina")
    people.merge(grandma.id, other.id)
    assert says(table)[0] == "Checked by Wilhelmina"
    people.forget(other.id)
    assert says(table)[0] == f"Checked by {SOMEBODY}"
    assert f"Checked by {SOMEBODY}" in first_visitor.get(f"{table.address}/history").text


@pytest.mark.parametrize(
    "step", ["team9.checked+1", "team1.checked+2", "seat1.checked+1", "team1.checked"]
)
def test_a_mark_of_nobody_is_none(table, nothing_recorded, step):
    form = table.sheet().form
    nothing_recorded()
    assert table.visitor.post(form.action, form.fields | {"step": step}).status in (200, 422)


def _still(page):
    said = page.classed("still-counting")
    return said[0].text.replace(" ,", ",").replace(" ;", ";") if said else ""


def test_nobody_is_said_to_be_counting_before_anybody_began(table):
    table.sheet().save(**{"team1.clean": "2"})
    assert _still(table.sheet().page) == ""


def test_who_has_not_counted_yet_is_named_once_counting_began(table):
    table.sheet().save(**{"table.ended": "seat1"})
    everybody = "Still counting: Bob, Carla, Dora; cards melded of Ann & Carla, Bob & Dora"
    assert _still(table.sheet().page) == everybody
    table.sheet().save(**{"seat3.left": "0", "team1.melded": "900", "team2.melded": "0"})
    assert _still(table.sheet().page) == "Still counting: Bob, Dora"
    table.sheet().save(**{"seat2.left": "5", "seat4.left": "10"})
    assert _still(table.sheet().page) == ""


def test_a_round_that_was_finished_has_nobody_counting(table):
    table.play(1, **OUT_FIRST)
    assert _still(table.sheet(1).page) == ""
