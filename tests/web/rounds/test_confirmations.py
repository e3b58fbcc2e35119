"""A team's counts are marked as checked, by whom, and whether they changed since; pages say who is still counting."""

import pytest

from scorepad.store import SOMEBODY
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.result.reading import score_as

MARK = "team1.checked"
NOT_YET, BY_ANN = ("Checked", "false"), ("Checked by Ann", "true")


def press(table, name=MARK, page=None, **typed):
    """Press the mark of a team on the counting page, or on an earlier page."""
    page = page or table.sheet().page
    return table.tap(page.root.by_id(name)["value"], page, **typed)


def mark(table, name=MARK):
    button = table.sheet().page.root.by_id(name)
    return button.text, button["aria-pressed"]


@pytest.fixture
def ann(table):
    """A table where Ann keeps score, with something counted."""
    table.keeps_score("Ann")
    table.sheet().save(team1__melded="410", team2__melded="100")
    return table


def test_who_keeps_score_marks_a_team_as_checked_and_takes_that_away(ann):
    assert mark(ann) == NOT_YET
    press(ann, team1__melded="500")
    assert ann.melded[0] == 500  # What was typed beside the mark is recorded with it.
    assert (mark(ann), mark(ann, "team2.checked")) == (BY_ANN, NOT_YET)
    press(ann)
    assert mark(ann) == NOT_YET


def test_a_phone_without_a_name_checks_too_and_that_is_no_round(table):
    press(table)
    assert mark(table) == ("Checked", "true")
    assert table.record.rounds == ()
    table.sheet().save(team1__melded="410")
    assert mark(table) == ("Changed since it was checked", "false")
    before = table.record.rounds
    press(table, "team2.checked")
    assert table.record.rounds == before


@pytest.mark.parametrize("changed", ["team1.melded", "seat3.left", "team1.clean", "seat1.exact_cut"])
def test_what_changes_after_it_is_said_and_it_can_be_checked_again(ann, changed):
    press(ann)
    ann.sheet().save(**{changed: "1"})
    assert mark(ann) == ("Changed since Ann checked", "false")
    press(ann)
    assert mark(ann) == BY_ANN


@pytest.mark.parametrize(
    ("name", "texts"),
    [("team2.melded", ["15"]), ("seat2.left", ["15"]), ("table.ended", ["stock"]), ("team1.melded", ["420", "410"])],
)  # fmt: skip
def test_what_others_count_or_what_is_put_back_changes_nothing_about_it(ann, name, texts):
    press(ann)
    for text in texts:
        ann.sheet().save(**{name: text})
    assert mark(ann) == BY_ANN


def test_the_zeros_of_a_round_that_is_finished_change_nothing(ann):
    ann.sheet().save(**OUT_FIRST)
    press(ann)
    ann.play(1)
    page = ann.sheet(1).page
    assert "Checked by Ann" in page.text
    assert page.root.by_id(MARK) is None


def test_a_sheet_with_a_fault_or_a_forged_mark_records_nothing(ann, nothing_recorded):
    page = ann.sheet().page
    nothing_recorded()
    assert press(ann, page=page, team2__melded="many").status == 422
    for step in ("team9.checked+1", "team1.checked+2", "seat1.checked+1", "team1.checked"):
        assert ann.tap(step, page).status in (200, 422), step
    assert mark(ann) == NOT_YET


def test_undo_and_the_history_name_it(ann):
    press(ann)
    sheet = ann.sheet().page
    assert "Undo: Checked by Ann, Ann & Carla" in sheet.root.text
    page = ann.visitor.send(sheet.form("/undo"))
    assert "Taken back: Checked by Ann, Ann & Carla." in page.said
    assert mark(ann) == NOT_YET
    assert "Checked by Ann: Ann & Carla" in ann.visitor.get(f"{ann.address}/history").text


def test_of_two_who_check_at_once_the_first_is_named_and_no_question_is_asked(app, ann):
    bob = Table(Visitor(app), ann.game)
    bob.keeps_score("Bob")
    pages = {"ann": ann.sheet().page, "bob": bob.sheet().page}
    pressed = [press(ann, page=pages["ann"]), press(bob, page=pages["bob"]), press(ann, page=pages["ann"])]
    assert [page.status for page in pressed] == [200, 200, 200]
    assert mark(bob) == BY_ANN
    assert bob.page().classed("conflict") == []
    assert [e.status for e in ann.entries if e.field == "checked"] == ["applied", "conflict"]


def test_who_checked_is_named_as_they_are_called_now(first_visitor):
    table = first_visitor.begin()
    score_as(table, "Grandma")
    press(table)
    people = first_visitor.club.people
    (grandma,) = people.named("Grandma")
    people.change(grandma.id, name="Granny")
    assert mark(table)[0] == "Checked by Granny"
    other = people.add("Wilhelmina")
    people.merge(grandma.id, other.id)
    assert mark(table)[0] == "Checked by Wilhelmina"
    people.forget(other.id)
    assert mark(table)[0] == f"Checked by {SOMEBODY}"
    assert f"Checked by {SOMEBODY}" in first_visitor.get(f"{table.address}/history").text


def _still_counting(table):
    words = [words.text for words in table.sheet(1).page.classed("still-counting")]
    return "".join(words).replace(" ,", ",").replace(" ;", ";")


def test_who_has_not_counted_yet_is_named_once_counting_began_until_the_round_is_finished(table):
    table.sheet().save(team1__clean="2")
    assert _still_counting(table) == ""
    table.sheet().save(table__ended="seat1")
    all_of_them = "Still counting: Bob, Carla, Dora; cards melded by Ann & Carla, Bob & Dora"
    assert _still_counting(table) == all_of_them
    table.sheet().save(seat3__left="0", team1__melded="900", team2__melded="0")
    assert _still_counting(table) == "Still counting: Bob, Dora"
    table.sheet().save(seat2__left="5", seat4__left="10")
    assert _still_counting(table) == ""
    table.play(1, **OUT_FIRST)
    assert _still_counting(table) == ""
