"""A form may name the same phone's earlier forms whose responses it had not read: it was typed over their values."""

from secrets import token_hex

import pytest

from tests.web.driving import Table, Visitor, filled


@pytest.fixture
def form(table):
    """The sheet of the first round, loaded before anything was sent."""
    return table.sheet().form


@pytest.fixture
def send(table, form):
    """Send texts typed into that sheet or another, as the phone's form number n, over earlier forms."""
    keys = [token_hex(16) for _ in range(3)]

    def sends(number, *bases, form=form, **typed):
        own = {name: form.fields[name] for name in ("csrf_token", "seen")}
        own |= {"key": keys[number], "base": [keys[base] for base in bases], "action": "save"}
        typed = {name.replace("__", "."): text for name, text in typed.items()}
        return table.visitor.post(form.action, own | typed)

    sends.keys = keys
    return sends


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
def test_what_was_typed_over_an_entry_of_its_own_is_recorded_over_that(table, send, cell, first, second, values):
    send(0, **first)
    send(1, 0, **second)
    field = cell.split(".")[1]
    assert log(table) == [(field, "applied", None), (field, "applied", f"{send.keys[0]}:{cell}")]
    assert table.applied(field) == values


def test_what_was_put_back_as_the_page_had_it_is_recorded_too(table, send):
    table.sheet().save(team1__melded="5")
    form = table.sheet().form
    send(0, form=form, team1__melded="50")
    send(1, 0, form=form, team1__melded="5")
    assert table.melded[0] == 5


def test_a_whole_form_may_name_several(table, send):
    send(0, team1__melded="5")
    send(1, team2__melded="6")
    assert send(2, 0, 1, team1__melded="50", team2__melded="60", team1__clean="1").status == 200
    assert table.melded == [50, 60]


def test_a_cell_its_base_did_not_name_is_judged_by_what_the_page_had_seen(app, table, send):
    Table(Visitor(app), table.game).sheet().save(team2__melded="7")
    send(0, team1__melded="5")
    assert send(1, 0, team2__melded="60").status == 422
    assert log(table)[-1][:2] == ("melded", "conflict")


def test_a_packet_is_counted_over_what_was_typed_before_it(table, form, send):
    send(0, team1__melded="5")
    place = f"{table.address}/rounds/1/count/team1/melded"
    packet = table.visitor.get(place, by="piles").form("?by=piles")
    own = {"seen": form.fields["seen"], "base": send.keys[0], "action": "keep"}
    assert table.visitor.post(packet.action, filled(packet, {"pile.50": "2"}) | own).status == 200
    assert log(table)[-1] == ("melded", "applied", f"{send.keys[0]}:team1.melded")


@pytest.mark.parametrize(
    ("page", "action", "name", "first", "second"),
    [("", "/starter", "seat", "2", "3"), ("/out?seat=1", "/out/leave", "says", "yes", "no")],
)
def test_a_choice_may_be_changed_without_an_answer(binding, page, action, name, first, second):
    form, key = binding.visitor.get(binding.address + page).form(action), token_hex(16)
    binding.visitor.post(form.action, form.fields | {"key": key, name: first})
    binding.visitor.post(form.action, form.fields | {"key": token_hex(16), "base": key, name: second})
    (_, status, base), (_, second_status, second_base) = log(binding)
    assert (status, base, second_status, second_base[:32]) == ("applied", None, "applied", key)


def test_a_base_that_is_no_key_is_refused(send, nothing_recorded):
    nothing_recorded()
    bad = ("", "x", "0" * 31, "A" * 32, "0" * 33, "٣" * 32, "0" * 4000)
    for bases in (*([base] for base in bad), ["0" * 32, ""]):
        page = send(1, base=bases, team1__melded="50")
        assert (page.status, "press again" in page.said) == (422, True), bases
        assert page.form("/edit").fields["team1.melded"] == "50"
