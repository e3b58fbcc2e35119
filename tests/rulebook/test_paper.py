"""The model of the printed score sheet."""

import pytest
from hypothesis import given, settings

from scorepad.rulebook.paper import END_ROWS, MAX_ROUNDS, TEAMS, blank_paper, side_by_side
from scorepad.rules import from_document, preset
from scorepad.scoring.sheet import build_sheet
from tests.support.drawn_rounds import quick
from tests.support.rule_documents import rule_documents
from tests.support.scoring import rules


def rows(slug):
    paper = blank_paper(preset(slug), preset(slug).tables[0])
    return {row.code: (row.label, row.worth) for row in paper.bands[0].rows}


def test_a_line_says_what_one_of_a_field_pays():
    lines = rows("partnership")
    assert lines["clean"] == ("Red books", "×\u00a0500")
    assert lines["melded"] == ("Cards melded", "")
    assert lines["went_out"] == ("Went out", "100")
    # Their points depend on how many there are.
    assert rows("laguna-woods")["red_threes_laid"] == ("Red threes laid down", "")
    assert rows("southern-ohio")["went_out"] == ("Went out", "")


@pytest.mark.parametrize(("start", "per", "worth"), [(1, "card", "×\u00a0100"), (2, "card", ""), (1, "all", "")])
def test_a_line_of_threes_has_a_price_only_if_each_pays_it(start, per, worth):
    def laid(document):
        document["threes"][1] |= {"counted": "apart", "pays": [{"from": start, "points": 100, "per": per}]}

    changed = rules("partnership", laid)
    lines = {row.code: row.worth for row in blank_paper(changed, changed.tables[0]).bands[0].rows}
    assert lines["red_threes_laid"] == worth


def test_rounds_say_what_opens_them():
    (band,) = blank_paper(preset("dearie"), preset("dearie").tables[0]).bands
    assert band.rounds == ((1, "50"), (2, "90"), (3, "120"), (4, "150"), (5, "a book"))
    paper = blank_paper(preset("roth"), preset("roth").tables[0])
    assert {opening for band in paper.bands for _, opening in band.rounds} == {""}
    assert [title for title, _ in paper.facts] == ["Openings", "Card values", "Going out", "The end"]
    assert dict(paper.facts)["The end"] == "Once a team has 10,000 points"


def test_what_no_line_of_the_sheet_prices_stands_below_it():
    def change(document):
        document["end"]["winner"] = "lowest"
        books = {"clean": 1, "dirty": 2}
        document["combinations"] = [{"code": "s", "label": "Trio", "books": books, "points": 300, "times": "once"}]

    facts = dict(blank_paper(rules("partnership", change), preset("partnership").tables[0]).facts)
    assert facts["Other points"] == "Trio: 300 points, for 1 red book and 2 black books, once"
    assert facts["The end"] == "After 4 rounds, the lowest total wins"


@pytest.mark.parametrize(
    ("rounds", "rows", "teams", "many"), [(4, 10, 2, 4), (4, 14, 6, 2), (6, 10, 2, 3), (1, 10, 6, 1)]
)
def test_cells_are_as_large_as_they_can_be(rounds, rows, teams, many):
    assert side_by_side(rounds, rows, teams)[0] == many


def test_rounds_that_do_not_fit_have_another_page():
    twelve = rules("catawba", lambda document: document["end"].update(rounds=12))
    pages = [blank_paper(twelve, twelve.tables[0], 6, first) for first in (1, 7)]
    assert [(page.first, page.last, page.has_more) for page in pages] == [(1, 6, True), (7, 12, False)]


@given(rule_documents())
@settings(quick, max_examples=25)
def test_every_rule_set_has_a_sheet_with_its_fields_in_every_round(document):
    rule_set = from_document(document)
    for table in rule_set.tables:
        fields = [field.code for field in build_sheet(rule_set, table, 1, table.decks).fields if field.asked]
        for teams in TEAMS:
            paper = blank_paper(rule_set, table, teams)
            assert all([row.code for row in band.rows] == [*fields, *END_ROWS] for band in paper.bands)
            rounds = [number for band in paper.bands for number, _ in band.rounds]
            assert rounds == list(range(1, paper.last + 1))
            assert paper.last <= MAX_ROUNDS
            cells = {len(row.cells) - len(band.rounds) * teams for band in paper.bands for row in band.rows}
            assert cells == {0}
