"""The page of "can we open?"."""

import pytest

from tests.web.ask.asking import KINGS, answer_of, ask_open
from tests.web.driving import OUT_FIRST


def _about(page, rank):
    """What is said in the row of a rank."""
    rows = {row.all("legend")[0].text: row for row in page.root.all("fieldset")}
    return " ".join(p.text for p in rows[rank].all("p") if "error" in p["class"])


def test_the_empty_page_answers_nothing_and_faults_nothing(table):
    page = ask_open(table)
    assert (page.status, answer_of(page)) == (200, None)
    assert "error" not in page.source
    assert page.links["To the table"] == table.address


def test_melds_that_reach_the_minimum_open(table):
    page = ask_open(table, **KINGS)
    assert answer_of(page) == "Yes"
    assert "120 points shown, 50 points needed." in page.text


def test_melds_that_fall_short_say_how_much_is_missing(table):
    table.play(1, **OUT_FIRST)
    page = ask_open(table, **{"K.naturals": "2", "K.jokers": "1"})
    assert answer_of(page) == "No"
    assert "70 points shown, 90 points needed: 20 missing." in page.text
    assert "70 is below the opening minimum of 90 points." in page.text


def test_what_was_asked_stands_in_the_page_again(table):
    fields = ask_open(table, **KINGS, team="2").forms[0].fields
    assert (fields["A.jokers"], fields["team"]) == ("1", "2")


@pytest.mark.parametrize(
    ("typed", "rank", "sentence"),
    [
        ({"K.naturals": "2"}, "Kings", "A meld needs at least 3 cards."),
        ({"K.naturals": "1", "K.jokers": "2"}, "Kings", "Too many wild cards"),
        (
            {"K.naturals": "3", "K.twos": "1"},
            "Kings",
            "use a wild card only as the third card with a natural pair",
        ),
    ],
)
def test_what_is_wrong_with_a_meld_is_said_in_its_row(table, typed, rank, sentence):
    page = ask_open(table, **typed)
    assert answer_of(page) == "No"
    assert sentence in _about(page, rank)


def test_a_meld_longer_than_the_rules_allow_is_said_in_its_row(visitor):
    page = ask_open(visitor.begin("friends-family"), **{"K.naturals": "8"})
    assert "at most 7 cards" in _about(page, "Kings")


def test_a_rank_that_was_lost_cannot_open(visitor):
    table = visitor.begin("catawba")
    table.sheet().save(**{"team1.lost_aces": "1"})
    assert "cannot be melded" in _about(ask_open(table, team="1", **{"A.naturals": "3"}), "Aces")
    assert answer_of(ask_open(table, team="2", **{"A.naturals": "3"})) == "Yes"


def test_wild_cards_alone_are_asked_for_where_they_can_be_melded(visitor, table):
    assert "wild.jokers" not in ask_open(table).forms[0].names
    wild = visitor.begin("pierson")
    assert answer_of(ask_open(wild, **{"wild.jokers": "2", "wild.twos": "1"})) == "Yes"


def test_a_sequence_is_asked_for_where_the_table_chose_sequences(visitor):
    table = visitor.begin("friends-family", **{"choice.sambas": "on"})
    assert answer_of(ask_open(table, sequence="8 9 10 j q k")) == "Yes"
    page = ask_open(table, sequence="8 9 J")
    assert answer_of(page) == "No"
    assert "cards in order without gaps" in page.text


@pytest.mark.parametrize("cards", ["8 9 Z", "8 9 joker", "١ ٢ ٣", "9" * 400, "\x00", "<b>"])
def test_a_sequence_of_what_is_no_card_is_kept_and_said(visitor, cards):
    table = visitor.begin("friends-family", **{"choice.sambas": "on"})
    page = ask_open(table, sequence=cards)
    assert page.status == 422
    assert page.forms[0].fields["sequence"] == cards
    assert answer_of(page) is None
    notes = [p.text for p in page.root.all("p") if p["class"] == "notes error"]
    assert notes
    assert all(note.endswith((".", "?")) for note in notes)


@pytest.mark.parametrize(
    "text", ["x", "-1", "1.5", "٣", "９", "100", "9" * 400, "0" * 5000 + "100", "\x00"]
)
def test_what_is_no_number_of_cards_is_said_beside_its_input(table, text):
    page = ask_open(table, **KINGS | {"K.jokers": text})
    assert page.status == 422
    assert page.beside("K.jokers").endswith(".")
    assert page.forms[0].fields["K.jokers"] == text
    assert page.forms[0].fields["K.naturals"] == "3"
    assert answer_of(page) is None


def test_leading_zeros_do_not_change_a_number(table):
    page = ask_open(table, **{"K.naturals": "0" * 300 + "6"})
    assert "60 points shown" in page.text


def test_more_cards_than_the_decks_hold_is_said_in_the_row(table):
    page = ask_open(table, **{"K.naturals": "21"})
    assert page.status == 422
    assert "You counted 21 kings, but 5 decks hold only 20." in _about(page, "Kings")


@pytest.mark.parametrize("name", ["team", "K.naturals", "A.twos"])
def test_an_input_that_came_twice_is_refused(table, name):
    page = table.visitor.get(f"{table.address}/open", **KINGS | {name: ["1", "1"]})
    assert page.status == 422
    assert page.beside(name) == "This came twice. Type it once."


@pytest.mark.parametrize("name", ["Z.naturals", "wild.jokers", "sequence", "K", "", "<b>", "é"])
def test_an_input_the_page_does_not_have_is_named(table, name):
    page = ask_open(table, **{name: "1"})
    assert page.status == 422
    assert f"asks for something unknown: {name}" in page.said


def _tap(table, step, **typed):
    return ask_open(table, **typed, step=step)


@pytest.mark.parametrize(
    ("step", "before", "after"),
    [
        ("K.naturals+1", "3", "4"),
        ("K.naturals-1", "3", "2"),
        ("K.naturals-1", "0", "0"),
        ("K.naturals-1", "", "0"),
        ("K.naturals+1", "", "1"),
        ("K.naturals+1", "99", "99"),
    ],
)
def test_a_tap_moves_the_number_by_one_and_never_past_its_ends(table, step, before, after):
    page = _tap(table, step, **{"K.naturals": before})
    assert page.forms[0].fields["K.naturals"] == after


def test_a_tap_is_answered_at_once(table):
    page = _tap(table, "K.naturals+1", **{"K.naturals": "4"})
    assert (answer_of(page), "50 points shown" in page.text) == ("Yes", True)


def test_a_tap_beside_what_is_no_number_changes_nothing(table):
    page = _tap(table, "K.naturals+1", **{"K.naturals": "three"})
    assert page.status == 422
    assert page.forms[0].fields["K.naturals"] == "three"


@pytest.mark.parametrize("step", ["", "K.naturals", "K.naturals+2", "+1", "Z.naturals+1", "é+1"])
def test_a_tap_on_what_is_not_there_is_refused(table, step):
    page = _tap(table, step)
    assert page.status == 422
    assert "asks for something unknown" in page.said


def test_a_tap_that_came_twice_is_refused(table):
    page = table.visitor.get(f"{table.address}/open", step=["K.naturals+1", "K.naturals+1"])
    assert page.status == 422


def test_wild_cards_are_asked_for_beside_a_meld_that_is_there(table):
    assert "K.jokers" not in ask_open(table).forms[0].names
    assert "K.jokers" in ask_open(table, **{"K.naturals": "2"}).forms[0].names


def test_one_wrong_meld_is_said_in_the_answer_and_several_by_name(table):
    page = ask_open(table, **{"K.naturals": "2"})
    assert "Kings: A meld needs at least 3 cards." in page.said
    page = ask_open(table, **{"K.naturals": "2", "A.naturals": "1"})
    assert "Aces, Kings: what is wrong stands beside each." in page.said


def test_whoever_may_open_says_so_with_one_tap_and_the_table_marks_it(table):
    page = table.visitor.get(f"{table.address}/open?team=1&K.naturals=5")
    form = page.form("/edit")
    button = next(one for one in page.root.all("button") if one.text == "We opened")
    page = table.visitor.post(form.action, {**form.fields, "step": button["value"]})
    assert page.heading == "Round 1"
    assert "✓ opened" in page.classed("side-note")[0].text


def test_nobody_says_so_who_may_not_open_or_has(table):
    low = table.visitor.get(f"{table.address}/open?team=1&4.naturals=3")
    table.sheet(1).save(**{"team1.opened": "1"})
    again = table.visitor.get(f"{table.address}/open?team=1&K.naturals=5")
    for page in (low, again):
        assert "We opened" not in [one.text for one in page.root.all("button")]
