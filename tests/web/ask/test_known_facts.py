"""What the two questions know before anyone types: who keeps score on the phone, and the round's tallies."""

import pytest

from tests.web.ask.asking import KINGS, READY, answer_of, ask_open, ask_out, question_of
from tests.web.driving import OUT_FIRST


def _chosen(page):
    return [button["value"] for button in page.root.all("button") if button["aria-pressed"] == "true"]


def _tap(table, page, seat):
    (button,) = [b for b in page.root.all("button") if b["name"] == "seat" and b["value"] == seat]
    (form,) = [f for f in page.root.all("form") if f["id"] == button["form"]]
    fields = {field["name"]: field["value"] for field in form.all("input")}
    return ask_out(table, seat=seat, **fields)


def test_the_phones_player_is_answered_without_a_tap(binding):
    binding.sheet().save(team2__clean="1", team2__dirty="1")
    assert (_chosen(ask_out(binding)), answer_of(ask_out(binding))) == ([], None)
    binding.keeps_score("Dora")
    page = ask_out(binding)
    assert (_chosen(page), answer_of(page)) == (["4"], "Ask Bob")
    assert answer_of(ask_out(binding, seat="1")) == "No"


def test_the_phones_team_is_chosen_and_told_first_that_it_has_opened(table):
    table.keeps_score("Bob")
    assert question_of(ask_open(table)).fields["team"] == "2"
    assert "Mark as opened" in ask_open(table, **KINGS).text
    table.sheet().save(team2__opened="1")
    for page in (ask_open(table), ask_open(table, **KINGS)):
        assert [p.text for p in page.root.all("p") if p["class"] == "prompt"] == ["Bob & Dora have opened already."]
        assert page.links["To the table"] == table.address
    assert "Bob & Dora have opened already. Tap how many" in ask_open(table, team="1").said
    table.sheet().save(team1__dirty="1")
    table.keeps_score("Only watching")
    for page in (ask_open(table), ask_open(table, **KINGS)):
        assert "Every team has opened already." in page.said
        assert (answer_of(page), page.links["To the table"]) == (None, table.address)


@pytest.mark.parametrize(("seat", "clean"), [("3", "4"), ("2", "1")])
def test_books_typed_go_along_to_the_partner_and_those_of_others_are_as_tallied(courtesy, seat, clean):
    courtesy.sheet().save(team2__clean="1")
    page = _tap(courtesy, ask_out(courtesy, **READY | {"in_foot": ""}), seat)
    fields = question_of(page).fields
    assert (fields["seat"], fields["books.clean"], fields["in_foot"]) == (seat, clean, "1")


@pytest.mark.parametrize(
    ("tallied", "typed", "counts"),
    [
        ({"team1.clean": "2", "team1.dirty": "1"}, {}, ["2", "1"]),
        ({"team1.clean": "2"}, {"books.dirty": "1"}, ["2", "1"]),
    ],
)
def test_going_out_from_the_answer_counts_the_round_with_the_books_that_were_asked_about(table, tallied, typed, counts):
    table.sheet().save(**tallied)
    page = ask_out(table, seat="3", in_foot="1", **typed)
    form = page.form("/rounds/1/edit")
    page = table.visitor.send(form)
    assert page.heading == "Count round 1"
    fields = page.form("/rounds/1/edit").fields
    assert [fields[name] for name in ("table.ended", "team1.clean", "team1.dirty")] == ["seat3", *counts]
    assert len([entry for entry in table.entries if entry.field == "clean"]) == 1


def test_a_no_and_a_game_that_is_over_offer_no_next_step(table):
    pages = [ask_out(table, seat="1", in_foot="1")]
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    pages += [ask_out(table, **READY), ask_open(table, team="1", **{"K.naturals": "7", "A.naturals": "7"})]
    assert [answer_of(page) for page in pages] == ["No", "Yes", "Yes"]
    assert not [form for page in pages for form in page.forms if form.action.endswith("/edit")]
