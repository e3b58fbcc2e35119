"""Every problem code with an entry that causes it, its level, its path and a part of its sentence; melds in words."""

import pytest

from scorepad.rules import choose, preset
from scorepad.scoring.answers import BadInput, can_go_out_document, can_open_document, score_document
from scorepad.scoring.model import Meld
from scorepad.scoring.text.explain import meld_text, melds_text
from scorepad.scoring.text.messages import MESSAGES, problem_text
from tests.support.scoring import ONE_EACH, OUT, answer, item, meld, round_of, rules, with_sambas

FROM_PAGES_ALONE = {
    "bad_number": "a document's numbers are read by JSON; only a page has typed text to refuse",
    "not_counted": "what a document leaves out is zero; only a page knows what was not counted yet",
}
VEGAS, CATAWBA, OHIO = preset("vegas"), preset("catawba"), preset("southern-ohio")
FAMILY, WHITNACK, PARTNERSHIP = preset("friends-family"), preset("whitnack"), preset("partnership")
DEARIE, TWO = preset("dearie"), preset("two-handed")


def _first_to_open(document):
    size = [{"players": [], "rounds": [], "points": 60}]
    labels = {"one": "First to open", "many": "First to open", "grade_of": "", "most": 1}
    kind = {"code": "first", "kind": "first_to_open", "per": "round"}
    document["bonuses"].append({**kind, **labels, "cases": size})


def _strict(document):
    """Make going out need a red three laid down, and any book of aces that was begun to be finished."""
    document["going_out"]["cases"][0]["red_threes"] = 1
    item(document, "books", "aces")["must_finish"] = True
    laid = next(rule for rule in document["threes"] if (rule["color"], rule["place"]) == ("red", "laid"))
    laid["counted"] = "apart"


NO_SEVEN = rules("partnership", lambda d: d["going_out"].update(no_discard=["7"]))
NATURAL = rules("partnership", lambda d: d["melds"].update(opening_wilds="none", natural_ranks=["7"]))
BESIDE = rules("partnership", lambda d: d["melds"].update(opening_wilds="beside_natural"))
STRICT = rules("catawba", _strict)
ONE_WILD = rules("whitnack", lambda d: item(d, "books", "wild").update(most=1))
SHORT = choose(preset("friends-family"), {"books": "short"})
WAIVED = rules("classic", lambda d: d["opening"].update(waived="going_out"))


def _score(team, other=None, rule_set=PARTNERSHIP, **more):
    return score_document, rule_set, round_of(team, other or {}, **more)


def _out(rule_set, books, last_card="discard", **more):
    question = {"round": 1, "books": books, "in_foot": True, "last_card": last_card}
    return can_go_out_document, rule_set, {**question, **more}


def _open(rule_set, *melds, number=1, **more):
    return can_open_document, rule_set, {"round": number, "melds": list(melds), **more}


FULL = {"clean": 3, "dirty": 4}
PREMIUM = {"books": {"aces": 1}, "melded": 95}
RULED = {**OUT, "books": {"clean": 1}, "ruling": "we forgot"}

TABLE = [
    # Bad input.
    ("wrong_type", "error", "teams[0].melded", "“-5” is not points", _score({"melded": -5})),
    ("unknown_name", "error", "teams[0].books.clen", "mean “clean”", _score({"books": {"clen": 1}})),
    ("missing_key", "error", "in_foot", "This is required.", (*_out(TWO, {})[:2], {"round": 1})),
    ("bad_value", "error", "round", "from 1 to 1,000", _score({}, round=0)),
    ("bad_text", "error", "teams[0].name", "invisible characters", _score({"name": "\u202eEva"})),
    ("wrong_players", "error", "players", "for 4 players, not for “3”.", _score({}, players=3)),
    ("wrong_teams", "error", "teams", "there are 2 teams, but this lists 1 team.",
     (*_score({})[:2], round_of({}))),
    ("too_many_players", "error", "teams[0].left", "A team has 2", _score({"left": [0, 0, 0]})),
    ("threes_twice", "error", "teams[0].red_threes", "so these threes belong among them, as “red3”.",
     _score({"left": {"red3": 1}, "red_threes": 1})),
    ("threes_twice", "error", "teams[0].red_threes", "“threes” already says how many red threes are held.",
     _score({"threes": {"red": {"held": 1}}, "red_threes": 1})),
    ("wrong_out", "error", "ended", "Only one team", _score(OUT, OUT)),
    ("wrong_out", "error", "ended", "Say which team", _score({}, ended="went_out")),
    ("wrong_out", "error", "ended", "so Team 1 cannot have gone out.", _score(OUT, ended="stock_ran_out")),
    ("books_missing", "error", "teams[0].went_out", "Team 1 cannot have gone out. Still missing: 1 black book",
     _score({**OUT, "books": {"dirty": 1}}, rule_set=OHIO)),
    ("more_than_the_decks", "error", "teams[0].left.joker", "You counted 11 jokers, but 5 decks hold only 10.",
     _score({"left": {"joker": 11}})),
    ("more_than_the_decks", "error", "teams[0].melded", "The piles add up to 9,000 points, but 5 decks hold",
     _score({"melded": 9000})),
    ("more_than_the_decks", "error", "teams[0].books.clean", "at least 224 natural cards",
     _score({"books": {"clean": 32}})),
    ("out_has_cards", "error", "teams[0].left", "so one of its players has nothing",
     _score({**OUT, "left": [5, 5]})),
    ("out_has_cards", "error", "teams[0].left", "Team 1 went out and has nothing",
     _score({**OUT, "left": {"K": 1}}, rule_set=TWO)),
    ("out_has_cards", "error", "teams[0].threes.red.held", "Team 1 went out and has nothing",
     _score({**OUT, "red_threes": 1}, rule_set=TWO)),
    ("premium_twice", "error", "teams[0].books.aces", "finished or unfinished, not both",
     _score({**PREMIUM, "unfinished": {"aces": 1}}, rule_set=CATAWBA)),
    ("premium_twice", "error", "teams[0].unfinished.sevens", "at most 1 of the books of sevens",
     _score({"unfinished": {"sevens": 2}}, rule_set=CATAWBA)),
    ("premium_lost", "error", "teams[0].books.aces", "lost the books of aces and may not",
     _score({**PREMIUM, "lost": ["aces"]}, rule_set=CATAWBA)),
    ("premium_unfinished", "error", "teams[0].went_out", "Team 1 cannot have gone out. Begun and not finished:",
     _score({"books": FULL, "unfinished": {"aces": 1}, "went_out": True}, rule_set=STRICT)),
    ("red_threes_missing", "error", "teams[0].went_out", "Team 1 cannot have gone out. Still missing: 1 red three laid",
     _score({"books": FULL, "went_out": True}, rule_set=STRICT)),
    # Warnings, to be confirmed.
    ("table_ruling", "warning", "teams[0].went_out", "went out with 1 book of aces not finished. Your table",
     _score({"books": FULL, "unfinished": {"aces": 1}, "went_out": True, "ruling": "so agreed"}, rule_set=STRICT)),
    ("table_ruling", "warning", "teams[0].went_out", "Your table allowed it: we forgot.", _score(RULED)),
    ("more_than_possible", "warning", "teams[0].bonuses.exact_cut", "at most 2 exact cuts",
     _score({"bonuses": {"exact_cut": 3}})),
    ("one_team_only", "warning", "teams[1].bonuses.first", "only one team can have this",
     _score({"bonuses": {"first": 1}}, {"bonuses": {"first": 1}}, rules("partnership", _first_to_open))),
    ("threes_not_melded", "warning", "teams[0].threes.red.laid", "Red threes cannot be melded",
     _score({"threes": {"red": {"laid": 1}}})),
    ("threes_not_melded", "warning", "teams[0].melded.black3", "Black threes cannot be melded",
     _score({"melded": {"black3": 3, "K": 5}})),
    ("fewer_than_books_need", "warning", "teams[0].melded", "but the cards in the books alone are worth",
     _score({"books": {"clean": 1}})),
    ("fewer_than_books_need", "warning", "teams[0].melded", "6 cards melded, but the books alone have 7 or more.",
     _score({"books": {"clean": 1}, "melded": {"A": 6}})),
    ("not_a_multiple", "warning", "teams[0].left[1]", "7 cannot be right: all cards count in steps of 5.",
     _score({"left": [5, 7]})),
    ("below_minimum", "warning", "teams[0].melded", "45 is below the opening minimum of 50 points.",
     _score({"melded": 45})),
    ("book_required", "warning", "teams[0].books", "a finished book", _score({"melded": 90}, rule_set=DEARIE, round=5)),
    ("extra_books", "warning", "teams[0].books.clean", "You need only 4 red books (clean).",
     _score({"books": {"clean": 5}, "melded": 400}, rule_set=FAMILY)),
    # Going out.
    ("books_missing", "blocker", "", "Still missing: 1 dirty book.", _out(CATAWBA, {"clean": 3, "dirty": 3})),
    ("premium_unfinished", "blocker", "", "Begun and not finished: 1 book of aces.",
     _out(STRICT, FULL, unfinished={"aces": 1})),
    ("red_threes_missing", "blocker", "", "Still missing: 1 red three laid down.", _out(STRICT, FULL)),
    ("foot_not_picked_up", "blocker", "", "not picked up your foot yet.", _out(TWO, ONE_EACH, in_foot=False)),
    ("foot_not_picked_up", "blocker", "", "your knee and your foot yet.",
     _out(preset("laguna-woods"), {}, in_foot=False)),
    ("last_card_must_be_discarded", "blocker", "", "must be a discard.", _out(FAMILY, FULL, "meld")),
    ("last_card_must_be_melded", "blocker", "", "You must meld your last card.", _out(VEGAS, {"clean": 3, "dirty": 3})),
    ("wild_discard", "blocker", "", "A two is a wild card", _out(FAMILY, FULL, card="2")),
    ("wild_discard", "blocker", "", "A joker is a wild card", _out(FAMILY, FULL, card="joker")),
    ("kept_from_discard", "blocker", "", "Sevens may not be the last discard.", _out(NO_SEVEN, ONE_EACH, card="7")),
    ("partner_not_asked", "blocker", "", "only if they say yes.", _out(OHIO, ONE_EACH)),
    ("partner_not_asked", "warning", "", "as is the custom.", _out(FAMILY, FULL)),
    ("partner_not_asked", "warning", "", "Ask your partner first?", _out(PARTNERSHIP, ONE_EACH)),
    ("partner_said_no", "blocker", "", "you may not go out.", _out(OHIO, ONE_EACH, partner_says="no")),
    ("partner_said_no", "warning", "", "You may still go out", _out(FAMILY, FULL, partner_says="no")),
    ("partner_not_in_foot", "blocker", "", "Your partner must", _out(WHITNACK, {}, partner_in_foot=False)),
    ("partner_foot_unknown", "warning", "", "Has your partner picked up", _out(WHITNACK, {})),
    ("severe_penalty", "warning", "", "costs 500 points, all melds, all books (300 points) and the bonus of 100.",
     _out(TWO, {"dirty": 1})),
    ("unfinished_books", "warning", "", "1 unfinished book of aces: −1,000 points",
     _out(CATAWBA, FULL, unfinished={"aces": 1})),
    # Opening.
    ("too_few_cards", "blocker", "melds[0]", "at least 3 cards", _open(PARTNERSHIP, meld("A", 2))),
    ("too_many_cards", "blocker", "melds[0]", "at most 7 cards", _open(FAMILY, meld("A", 8))),
    ("too_many_wilds", "blocker", "melds[0]", "a meld with 2 natural cards can have at most 1 wild card.",
     _open(FAMILY, meld("A", 2, "2", "2"))),
    ("wilds_only_with_a_pair", "blocker", "melds[0]", "natural pair", _open(PARTNERSHIP, meld("A", 3, "2"))),
    ("wilds_in_opening", "blocker", "melds[0]", "cannot have wild cards.", _open(NATURAL, meld("A", 3, "2"))),
    ("natural_meld_needed", "blocker", "", "also need a meld without any.", _open(BESIDE, meld("A", 3, "2"))),
    ("books_of_one_rank", "blocker", "melds[1]", "Sevens: a team may have only 1 book of one rank.",
     _open(FAMILY, meld("7", 7), meld("7", 7))),
    ("premium_twice", "blocker", "melds[1]", "at most 1 of the", _open(ONE_WILD, meld("2", 7), meld("joker", 7))),
    ("extra_books", "blocker", "", "You need only 1 red book (clean).", _open(SHORT, meld("7", 7), meld("8", 7))),
    ("books_missing", "blocker", "", "Still missing: 1 book of any kind.", _open(WAIVED, meld("4", 3), hand_after=0)),
    ("rank_takes_no_wilds", "blocker", "melds[0]", "Sevens cannot have", _open(NATURAL, meld("7", 3, "2"))),
    ("rank_cannot_be_melded", "blocker", "melds[0]", "Red threes cannot", _open(OHIO, meld("red3", 3))),
    ("rank_cannot_be_melded", "blocker", "melds[0]", "Sequences cannot",
     _open(OHIO, meld("sequence", cards=["K", "Q", "J"]))),
    ("not_a_sequence", "blocker", "melds[0]", "in order without gaps",
     _open(rules("partnership", with_sambas), meld("sequence", cards=["K", "Q", "10"]))),
    ("below_minimum", "blocker", "", "40 is below the opening minimum of 50 points.", _open(OHIO, meld("K", 4))),
    ("book_required", "blocker", "", "a finished book", _open(DEARIE, meld("A", 6), number=5)),
    ("nothing_melded", "blocker", "", "There are no melds yet.",
     _open(rules("partnership", lambda d: d["opening"]["steps"][0].update(minimum=0)))),
]  # fmt: skip


def problems(verb, rule_set, document):
    """Return the code, level, path and sentence of every problem in the answer to a document."""
    try:
        answer = verb(rule_set, document)
    except BadInput as error:
        return [(p.code, str(p.level), p.path, problem_text(p)) for p in error.problems]
    result = []
    for key, level in {"problems": "blocker", "blockers": "blocker", "warnings": "warning"}.items():
        for problem in answer.get(key, []):
            more = {"level": level, "path": ""} | problem
            result.append((more["code"], more["level"], more["path"], more["message"]))
    return result


@pytest.mark.parametrize("row", TABLE, ids=[f"{n} {row[0]}" for n, row in enumerate(TABLE)])
def test_the_entry_provokes_the_problem_with_its_path_and_sentence(row):
    *expected, fragment, entry = row
    result = problems(*entry)
    assert any([*problem] == expected and fragment in text for *problem, text in result), result
    for *_, sentence in result:
        assert sentence.endswith((".", "?")), sentence
        assert sentence[0].isupper() or sentence[0] in "“−0123456789", sentence


def test_every_code_that_has_a_sentence_has_an_entry():
    assert {row[0] for row in TABLE} | set(FROM_PAGES_ALONE) == set(MESSAGES)


def test_warnings_do_not_keep_a_round_from_being_scored():
    scored = answer("partnership", {"melded": 42, "bonuses": {"exact_cut": 3}}, {})
    assert {problem["level"] for problem in scored["problems"]} == {"warning"}
    assert scored["teams"][0]["total"] == 342


MELDS = {
    Meld("K", 3): "3 kings",
    Meld("7", 2, ("2",)): "2 sevens with a two",
    Meld("A", 4, ("joker", "2", "2")): "4 aces with a joker and 2 twos",
    Meld("joker", 0, ("2", "2", "joker")): "1 joker and 2 twos",
    Meld("2", 3): "3 twos",
    Meld("sequence", cards=("6", "5", "4")): "the sequence six, five and four",
}


@pytest.mark.parametrize(("shown", "words"), MELDS.items(), ids=MELDS.values())
def test_a_meld_is_named_as_across_a_table(shown, words):
    assert meld_text(shown) == words


def test_several_melds_are_one_sentence():
    assert melds_text([*MELDS][:2]) == "3 kings and 2 sevens with a two"
