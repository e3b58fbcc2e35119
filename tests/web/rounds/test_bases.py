"""A form may name the same phone's earlier forms whose answers it did not know: it was typed over what they said."""

import pytest

from scorepad.web.app.templates import new_key
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
    fields = {**own, "key": key, "base": list(bases), "action": "save", **typed}
    return table.visitor.post(form.action, fields)


def log(table):
    return [(e.field, e.status, e.base) for e in table.entries if e.round]


def points(text):
    return {"as": "points", "typed": text}


def peeked(text):
    return {"team1.adjustment1.points": text, "team1.adjustment1.reason": "Peeked"}


@pytest.mark.parametrize(
    ("cell", "first", "second", "values"),
    [
        ("team1.melded", {"team1.melded": "5"}, {"team1.melded": "50"}, [points("5"), points("50")]),
        ("team1.clean", {"team1.clean": "0", "step": "team1.clean+1"}, {"team1.clean": "1", "step": "team1.clean+1"},
         [{"as": "tally", "n": 1}, {"as": "tally", "n": 2}]),
        ("team1.adjustment1", peeked("-50"), peeked("-60"),
         [{"typed": text, "reason": "Peeked"} for text in ("-50", "-60")]),
    ],
    ids=["points", "a tally", "both halves of an adjustment"],
)  # fmt: skip
def test_what_was_typed_over_an_entry_of_its_own_is_recorded_over_that(
    table, form, keys, cell, first, second, values
):
    send(table, form, keys[0], **first)
    send(table, form, keys[1], [keys[0]], **second)
    field = cell.split(".")[1]
    assert log(table) == [(field, "applied", None), (field, "applied", f"{keys[0]}:{cell}")]
    assert table.applied(field) == values


def test_what_was_put_back_as_the_page_had_it_is_recorded_too(table, keys):
    table.sheet().save(team1__melded="5")
    form = table.sheet().form
    send(table, form, keys[0], **{"team1.melded": "50"})
    send(table, form, keys[1], keys[:1], **{"team1.melded": "5"})
    assert table.melded[0] == 5


def test_a_whole_form_may_name_several(table, form, keys):
    send(table, form, keys[0], **{"team1.melded": "5"})
    send(table, form, keys[1], **{"team2.melded": "6"})
    typed = {"team1.melded": "50", "team2.melded": "60", "team1.clean": "1"}
    assert send(table, form, keys[2], keys[:2], **typed).status == 200
    assert table.melded == [50, 60]


def test_a_cell_its_base_did_not_name_is_judged_by_what_the_page_had_seen(app, table, form, keys):
    Table(Visitor(app), table.game).sheet().save(team2__melded="7")
    send(table, form, keys[0], **{"team1.melded": "5"})
    assert send(table, form, keys[1], keys[:1], **{"team2.melded": "60"}).status == 422
    assert log(table)[-1][:2] == ("melded", "conflict")


def test_a_packet_is_counted_over_what_was_typed_before_it(table, form, keys):
    send(table, form, keys[0], **{"team1.melded": "5"})
    place = f"{table.address}/rounds/1/count/team1/melded"
    packet = table.visitor.get(place, by="piles").form("?by=piles")
    fields = filled(packet, {"pile.50": "2"}) | {"seen": form.fields["seen"], "base": keys[0]}
    assert table.visitor.post(packet.action, fields | {"action": "keep"}).status == 200
    assert log(table)[-1] == ("melded", "applied", f"{keys[0]}:team1.melded")


def test_who_starts_may_be_said_twice_without_an_answer(table, keys):
    form = table.page().form("/starter")
    table.visitor.post(form.action, form.fields | {"key": keys[0], "seat": "2"})
    table.visitor.post(form.action, form.fields | {"key": keys[1], "base": keys[0], "seat": "3"})
    assert log(table) == [("starter", "applied", None), ("starter", "applied", keys[0])]


def test_a_partner_may_change_their_mind_without_an_answer(binding, keys):
    form = binding.visitor.get(f"{binding.address}/out", seat="1").form("/out/leave")
    for key, bases, says in ((keys[0], [], "yes"), (keys[1], [keys[0]], "no")):
        binding.visitor.post(form.action, form.fields | {"key": key, "base": bases, "says": says})
    assert [entry[:2] for entry in log(binding)] == [("leave", "applied")] * 2


def test_a_form_of_another_game_is_no_base(app, table, form, keys):
    other = Visitor(app).begin()
    send(other, other.sheet().form, keys[0], **{"team1.melded": "5"})
    table.sheet().save(team1__melded="7")
    assert send(table, form, keys[1], keys[:1], **{"team1.melded": "50"}).status == 422


def test_a_base_that_is_no_key_is_refused(table, form, nothing_recorded, keys):
    bad = ("", "x", "0" * 31, "A" * 32, "0" * 33, "٣" * 32, "0" * 4000)
    for bases in (*([base] for base in bad), ["0" * 32, ""]):
        page = send(table, form, keys[1], bases, **{"team1.melded": "50"})
        assert (page.status, "press again" in page.said) == (422, True), bases
        assert page.form("/edit").fields["team1.melded"] == "50"
