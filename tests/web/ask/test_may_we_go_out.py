"""The page of "may we go out?"."""

import pytest

from tests.web.ask.asking import READY, answer_of, ask_out, question_of
from tests.web.driving import OUT_FIRST


def _reasons(page):
    (answer,) = [s for s in page.root.all("section") if s["class"].startswith("answer")]
    return [p.text for p in answer.all("p") if p["class"].startswith("reason")]


def test_the_empty_page_answers_nothing_and_faults_nothing(table):
    page = ask_out(table)
    assert (page.status, answer_of(page)) == (200, None)
    assert "error" not in page.source
    assert "Needed in round 1: 1 red book (clean) and 1 black book (dirty)." in page.text


def test_nothing_in_the_way_is_a_yes_with_what_it_pays(courtesy):
    page = ask_out(courtesy, **READY, partner_says="yes")
    assert answer_of(page) == "Yes"
    assert _reasons(page) == []
    assert "Going out pays 100 points." in page.text


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ({"books.dirty": "4"}, "Still missing: 1 black book (dirty)."),
        ({"in_foot": ""}, "You have not picked up your foot yet."),
        ({"last_card": "meld"}, "Your last card must be a discard. Keep one card to discard."),
        ({"card": "2"}, "A two is a wild card, and you may not discard a wild card."),
        ({"card": "joker"}, "A joker is a wild card, and you may not discard a wild card."),
    ],
)
def test_each_thing_in_the_way_is_named(courtesy, typed, reason):
    page = ask_out(courtesy, **{**READY, "partner_says": "yes", **typed})
    assert (answer_of(page), _reasons(page)) == ("No", [reason])


def test_everything_in_the_way_is_named_at_once(courtesy):
    page = ask_out(courtesy, seat="1", card="2", last_card="discard", partner_says="yes")
    assert answer_of(page) == "No"
    assert len(_reasons(page)) == 3


@pytest.mark.parametrize(("says", "answer"), [("", "No"), ("no", "No"), ("yes", "Yes")])
def test_a_partner_who_must_be_asked_decides(binding, says, answer):
    page = ask_out(binding, **READY, partner_says=says)
    assert answer_of(page) == answer
    assert len(_reasons(page)) == (answer == "No")


@pytest.mark.parametrize(
    ("says", "said"), [("", "Ask your partner first"), ("no", "said no"), ("yes", "")]
)
def test_a_partner_who_is_asked_by_courtesy_only_warns(courtesy, says, said):
    page = ask_out(courtesy, **READY, partner_says=says)
    assert answer_of(page) == "Yes"
    assert all(reason.startswith("Mind: ") and said in reason for reason in _reasons(page))
    assert len(_reasons(page)) == bool(said)


def test_a_player_without_a_partner_is_asked_for_none(visitor):
    page = ask_out(visitor.begin("friends-family", "2x2"), **READY)
    assert (answer_of(page), _reasons(page)) == ("Yes", [])
    assert "partner_says" not in question_of(page).names


def test_a_partner_must_be_in_the_foot_where_the_rules_say_so(visitor):
    table = visitor.begin("whitnack")
    typed = READY | {"books.wild": "2", "partner_says": "yes"}
    assert "Your partner must pick up the foot first." in _reasons(
        ask_out(table, **typed, partner_in_foot="no")
    )
    assert answer_of(ask_out(table, **typed, partner_in_foot="yes")) == "Yes"


def test_a_last_card_that_must_be_melded_is_asked_for(visitor):
    table = visitor.begin("vegas")
    assert question_of(ask_out(table, seat="1")).fields["last_card"] == "meld"
    page = ask_out(table, **READY)
    assert "You must meld your last card. There is no discard when you go out." in _reasons(page)


def test_a_game_without_a_foot_does_not_ask_for_it(visitor):
    table = visitor.begin("classic")
    assert "in_foot" not in question_of(ask_out(table, seat="1")).names
    assert answer_of(ask_out(table, seat="1", **{"books.clean": "1"})) == "Yes"


def test_going_out_all_in_one_turn_pays_more_where_the_rules_say_so(visitor):
    table = visitor.begin("classic")
    assert (
        "pays 200 points" in ask_out(table, seat="1", **{"books.clean": "1", "concealed": "1"}).text
    )


def test_the_severe_penalty_is_weighed_where_the_rules_know_one(table):
    page = ask_out(table, **READY | {"books.dirty": "0", "partner_says": "yes"})
    assert any(reason.startswith("Mind: Going out anyway costs 500") for reason in _reasons(page))


def test_unfinished_premium_books_are_weighed(visitor):
    page = ask_out(visitor.begin("catawba"), **READY, **{"begun.aces": "1", "partner_says": "yes"})
    assert any("−1,000 points if you go out now" in reason for reason in _reasons(page))


def test_a_round_that_was_begun_is_scored_as_if_that_player_went_out(courtesy):
    courtesy.sheet().save(**{"team1.melded": "700", "seat2.left": "65", "team2.melded": "300"})
    page = ask_out(courtesy, **READY | {"seat": "3", "partner_says": "yes"})
    assert "What the round would score now" in page.text
    assert "Cards melded: 700" in page.lines[0]
    assert "Going out: 100" in page.lines[0]
    assert "Cards left: −65" in page.lines[1]


def test_asking_records_nothing(courtesy, nothing_recorded):
    nothing_recorded()
    ask_out(courtesy, **READY)


def test_what_was_asked_stands_in_the_page_again(courtesy):
    typed = {"seat": "2", "card": "2"}
    fields = question_of(ask_out(courtesy, **READY | typed)).fields
    kept = ("books.clean", "in_foot", "seat", "card", "last_card")
    assert [fields[name] for name in kept] == ["4", "1", "2", "2", "discard"]


@pytest.mark.parametrize(
    "text", ["x", "-1", "1.5", "٣", "100", "9" * 400, "0" * 5000 + "100", "\x00"]
)
def test_what_is_no_number_of_books_is_said_beside_its_input(courtesy, text):
    page = ask_out(courtesy, **READY | {"books.clean": text})
    assert (page.status, answer_of(page)) == (422, None)
    assert page.beside("books.clean").endswith(".")
    assert question_of(page).fields["books.clean"] == text
    assert question_of(page).fields["books.dirty"] == "5"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("seat", "5"),
        ("seat", "٣"),
        ("last_card", "keep"),
        ("card", "Z"),
        ("partner_says", "maybe"),
        ("in_foot", "yes"),
    ],
)
def test_a_word_that_is_no_answer_is_said_beside_its_input(courtesy, name, text):
    page = ask_out(courtesy, **READY | {name: text})
    assert (page.status, page.beside(name)) == (422, "Choose one of these.")


def test_more_books_than_the_decks_hold_are_said_beside_their_input(courtesy):
    page = ask_out(courtesy, **READY | {"books.clean": "99"})
    assert page.status == 422
    assert "So many books need" in page.beside("books.clean") + page.beside("books.dirty")


def test_a_premium_book_finished_and_unfinished_is_refused(visitor):
    page = ask_out(visitor.begin("catawba"), **READY, **{"books.aces": "1", "begun.aces": "1"})
    assert page.status == 422
    assert "not both" in page.beside("books.aces")


@pytest.mark.parametrize("name", ["seat", "books.clean", "in_foot", "card"])
def test_an_input_that_came_twice_is_refused(courtesy, name):
    page = ask_out(courtesy, **READY | {name: ["1", "1"]})
    assert page.status == 422
    assert page.beside(name)


@pytest.mark.parametrize("name", ["books.wild", "begun.aces", "teams", "", "<b>", "é"])
def test_an_input_the_page_does_not_have_is_named(courtesy, name):
    page = ask_out(courtesy, **READY | {name: "1"})
    assert page.status == 422
    assert f"asks for something unknown: {name}" in page.said


def test_a_game_that_is_over_still_answers(table):
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    assert ask_out(table, **READY).status == 200
    assert table.visitor.get(f"{table.address}/open", **{"K.naturals": "6"}).status == 200


def test_a_premium_rank_the_team_lost_cannot_be_claimed(visitor):
    table = visitor.begin("catawba")
    table.sheet().save(**{"team1.lost_aces": "1"})
    asked = {"seat": "1", "in_foot": "1", "last_card": "meld", "partner_says": "yes"}
    page = visitor.get(f"{table.address}/out", **asked, **{"books.aces": "1"})
    assert page.status == 422
    assert "lost the books of aces" in page.text
