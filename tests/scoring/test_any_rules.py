"""Random valid rule sets score random rounds, and answer random questions, without a fault."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import from_document
from scorepad.rules.cards import RANKS, WILD_CARDS
from scorepad.scoring.check import check
from scorepad.scoring.documents.answers import (
    BadInput,
    can_go_out_document,
    can_open_document,
    score_document,
)
from scorepad.scoring.documents.rounds import read_round
from scorepad.scoring.model import Level
from scorepad.scoring.score import score
from scorepad.scoring.sheet import build_sheet
from scorepad.scoring.text.explain import line_text
from scorepad.scoring.text.messages import problem_text
from tests.support.drawn_rounds import quick, rounds
from tests.support.rule_documents import rule_documents

CANNOT_BE = {"more_than_the_decks", "premium_twice", "premium_lost", "books_missing"}


@st.composite
def rules_and_round(draw):
    rules = from_document(draw(rule_documents()))
    return rules, draw(rounds(rules))


@settings(quick, max_examples=50)
@given(rules_and_round())
def test_a_random_rule_set_scores_a_random_round(entry):
    rules, document = entry
    found, problems = read_round(rules, document)
    assert problems == ()
    problems = check(found)
    errors = {problem.code for problem in problems if problem.level is Level.ERROR}
    assert errors <= CANNOT_BE
    assert all(problem_text(problem) for problem in problems)
    # Even a round that cannot be has a score: a page shows it while the sheet is still being put right.
    for team in score(found):
        assert team.total == team.base + team.count + team.bonus
        assert team.total == sum(line.points for line in team.lines)
        assert all(line_text(line) for line in team.lines)
    if not errors:
        assert len(score_document(rules, document)["problems"]) == len(problems)
    sheet = build_sheet(rules, found.table, found.round_number, found.decks)
    codes = [field.code for field in sheet.fields]
    assert len(codes) == len(set(codes))


@settings(quick, max_examples=25)
@given(rules_and_round(), st.data())
def test_a_random_rule_set_says_whether_a_player_may_go_out(entry, data):
    rules, document = entry
    team = document["teams"][0]
    question = {
        **{key: document[key] for key in ("round", "players", "teams")},
        **{key: team[key] for key in ("books", "unfinished")},
        **{key: data.draw(st.booleans()) for key in ("in_foot", "concealed")},
        "last_card": data.draw(st.sampled_from(("discard", "meld"))),
        "card": "2",
    }
    try:
        answer = can_go_out_document(rules, question)
    except BadInput as error:
        codes = {problem.code for problem in error.problems}
        answer = {"can_go_out": True, "blockers": codes - CANNOT_BE}
    assert answer["can_go_out"] is (not answer["blockers"])


@st.composite
def melds(draw):
    rank = draw(st.sampled_from((*RANKS, *WILD_CARDS, "black3", "red3", "sequence")))
    wilds = draw(st.lists(st.sampled_from(WILD_CARDS), max_size=3))
    if rank == "sequence":
        cards = draw(st.lists(st.sampled_from(RANKS), max_size=8))
        return {"rank": rank, "wilds": wilds, "cards": cards}
    return {"rank": rank, "naturals": draw(st.integers(0, 8)), "wilds": wilds}


@settings(quick, max_examples=30)
@given(rule_documents(), st.lists(melds(), max_size=4), st.integers(1, 9), st.integers(-500, 9000))
def test_a_random_rule_set_says_whether_a_team_may_open(document, shown, number, total):
    rules = from_document(document)
    question = {"round": number, "score_before": total, "melds": shown}
    try:
        answer = can_open_document(rules, question)
    except BadInput as error:
        assert {problem.code for problem in error.problems} == {"more_than_the_decks"}  # noqa: PT017
    else:
        assert answer["opens"] is (not answer["problems"])
        assert answer["missing"] == max(0, answer["minimum"] - answer["points"])
