"""Valid drafts that are probably a mistake."""

import pytest

from scorepad.rulebook.additions import additions
from scorepad.rulebook.house_rules import checked, laid_over, suspicions_of, with_option
from scorepad.rulebook.parse import parse
from scorepad.rules import preset, to_document
from scorepad.rules.keys import Group


@pytest.fixture
def draft():
    return to_document(preset("partnership"), every_key=True)


def add(document, group, name):
    additions(document, group)[name].apply(document)


def typed(document, group, **texts):
    return parse(document, group, {path.replace("__", "."): (text,) for path, text in texts.items()}).document


def test_what_is_hardly_meant_is_asked_about(draft):
    add(draft, Group.BOOKS, "wild")
    add(draft, Group.OUT, "rounds")
    draft["books"][-1]["most"] = 1
    assert suspicions_of(draft, checked(draft)[0]) == ()
    draft = typed(draft, Group.BOOKS, melds__wild_melds="no")
    draft = typed(draft, Group.OUT, going_out__cases__2__needs__wild="2", going_out__cases__1__rounds="")
    assert [(suspicion.group, suspicion.sentence) for suspicion in suspicions_of(draft, checked(draft)[0])] == [
        (Group.BOOKS, "Wild books: no meld may become one."),
        (Group.OUT, "Wild books to go out, in all other cases: going out takes 2, and a team may have 1 at most."),
        (Group.OUT, "What going out pays, case by case: case 2 never applies, because case 1 already applies."),
    ]


ABSURD = {
    Group.END: ({"end__rounds": "99999"}, "Rounds: that takes about 24,999 hours."),
    Group.OPENING: (
        {"opening__steps__1__minimum": "900000"},
        "From round 1: points to open with: a hand of 11 cards is worth 550 at most.",
    ),
    Group.CARDS: ({"cards__joker": "90000"}, "Jokers: one card is worth more than any book."),
    Group.BOOKS: (
        {"books__clean__points": "900000"},
        "Red books: points for one: 900,000 points are far more than in any published rules.",
    ),
    Group.DEAL: ({"tables__1__foot": "60"}, "Cards in the foot: 4 players are dealt 284 cards, and 5 decks have 270."),
    Group.OUT: (
        {"going_out__cases__1__needs__clean": "50"},
        "What going out pays, case by case: the books it takes have 357 cards, and 5 decks have 270.",
    ),
}


@pytest.mark.parametrize("group", ABSURD)
def test_numbers_that_no_table_plays_by_are_asked_about_and_not_refused(draft, group):
    texts, sentence = ABSURD[group]
    draft = typed(draft, group, **texts)
    rules, contradictions = checked(draft)
    assert ([suspicion.sentence for suspicion in suspicions_of(draft, rules)], contradictions) == ([sentence], ())


def test_an_answer_that_changes_nothing_is_asked_about(draft):
    add(draft, Group.CHOICES, "choice")
    assert [(suspicion.group, suspicion.message) for suspicion in suspicions_of(draft, checked(draft)[0])] == [
        (Group.CHOICES, "“Otherwise” changes nothing yet.")
    ]


def test_answers_that_add_the_same_contradict_each_other(draft):
    for key in ("choice", "choice_2"):
        add(draft, Group.CHOICES, "choice")
        answer = f"choices.{key}.options.other"
        played = laid_over(draft, answer)
        add(played, Group.BOOKS, "sevens")
        draft = with_option(draft, answer, played)
    rules, (clash,) = checked(draft)
    assert (rules, clash.path) == (None, "choices.choice_2.options.other")
    assert clash.message.endswith("cannot be picked in one game: both add the same.")
