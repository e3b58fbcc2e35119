"""Pages say who has the game open, and are made anew when that changes."""

from scorepad.store import Role
from scorepad.web import presence
from scorepad.web.company import At, Who
from tests.web.driving import Visitor


def _named(app, table, seat):
    """A phone on which somebody of the table keeps score."""
    phone = Visitor(app)
    form = phone.get(table.address).form("/scorer")
    names = table.record.agreement.players
    phone.post(form.action, {**form.fields, "player": str(names[seat - 1])})
    return phone


def _watches(app, table, phone):
    """A television that looks at the board."""
    app.extensions["scorepad.hub"].saw(table.game, Who(phone, 0, False), At.BOARD)


def _here(phone, table, page=""):
    found = [p.text for p in phone.get(f"{table.address}{page}").root.all("p") if p["id"] == "here"]
    return " ".join(found[0].split()).replace(" ,", ",") if found else ""


def test_a_phone_that_is_alone_is_told_nothing(app, table):
    assert _here(_named(app, table, 1), table) == ""


def test_everybody_is_named_and_who_counts(app, table):
    ann, bob = _named(app, table, 1), _named(app, table, 2)
    ann.get(table.address)
    assert _here(bob, table, "/rounds/1/edit") == "Here: Ann, Bob (counting)"
    assert _here(ann, table) == "Here: Ann, Bob (counting)"


def test_a_phone_of_nobody_known_and_one_that_watches_are_counted(app, table):
    ann = _named(app, table, 1)
    Visitor(app).get(table.address)
    assert _here(ann, table) == "Here: Ann, 1 more phone"
    Visitor(app).get(table.address)
    _watches(app, table, 99)
    assert _here(ann, table) == "Here: Ann, 2 more phones · 1 watching"


def test_where_all_watch_nobody_else_is_named(app, table):
    board = Visitor(app, Role.WATCHER, table.game)
    Visitor(app, Role.WATCHER, table.game).get(f"{table.address}/board")
    (line,) = board.get(f"{table.address}/board").classed("here")
    assert line.text == "Here: 2 watching"


def test_phones_of_nobody_known_alone(app, table):
    Visitor(app).get(table.address)
    assert _here(Visitor(app), table) == "Here: 2 phones"


def test_two_phones_of_one_player_are_one_person(app, table):
    _named(app, table, 1)
    assert _here(_named(app, table, 1), table) == "Here: Ann"


def test_a_name_is_what_it_is_now(app, table, visitor):
    ann, bob = _named(app, table, 1), _named(app, table, 2)
    player = table.record.agreement.players[0]
    visitor.club.people.change(player, name=f"Ann-Marie of {table.game}")
    ann.get(table.address)
    assert _here(bob, table) == f"Here: Ann-Marie of {table.game}, Bob"


def test_who_comes_makes_the_page_new_and_who_is_there_does_not(app, table):
    ann = _named(app, table, 1)
    tag = ann.client.get(table.address).headers["ETag"]
    assert ann.client.get(table.address, headers={"If-None-Match": tag}).status_code == 304
    Visitor(app).get(table.address)
    changed = ann.client.get(table.address, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    tag = changed.headers["ETag"]
    assert ann.client.get(table.address, headers={"If-None-Match": tag}).status_code == 304


def test_another_phone_that_scores_is_known(app, table):
    ann = _named(app, table, 1)
    assert not _others(ann, table)
    Visitor(app, Role.SCORER, table.game).get(table.address)
    assert _others(ann, table)


def _others(phone, table):
    with phone.client:
        phone.client.get(table.address)
        return presence.others_score_here(table.game)
