"""Properties of every round of every preset."""

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorepad.rules import preset, slugs
from scorepad.scoring.answers import BadInput, score_document
from tests.support.drawn_rounds import quick, rounds
from tests.support.scoring import points


def _score(rules, document):
    """Return the answer, or None if the round is impossible."""
    try:
        return score_document(rules, document)
    except BadInput:
        return None


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
