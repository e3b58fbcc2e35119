"""Can we open: minimums, wild cards, sizes, sequences, required books, and the points shown."""

import pytest

from scorepad.rules import choose, preset
from scorepad.scoring.answers import can_open_document
from tests.support.scoring import faults, item, meld, rules, with_sambas


def ask(slug, *melds, number=1, total=0, **more):
    rule_set = preset(slug) if isinstance(slug, str) else slug
    question = {"round": number, "score_before": total, "melds": list(melds), **more}
    return can_open_document(rule_set, question)


def codes(answer):
    return [problem["code"] for problem in answer["problems"]]


def test_the_answer_has_the_keys_and_the_sums_the_design_shows():
    result = ask("partnership", meld("K", 2, "joker"), number=2)
    assert [problem["code"] for problem in result.pop("problems")] == ["below_minimum"]
    assert result == {"opens": False, "minimum": 90, "points": 70, "missing": 20}


BY_TOTAL = {
    "two-handed": {-500: 50, 3000: 50, 3001: 90, 6000: 90, 6001: 120},
    "classic": {-1: 15, 0: 50, 1499: 50, 1500: 90, 3000: 120},
    "pennies": {-1: 50, 499: 50, 500: 90, 1000: 120, 1500: 150},
    "roth": {-1: 50, 2500: 90, 5000: 120, 7499: 120, 7500: 150},
    "laguna-woods": {0: 50, 14999: 50, 15000: 90, 30000: 120, 50000: 150},
}


@pytest.mark.parametrize("slug", BY_TOTAL)
@pytest.mark.parametrize("number", [1, 9])
def test_the_minimum_follows_the_own_total_whatever_the_round(slug, number):
    for total, minimum in BY_TOTAL[slug].items():
        assert ask(slug, number=number, total=total)["minimum"] == minimum


def test_exactly_the_minimum_opens_and_one_card_less_does_not():
    assert ask("southern-ohio", meld("K", 5))["opens"] is True
    result = ask("southern-ohio", meld("K", 4))
    assert (result["opens"], result["missing"]) == (False, 10)
    assert ask("southern-ohio", meld("K", 7))["missing"] == 0


WILDS = [
    ("partnership", meld("K", 2, "joker"), []),
    ("partnership", meld("K", 3, "joker"), ["wilds_only_with_a_pair"]),
    ("partnership", meld("K", 2, "2", "2"), ["wilds_only_with_a_pair"]),
    ("partnership", meld("K", 1, "2", "2"), ["too_many_wilds", "wilds_only_with_a_pair"]),
    ("southern-ohio", meld("K", 2, "joker", "2"), []),
    ("southern-ohio", meld("K", 2, "joker", "joker", "2"), ["too_many_wilds"]),
    ("southern-ohio", meld("K", 4, "2", "2", "2", "2"), []),
    ("friends-family", meld("K", 2, "joker"), []),
    ("friends-family", meld("K", 2, "joker", "2"), ["too_many_wilds"]),
    ("friends-family", meld("K", 4, "2", "2", "2"), []),
    ("friends-family", meld("K", 5, "2", "2", "2", "2"), ["too_many_cards", "too_many_wilds"]),
    ("catawba", meld("K", 2, "joker", "2"), []),
    ("catawba", meld("K", 3, "2", "2", "2"), []),
    ("catawba", meld("K", 3, "2", "2", "2", "joker"), ["too_many_wilds"]),
    ("catawba", meld("K", 4, "2", "2", "2"), []),
    ("catawba", meld("K", 8), ["too_many_cards"]),
    ("pierson", meld("K", 2, "2", "2"), []),
    ("pierson", meld("K", 4, "2", "2", "2", "2"), ["too_many_wilds"]),
    ("pennies", meld("K", 4, "2", "2", "2"), []),
    ("pennies", meld("K", 5, "2", "2", "2", "2"), ["too_many_cards", "too_many_wilds"]),
    # No card, or no wild card, is added to a finished book where the rules forbid it.
    ("pennies", meld("K", 8), ["too_many_cards"]),
    ("roth", meld("K", 8), []),
    ("roth", meld("K", 6, "2", "2", "2", "2"), ["too_many_wilds"]),
    ("southern-ohio", meld("K", 6, "2", "2", "2", "2"), []),
    ("partnership", meld("K", 0, "joker", "joker", "joker"), ["too_many_wilds", "wilds_only_with_a_pair"]),
    ("partnership", meld("A", 2), ["too_few_cards"]),
    ("partnership", meld("A", 0), ["too_few_cards", "below_minimum"]),
    ("partnership", meld("joker", 3), ["rank_cannot_be_melded", "below_minimum"]),
    ("whitnack", meld("joker", 2, "2"), []),
    ("whitnack", meld("2", 3, "joker", "joker", "joker", "joker"), []),
    ("whitnack", meld("2", 4, "joker", "joker", "joker", "joker"), ["too_many_cards"]),
    ("partnership", meld("black3", 4), ["rank_cannot_be_melded", "below_minimum"]),
    ("partnership", meld("red3", 3, "joker"), ["rank_cannot_be_melded", "below_minimum"]),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "shown", "problems"), WILDS)
def test_a_meld_is_good_or_has_all_its_problems_named(slug, shown, problems):
    result = codes(ask(slug, shown))
    if "below_minimum" not in problems:
        result = [code for code in result if code != "below_minimum"]
    assert result == problems


def test_points_count_faulty_melds_too_but_not_ranks_that_cannot_be_melded():
    result = ask("partnership", meld("A", 2), meld("K", 3, "joker"), meld("red3", 3, "joker"))
    assert result["points"] == 40 + 80
    assert [(problem["code"], problem["path"]) for problem in result["problems"]] == [
        ("too_few_cards", "melds[0]"),
        ("wilds_only_with_a_pair", "melds[1]"),
        ("rank_cannot_be_melded", "melds[2]"),
    ]


def test_a_team_has_no_more_books_of_one_rank_than_the_rules_allow():
    two = (meld("7", 7), meld("7", 4, "2", "2", "2"))
    problems = ask("friends-family", *two)["problems"]
    assert [(problem["code"], problem["path"]) for problem in problems] == [("books_of_one_rank", "melds[1]")]
    assert ask("friends-family", meld("7", 7), meld("7", 3), meld("8", 7))["opens"]
    assert ask("roth", *two)["opens"]


def test_a_book_beyond_the_most_of_its_kind_counts_as_an_ordinary_one_or_not_at_all():
    dear = rules("catawba", lambda document: document["opening"].update(book_points=True))
    assert ask(dear, meld("A", 7))["points"] == 140 + 1000
    assert ask(dear, meld("A", 7), meld("A", 7))["points"] == 280 + 1000 + 500
    one = rules("whitnack", lambda document: item(document, "books", "wild").update(most=1))
    assert codes(ask(one, meld("2", 7), meld("joker", 7))) == ["premium_twice"]


def test_no_more_books_of_a_kind_than_needed_until_all_are_there():
    short = choose(preset("friends-family"), {"books": "short"})
    assert codes(ask(short, meld("K", 7), meld("Q", 7))) == ["extra_books"]
    assert codes(ask(short, meld("K", 7), meld("Q", 7), meld("J", 4, "2", "2", "2"))) == []


def test_limits_that_stand_elsewhere_in_the_rules_hold_in_an_opening_too():
    def change(document):
        with_sambas(document)
        document["melds"].update(wild_melds=True, opening_most_cards=5, sequence_wilds=1)
        item(document, "books", "clean").update(made_of="any", ranks=["K"], cards=4)

    strict = rules("partnership", change)
    assert codes(ask(strict, meld("joker", 3))) == ["wilds_only_with_a_pair"]
    assert codes(ask(strict, meld("sequence", cards=["A", "K", "Q", "J", "10", "9"]))) == ["too_many_cards"]
    # A book of any cards has the limit on wild cards of a book.
    free = rules("partnership", lambda d: (change(d), d["melds"].update(opening_wilds="as_any_meld")))
    assert codes(ask(free, meld("K", 2, "joker", "joker"))) == ["too_many_wilds"]
    lost = rules("catawba", with_sambas)
    assert codes(ask(lost, meld("sequence", cards=["A", "K", "Q"]), lost=["aces"])) == [
        "rank_cannot_be_melded",
        "below_minimum",
    ]


SEVEN = ["A", "K", "Q", "J", "10", "9", "8"]


@pytest.mark.parametrize(
    ("shown", "problems"),
    [
        (meld("sequence", cards=["A", "K", "Q", "J"]), []),
        (meld("sequence", cards=["Q", "A", "K"]), []),
        (meld("sequence", cards=["A", "K", "J"]), ["not_a_sequence"]),
        (meld("sequence", cards=["K", "K", "Q"]), ["not_a_sequence"]),
        (meld("sequence", 0, "2", cards=["K", "Q"]), ["not_a_sequence"]),
        (meld("sequence", cards=["K", "Q"]), ["too_few_cards"]),
        (meld("sequence", cards=[]), ["too_few_cards", "not_a_sequence"]),
        (meld("sequence", cards=SEVEN), []),
        (meld("sequence", cards=[*SEVEN, "7"]), ["too_many_cards"]),
    ],
)
def test_sequences_run_without_gaps_and_without_wild_cards(shown, problems):
    assert codes(ask(rules("southern-ohio", with_sambas), shown, meld("A", 4))) == problems


def test_a_required_book_opens_whatever_its_points_and_a_long_meld_is_one():
    assert ask("dearie", meld("4", 7), number=5)["opens"] is True
    assert ask("dearie", meld("2", 4, *["joker"] * 3), number=5)["opens"] is True
    assert ask("dearie", meld("A", 6), number=5)["opens"] is False
    result = ask("dearie", meld("K", 6), meld("4", 4, "2", "2", "2"), number=5)
    assert (result["minimum"], result["opens"]) == (0, True)


def test_a_waived_minimum_opens_with_any_good_meld_and_not_with_nothing():
    def waived(document):
        document["opening"]["steps"][0]["minimum"] = 0

    free = rules("partnership", waived)
    assert ask(free, meld("4", 3))["opens"] is True
    assert codes(ask(free)) == ["nothing_melded"]
    assert codes(ask("partnership")) == ["below_minimum"]


BAD = [
    ([meld("K", 21)], ("more_than_the_decks", "melds[0]")),
    ([meld("K", 12), meld("K", 12)], ("more_than_the_decks", "melds[1]")),
    ([meld("A", 9, *["joker"] * 11)], ("more_than_the_decks", "melds[0]")),
    ([meld("kings", 3)], ("unknown_name", "melds[0].rank")),
    ([meld(3, 3)], ("wrong_type", "melds[0].rank")),
    ([{"naturals": 3}], ("missing_key", "melds[0].rank")),
    ([meld("K", -1)], ("wrong_type", "melds[0].naturals")),
    ([meld("K", 2, "3")], ("unknown_name", "melds[0].wilds[0]")),
    ([meld("K", 2, ["2"])], ("unknown_name", "melds[0].wilds[0]")),
    ([{"rank": "K", "naturals": 3, "wilds": "2"}], ("wrong_type", "melds[0].wilds")),
    ([meld("K", 3, cards=["K"])], ("wrong_type", "melds[0].cards")),
    ([meld("sequence", 3, cards=["K"])], ("wrong_type", "melds[0].naturals")),
    ([meld("K", 3, wlids=[])], ("unknown_name", "melds[0].wlids")),
    (["K"], ("wrong_type", "melds[0]")),
    ("KKK", ("wrong_type", "melds")),
    ([meld("K", 3)] * 61, ("bad_value", "melds")),
]


@pytest.mark.parametrize(("melds", "fault"), BAD)
def test_what_is_no_opening_is_bad_input(melds, fault):
    assert faults(can_open_document, preset("partnership"), {"round": 1, "melds": melds}) == [fault]
