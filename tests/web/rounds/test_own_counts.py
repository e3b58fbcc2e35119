"""If several phones count one round, each shows its own player's counts first; the others' are one tap away."""

import pytest

from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.rounds.conflicting import two_phones


@pytest.fixture
def phones(app):
    """Dora's phone and Ann's at one table; Dora plays with Bob in the second team."""
    tables = two_phones(app, ("Dora", "Ann"))
    for table in tables:
        table.page()
    return tables


def teams(page):
    return [fold["id"] for fold in page.classed("whose")]


def folded(page):
    return [fold["id"] for fold in page.classed("whose") if "open" not in fold.attributes]


def summary(page):
    text = page.root.by_id("whose0").all("summary")[0].text
    return text.replace(" ,", ",").replace(" :", ":")


def test_a_phone_opens_on_its_own_team_and_on_its_own_seat_first(phones):
    page = phones[0].sheet().page
    assert (teams(page), folded(page)) == (["whose1", "whose0"], ["whose0"])
    names = [legend.text for legend in page.root.by_id("whose1").all("legend")]
    assert names == ["Bob & Dora", "Dora", "Bob"]
    assert page.source.index('id="table.ended"') < page.source.index('id="whose1"')


def test_a_phone_alone_has_everybodys_counts_before_it(table):
    table.keeps_score("Dora")
    page = table.sheet().page
    assert (teams(page), folded(page)) == (["whose0", "whose1"], [])


def test_a_phone_without_a_player_and_a_correction_have_everybodys_counts(phones):
    dora, ann = phones
    dora.keeps_score("Only watching")
    assert folded(dora.sheet().page) == []
    ann.play(1, **OUT_FIRST)
    assert folded(ann.sheet(1).page) == []


def test_every_input_still_posts(phones):
    dora, ann = phones
    mine = dora.sheet()
    assert mine.form.names == Table(Visitor(dora.visitor.app), dora.game).sheet().form.names
    mine.save(team1__melded="410", team2__melded="385")
    assert ann.melded == [410, 385]


def test_a_fold_says_what_was_counted_in_it_so_far(phones):
    dora, ann = phones
    assert summary(dora.sheet().page) == "Ann & Carla: nothing counted yet"
    ann.sheet().save(team1__melded="410", seat3__left="45", team1__clean="2")
    ann.sheet().save(team1__dirty="1")
    words = "Ann & Carla: Cards melded 410, Carla 45, 2 red books, 1 black book"
    assert summary(dora.sheet().page) == words


def test_what_is_wrong_or_was_tapped_in_a_fold_opens_it(phones):
    dora, _ = phones
    page = dora.sheet().save(team1__melded="many").page
    assert (page.status, folded(page)) == (422, [])
    page = dora.tap("team1.clean+1", dora.sheet().page)
    assert folded(page) == []
    assert "open" in page.root.by_id("tally0").attributes


def test_an_address_that_names_no_input_opens_nothing(phones):
    for at in ("", "x", "team9.clean", "table.ended", "٣" * 400):
        page = phones[0].visitor.get(f"{phones[0].address}/rounds/1/edit", at=at)
        assert (page.status, folded(page)) == (200, ["whose0"]), at
