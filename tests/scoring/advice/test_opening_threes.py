"""Threes and twos as natural cards, in melds and in sequences, and wild cards in sequences."""

import pytest

from scorepad.scoring.answers import can_open_document
from tests.rules.documents import faults
from tests.support.scoring import item, meld, rules, with_sambas

NATURAL = {"black_threes": "natural", "red_threes": "natural"}
LOW = ["8", "7", "6", "5", "4", "3", "2"]


def with_threes(document, points=5):
    for rule in document["threes"]:
        if rule["place"] == "laid":
            pays = [{"from": 1, "points": points, "per": "card"}]
            rule |= {"counted": "with_cards", "pays": pays}


def changed(ranks=(), **melds):
    """Return the partnership game with sequences of these ranks, these meld rules, and threes that count five."""

    def change(document):
        with_sambas(document)
        with_threes(document)
        item(document, "books", "samba")["ranks"] = list(ranks)
        document["melds"] |= {"opening_wilds": "as_any_meld", **melds}

    return rules(change=change)


def sequence(cards, *wilds):
    return {"rank": "sequence", "cards": cards.split(), "wilds": list(wilds)}


def ask(rule_set, *melds, **more):
    answer = can_open_document(rule_set, {"round": 1, "melds": list(melds), **more})
    return answer["points"], [problem["code"] for problem in answer["problems"] if problem["code"] != "below_minimum"]


REFUSED = ["rank_cannot_be_melded"]


@pytest.mark.parametrize(
    ("melds", "shown", "answer"),
    [
        (NATURAL, meld("3", 4), (20, [])),
        (NATURAL, meld("black3", 2, "joker"), (60, [])),
        (NATURAL, meld("red3", 1, "joker", "2"), (75, ["too_many_wilds"])),
        ({**NATURAL, "natural_ranks": ["3"]}, meld("black3", 2, "joker"), (60, ["rank_takes_no_wilds"])),
        ({**NATURAL, "natural_ranks": ["3"]}, meld("3", 3), (15, [])),
        ({"black_threes": "natural"}, meld("black3", 3), (15, [])),
        ({"black_threes": "natural"}, meld("3", 3), (0, REFUSED)),
        ({"black_threes": "natural"}, meld("red3", 3), (0, REFUSED)),
    ],
)
def test_threes_are_melded_like_any_rank_where_the_rules_say_so(melds, shown, answer):
    assert ask(changed(**melds), shown) == answer


@pytest.mark.parametrize(
    ("wilds", "shown", "answer"),
    [
        (0, sequence("5 4 3 2"), (35, [])),
        (0, sequence("7 5 4"), (15, ["not_a_sequence"])),
        (0, sequence("7 6 5", "joker"), (65, ["not_a_sequence"])),
        (1, sequence("7 5 4", "joker"), (65, [])),
        (1, sequence("7 6 5", "2"), (35, [])),
        (1, sequence("8 5 4", "2"), (40, ["not_a_sequence"])),
        (1, sequence("8 5 4", "2", "2"), (60, ["too_many_wilds"])),
        ("any", sequence("8 5 4", "2", "2"), (60, [])),
        ("any", sequence("5 5", "2"), (30, ["not_a_sequence"])),
        ("any", sequence("", "2", "2", "2"), (60, ["not_a_sequence"])),
    ],
)
def test_a_sequence_has_threes_twos_and_wild_cards_as_the_rules_say(wilds, shown, answer):
    more = {} if wilds == 0 else {"sequence_wilds": wilds}
    assert ask(changed(LOW, **more), shown) == answer


def test_a_three_or_two_that_the_rules_do_not_name_is_no_such_card():
    for shown in (meld("3", 3), sequence("5 4 3"), sequence("4 5 2")):
        with pytest.raises(ValueError, match=r"There is no “[32]” here"):
            ask(changed(), shown)


def test_wild_cards_in_sequences_open_only_where_any_meld_may_have_them():
    assert ask(changed(LOW, opening_wilds="pair_and_one", sequence_wilds=1), sequence("7 6", "2"))[1] == [
        "wilds_only_with_a_pair"
    ]


def test_who_goes_out_may_meld_black_threes_alone():
    out = {"hand_after": 0}
    assert ask(rules("classic"), meld("black3", 3), meld("K", 3)) == (30, REFUSED)
    assert ask(rules("classic"), meld("black3", 3), meld("K", 7), **out) == (85, [])
    assert ask(rules("classic"), meld("black3", 3, "joker"), meld("K", 7), **out) == (135, ["too_many_wilds"])
    # Without a book the team may not go out, and so not meld black threes.
    assert ask(rules("classic"), meld("black3", 3), meld("K", 3), **out) == (30, [*REFUSED, "books_missing"])


def test_a_book_of_threes_pays_what_the_rules_say_for_it():
    def change(document):
        with_threes(document)
        document["melds"] |= NATURAL
        document["opening"].update(book_points=True)
        three = {**item(document, "books", "clean"), "code": "threes", "made_of": "threes", "points": 300}
        document["books"].append(three)

    assert ask(rules(change=change), meld("black3", 7)) == (335, [])
    assert ask(rules(change=change), meld("3", 7)) == (335, [])

    def needed(document):
        change(document)
        document["opening"]["steps"][0].update(minimum=0, books=["clean"])

    assert ask(rules(change=needed), meld("3", 7))[1] == ["book_required"]


def test_natural_threes_need_a_price_that_counts_with_the_cards():
    from scorepad.rules import preset, to_document

    document = to_document(preset("partnership"))
    document["melds"]["red_threes"] = "natural"
    assert [path for path, _ in faults(document)] == ["threes.red.laid.counted"]
    with_threes(document)
    document["melds"]["black_threes"] = "natural"
    assert faults(document) == []
    next(rule for rule in document["threes"] if rule["place"] == "laid")["pays"][0]["points"] = 6
    assert [path for path, _ in faults(document)] == ["threes.red.laid.pays"]


def test_threes_of_any_colour_are_no_more_than_the_decks_hold():
    question = {"round": 1, "decks": 1, "melds": [meld("3", 3), meld("red3", 2)]}
    with pytest.raises(ValueError, match=r"melds\[1\]: You counted 5 threes, but 1 deck holds only 4"):
        can_open_document(changed(**NATURAL), question)
