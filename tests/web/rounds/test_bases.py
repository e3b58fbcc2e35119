"""A form may name the same phone's earlier forms whose answers it did not know: it was typed over what they said."""

import pytest

from scorepad.play.game import new_key
from tests.web.driving import Table, Visitor, filled


@pytest.fixture
def keys():
    """Keys that no form ever had."""
    return tuple(new_key() for _ in range(3))


@pytest.fixture
def form(table):
    """The sheet of the first round as it came, from before anything was sent."""
    return table.sheet().form


def send(table, form, key, bases=(), **typed):
    """Sends what was typed into a page of long ago, under a key of its own."""
    own = {name: form.fields[name] for name in ("csrf_token", "seen")}
    typed = {name.replace("__", "."): text for name, text in typed.items()}
    fields = {**own, "key": key, "base": list(bases), "action": "save", **typed}
    return table.visitor.post(form.action, fields)


def log(table):
    return [(e.field, e.status, e.base) for e in table.entries if e.round]


def test_what_was_typed_over_something_of_its_own_is_recorded_over_that(table, form, keys):
    first, second, _ = keys
    send(table, form, first, team1__melded="5")
    send(table, form, second, [first], team1__melded="50")
    assert log(table) == [
        ("melded", "applied", None),
        ("melded", "applied", f"{first}:team1.melded"),
    ]


def test_what_was_put_back_as_the_page_had_it_is_recorded_too(table, keys):
    first, second, _ = keys
    table.sheet().save(**{"team1.melded": "5"})
    form = table.sheet().form
    send(table, form, first, team1__melded="50")
    send(table, form, second, [first], team1__melded="5")
    assert table.record.rounds[0].entry.teams[0].melded == 5


def test_a_whole_form_may_name_several(table, form, keys):
    first, second, third = keys
    send(table, form, first, team1__melded="5")
    send(table, form, second, team2__melded="6")
    page = send(
        table,
        form,
        third,
        [first, second],
        team1__melded="50",
        team2__melded="60",
        team1__clean="1",
    )
    assert page.status == 200
    assert [team.melded for team in table.record.rounds[0].entry.teams] == [50, 60]


def test_a_cell_its_base_said_nothing_of_is_judged_by_what_the_page_had_seen(
    app, table, form, keys
):
    first, second, _ = keys
    Table(Visitor(app), table.game).sheet().save(**{"team2.melded": "7"})
    send(table, form, first, team1__melded="5")
    assert send(table, form, second, [first], team2__melded="60").status == 422
    assert log(table)[-1][:2] == ("melded", "conflict")


def test_a_tally_tapped_on_without_an_answer_goes_on(table, form, keys):
    first, second, _ = keys
    send(table, form, first, team1__clean="0", step="team1.clean+1")
    send(table, form, second, [first], team1__clean="1", step="team1.clean+1")
    assert table.record.rounds[0].entry.teams[0].books == {"clean": 2}


def test_an_adjustment_is_one_cell_with_both_its_halves(table, form, keys):
    first, second, _ = keys
    stem = "team1.adjustment1"
    send(table, form, first, **{f"{stem}.points": "-50", f"{stem}.reason": "Peeked"})
    send(table, form, second, [first], **{f"{stem}.points": "-60", f"{stem}.reason": "Peeked"})
    assert [entry[1] for entry in log(table)] == ["applied", "applied"]


def test_a_packet_is_counted_over_what_was_typed_before_it(table, form, keys):
    first, _, _ = keys
    send(table, form, first, team1__melded="5")
    place = f"{table.address}/rounds/1/count/team1/melded"
    packet = table.visitor.get(place, by="piles").form("?by=piles")
    fields = filled(packet, {"pile.50": "2"}) | {"seen": form.fields["seen"], "base": first}
    assert table.visitor.post(packet.action, fields | {"action": "keep"}).status == 200
    assert log(table)[-1] == ("melded", "applied", f"{first}:team1.melded")


def test_who_starts_may_be_said_twice_without_an_answer(table, keys):
    first, second, _ = keys
    form = table.page().form("/starter")
    table.visitor.post(form.action, form.fields | {"key": first, "seat": "2"})
    table.visitor.post(form.action, form.fields | {"key": second, "base": first, "seat": "3"})
    assert log(table) == [("starter", "applied", None), ("starter", "applied", first)]


def test_a_partner_may_change_their_mind_without_an_answer(binding, keys):
    first, second, _ = keys
    table = binding
    page = table.visitor.get(f"{table.address}/out", seat="1")
    form = page.form("/out/leave")
    for key, bases, says in ((first, [], "yes"), (second, [first], "no")):
        table.visitor.post(form.action, form.fields | {"key": key, "base": bases, "says": says})
    assert [entry[:2] for entry in log(table)] == [("leave", "applied")] * 2


def test_a_form_of_another_game_is_no_base(app, table, form, keys):
    first, second, _ = keys
    other = Visitor(app).begin()
    send(other, other.sheet().form, first, team1__melded="5")
    table.sheet().save(**{"team1.melded": "7"})
    assert send(table, form, second, [first], team1__melded="50").status == 422


@pytest.mark.parametrize("bases", [["x"], ["0" * 32, ""], ["A" * 32]])
def test_what_is_no_key_is_refused_with_a_sentence(table, form, nothing_recorded, bases, keys):
    _, second, _ = keys
    page = send(table, form, second, bases, team1__melded="50")
    assert page.status == 422
    assert "press again" in page.said
    assert page.form("/edit").fields["team1.melded"] == "50"
