"""The page of "can we open?": asked with melds, or with the cards in hand."""

from dataclasses import replace

import pytest

from scorepad.rules import to_document
from scorepad.scoring.advice import cheapest
from scorepad.store import Entry
from scorepad.web.ask import opening
from tests.support.scoring import rules
from tests.web.ask.asking import KINGS, answer_of, ask_open, question_of
from tests.web.driving import OUT_FIRST, has_opened
from tests.web.kept import keep


def _row(page, rank):
    """The faults in the row of a rank."""
    rows = {row.all("legend")[0].text: row for row in page.root.all("fieldset")}
    return " ".join(p.text for p in rows[rank].all("p") if "error" in p["class"])


def test_the_empty_page_answers_nothing_and_finds_no_fault(table):
    page = ask_open(table)
    assert (page.status, answer_of(page)) == (200, None)
    assert "error" not in page.source
    assert page.links["Table"] == table.address
    assert not question_of(page).names & {"K.jokers", "wild.jokers"}
    assert "team" not in question_of(page).fields


@pytest.mark.parametrize(
    ("slug", "choices", "typed", "answer", "sentence"),
    [
        ("partnership", {}, KINGS | {"team": "2"}, "Yes", "120 points, 50 needed."),
        ("partnership", {}, {"K.naturals": "0" * 300 + "6"}, "Yes", "60 points, 50 needed"),
        ("pierson", {}, {"wild.jokers": "2", "wild.twos": "1"}, "Yes", "points, 50 needed"),
        ("friends-family", {"choice.sambas": "on"}, {"sequence": "8 9 10 j q k"}, "Yes", "points, 50 needed"),
        ("friends-family", {"choice.sambas": "on"}, {"sequence": "8 9 J"}, "No", "cards in order without gaps"),
    ],
)  # fmt: skip
def test_melds_open_and_stay_on_the_page(visitor, slug, choices, typed, answer, sentence):
    page = ask_open(visitor.begin(slug, **choices), **typed)
    assert answer_of(page) == answer
    assert sentence in page.text
    assert question_of(page).fields | typed == question_of(page).fields


def test_melds_that_fall_short_say_how_much_is_missing(table):
    table.play(1, **OUT_FIRST)
    page = ask_open(table, **{"K.naturals": "2", "K.jokers": "1"})
    assert answer_of(page) == "No"
    assert "70 of 90 points: 20 missing." in page.text


@pytest.mark.parametrize(
    ("slug", "typed", "answer", "sentence"),
    [
        ("partnership", {"K.naturals": "1", "K.jokers": "2"}, "No", "Too many wild cards"),
        ("partnership", {"K.naturals": "3", "K.twos": "1"}, "No",
         "use a wild card only as the third card with a natural pair"),
        ("partnership", {"K.naturals": "21"}, None, "You counted 21 kings, but 5 decks hold only 20."),
        ("friends-family", {"K.naturals": "8"}, "No", "at most 7 cards"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_meld_stands_in_its_row(visitor, slug, typed, answer, sentence):
    page = ask_open(visitor.begin(slug), **typed)
    assert (page.status, answer_of(page)) == (200 if answer else 422, answer)
    assert sentence in _row(page, "Kings")


@pytest.mark.parametrize(("slug", "ranks"), [("buraco", set()), ("burraco-international", {"A", "3"})])
def test_only_ranks_that_may_be_a_meld_have_a_row(visitor, slug, ranks):
    table = visitor.begin(slug)
    names = question_of(ask_open(table)).names
    assert {name.partition(".")[0] for name in names if name.endswith(".naturals")} == ranks
    assert "sequence" in names
    assert ("only sequences are melded" in ask_open(table).text) is not bool(ranks)
    # An address from elsewhere is answered all the same.
    assert answer_of(ask_open(table, **{"K.naturals": "3"})) == "No"
    assert answer_of(ask_open(table, sequence="4 5 6")) == "Yes"


def test_one_wrong_meld_is_named_with_its_fault_and_several_by_name(table):
    page = ask_open(table, **{"K.naturals": "3", "K.jokers": "1"})
    assert "Kings: A wild card only as the third card." in page.said
    page = ask_open(table, **{"K.naturals": "3", "K.jokers": "1", "A.naturals": "1", "A.twos": "2"})
    assert "Aces, Kings: see the notes below." in page.said


def test_a_meld_that_is_being_laid_is_not_wrong_yet(table):
    page = ask_open(table, **{"K.naturals": "1"})
    assert answer_of(page) == "Not yet"
    assert "10 of 50 points: 40 missing. Kings: 2 more cards." in page.said
    assert "error" not in page.source
    assert "K.jokers" in question_of(page).names


def test_a_rank_that_was_lost_cannot_open(visitor):
    table = visitor.begin("catawba")
    table.sheet().save(team1__lost_aces="1")
    assert "cannot be melded" in _row(ask_open(table, team="1", **{"A.naturals": "3"}), "Aces")
    assert answer_of(ask_open(table, team="2", **{"A.naturals": "3"})) == "Yes"
    page = ask_open(table, **{"from": "cards", "team": "1", "card.A": "3", "card.K": "5"})
    assert "Lay 5 kings: 50 points" in page.said


@pytest.mark.parametrize("cards", ["8 9 Z", "8 9 joker", "١ ٢ ٣", "9" * 400, "\x00", "<b>"])
def test_a_sequence_of_what_is_no_card_is_kept_and_refused(visitor, cards):
    page = ask_open(visitor.begin("friends-family", **{"choice.sambas": "on"}), sequence=cards)
    assert (page.status, answer_of(page)) == (422, None)
    assert question_of(page).fields["sequence"] == cards
    notes = [p.text for p in page.root.all("p") if p["class"] == "notes error"]
    assert notes
    assert all(note.endswith((".", "?")) for note in notes)


@pytest.mark.parametrize(
    ("step", "before", "after"),
    [("+1", "3", "4"), ("-1", "3", "2"), ("-1", "0", "0"), ("-1", "", "0"), ("+1", "", "1"), ("+1", "99", "99")],
)  # fmt: skip
def test_a_tap_moves_the_number_by_one_and_never_past_its_ends(table, step, before, after):
    page = ask_open(table, **{"K.naturals": before, "step": f"K.naturals{step}"})
    assert question_of(page).fields["K.naturals"] == after


def test_a_tap_is_answered_at_once_unless_its_number_is_none(table):
    page = ask_open(table, **{"K.naturals": "4", "step": "K.naturals+1"})
    assert (answer_of(page), "50 points, 50 needed" in page.text) == ("Yes", True)
    page = ask_open(table, **{"K.naturals": "three", "step": "K.naturals+1"})
    assert (page.status, question_of(page).fields["K.naturals"]) == (422, "three")


def test_one_tap_says_that_the_team_opened_and_the_table_marks_it(table):
    page = ask_open(table, **{"team": "1", "K.naturals": "5"})
    form = page.form("/edit")
    button = next(button for button in page.root.all("button") if button.text == "Mark as opened")
    page = table.visitor.post(form.action, {**form.fields, "step": button["value"]})
    assert page.heading == "Round 1"
    assert has_opened(page, 1)


def test_a_team_that_may_not_open_or_has_opened_is_not_offered_that_tap(table):
    low = ask_open(table, **{"team": "1", "4.naturals": "3"})
    table.sheet(1).save(team1__opened="1")
    again = ask_open(table, **{"team": "1", "K.naturals": "5"})
    for page in (low, again):
        assert "Mark as opened" not in [button.text for button in page.root.all("button")]


@pytest.mark.parametrize("team", [1, 2])
def test_the_team_still_to_open_is_chosen_once_the_other_has(table, team):
    """A team has opened if it is marked as opened, or if its books are counted."""
    if team == 1:
        table.visitor.club.record([Entry(f"o{table.game}", table.game, 1, "team1", "opened", {"yes": True})])
    else:
        table.sheet(1).save(team2__dirty="1")
    page = ask_open(table, **KINGS)
    assert question_of(page).fields["team"] == str(3 - team)
    name = ("Ann & Carla", "Bob & Dora")[team - 1]
    assert f"{name} : opened already" in page.text
    assert has_opened(table.page(), team)
    page = ask_open(table, team=str(team), **KINGS)
    assert answer_of(page) is None
    assert f"{name} have opened already." in page.said


def test_where_minimums_differ_the_team_is_asked_for_first(visitor):
    table = visitor.begin("two-handed")
    ahead = {"table.ended": "seat1", "team1.clean": "7", "team1.dirty": "1", "team1.melded": "900"}
    table.play(1, **ahead | {"team2.melded": "0", "seat2.left": "0"})
    page = ask_open(table, **{"K.naturals": "6"})
    assert (page.status, answer_of(page)) == (200, None)
    assert "Choose your team first" in page.said
    answers = [answer_of(ask_open(table, **{"K.naturals": "6", "team": team})) for team in "12"]
    assert answers == ["No", "Yes"]


def test_jokers_and_twos_of_the_meld_that_was_tapped_last_stand_in_the_first_row(table):
    page = ask_open(table, **{"K.naturals": "3", "step": "A.naturals+1"})
    assert _first_row(page) == ("Wild cards with the aces", ["A.jokers", "A.twos"])
    # A tap on the wild cards of another meld, below, moves nothing.
    fields = question_of(page).fields
    page = ask_open(table, **fields, step="K.jokers+1")
    assert _first_row(page) == ("Wild cards with the aces", ["A.jokers", "A.twos"])
    assert question_of(page).fields["K.jokers"] == "1"
    assert _first_row(ask_open(table, **KINGS))[1] == ["A.jokers", "A.twos"]
    assert _first_row(ask_open(table)) == ("Wild cards: tap their meld first", [])


def _first_row(page):
    (row,) = [box for box in page.root.all("div") if box["class"] == "first-row"]
    return row.all("p")[0].text, [field["name"] for field in row.all("input") if field["type"] == "text"]


def test_cards_are_kept_when_the_way_of_asking_changes(visitor, table):
    page = ask_open(table, team="1", **KINGS)
    in_hand = visitor.get(page.links["Cards in hand"])
    fields = question_of(in_hand).fields
    assert [fields[f"card.{card}"] for card in ("K", "A", "joker", "2")] == ["3", "2", "1", ""]
    assert (answer_of(in_hand), fields["team"]) == ("Yes", "1")
    # Cards that make no meld come back, too.
    more = ask_open(table, **fields | {"card.9": "1"})
    melds = visitor.get(more.links["Our melds"])
    back = question_of(visitor.get(melds.links["Cards in hand"])).fields
    assert [back[f"card.{card}"] for card in ("K", "A", "joker", "9")] == ["3", "2", "1", "1"]


def test_cards_without_a_meld_are_shown_as_what_is_begun(visitor, table):
    page = _cards(table, K=1, Q=1, joker=1)
    fields = question_of(visitor.get(page.links["Our melds"])).fields
    assert (fields["K.naturals"], fields["Q.naturals"], fields["K.jokers"]) == ("1", "1", "1")


def test_a_sequence_goes_into_the_hand_card_by_card(visitor):
    table = visitor.begin("friends-family", **{"choice.sambas": "on"})
    page = ask_open(table, **{"sequence": "A K Q", "K.naturals": "3"})
    fields = question_of(visitor.get(page.links["Cards in hand"])).fields
    assert [fields[f"card.{card}"] for card in "AKQ"] == ["1", "4", "1"]


def test_an_opening_of_many_melds_is_listed_below_its_answer(table):
    for number in (1, 2):
        table.play(number, **OUT_FIRST)
    page = _cards(table, K=3, Q=3, J=3, _10=3)
    assert "Lay the 4 melds below: 120 points" in page.said
    assert [item.text for item in page.root.all("li") if "kings" in item.text] == ["3 kings"]


def _cards(table, **held):
    cards = {f"card.{name.removeprefix('_')}": count for name, count in held.items()}
    return ask_open(table, **{"from": "cards"}, **cards)


def test_the_cheapest_opening_is_named_and_can_be_seen_as_melds(table):
    page = _cards(table, K=3, _7=2, _2=1, A=1)
    assert answer_of(page) == "Yes"
    assert "Lay 3 kings and 2 sevens with a two: 60 points, 50 needed." in page.said
    melds = table.visitor.get(page.links["Our melds"])
    fields = question_of(melds).fields
    assert (fields["K.naturals"], fields["7.naturals"], fields["7.twos"]) == ("3", "2", "1")
    assert (answer_of(melds), "60 points, 50 needed" in melds.text) == ("Yes", True)


def test_cards_that_cannot_open_say_the_most_they_show_and_what_is_missing(table):
    page = _cards(table, K=4)
    assert answer_of(page) == "No"
    assert "At most 40 of 50 points: 10 missing." in page.said
    assert "4 kings" in page.text
    assert "These cards make no meld." in _cards(table, K=2).said


def test_cards_with_enough_points_but_no_book_that_is_needed_say_what_comes_nearest(visitor):
    needed = rules("partnership", lambda d: [step.update(books=["clean"]) for step in d["opening"]["steps"]])
    page = _cards(keep(visitor, "partnership", cells={(0, "table", "rules"): to_document(needed)}), K=6, Q=6)
    assert answer_of(page) == "No"
    assert "No 50 points, a finished book needed." in page.said
    assert ("What comes nearest" in page.text, "At most" in page.said) == (True, False)


def test_a_sequence_in_hand_asks_to_look_at_its_suits(visitor):
    table = visitor.begin("friends-family", **{"choice.sambas": "on"})
    page = _cards(table, A=1, K=1, Q=1, J=1)
    assert "the sequence ace, king, queen and jack" in page.text
    assert "Check the suits" in page.text
    melds = visitor.get(page.links["Our melds"])
    assert question_of(melds).fields["sequence"] == "A K Q J"
    assert answer_of(melds) == "Yes"


def test_the_page_asks_what_is_left_where_an_empty_hand_opens(visitor):
    waived = rules(change=lambda document: document["opening"].update(waived="hand_empty"))
    table = keep(visitor, "partnership", cells={(0, "table", "rules"): to_document(waived)})
    melds = {"4.naturals": "3", "team": "1"}
    page = ask_open(table, **melds)
    assert answer_of(page) == "No"
    assert "15 of 50 points: 35 missing." in page.said
    page = ask_open(table, **melds, after="empty")
    assert answer_of(page) == "Yes"
    assert "15 points. You need no minimum, because your hand is empty." in page.said
    assert question_of(page).fields["after"] == "empty"
    assert ask_open(visitor.begin(), after="empty").status == 422


def test_who_goes_out_may_open_with_black_threes_that_have_no_wild_cards(visitor):
    table = visitor.begin("classic")
    melds = {"black3.naturals": "3", "K.naturals": "7", "team": "1"}
    page = ask_open(table, **melds)
    assert (answer_of(page), "Black threes cannot be melded" in page.text) == ("No", True)
    page = ask_open(table, **melds, after="out")
    assert (answer_of(page), "85 points, 50 needed" in page.text) == ("Yes", True)
    assert "K.jokers" in question_of(page).names
    assert "black3.jokers" not in question_of(page).names
    # Without a book nobody goes out, and the page says so.
    page = ask_open(table, **melds | {"K.naturals": "4"}, after="out")
    assert (answer_of(page), "Still missing: 1 book" in page.text) == ("No", True)


def test_two_melds_of_a_rank_are_found_shown_and_typed(table):
    for number in (1, 2):
        table.play(number, **OUT_FIRST)
    page = _cards(table, K=4, joker=2)
    assert "140 points, 120 needed" in page.said
    melds = table.visitor.get(page.links["Our melds"])
    fields = question_of(melds).fields
    assert (answer_of(melds), fields["K.naturals"], fields["K_2.naturals"], fields["K_2.jokers"]) == (
        "Yes",
        "2",
        "2",
        "1",
    )
    first = ask_open(table, **{"K.naturals": "2", "K.jokers": "1"})
    assert "K_2.naturals" not in question_of(first).names
    more = next(button["value"] for button in first.root.all("button") if button.text == "Another meld: kings")
    second = ask_open(table, **question_of(first).fields | {"step": more})
    assert question_of(second).fields["K_2.naturals"] == "1"
    assert "Kings (2): 2 more cards." in second.said
    assert "Another meld: kings" in [button.text for button in second.root.all("button")]


def test_one_more_sequence_is_offered_after_each(visitor):
    table = visitor.begin("friends-family", **{"choice.sambas": "on"})
    page = ask_open(table, sequence="A K Q", sequence_2="9 8 7")
    assert (answer_of(page), "65 points, 50 needed" in page.text) == ("Yes", True)
    assert "sequence_3" in question_of(page).names
    assert "sequence_4" not in question_of(page).names


def test_cards_that_empty_the_hand_need_no_minimum(visitor):
    waived = rules(change=lambda document: document["opening"].update(waived="hand_empty"))
    table = keep(visitor, "partnership", cells={(0, "table", "rules"): to_document(waived)})
    held = {"from": "cards", "card.4": "3", "team": "1"}
    assert answer_of(ask_open(table, **held)) == "No"
    page = ask_open(table, **held, after="empty")
    assert (answer_of(page), "because your hand is empty" in page.text) == ("Yes", True)
    assert question_of(visitor.get(page.links["Our melds"])).fields["after"] == "empty"


def test_cards_with_too_many_ways_to_lay_them_are_refused_in_words(table, monkeypatch):
    monkeypatch.setattr(cheapest, "MAX_WORK", 0)
    page = ask_open(table, **{"from": "cards", "card.K": "4", "card.joker": "2"})
    assert answer_of(page) is None
    assert "too many ways for Scorepad to try them all. Choose “Our melds”" in page.text
    assert question_of(page).fields["card.K"] == "4"


def test_an_opening_that_may_not_be_the_cheapest_says_so(visitor, monkeypatch):
    cards = {"A": 3, "K": 4, "9": 2, "8": 2, "7": 2, "joker": 3}
    typed = {f"card.{card}": str(count) for card, count in cards.items()}
    table = visitor.begin("friends-family", **{"choice.sambas": "on"})
    assert "There may be a cheaper one" not in ask_open(table, **{"from": "cards"}, **typed).text
    monkeypatch.setattr(opening, "find_cheapest", _unsure)
    page = ask_open(table, **{"from": "cards"}, **typed)
    assert "An opening" in page.text
    assert "There may be a cheaper one" in page.text


def _unsure(question, shown):
    return replace(cheapest.find_cheapest(question, shown), is_sure=False)
