"""What Scorepad says before, during and after a round agrees, for every preset and for random own rules.

Before: "Can we open?" and the minimum on the table. During: "May we go out?", with the round as it would then score.
After: the warnings of the count, and the score of the finished round.
"""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.rules import codes, from_document, preset, slugs
from scorepad.rules.words import LastCard
from scorepad.scoring.advice.going_out import OutQuestion, can_go_out
from scorepad.scoring.advice.opening import OpeningQuestion, can_open
from scorepad.scoring.check import check
from scorepad.scoring.documents import read_round
from scorepad.scoring.game.course import minimums
from scorepad.scoring.model import Level, Waived
from scorepad.scoring.needs import UNMET, penalised_teams
from scorepad.scoring.score import score
from scorepad.scoring.sheet import build_sheet
from tests.support.drawn_rounds import quick, rounds
from tests.support.rule_documents import rule_documents

every_preset = st.sampled_from(slugs()).map(preset)
any_rules = every_preset | rule_documents().map(from_document)


@st.composite
def played(draw, goes_out):
    rules = draw(any_rules)
    entry, problems = read_round(rules, draw(rounds(rules, goes_out=goes_out)))
    assert problems == ()
    return entry


@settings(quick, max_examples=60)
@given(played(goes_out=True), st.data())
def test_may_we_go_out_says_what_the_finished_round_scores_and_warns_of(entry, data):
    at = next(at for at, team in enumerate(entry.teams) if team.went_out)
    if data.draw(st.booleans()):
        # Sometimes the team lacks books: every answer must say so.
        entry = _with_team(entry, at, books={})
    team = entry.teams[at]
    before = tuple(_not_out(one) for one in entry.teams)
    question = OutQuestion(
        rules=entry.rules,
        round_number=entry.round_number,
        table=entry.table,
        decks=entry.decks,
        books=team.books,
        unfinished=team.unfinished,
        in_foot=True,
        last_card=LastCard.MELD,
        concealed=team.concealed,
        lost=team.lost,
        teams=before,
        asking_team=at + 1,
        alone=entry.alone,
    )
    answer = can_go_out(question)
    assert answer.projected.teams == score(entry)
    unmet = {problem.code for problem in answer.blockers if problem.code in UNMET}
    problems = check(entry)
    sheet = build_sheet(entry.rules, entry.table, entry.round_number, entry.decks)
    penalised = at in penalised_teams(entry, sheet)
    errors = {problem.code for problem in problems if problem.level is Level.ERROR and problem.code in UNMET}
    assert unmet == errors or (penalised and unmet and not errors)
    assert bool(unmet) == (bool(errors) or penalised)
    # What the answer says of the others' problems is what the count says, where an error is a warning before.
    assert {(p.code, p.path) for p in answer.projected.problems} == {(p.code, p.path) for p in problems}
    paid = [line for line in score(entry)[at].lines if line.code == codes.GOING_OUT]
    assert [line.each for line in paid] == ([answer.bonus] if answer.bonus else [])
    assert all((line.waived is Waived.SEVERE_PENALTY) == penalised for line in paid)


def _with_team(entry, at, **changes):
    teams = tuple(replace(team, **changes) if number == at else team for number, team in enumerate(entry.teams))
    return replace(entry, teams=teams)


def _not_out(team):
    return replace(team, went_out=False)


@settings(quick, max_examples=60)
@given(played(goes_out=False))
def test_the_minimum_before_the_round_is_the_one_that_the_count_warns_of(entry):
    totals = tuple(team.score_before for team in entry.teams)
    steps = minimums(entry.rules, entry.table, entry.round_number, totals)
    warned = {p.path: p.facts["minimum"] for p in check(entry) if p.code == "below_minimum"}
    for at, (team, step) in enumerate(zip(entry.teams, steps, strict=True)):
        question = OpeningQuestion(
            entry.rules, entry.round_number, entry.table, entry.decks, team.score_before, (), team.lost
        )
        assert can_open(question).minimum == step.minimum
        path = f"teams[{at}].melded"
        if path not in warned:
            continue
        if entry.alone is None:
            assert warned[path] == step.minimum
        else:
            assert warned[path] in {one.minimum for one in steps}
    # A team that melded points below its minimum is warned; one at or above it never is.
    for at, (team, step) in enumerate(zip(entry.teams, steps, strict=True)):
        counts = isinstance(team.melded, int) and team.melded and entry.alone is None
        if counts and not entry.rules.opening.book_points and not _is_waived(entry, at):
            assert (f"teams[{at}].melded" in warned) == (team.melded < step.minimum)


def _is_waived(entry, at):
    """Whether nothing that the team melded scores, so that nothing about it is asked."""
    lines = [line for line in score(entry)[at].lines if line.code == codes.MELDED]
    return any(line.waived for line in lines)
