"""Which rules do we play? A few questions lead to the closest rule sets."""

import pytest

from scorepad.rulebook.matching import MAX_ASKED
from scorepad.rules import slugs
from tests.web.rules.bad_slugs import BAD_SLUGS


def test_answers_lead_to_the_next_question_and_to_the_nearest_sets(visitor):
    page = visitor.get("/rules/which", clean="300", out="2", cut="1")
    assert "Simpson" in page.text
    assert "Fits all your answers." in page.text
    assert "a clean book: 500 instead of 300" in page.text
    assert page.links["Play by Simpson"] == "/games/new/simpson"
    assert any(address.startswith("/rules/compare?a=") for address in page.links.values())


def test_the_nearest_can_be_changed_into_ones_own(visitor):
    page = visitor.get("/rules/which", clean="300", end="4")
    assert "Simpson" in visitor.get(page.links["None is quite right: change one"]).text


def test_what_differs_between_them_is_said_in_the_sentences_of_the_comparison(visitor):
    page = visitor.get("/rules/which", clean="300", out="2", cut="1")
    assert "A red book: 500 here, 300 there." in page.text


def test_the_clubs_own_rules_are_among_them(visitor, ours):
    page = visitor.get("/rules/which", clean="700")
    assert page.links["Play by Our table"] == f"/games/new/{ours.slug}"


def test_an_answer_can_be_taken_back_and_a_question_left_open(visitor):
    page, asked, unknown = visitor.get("/rules/which"), 0, "None of these, or I do not know"
    while unknown in page.links:
        page, asked = visitor.get(page.links[unknown]), asked + 1
    assert asked == MAX_ASKED
    assert "No more questions." in page.text
    back = [address for text, address in page.links.items() if text.startswith("Change")]
    assert "Question 6" in visitor.get(back[0]).text


def test_what_depends_on_the_number_of_players_is_asked_of_that_table(visitor):
    asked_first = visitor.get("/rules/which")
    assert "How many of you play?" in asked_first.text
    four = visitor.get("/rules/which", players="4", out="7", cut="0")
    assert "books to go out: 2 or 9 instead of 7" in four.text
    two = visitor.get("/rules/which", players="2", out="7", cut="0")
    assert "Fits all your answers." in two.text
    assert two.links["Play by Friends & Family"] == "/games/new/friends-family?table=2x2"


def test_it_is_offered_where_a_game_begins(visitor):
    for address in ("/games/new?all=1", "/rules"):
        assert visitor.get(address).links["Which rules are ours?"] == "/rules/which"


@pytest.mark.parametrize("text", BAD_SLUGS)
def test_answers_that_no_rule_set_gives_are_left_out(visitor, text):
    page = visitor.get("/rules/which", clean=text, end=text, nonsense=text)
    assert (page.status, "Question 1" in page.text) == (200, True)
    assert not any(f"/games/new/{slug}" in page.links.values() for slug in slugs())
