"""The page of "may we go out?": the answer, and the reasons for a no."""

import pytest

from scorepad.play.rules import own_rules
from scorepad.play.rules.own_rules import Sender
from tests.web.ask.asking import READY, answer_of, ask_out, question_of
from tests.web.driving import OUT_FIRST

ASKED = READY | {"partner_says": "yes"}


def _reasons(page):
    (answer,) = [s for s in page.root.all("section") if s["class"].startswith("answer")]
    return [p.text for p in answer.all("p") if p["class"].startswith("reason")]


def test_the_empty_page_answers_nothing_and_finds_no_fault(table):
    page = ask_out(table)
    assert (page.status, answer_of(page)) == (200, None)
    assert "error" not in page.source
    assert "Needed in round 1: 1 red book (clean) and 1 black book (dirty)." in page.text


def test_without_a_player_each_name_is_a_button(courtesy):
    buttons = [button for button in ask_out(courtesy).root.all("button") if button["name"] == "seat"]
    names = [(button["value"], button.text) for button in buttons]
    assert names == [("1", "Ann"), ("2", "Bob"), ("3", "Carla"), ("4", "Dora")]
    page = ask_out(courtesy, **{"books.clean": "4"})
    assert (page.status, answer_of(page)) == (200, None)
    assert "Choose who would go out" in page.said
    assert question_of(page).fields["books.clean"] == "4"


@pytest.mark.parametrize(
    ("slug", "typed", "answer", "reasons"),
    [
        ("friends-family", ASKED, "Yes", []),
        ("friends-family", ASKED | {"books.dirty": "4"}, "No", ["Still missing: 1 black book (dirty)."]),
        ("friends-family", ASKED | {"in_foot": ""}, "No", ["You have not picked up your foot yet."]),
        ("friends-family", ASKED | {"last_card": "meld"}, "No",
         ["Your last card must be a discard."]),
        ("friends-family", ASKED | {"card": "2"}, "No",
         ["You may not discard a wild card."]),
        ("friends-family", {"seat": "1", "card": "2", "last_card": "discard", "partner_says": "yes"}, "No",
         ["Still missing: ", "You have not picked up"]),
        ("friends-family", READY | {"partner_says": "no"}, "Yes", ["Note: Your partner said no"]),
        ("southern-ohio", READY, "Ask Carla", []),
        ("southern-ohio", READY | {"books.dirty": "0"}, "No", ["Still missing: 1 red book"]),
        ("southern-ohio", READY | {"partner_says": "no"}, "No", ["Your partner said no"]),
        ("partnership", READY, "Yes", []),
        ("whitnack", ASKED | {"books.wild": "2", "partner_in_foot": "no"}, "No",
         ["Your partner must pick up the foot first."]),
        ("vegas", ASKED, "No", ["You must meld your last card."]),
        ("classic", {"seat": "1", "books.clean": "1"}, "Yes", []),
        ("catawba", ASKED | {"begun.aces": "1"}, "Yes", ["−1,000 points if you go out now"]),
    ],
)  # fmt: skip
def test_the_answer_names_at_most_two_things_in_the_way(visitor, nothing_recorded, slug, typed, answer, reasons):
    table = visitor.begin(*slug.split())
    nothing_recorded()
    page = ask_out(table, **typed)
    assert answer_of(page) == answer
    for reason, words in zip(_reasons(page), reasons, strict=True):
        assert words in reason


def test_everything_in_the_way_is_unfolded_in_full(courtesy):
    page = ask_out(courtesy, seat="1", card="2", last_card="discard", partner_says="yes")
    (folded,) = [box for box in page.root.all("details") if box["id"] == "more"]
    reasons = [item.text for item in folded.all("li")]
    assert "You have not picked up your foot yet." in reasons
    assert "A two is a wild card, and you may not discard a wild card." in reasons
    assert folded.all("summary")[0].text.startswith("Worth it? Ann & Carla")


def test_many_books_that_are_missing_are_counted_in_the_answer_and_named_below(visitor):
    page = ask_out(visitor.begin("laguna-woods", "6x3"), seat="1", in_foot="1")
    assert _reasons(page) == ["Still missing: 5 books."]
    assert "Still missing: 1 clean book, 1 dirty book, 1 book of fives, 1 book of sevens and 1 wild book." in page.text


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("partnership", "Ann may go out from the foot. Ask first? A no does not stop Ann."),
        ("southern-ohio", "If Ann is in the foot, nothing else is missing."),
        ("two-handed", "Ann may go out from the foot."),
    ],
)
def test_the_answer_names_the_foot_that_nobody_has_said_anything_about(visitor, slug, sentence):
    page = ask_out(visitor.begin(slug), **READY)
    (answer,) = [s for s in page.root.all("section") if s["class"].startswith("answer")]
    assert sentence == " ".join(p.text for p in answer.all("p")[1:])


def test_the_answer_says_what_going_out_pays(visitor, courtesy):
    assert "Going out pays 100 points." in ask_out(courtesy, **ASKED).text
    in_one_turn = {"seat": "1", "books.clean": "1", "concealed": "1"}
    assert "pays 200 points" in ask_out(visitor.begin("classic"), **in_one_turn).text


@pytest.mark.parametrize(
    ("slug", "asked", "not_asked"),
    [
        ("partnership", {"in_foot"}, {"card", "last_card", "concealed", "partner_in_foot"}),
        ("friends-family", {"card", "last_card"}, set()),
        ("bicycle", {"last_card"}, set()),
        ("classic", {"concealed"}, {"in_foot"}),
    ],
)
def test_only_what_the_rules_ask_for_is_asked(visitor, slug, asked, not_asked):
    names = question_of(ask_out(visitor.begin(*slug.split()), seat="1")).names
    assert (asked - names, not_asked & names) == (set(), set())


def test_what_was_asked_stays_on_the_page(visitor, courtesy):
    fields = question_of(ask_out(courtesy, **READY | {"seat": "2", "card": "2"})).fields
    names = ("books.clean", "in_foot", "seat", "card", "last_card")
    assert [fields[name] for name in names] == ["4", "1", "2", "2", "discard"]
    vegas = question_of(ask_out(visitor.begin("vegas"), seat="1"))
    assert vegas.fields["last_card"] == "meld"


def test_a_premium_book_is_finished_or_unfinished_and_of_no_rank_that_was_lost(visitor):
    table = visitor.begin("catawba")
    page = ask_out(table, **READY, **{"books.aces": "1", "begun.aces": "1"})
    assert page.status == 422
    assert "not both" in page.beside("books.aces")
    table.sheet().save(team1__lost_aces="1")
    asked = {"seat": "1", "in_foot": "1", "last_card": "meld", "partner_says": "yes"}
    page = ask_out(table, **asked, **{"books.aces": "1"})
    assert page.status == 422
    assert "lost the books of aces" in page.text


def test_a_game_that_is_over_still_answers(table):
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    assert ask_out(table, **READY).status == 200
    assert table.visitor.get(f"{table.address}/open", **{"K.naturals": "6"}).status == 200


def test_red_threes_are_asked_for_where_going_out_needs_them_and_go_onto_the_sheet(visitor):
    needs = {"going_out.cases.1.red_threes": 2, "threes.red.laid.counted": "apart"}
    data = {"schema": 2, "name": "Threes", "parent": "friends-family", "set": needs}
    own_rules.save_new(visitor.club, data, Sender("threes"))
    table = visitor.begin("threes")
    assert "5 black books (dirty) and 2 red threes laid down" in ask_out(table).text
    page = ask_out(table, **ASKED, **{"threes.red.laid": "1"})
    assert (answer_of(page), _reasons(page)) == ("No", ["Still missing: 1 red three laid down."])
    page = ask_out(table, **ASKED, **{"threes.red.laid": "2"})
    assert answer_of(page) == "Yes"
    (form,) = [form for form in page.forms if "table.ended" in form.fields]
    assert form.fields["team1.red_threes_laid"] == "2"
    assert "threes.red.laid" not in question_of(ask_out(visitor.begin("friends-family"), **ASKED)).fields
