"""Opening without the minimum: when the melds empty the hand, or when the team goes out with them."""

import pytest

from scorepad.scoring.answers import can_open_document, score_document
from tests.support.scoring import item, meld, round_of, rules

EMPTY, OUT = {"hand_after": 0}, {"hand_after": 0, "in_foot": True}


def waived(word, slug="partnership"):
    return rules(slug, lambda document: document["opening"].update(waived=word))


def ask(rule_set, *melds, number=1, **more):
    return can_open_document(rule_set, {"round": number, "melds": list(melds), **more})


@pytest.mark.parametrize(
    ("word", "hand", "opens"),
    [
        ("hand_empty", EMPTY, True),
        ("hand_empty", OUT, False),
        ("hand_empty", {"hand_after": 1}, False),
        ("hand_empty", {}, False),
        ("going_out", EMPTY, False),
        ("going_out", OUT, False),
        ("going_out", {"hand_after": 1, "in_foot": True}, False),
        ("going_out", {"in_foot": True}, False),
        ("never", OUT, False),
    ],
)
def test_an_empty_hand_or_going_out_takes_the_place_of_the_minimum(word, hand, opens):
    answer = ask(waived(word), meld("4", 3), **hand)
    assert (answer["opens"], answer["minimum"], answer["points"]) == (opens, 50, 15)
    assert (answer["missing"], answer.get("waived")) == ((0, True) if opens else (35, None))


def test_only_the_minimum_and_the_book_are_waived_and_not_the_rules_for_melds():
    answer = ask(waived("hand_empty"), meld("4", 2), **EMPTY)
    assert [problem["code"] for problem in answer["problems"]] == ["too_few_cards"]
    assert [problem["code"] for problem in ask(waived("hand_empty"), **EMPTY)["problems"]] == ["nothing_melded"]
    assert ask(waived("hand_empty", "dearie"), meld("4", 3), number=5, **EMPTY)["opens"]


def two_books(document):
    document["opening"].update(waived="going_out")
    document["opening"]["steps"][0]["minimum"] = 120


def out_codes(rule_set, *melds, number=1):
    answer = ask(rule_set, *melds, number=number, **OUT)
    return answer.get("waived", False), [problem["code"] for problem in answer["problems"]]


def test_going_out_waives_the_minimum_only_if_the_melds_hold_what_going_out_needs():
    rule_set = rules("partnership", two_books)
    assert out_codes(rule_set, meld("4", 3), meld("5", 4)) == (False, ["below_minimum", "books_missing"])
    clean, dirty = meld("4", 7), meld("5", 4, "2")
    assert out_codes(rule_set, clean, dirty)[0] is False
    dirty = meld("5", 4, "2", "2", "2")
    anything = rules("partnership", lambda d: (two_books(d), d["melds"].update(opening_wilds="as_any_meld")))
    assert out_codes(anything, clean, dirty) == (True, [])
    # A missing waiver is no reason against an opening that needs none.
    assert out_codes(anything, meld("A", 6)) == (False, [])
    # Without a foot the hand is the last packet.
    assert ask(waived("going_out", "classic"), meld("4", 7), **EMPTY)["opens"]
    assert not ask(waived("going_out", "classic"), meld("4", 6), **EMPTY)["opens"]


def test_a_begun_book_that_must_be_finished_keeps_the_minimum():
    def change(document):
        document["opening"].update(waived="going_out")
        item(document, "books", "aces")["must_finish"] = True
        document["going_out"]["cases"][0]["needs"] = {}

    assert out_codes(rules("catawba", change), meld("4", 3)) == (True, [])
    begun = out_codes(rules("catawba", change), meld("A", 3), number=2)
    assert begun == (False, ["below_minimum", "premium_unfinished"])


def test_who_went_out_may_have_melded_less_than_the_minimum():
    out = {"books": {"clean": 1, "dirty": 1}, "melded": 45, "went_out": True}
    for word, warned in (("never", 1), ("hand_empty", 0), ("going_out", 0)):
        problems = score_document(waived(word), round_of(out, {"melded": 45}))["problems"]
        assert sum(problem["code"] == "below_minimum" for problem in problems) == 1 + warned
