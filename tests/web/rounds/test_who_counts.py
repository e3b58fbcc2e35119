"""If two phones count a round, each says who counts what, and either can count for all teams."""

import pytest

from tests.web.driving import Visitor
from tests.web.rounds.conflicting import two_phones
from tests.web.rounds.test_own_counts import folded


@pytest.fixture
def phones(app):
    """Ann's phone and Bob's at one table; Bob plays with Dora in the second team."""
    tables = two_phones(app)
    for table in tables:
        table.page()
    return tables


def edit(table, **query):
    return table.visitor.get(f"{table.address}/rounds/1/edit", **query)


def line(page):
    lines = page.classed("who-counts")
    return " ".join(lines[0].text.split()).replace(" .", ".") if lines else ""


def test_each_phone_says_who_counts_what_and_who_has_not_begun(phones):
    ann, bob = phones
    assert line(edit(ann)) == "You count Ann & Carla. Bob has yet to count Bob & Dora. Count them here"
    assert line(edit(bob)) == "You count Bob & Dora. Ann is counting Ann & Carla. Count them here"
    assert line(edit(ann)) == "You count Ann & Carla. Bob is counting Bob & Dora. Count them here"


def test_one_button_counts_them_here_and_the_other_phone_says_so(phones):
    ann, bob = phones
    page = edit(ann)
    assert (folded(page), "data-theirs" in page.source) == (["whose1"], True)
    page = ann.visitor.get(page.classed("who-counts")[0].all("a")[0]["href"])
    assert (folded(page), "data-theirs" in page.source) == ([], False)
    assert line(page) == "You count for everyone. Only our own"
    # It stays so for the round, on whichever way this phone comes back to the page.
    assert folded(ann.sheet().save(team2__melded="385").page) == folded(edit(ann)) == []
    assert line(edit(bob)) == "Ann counts for everyone. You count Bob & Dora. Count them here"
    edit(ann, all="0")
    assert folded(edit(ann)) == ["whose1"]
    assert line(edit(bob)).startswith("You count Bob & Dora.")


def test_it_holds_for_one_round_only_and_other_words_change_nothing(phones):
    ann, _ = phones
    for word in ("2", "", "x", "٣"):
        assert folded(edit(ann, all=word)) == ["whose1"]
    edit(ann, all="1")
    presence = ann.visitor.app.extensions["scorepad.clubs"].home.presence
    phone = ann.visitor.phone.id
    assert presence.counts_all(ann.game, phone, 1)
    assert not presence.counts_all(ann.game, phone, 2)


def test_a_phone_alone_or_without_a_seat_reads_nothing_about_it(app, table, phones):
    table.keeps_score("Ann")
    assert line(edit(table)) == ""
    ann, bob = phones
    bob.keeps_score("Only watching")
    assert line(edit(bob)) == ""
    assert line(edit(ann)) == "You count Ann & Carla. No phone counts Bob & Dora. Count them here"
    assert line(Visitor(app).get(f"{ann.address}/rounds/1/edit")) == ""
