"""Where several phones count one round, each opens on its own player's counts; the others' are one tap away."""

import pytest

from tests.web.driving import OUT_FIRST, Table, Visitor


@pytest.fixture
def phones(app):
    """Dora's phone and Ann's at one table; Dora plays with Bob in the second team."""
    dora = Visitor(app).begin()
    ann = Table(Visitor(app), dora.game)
    for table, name in ((dora, "Dora"), (ann, "Ann")):
        table.keeps_score(name)
        table.page()
    return dora, ann


def teams(page):
    return [one["id"] for one in page.classed("whose")]


def folded(page):
    return [one["id"] for one in page.classed("whose") if "open" not in one.attributes]


def summary(page, name):
    return page.root.by_id(name).all("summary")[0].text.replace(" ,", ",").replace(" :", ":")


def test_a_phone_opens_on_its_own_team_and_on_its_own_seat_first(phones):
    page = phones[0].sheet().page
    assert teams(page) == ["whose1", "whose0"]
    assert folded(page) == ["whose0"]
    names = [one.text for one in page.root.by_id("whose1").all("legend")]
    assert names == ["Bob & Dora", "Dora", "Bob"]


def test_the_question_how_the_round_ended_stays_above(phones):
    page = phones[0].sheet().page
    assert page.source.index('id="table.ended"') < page.source.index('id="whose1"')


def test_a_phone_alone_has_everybodys_counts_before_it(table):
    table.keeps_score("Dora")
    page = table.sheet().page
    assert (teams(page), folded(page)) == (["whose0", "whose1"], [])


@pytest.mark.parametrize("name", ["Not now"])
def test_a_phone_of_nobody_at_this_table_has_everybodys_counts_before_it(phones, name):
    phones[0].keeps_score(name)
    assert folded(phones[0].sheet().page) == []


def test_a_correction_has_everybodys_counts_before_it(phones):
    phones[0].play(1, **OUT_FIRST)
    assert folded(phones[0].sheet(1).page) == []


def test_every_input_still_posts(phones):
    dora, ann = phones
    mine = dora.sheet()
    assert set(mine.form.names) == set(
        Table(Visitor(dora.visitor.app), dora.game).sheet().form.names
    )
    mine.save(**{"team1.melded": "410", "team2.melded": "385"})
    assert [team.melded for team in ann.record.rounds[0].entry.teams] == [410, 385]


def test_a_fold_says_what_was_counted_in_it_so_far(phones):
    dora, ann = phones
    assert summary(dora.sheet().page, "whose0") == "Ann & Carla: nothing counted yet"
    ann.sheet().save(**{"team1.melded": "410", "seat3.left": "45", "team1.clean": "2"})
    ann.sheet().save(**{"team1.dirty": "1"})
    words = "Ann & Carla: Cards melded 410, Carla 45, 2 red books, 1 black book"
    assert summary(dora.sheet().page, "whose0") == words


def test_what_is_wrong_in_a_fold_opens_it(phones):
    page = phones[0].sheet().save(**{"team1.melded": "many"}).page
    assert page.status == 422
    assert folded(page) == []


def test_what_was_tapped_in_a_fold_stays_in_sight(phones):
    dora, _ = phones
    form = dora.sheet().form
    page = dora.visitor.post(form.action, form.fields | {"step": "team1.clean+1"})
    assert folded(page) == []
    assert "open" in page.root.by_id("tally0").attributes


@pytest.mark.parametrize("at", ["", "x", "team9.clean", "table.ended", "٣" * 400])
def test_an_address_that_names_no_input_opens_nothing(phones, at):
    page = phones[0].visitor.get(f"{phones[0].address}/rounds/1/edit", at=at)
    assert (page.status, folded(page)) == (200, ["whose0"])
