"""Two phones with the same sheet open: different cells merge, and for the same cell both values are shown."""

import pytest

from tests.web.driving import OUT_FIRST


@pytest.fixture
def mine(table):
    """The first round's sheet, opened before anything was typed."""
    return table.sheet()


@pytest.fixture
def theirs(table):
    """The same sheet on another phone, opened at the same moment."""
    return table.sheet()


def test_two_teams_typing_their_own_columns_or_the_same_number_never_collide(table, mine, theirs):
    theirs.save(team2__melded="385", team2__clean="1", team1__dirty="2")
    assert mine.save(team1__melded="410", team1__dirty="2").page.said.startswith("Saved.")
    assert table.melded == [410, 385]
    assert table.teams[0].books == {"dirty": 2}


def test_the_same_cell_is_shown_with_both_values_and_holds_the_whole_form_back(table, mine, theirs):
    theirs.save(team1__melded="400", team2__melded="385")
    sheet = mine.save(team1__melded="410", team1__clean="2")
    assert sheet.page.status == 422
    assert "“400” was typed here by someone else" in sheet.page.beside("team1.melded")
    assert (sheet.form.fields["team1.melded"], sheet.form.fields["team1.clean"]) == ("410", "2")
    assert (table.melded, table.teams[0].books) == ([400, 385], {})
    sheet.save()
    assert (table.melded, table.teams[0].books) == ([410, 385], {"clean": 2})


@pytest.mark.parametrize(
    ("texts", "words"),
    [(("410", ""), "This was cleared by someone else"), (("410", "420"), "“420” was typed here by someone else")],
)
def test_a_page_is_judged_by_what_it_showed(table, mine, texts, words):
    for text in texts:
        table.sheet().save(team1__melded=text)
    assert words in mine.save(team1__melded="430").page.beside("team1.melded")


def test_what_changed_twice_since_a_page_was_made_stays_when_the_page_does_not_touch_it(table, mine):
    for text in ("1", "2"):
        table.sheet().save(team1__clean=text)
    assert mine.save(team1__melded="410").page.said.startswith("Saved.")
    assert (table.melded[0], table.teams[0].books) == (410, {"clean": 2})


def test_an_adjustment_typed_on_two_phones_shows_both_of_its_halves(mine, theirs):
    stem = "team1.adjustment1"
    theirs.save(**{f"{stem}.points": "-50", f"{stem}.reason": "Peeked"})
    page = mine.save(**{f"{stem}.points": "-100", f"{stem}.reason": "Peeked twice"}).page
    assert "“-50”" in page.beside(f"{stem}.points")
    assert "“Peeked”" in page.beside(f"{stem}.reason")


@pytest.mark.parametrize(
    ("typed", "corrected"),
    [({"team1.melded": "x"}, {"team1.melded": "410"}), ({"team1.melded": "410", "csrf_token": None}, {})],
    ids=["for a fault", "stale"],
)  # fmt: skip
def test_a_page_that_came_back_does_not_erase_what_others_typed(table, mine, theirs, typed, corrected):
    theirs.save(team2__melded="385")
    page = table.visitor.send(mine.form, **typed, action="save")
    assert page.form("/edit").fields["team2.melded"] == "385"
    table.visitor.send(page.form("/edit"), **corrected, action="save")
    assert table.melded == [410, 385]


@pytest.mark.parametrize("fault", [{"team1.clean": "x"}, {"csrf_token": "x"}])
def test_a_page_that_came_back_says_where_somebody_else_typed_too(table, mine, theirs, fault):
    theirs.save(team1__melded="400")
    page = table.visitor.send(mine.form, team1__melded="410", **fault, action="save")
    assert "“400” was typed here by someone else" in page.beside("team1.melded")


def test_a_round_that_was_finished_meanwhile_is_only_replaced_by_a_good_one(table, mine, theirs):
    theirs.finish(**OUT_FIRST)
    assert mine.save(team1__melded="9000").page.status == 422
    assert table.record.rounds[0].finished
    assert table.melded == [900, 0]


def test_a_page_sent_again_with_other_values_says_so_and_overwrites_nothing(table, mine):
    mine.save(team1__melded="410")
    back = mine.save(team1__melded="420")
    assert "This page was already sent once" in back.page.said
    assert table.melded[0] == 410
    back.save()
    assert table.melded[0] == 420
