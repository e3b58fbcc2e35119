"""Random rule sets score random rounds and answer random questions. A slow reference checks the warnings."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from math import gcd

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import from_document, lookup, preset, slugs
from scorepad.rules.words import RANKS, WILD_CARDS, Counted, MadeOf, MeldedThrees, StockRound, Waiver
from scorepad.scoring.answers import BadInput, can_go_out_document, can_open_document, score_document
from scorepad.scoring.check import check, wilds_in
from scorepad.scoring.documents import read_round
from scorepad.scoring.model import Ended, Level, Meld, Waived, kinds_of
from scorepad.scoring.needs import UNMET
from scorepad.scoring.score import has_melded, score
from scorepad.scoring.sheet import build_sheet
from scorepad.scoring.text.explain import line_text
from scorepad.scoring.text.messages import problem_text
from tests.support.drawn_rounds import quick, rounds
from tests.support.rule_documents import rule_documents

CANNOT_BE = {"more_than_the_decks", "premium_twice", "premium_lost", *UNMET}


presets = st.sampled_from(slugs()).map(preset)
drawn = rule_documents().map(from_document)


@st.composite
def rules_and_round(draw, rule_sets=drawn):
    rules = draw(rule_sets)
    return rules, draw(rounds(rules))


@settings(quick, max_examples=50)
@given(rules_and_round())
def test_a_random_rule_set_scores_a_random_round(entry):
    rules, document = entry
    result, problems = read_round(rules, document)
    assert problems == ()
    _check(result)
    problems = check(result)
    errors = {problem.code for problem in problems if problem.level is Level.ERROR}
    assert errors <= CANNOT_BE
    assert all(problem_text(problem) for problem in problems)
    # Even an impossible round has a score: a page shows it until the sheet is corrected.
    for team in score(result):
        assert team.total == team.base + team.count + team.bonus
        assert team.total == sum(line.points for line in team.lines)
        assert all(line_text(line) for line in team.lines)
    if not errors:
        assert len(score_document(rules, document)["problems"]) == len(problems)
    sheet = build_sheet(rules, result.table, result.round_number, result.decks)
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
    rank = draw(st.sampled_from((*RANKS, *WILD_CARDS, "3", "black3", "red3", "sequence")))
    wilds = draw(st.lists(st.sampled_from(WILD_CARDS), max_size=3))
    if rank == "sequence":
        cards = draw(st.lists(st.sampled_from((*RANKS, "3", "2")), max_size=8))
        return {"rank": rank, "wilds": wilds, "cards": cards}
    return {"rank": rank, "naturals": draw(st.integers(0, 8)), "wilds": wilds}


HANDS = ({}, {"hand_after": 1}, {"hand_after": 0}, {"hand_after": 0, "in_foot": True})


@settings(quick, max_examples=30)
@given(drawn, st.lists(melds(), max_size=4), st.integers(1, 9), st.integers(-500, 9000))
def test_a_random_rule_set_says_whether_a_team_may_open(rules, shown, number, total):
    for waiver, hand in product(Waiver, HANDS):
        waiving = replace(rules, opening=replace(rules.opening, waived=waiver))
        _check_opening(waiving, {"round": number, "score_before": total, "melds": shown, **hand})


def _check_opening(rules, question):
    try:
        answer = can_open_document(rules, question)
    except BadInput as error:
        assert {problem.code for problem in error.problems} <= {"more_than_the_decks", "unknown_name"}  # noqa: PT017
        return
    assert answer["opens"] is (not answer["problems"])
    waived = answer.get("waived", False)
    assert waived in _waivers(rules, question)
    assert answer["missing"] == (0 if waived else max(0, answer["minimum"] - answer["points"]))


def _waivers(rules, question):
    """Return whether the minimum is waived, for every order in which the melds can be named as books."""
    if question.get("hand_after") != 0 or rules.opening.waived is Waiver.NEVER:
        return {False}
    if lookup.has_foot(rules, rules.tables[0], question["round"]) and not question.get("in_foot"):
        return {rules.opening.waived is Waiver.HAND_EMPTY}
    # The last cards: only a team that may go out may lay them.
    shown = [Meld(**meld) for meld in question["melds"]]
    return {_may_go_out(rules, order, question["round"]) for order in permutations(shown)}


def _may_go_out(rules, shown, number):
    books = Counter()
    for meld in shown:
        kinds = kinds_of(rules, meld) if _can_be_last(rules.melds, meld.rank) else ()
        finished = [kind for kind in kinds if meld.size >= kind.cards]
        if kinds and kinds[0].must_finish and not finished:
            return False
        free = [kind.code for kind in finished if kind.most is None or books[kind.code] < kind.most]
        books.update(free[:1])
    # A team that opens and goes out in one turn goes out concealed.
    needs = lookup.out_case(rules, number, rules.tables[0].players, concealed=True).needs
    have = Counter(dict.fromkeys(needs, 0))
    for kind in rules.books:
        have.update(dict.fromkeys(kind.counts_for, books[kind.code]))
    return all(have[need] >= count for need, count in needs.items())


def _can_be_last(melds, rank):
    """Whether cards of a rank may be melded by a team that goes out."""
    threes = {"black3": [melds.black_threes], "red3": [melds.red_threes], "3": [melds.black_threes, melds.red_threes]}
    if rank in threes:
        return MeldedThrees.NEVER not in threes[rank]
    return {"sequence": melds.sequences, "joker": melds.wild_melds, "2": melds.wild_melds}.get(rank, True)


def _below(entry):
    for at, team in enumerate(entry.teams):
        if team.went_out and entry.rules.opening.waived != "never":
            continue
        players, total = entry.table.players, team.score_before
        step = lookup.opening_step(entry.rules, entry.round_number, players, total)
        paid = [team.books.get(kind.code, 0) * kind.points for kind in entry.rules.books if kind.points > 0]
        counted = sum(paid) if entry.rules.opening.book_points else 0
        if isinstance(team.melded, int) and 0 < team.melded < step.minimum - counted:
            yield "below_minimum", f"teams[{at}].melded"
        codes = {kind.code for kind in entry.rules.books}
        has_it = not step.books or any(
            team.books.get(kind.code) and (name == kind.code or (name not in codes and name in kind.counts_for))
            for kind in entry.rules.books
            for name in step.books
        )
        if team.melded and has_melded(team) and not has_it:
            yield "book_required", f"teams[{at}].books"


def _uneven(entry):
    threes = [r for r in entry.rules.threes if r.counted is Counted.WITH_CARDS]
    unit = gcd(*entry.rules.cards.values(), *(abs(step.points) for r in threes for step in r.pays))
    for at, team in enumerate(entry.teams):
        several = len(team.left) > 1
        left = {f"left[{n}]" if several else "left": p for n, p in enumerate(team.left)}
        for name, packet in {"melded": team.melded, **left}.items():
            if unit > 1 and isinstance(packet, int) and packet % unit:
                yield "not_a_multiple", f"teams[{at}].{name}"


def _premium(entry):
    for at, team in enumerate(entry.teams):
        for kind in entry.rules.books:
            finished, begun = team.books.get(kind.code, 0), team.unfinished.get(kind.code, 0)
            where = f"teams[{at}].{'books' if finished else 'unfinished'}.{kind.code}"
            if kind.most is not None and finished + begun > kind.most:
                yield "premium_twice", where
            if kind.code in team.lost and (finished or begun):
                yield "premium_lost", where


def _too_many_books(entry):
    jokers, decks = entry.table.jokers * entry.decks, entry.decks
    need = [0, 0, 0]
    for team in entry.teams:
        for kind in entry.rules.books:
            if kind.made_of is not MadeOf.THREES:
                fewest, most = wilds_in(entry.rules, kind)
                for n, cards in enumerate((kind.cards, fewest, kind.cards - most)):
                    need[n] += team.books.get(kind.code, 0) * cards
    named = {rank for kind in entry.rules.books if kind.made_of is MadeOf.SEQUENCE for rank in kind.ranks}
    natural = entry.rules.melds.red_threes is MeldedThrees.NATURAL or "3" in named
    wilds, naturals = jokers + 4 * decks, (44 + 4 * natural + 4 * ("2" in named)) * decks
    return need[0] > wilds + naturals or need[1] > wilds or need[2] > naturals


ERRORS = {"premium_twice", "premium_lost"}
CODES = {"below_minimum", "book_required", "not_a_multiple"} | ERRORS


def _is_waived(entry, path):
    """Whether the count at a path such as `teams[1].left[0]` does not score, so that nothing is asked about it."""
    if entry.ended is Ended.STOCK_RAN_OUT and entry.rules.stock.round is StockRound.VOID:
        return True
    at, part = int(path[6]), path.partition(".")[2].partition("[")[0].partition(".")[0]
    lines = score(entry)[at].lines
    reasons = {line.waived for team in score(entry) for line in team.lines}
    if Waived.SEVERE_PENALTY in reasons or Waived.OTHER_TEAM_PENALTY in reasons:
        is_penalised = any(line.waived is Waived.SEVERE_PENALTY for line in lines)
        return part in (("melded", "books") if is_penalised else ("left",))
    return any(line.waived and line.code == part for line in lines)


def _check(entry):
    if entry.alone is not None:
        # The slow reference does not know partners of one round: test_lone_hand has those.
        return
    problems = check(entry)
    # The slow reference does not know the points of counted cards.
    cards = [n for n, team in enumerate(entry.teams) if not isinstance(team.melded, int)]
    result = {(p.code, p.path) for p in problems if p.code in CODES}
    result -= {("below_minimum", f"teams[{n}].melded") for n in cards}
    expected = {*_below(entry), *_uneven(entry), *_premium(entry)}
    assert result == {(code, path) for code, path in expected if code in ERRORS or not _is_waived(entry, path)}
    limits = {p.facts["limit"] for p in problems if p.code == "more_than_the_decks"}
    assert bool(limits & {"books_cards", "books_wilds", "books_naturals"}) == _too_many_books(entry)


@settings(quick, max_examples=80)
@given(rules_and_round(presets))
def test_for_a_preset_no_warning_is_lost_and_none_added(entry):
    _check(read_round(*entry)[0])
