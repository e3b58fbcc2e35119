"""The other side confirms a finished round, and a later correction says who reopened it."""

import pytest

from scorepad.play import confirmations
from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.games.test_history import changes, history
from tests.web.games.undoing import offered
from tests.web.result.reading import part, story


@pytest.fixture
def phones(app):
    """Ann's phone and Bob's, after Ann has finished a round."""
    mine = Visitor(app).begin()
    theirs = Table(Visitor(app, Role.SCORER, mine.game), mine.game)
    mine.keeps_score("Ann")
    theirs.keeps_score("Bob")
    mine.play(1, **OUT_FIRST)
    return mine, theirs


def score(table):
    return table.visitor.get(f"{table.address}/rounds/1")


def asked(page):
    return [button.text for button in page.root.all("button") if button["name"] == "team"]


def confirm(table, page=None):
    return send(table, (page or score(table)).form("/confirm"))


def send(table, form):
    return table.visitor.post(form.action, form.fields | {"team": "2"})


def test_the_other_side_confirms_a_round_and_nothing_else_changes(phones):
    mine, theirs = phones
    assert asked(score(mine)) == asked(score(theirs)) == ["Bob & Dora agree"]
    cells = mine.record
    assert "Round 1 is confirmed for Bob & Dora." in confirm(theirs).said
    for table in phones:
        assert "Confirmed for Bob & Dora by Bob." in score(table).text
        assert asked(score(table)) == []
    assert mine.record == cells
    assert "No round was changed" in part(story(mine), "corrected")
    assert changes(history(mine))[0] == "Round 1 confirmed for Bob & Dora"
    assert offered(score(mine)) != offered(score(theirs)) == "Round 1 confirmed for Bob & Dora"
    theirs.visitor.send(score(theirs).form("/undo"))
    assert asked(score(mine)) == ["Bob & Dora agree"]
    confirm(mine)
    assert "Confirmed for Bob & Dora by Ann." in score(mine).text


def test_a_correction_says_who_opened_the_round_again_and_asks_the_side_again(phones):
    mine, theirs = phones
    confirm(theirs)
    sheet = mine.sheet(1)
    assert "Bob & Dora confirmed it, and will be asked again." in sheet.page.text
    sheet.finish(team1__melded="905")
    page = score(theirs)
    assert "Bob & Dora had confirmed this round. Ann opened it again." in page.text
    assert asked(page) == ["Bob & Dora agree"]
    confirm(theirs)
    assert "Confirmed for Bob & Dora by Bob." in score(mine).text
    theirs.sheet(1).finish(team1__melded="900")
    assert asked(score(mine)) == ["Ann & Carla agree"]


def test_an_older_page_confirms_nothing_and_the_same_form_confirms_once(phones, nothing_recorded):
    mine, theirs = phones
    old = score(theirs)
    mine.sheet(1).finish(team1__melded="905")
    nothing_recorded()
    assert "Nothing was confirmed: the round was changed meanwhile." in confirm(theirs, old).said
    unfinished = old.form("/confirm")
    unfinished.action = unfinished.action.replace("rounds/1", "rounds/2")
    assert "Nothing was confirmed" in send(theirs, unfinished).said
    page, other = score(theirs), score(mine)
    for table, shown in ((theirs, page), (theirs, page), (mine, other)):
        assert "confirmed for Bob & Dora" in confirm(table, shown).said
    nothing_recorded()
    (by,) = mine.applied("confirmed")
    reader = Visitor(mine.visitor.app, Role.READER)
    assert "Confirmed for Bob & Dora by Bob." in reader.get(f"{mine.address}/rounds/1").text
    assert mine.loaded.names[by["by"]] == "Bob"


def test_unknown_scorers_and_a_deleted_round_before_it_keep_the_confirmation(table):
    for number in (1, 2):
        table.play(number, **OUT_FIRST)
    assert asked(table.visitor.get(f"{table.address}/rounds/2")) == ["Ann & Carla agree", "Bob & Dora agree"]
    confirm(table, table.visitor.get(f"{table.address}/rounds/2"))
    table.visitor.send(score(table).form("/delete"))
    assert "Confirmed for Bob & Dora." in score(table).text


def test_after_very_many_marks_no_one_is_named_who_reopened_the_round(phones, monkeypatch):
    mine, theirs = phones
    confirm(theirs)
    mine.sheet(1).finish(team1__melded="905")
    monkeypatch.setattr(confirmations, "_MAX", 0)
    assert "Bob & Dora had confirmed this round. It was opened again." in score(mine).text
