"""May we go out: every blocker and warning by rule set, what it pays, and what the round would then score."""

import pytest

from scorepad.rules import preset
from scorepad.scoring.answers import can_go_out_document, score_document
from tests.support.scoring import ONE_EACH, faults, item, rules


def ask(slug, books, *, last_card="discard", in_foot=True, number=1, **more):
    question = {"round": number, "books": books, "in_foot": in_foot, "last_card": last_card}
    rule_set = preset(slug) if isinstance(slug, str) else slug
    return can_go_out_document(rule_set, {**question, **more})


def codes(answer):
    """Return the codes of blockers, then those of warnings."""
    return [[problem["code"] for problem in answer[key]] for key in ("blockers", "warnings")]


ENOUGH = {
    "partnership": (ONE_EACH, 100),
    "southern-ohio": (ONE_EACH, 0),
    "friends-family": ({"clean": 4, "dirty": 5}, 100),
    "catawba": ({"clean": 3, "dirty": 4}, 500),
    "two-handed": (ONE_EACH, 100),
}
"""Books that are enough to go out, and what going out pays."""


def enough(slug):
    return ENOUGH[slug][0] if slug in ENOUGH else {"clean": 3, "dirty": 3}


@pytest.mark.parametrize(("slug", "books", "pays"), [(s, *row) for s, row in ENOUGH.items()])
def test_only_a_missing_book_blocks_a_player_with_a_foot_and_the_partner_s_yes(slug, books, pays):
    result = ask(slug, books, partner_says="yes", card="K")
    assert result == {"can_go_out": True, "blockers": [], "warnings": [], "bonus": pays}
    for need in ("clean", "dirty"):
        result = ask(slug, {**books, need: books[need] - 1}, partner_says="yes")
        assert (result["can_go_out"], result["bonus"]) == (False, pays)
        (blocker,) = result["blockers"]
        assert (blocker["code"], blocker["missing"]) == ("books_missing", {need: 1})
        severe = ["severe_penalty"] if slug in ("partnership", "two-handed") else []
        assert codes(result)[1] == severe


def test_premium_books_count_as_clean_and_what_is_missing_is_said_in_needs():
    enough = {"clean": 1, "dirty": 4, "aces": 1, "sevens": 1}
    assert ask("catawba", enough, partner_says="yes")["can_go_out"]
    (blocker,) = ask("catawba", {"dirty": 4, "aces": 1}, partner_says="yes")["blockers"]
    assert blocker["missing"] == {"clean": 2}
    assert "Still missing: 2 clean books." in blocker["message"]


def test_some_cards_may_not_be_the_last_discard():
    no_seven = rules(change=lambda document: document["going_out"].update(no_discard=["7", "red3"]))
    for card in ("7", "red3"):
        assert codes(ask(no_seven, ONE_EACH, card=card, partner_says="yes")) == [["kept_from_discard"], []]
        assert ask(no_seven, ONE_EACH, card=card, last_card="meld")["can_go_out"]
    assert ask(no_seven, ONE_EACH, card="8")["can_go_out"]
    (blocker,) = ask(no_seven, ONE_EACH, card="7")["blockers"]
    assert blocker["message"] == "Sevens may not be the last discard."


def test_every_blocker_is_named_at_once():
    blockers, warnings = codes(ask("friends-family", {}, in_foot=False, card="joker"))
    assert blockers == ["books_missing", "foot_not_picked_up", "wild_discard"]
    assert warnings == ["partner_not_asked"]
    nothing = {"in_foot": False, "partner_says": "no", "partner_in_foot": False}
    blockers, _ = codes(ask("whitnack", {}, last_card="meld", **nothing))
    assert blockers[:2] == ["books_missing", "foot_not_picked_up"]
    assert blockers[2:] == ["partner_said_no", "partner_not_in_foot"]


@pytest.mark.parametrize("says", [None, "no"])
@pytest.mark.parametrize(
    ("slug", "leave"),
    [
        *[("partnership", "courtesy"), ("friends-family", "courtesy"), ("vegas", "none")],
        *[("southern-ohio", "binding"), ("catawba", "binding"), ("classic", "binding if asked")],
    ],
)
def test_a_partner_s_leave_is_none_courtesy_or_binding(slug, leave, says):
    more = {"partner_says": says} if says else {}
    result = ask(slug, enough(slug), last_card="meld" if slug == "vegas" else "discard", **more)
    problem = "partner_said_no" if says else "partner_not_asked"
    expected = {"binding": [[problem], []], "courtesy": [[], [problem]], "none": [[], []]}
    expected["binding if asked"] = expected["binding" if says else "courtesy"]
    assert codes(result) == expected[leave]


@pytest.mark.parametrize("slug", ["friends-family", "dearie"])
def test_a_player_without_a_partner_is_never_asked_for_leave(slug):
    def binding(document):
        document["going_out"].update(leave="binding", partner_in_foot=True)

    books = {"clean": 3, "dirty": 4, **({"wild": 1, "sevens": 1} if slug == "dearie" else {})}
    result = ask(rules(slug, binding), books, players=2, partner_says="no")
    assert codes(result) == [[], []]


@pytest.mark.parametrize(
    ("slug", "last_card", "card", "blockers"),
    [
        ("friends-family", "discard", "2", ["wild_discard"]),
        ("friends-family", "discard", "joker", ["wild_discard"]),
        ("friends-family", "discard", "black3", []),
        ("friends-family", "discard", None, []),
        ("friends-family", "meld", "2", ["last_card_must_be_discarded"]),
        ("partnership", "discard", "2", []),
        ("partnership", "meld", "2", []),
        ("vegas", "discard", "2", ["last_card_must_be_melded"]),
        ("vegas", "meld", "joker", []),
    ],
)
def test_which_last_card_matters_only_where_it_is_discarded(slug, last_card, card, blockers):
    more = {"card": card} if card else {}
    result = ask(slug, enough(slug), last_card=last_card, partner_says="yes", **more)
    assert codes(result)[0] == blockers


def test_unfinished_premium_books_are_a_warning_with_their_points():
    begun = {"aces": 1, "sevens": 1}
    result = ask("catawba", enough("catawba"), unfinished=begun, partner_says="yes")
    assert result["can_go_out"] is True
    warnings = [(warning["code"], warning["points"]) for warning in result["warnings"]]
    assert warnings == [("unfinished_books", -1000)] * 2


def test_where_rules_punish_it_the_warning_says_what_going_out_anyway_would_cost():
    (warning,) = ask("two-handed", {"dirty": 3})["warnings"]
    assert (warning["code"], warning["points"]) == ("severe_penalty", -500)
    assert "all books (900 points)" in warning["message"]


TEAMS = [
    {"name": "Us", "books": {"clean": 9}, "melded": 300, "left": [0, 40], "red_threes": 1},
    {"name": "Them", "books": {"clean": 1}, "melded": 220, "left": 150, "went_out": False},
]


def test_with_teams_the_answer_projects_the_round_with_the_books_asked_about():
    result = ask("partnership", {"clean": 2, "dirty": 1}, partner_says="yes", teams=TEAMS)
    us = {**TEAMS[0], "books": {"clean": 2, "dirty": 1}, "went_out": True}
    round_ = {"round": 1, "ended": "went_out", "teams": [us, TEAMS[1]]}
    assert result["projected"] == score_document(preset("partnership"), round_)


def test_the_projection_is_for_the_team_that_is_marked_out():
    teams = [TEAMS[0], {**TEAMS[1], "went_out": True}]
    result = ask("partnership", ONE_EACH, partner_says="yes", teams=teams)["projected"]
    assert [team["bonus"] for team in result["teams"]] == [0, 100]
    assert result["teams"][0]["base"] == 9 * 500


def test_a_projection_of_what_is_not_allowed_says_so_as_a_warning():
    result = ask("southern-ohio", {"clean": 1}, partner_says="yes", teams=TEAMS)
    assert result["projected"]["problems"][0]["code"] == "books_missing"
    assert {problem["level"] for problem in result["projected"]["problems"]} == {"warning"}


IMPOSSIBLE = [
    ({"books": {"clean": 40}}, ("more_than_the_decks", "books.clean")),
    ({"books": {"aces": 2}}, ("premium_twice", "books.aces")),
    ({"books": {"aces": 1}, "unfinished": {"aces": 1}}, ("premium_twice", "books.aces")),
    ({"books": {"clen": 1}}, ("unknown_name", "books.clen")),
    ({"books": {}, "card": "3"}, ("wrong_type", "card")),
    ({"books": {}, "partner_says": "maybe"}, ("wrong_type", "partner_says")),
    ({"books": {}, "partner_in_foot": "yes"}, ("wrong_type", "partner_in_foot")),
    ({"books": {}, "teams": {}}, ("wrong_type", "teams")),
    ({"books": {}, "teams": [{"went_out": True}, {"went_out": True}]}, ("wrong_out", "teams")),
    ({"books": {}, "teams": [{}]}, ("wrong_teams", "teams")),
    ({"books": {}, "players": 6}, ("wrong_players", "players")),
]


@pytest.mark.parametrize(("question", "fault"), IMPOSSIBLE)
def test_what_cannot_be_is_bad_input(question, fault):
    whole = {"round": 1, "in_foot": True, "last_card": "discard", **question}
    assert faults(can_go_out_document, preset("catawba"), whole) == [fault]


def test_a_book_that_counts_for_two_needs_meets_both():
    both = {"counts_for": ["clean", "dirty"]}
    rule_set = rules("partnership", lambda d: item(d, "books", "clean").update(both))
    assert ask(rule_set, {"clean": 1}, partner_says="yes")["can_go_out"] is True
