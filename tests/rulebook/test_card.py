"""The reference card: its lines, the teams they apply to now, and the source of each value."""

from functools import cache

import pytest
from hypothesis import given, settings

from scorepad.language.words import format_number
from scorepad.rulebook.card import build_card
from scorepad.rulebook.writer import CurrentRound
from scorepad.rules import choose, from_document, preset
from scorepad.rules.words import Provenance
from tests.rules.documents import EVERY_RULE, changed
from tests.support.drawn_rounds import quick
from tests.support.rule_documents import rule_documents
from tests.support.scoring import rules

TEAMS = (("Ann & Carla", 0), ("Bob & Dora", 0))


@cache
def usual(name):
    """Return the card of a preset, or of the document with every rule; "… for 2" is for its second table."""
    slug, _, second = name.partition(" for ")
    rule_set = from_document(EVERY_RULE) if slug == "every rule" else preset(slug)
    return build_card(rule_set, rule_set.tables[1 if second else 0])


def now_in(rule_set, number, section, teams=TEAMS):
    """Return the lines of a section that apply in a round: for which teams, by label."""
    card = build_card(rule_set, rule_set.tables[0], current=CurrentRound(number, teams))
    return now(card, section)


def part(card, code):
    return next(section for section in card.sections if section.code == code)


def lines(card, section):
    """Return the phrases of a section's lines by label."""
    return {line.label.text: [phrase.text for phrase in line.phrases] for line in part(card, section).lines}


def now(card, section):
    """Return the lines of a section that apply now: for which teams, by label."""
    return {line.label.text: line.now for line in part(card, section).lines if line.now}


def origin(card, words):
    """Return the source of the phrase with these words."""
    phrases = [phrase for section in card.sections for phrase in section.all_phrases]
    return next(phrase.origin for phrase in phrases if phrase.text == words)


def test_the_sections_stand_in_the_order_in_which_a_round_asks_for_them():
    codes = [section.code for section in usual("friends-family").sections]
    first = ["openings", "values", "books", "out", "melds", "setup", "stock", "choices"]
    assert codes == first
    assert "bonuses" in [section.code for section in usual("catawba").sections]


LINES = [
    ("roth", "values", "Joker", ["50"]),
    ("roth", "values", "Two and ace", ["20"]),
    ("roth", "values", "King to ten", ["10"]),
    ("roth", "values", "Nine to four", ["5"]),
    ("laguna-woods", "values", "Red threes laid down", ["1 to 7: 100 each", "8 or more: 300 each", "counted apart"]),
    ("partnership", "values", "Black threes laid down", ["cannot be melded"]),
    ("classic", "values", "Black threes laid down", ["5 each", "counted with the other cards"]),
    ("classic", "values", "Red threes left in hand", ["cost nothing"]),
    ("dearie", "openings", "Round 5", ["any points", "with a finished book (any kind)"]),
    ("two-handed", "openings", "The minimum follows", ["each player’s own total before the round"]),
    ("two-handed", "openings", "Up to 3,000", ["50 points", "also below 0"]),
    ("two-handed", "openings", "3,001 to 6,000", ["90 points"]),
    ("two-handed", "openings", "6,001 or more", ["120 points"]),
    ("classic", "openings", "Below 0", ["15 points"]),
    ("vegas", "out", "Rounds 1 and 2", ["pays nothing", "3 clean books", "3 dirty books", ...]),
    ("classic", "out", "Concealed (all in one turn)", ["pays 200 points", "1 book of any kind"]),
    ("classic", "out", "Otherwise", ["pays 100 points", "1 book of any kind"]),
    ("friends-family", "out", "Needs", ["4 red books (clean)", "5 black books (dirty)", ...]),
    ("friends-family for 2", "out", "Needs", ["3 red books (clean)", "4 black books (dirty)", ...]),
    ("partnership", "out", "Without these books",
     ["−500 points", "you lose books, melds and the points for going out"]),
    ("catawba", "out", "Without these books", ["not allowed"]),
    ("southern-ohio", "books", "Black books", ["500 each", ...]),
    ("every rule", "bonuses", "Cut one card off",
     ["50 points", "each player", "when cutting", "not together with exact cut"]),
]  # fmt: skip


@pytest.mark.parametrize(("card", "section", "label", "phrases"), LINES)
def test_a_line_says_what_the_rules_say(card, section, label, phrases):
    result = lines(usual(card), section)[label]
    assert (result if phrases[-1] is not ... else [*result[: len(phrases) - 1], ...]) == phrases


def test_lines_stand_in_order_and_only_where_they_hold():
    values = ["Joker", "Two and ace", "King to ten", "Nine to four"]
    assert list(lines(usual("roth"), "values"))[:4] == values
    assert list(lines(usual("good-sam"), "openings"))[1:4] == ["Round 1", "Round 2", "Round 3"]
    assert "Round 4 and later" in lines(usual("southern-ohio"), "openings")
    assert list(lines(usual("vegas"), "out"))[:3] == ["Rounds 1 and 2", "Round 3", "Other rounds"]
    assert "The partner" in lines(usual("friends-family"), "out")
    assert "The partner" not in lines(usual("friends-family for 2"), "out")
    # Cards with equal points from different sources have separate lines.
    assert "Nine to four" in lines(usual("good-sam"), "values")
    assert origin(usual("good-sam"), "10") is Provenance.ASSUMED


def test_threes_that_depend_on_a_condition_have_a_line_for_each():
    label, values = "Red threes laid down", part(usual("pennies"), "values")
    laid = [line for line in values.lines if line.label.text == label]
    first, second = [[phrase.text for phrase in line.phrases] for line in laid]
    assert first[:2] == ["1 to 7: −100 each", "8 or more: −1,000 together"]
    assert first[2:] == ["counted apart", "for a team without 1 book of sevens"]
    assert second[0] == "1 to 7: 100 each"


def test_the_minimum_in_force_is_marked_with_whose_it_is():
    assert now_in(preset("partnership"), 2, "openings") == {"Round 2": "now"}
    assert now_in(preset("partnership"), 9, "openings") == {"Round 4": "now"}
    assert now(usual("partnership"), "openings") == {}
    two = now_in(preset("two-handed"), 3, "openings", (("Ann", 3000), ("Bob", 3001)))
    assert two == {"Up to 3,000": "now: Ann", "3,001 to 6,000": "now: Bob"}


def test_going_out_is_marked_only_where_it_depends_on_the_round():
    assert now_in(preset("vegas"), 3, "out") == {"Round 3": "now"}
    assert now_in(preset("partnership"), 1, "out") == {}


def test_a_premium_book_says_what_it_costs_and_counts_for():
    aces = lines(usual("catawba"), "books")["Books of aces"]
    assert "begun, not finished: −1,000" in aces
    assert "counts as 1 clean book to go out" in aces


def test_the_number_of_decks_is_the_tables_own_where_it_differs():
    rule_set = preset("partnership")
    card = build_card(rule_set, rule_set.tables[0], decks=6)
    assert origin(card, "6 decks") is Provenance.TABLE
    assert origin(usual("partnership"), "5 decks") is Provenance.SOURCE


def test_what_a_house_rule_changed_is_marked_as_the_tables():
    ours = rules("partnership", lambda document: document["cards"].update(joker=60))
    card = build_card(ours, ours.tables[0], parent=preset("partnership"))
    assert origin(card, "60") is Provenance.TABLE
    assert origin(card, "20") is Provenance.SOURCE
    assert card.parent == "Partnership Hand & Foot"
    assert card.origins == (Provenance.ASSUMED, Provenance.TABLE)


@pytest.mark.parametrize(
    ("slug", "words", "expected"),
    [
        ("partnership", "50 points", Provenance.SOURCE),
        ("partnership", "2 jokers in each", Provenance.ASSUMED),
        ("whitnack", "1,500 each", Provenance.REPORTED),
        ("laguna-woods", "1 clean book", Provenance.ASSUMED),
        ("laguna-woods", "1 wild book", Provenance.SOURCE),
    ],
)
def test_every_value_says_where_it_comes_from(slug, words, expected):
    assert origin(usual(slug), words) is expected


def test_one_mark_does_for_a_section_that_is_all_of_one_source():
    sections = {section.code: section.origin for section in usual("vegas").sections}
    assert sections["books"] is Provenance.ASSUMED
    assert sections["openings"] is None


def test_before_the_game_the_choices_are_offered_and_in_it_they_are_stated():
    line = "Cards taken from the pile"
    base = preset("friends-family")
    offered = ["usually the top card and the next five", "or the top card and the next six"]
    assert lines(usual(base.slug), "choices")[line] == offered
    chosen = choose(base, {"pickup": "7"})
    card = build_card(chosen, chosen.tables[0], base=base, chosen={"pickup": "7"})
    assert lines(card, "choices")[line] == ["The top card and the next six"]
    assert lines(card, "setup")["Or take from the pile"][0] == "up to 7 cards"
    # A choice for another number of players.
    assert "Cards in the hand and in the foot" not in lines(usual("friends-family for 2"), "choices")


def test_notes_are_shown_unchanged_and_points_as_people_read_them():
    assert usual("vegas").notes == preset("vegas").notes
    ours = from_document(changed({"books.1.points": 12500}))
    assert lines(build_card(ours, ours.tables[0]), "books")["Clean books"][0] == "12,500 each"


@settings(quick, max_examples=25)
@given(rule_documents())
def test_any_rule_set_has_a_card_in_any_round(document):
    rule_set = from_document(document)
    for table in rule_set.tables:
        sides = tuple((f"Team {team}", 700 * team - 700) for team in range(table.teams))
        card = build_card(rule_set, table, current=CurrentRound(2, sides))
        assert "now" in "".join(now(card, "openings").values())
        first = [phrases[0] for phrases in lines(card, "values").values()]
        assert format_number(rule_set.cards["joker"]) in first
