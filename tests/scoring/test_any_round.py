"""Properties of every round of every preset."""

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorepad.rules import codes, preset, slugs
from scorepad.rules.words import RANKS
from scorepad.scoring.answers import BadInput, can_go_out_document, score_document
from scorepad.scoring.check import supply
from scorepad.scoring.needs import UNMET
from tests.support.drawn_rounds import quick, rounds
from tests.support.scoring import points


def _judge(rules, document):
    """Return the answer, or None and the codes of what makes the round impossible."""
    try:
        return score_document(rules, document), set()
    except BadInput as error:
        return None, {problem.code for problem in error.problems}


def _score(rules, document):
    return _judge(rules, document)[0]


@st.composite
def some_round(draw, among=None, goes_out=None):
    rules = preset(draw(st.sampled_from(among or slugs())))
    return rules, draw(rounds(rules, goes_out))


@settings(quick, max_examples=120)
@given(some_round())
def test_lines_sum_to_parts_and_parts_to_the_total_and_only_going_out_is_paid_for(entry):
    answer = _score(*entry)
    assume(answer)
    for team, scored in zip(entry[1]["teams"], answer["teams"], strict=True):
        parts = Counter()
        for line in scored["lines"]:
            parts[line["part"]] += line["points"]
            if "waived" in line:
                assert line["points"] == 0
            elif "each" in line:
                assert line["points"] == line["count"] * line["each"]
        sums = {part: scored[part] for part in ("base", "count", "bonus")}
        assert {part: parts[part] for part in sums} == sums
        assert scored["total"] == sum(sums.values()) == sum(parts.values())
        assert team.get("went_out") or "going_out" not in points(scored)


@settings(quick, max_examples=60)
@given(some_round(), st.integers(1, 40))
def test_more_melded_never_scores_less(entry, more):
    rules, document = entry
    before = _score(rules, document)
    assume(before)
    totals = [team["total"] for team in before["teams"]]
    for at, team in enumerate(document["teams"]):
        if isinstance(team["melded"], int):
            richer = [*document["teams"]]
            richer[at] = {**team, "melded": team["melded"] + 5 * more}
            if after := _score(rules, {**document, "teams": richer}):
                changed = [team["total"] for team in after["teams"]]
                assert changed[at] >= totals[at]
                assert changed[:at] + changed[at + 1 :] == totals[:at] + totals[at + 1 :]


@settings(quick, max_examples=80)
@given(some_round())
def test_the_order_of_the_teams_does_not_matter(entry):
    rules, document = entry
    named = [{**team, "name": f"Team {n}"} for n, team in enumerate(document["teams"])]
    there = _score(rules, {**document, "teams": named})
    back = _score(rules, {**document, "teams": named[::-1]})
    assert (there is None) == (back is None)
    if there:
        assert back["teams"] == there["teams"][::-1]
        assert len(back["problems"]) == len(there["problems"])


@settings(quick, max_examples=120)
@given(some_round(goes_out=True), st.data())
def test_what_is_missing_to_go_out_is_said_alike_before_and_after_the_round(entry, data):
    rules, document = entry
    at = next(n for n, team in enumerate(document["teams"]) if team.get("went_out"))
    kinds = st.sampled_from([kind.code for kind in rules.books])
    counts = {"books": data.draw(st.dictionaries(kinds, st.integers(0, 5))), "unfinished": {}}
    team = document["teams"][at] | counts
    asked = {key: document[key] for key in ("round", "players") if key in document} | counts
    asked |= {"in_foot": True, "last_card": "meld"}
    asked |= {"threes": team["threes"]} if "threes" in team else {}
    try:
        answer = can_go_out_document(rules, asked)
    except BadInput:
        assume(False)
    missing = {problem["code"] for problem in answer["blockers"]} & {*UNMET}
    teams = [*document["teams"][:at], team, *document["teams"][at + 1 :]]
    scored, problems = _judge(rules, document | {"teams": teams})
    if scored:
        assert (codes.SEVERE_PENALTY in points(scored["teams"][at])) == bool(missing)
    else:
        assert problems & {*UNMET} == missing


@settings(quick, max_examples=80)
@given(st.sampled_from(slugs()), st.sampled_from(RANKS), st.tuples(*[st.integers(0, 30)] * 4), st.data())
def test_a_round_has_no_more_cards_than_the_decks_wherever_they_lie(slug, rank, counts, data):
    table = data.draw(st.sampled_from(preset(slug).tables))
    melded, left, theirs, theirs_left = ({rank: count} for count in counts)
    teams = [{"books": {}, "melded": 0, "left": 0} for _ in range(table.teams)]
    teams[0] |= {"melded": melded, "left": left}
    teams[1] |= {"melded": theirs, "left": theirs_left}
    document = {"round": 1, "players": table.players, "teams": teams, "ended": "stock_ran_out"}
    _, problems = _judge(preset(slug), document)
    held = supply(table.jokers, table.decks)[rank]
    assert ("more_than_the_decks" in problems) == (sum(counts) > held)
