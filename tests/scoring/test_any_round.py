"""What holds for every round of every preset."""

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorepad.rules import preset, slugs
from scorepad.rules.cards import ALL_CARDS
from scorepad.scoring.documents.answers import BadInput, score_document
from scorepad.scoring.limits import supply
from tests.support.drawn_rounds import quick, rounds
from tests.support.scoring import faults, points

PENALISED = ("partnership", "two-handed")


def _score(rules, document):
    """The answer, or None where the round cannot be."""
    try:
        return score_document(rules, document)
    except BadInput:
        return None


@st.composite
def some_round(draw, among=None, goes_out=None):
    rules = preset(draw(st.sampled_from(among or slugs())))
    return rules, draw(rounds(rules, goes_out))


@settings(quick, max_examples=80)
@given(some_round())
def test_lines_sum_to_parts_and_parts_to_the_total(entry):
    answer = _score(*entry)
    assume(answer)
    for team in answer["teams"]:
        parts = Counter()
        for line in team["lines"]:
            parts[line["part"]] += line["points"]
            _pays_what_it_says(line)
        told = {part: team[part] for part in ("base", "count", "bonus")}
        assert {part: parts[part] for part in told} == told
        assert team["total"] == sum(told.values()) == sum(parts.values())


def _pays_what_it_says(line):
    if "waived" in line:
        assert line["points"] == 0
    elif "each" in line:
        assert line["points"] == line["count"] * line["each"]


@settings(quick, max_examples=60)
@given(some_round(), st.integers(1, 40))
def test_more_melded_never_scores_less(entry, more):
    rules, document = entry
    before = _score(rules, document)
    assume(before)
    for at, team in enumerate(document["teams"]):
        if isinstance(team["melded"], int):
            richer = [*document["teams"]]
            richer[at] = {**team, "melded": team["melded"] + 5 * more}
            after = _score(rules, {**document, "teams": richer})
            if after:
                totals = [team["total"] for team in after["teams"]]
                assert totals[at] >= before["teams"][at]["total"]
                assert totals[:at] + totals[at + 1 :] == [
                    team["total"] for n, team in enumerate(before["teams"]) if n != at
                ]


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


@settings(quick, max_examples=80)
@given(st.data())
def test_no_deck_is_overdrawn_without_an_error_and_no_full_one_with_it(data):
    rules = preset(data.draw(st.sampled_from(("partnership", "catawba", "vegas", "two-handed"))))
    table, decks = rules.tables[0], data.draw(st.integers(1, 3))
    there = supply(table.jokers, decks)
    card = data.draw(st.sampled_from(ALL_CARDS))
    most = there[card]
    shares = [data.draw(st.integers(0, most)) for _ in range(3)]
    document = {
        "round": 1,
        "ended": "stock_ran_out",
        "decks": decks,
        "teams": [
            {"melded": {card: shares[0]}, "left": {card: shares[1]}},
            {"left": {card: shares[2]}},
        ],
    }
    over = [code for code, _ in faults(score_document, rules, document)]
    assert over == (["more_than_the_decks"] if sum(shares) > most else [])


@settings(quick, max_examples=60)
@given(some_round(PENALISED, goes_out=True))
def test_a_severe_penalty_is_as_written(entry):
    rules, document = entry
    for team in document["teams"]:
        team["books"].pop("clean", None)
    answer = _score(rules, document)
    assume(answer)
    for team, scored in zip(document["teams"], answer["teams"], strict=True):
        lines = points(scored)
        cuts = 100 * team.get("bonuses", {}).get("exact_cut", 0)
        held = sum(lines.get(code, 0) for code in ("left", "red_threes_held", "black_threes_held"))
        if team.get("went_out"):
            assert (scored["base"], scored["bonus"]) == (0, cuts - 500)
            assert scored["count"] == held <= 0
        else:
            assert (scored["base"], held) == (300 * team["books"].get("dirty", 0), 0)
            assert (scored["count"], scored["bonus"]) == (lines.get("melded", 0), cuts)


@settings(quick, max_examples=30)
@given(rounds(preset("two-handed"), goes_out=False), st.integers(-90, 90))
def test_a_void_round_is_worth_nothing_but_the_table_s_own_adjustment(document, adjusted):
    document["teams"][0]["adjustments"] = [{"points": adjusted, "reason": "So agreed"}]
    answer = _score(preset("two-handed"), document)
    assume(answer)
    assert [team["total"] for team in answer["teams"]] == [adjusted, 0]


@settings(quick, max_examples=80)
@given(some_round())
def test_only_the_team_that_went_out_is_paid_for_going_out(entry):
    answer = _score(*entry)
    assume(answer)
    for team, scored in zip(entry[1]["teams"], answer["teams"], strict=True):
        assert team.get("went_out") or "going_out" not in points(scored)
