"""Any JSON document is either answered or refused with sentences."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorepad.rules import preset
from scorepad.scoring.answers import BadInput, score_document
from tests.support.drawn_rounds import quick
from tests.support.scoring import VERBS, faults, vectors

KEYS = (
    *("round", "players", "ended", "teams", "decks", "name", "score_before", "books", "unfinished"),
    *("melded", "left", "red_threes", "threes", "bonuses", "went_out", "lost", "adjustments"),
    *("ruling", "points", "reason", "red", "black", "held", "laid", "clean", "dirty", "aces", "K"),
    *("joker", "red3", "exact_cut", "in_foot", "last_card", "card", "partner_says", "melds"),
    *("rank", "naturals", "wilds", "cards", "partner_in_foot", "concealed"),
    *("\ud800", "\x1b[2J", ""),
)
WORDS = (*KEYS, "went_out", "stock_ran_out", "discard", "meld", "yes", "no", "sequence", "2")
scalars = st.one_of(
    *(st.none(), st.booleans(), st.integers(-3, 60), st.integers(), st.floats()),
    *(st.sampled_from(WORDS), st.text(max_size=5), st.just(9 * 10**4299)),
)


def _around(inner):
    keys = st.sampled_from(KEYS)
    return st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5)


anything = st.recursive(scalars, _around, max_leaves=20)
RULES = [preset(slug) for slug in ("partnership", "friends-family", "catawba", "classic")]


def _answered_or_refused(verb, rules, document):
    try:
        answer = VERBS[verb](rules, document)
    except BadInput as error:
        assert error.problems  # noqa: PT017
        assert str(error)  # noqa: PT017
    else:
        assert json.loads(json.dumps(answer, ensure_ascii=False)) == answer


@settings(quick, max_examples=150)
@given(st.sampled_from(sorted(VERBS)), st.sampled_from(RULES), anything)
@example("score", RULES[0], {"teams": [{"threes": {"red": {"foot": 1}, "black": {"a_b": 1}}}]})
@example("score", RULES[0], {"teams": [{"lost": [[9 * 10**4299]]}]})
@example("can-open", RULES[0], {"melds": [{"rank": "K", "wilds": [[[]]], "cards": [{}]}]})
def test_garbage_is_answered_or_refused(verb, rules, document):
    _answered_or_refused(verb, rules, document)


GOOD = [
    (slug, vector["verb"], vector["input"])
    for slug, vector in vectors()
    if "choose" not in vector and "error" not in vector["expect"]
]
assert len(GOOD) > 100


def _places(value, at=()):
    yield at
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(inner, (*at, key))


def _put(value, at, new):
    if not at:
        return new
    copy = {**value} if isinstance(value, dict) else [*value]
    copy[at[0]] = _put(value[at[0]], at[1:], new)
    return copy


@settings(quick, max_examples=200)
@given(st.data())
def test_a_good_document_with_one_thing_changed_is_answered_or_refused(data):
    slug, verb, document = data.draw(st.sampled_from(GOOD))
    at = data.draw(st.sampled_from([*_places(document)]))
    _answered_or_refused(verb, preset(slug), _put(document, at, data.draw(anything)))


@pytest.mark.parametrize("depth", [20, 400, 900, *range(960, 1000)])
def test_lists_within_lists_are_refused_however_deep(depth):
    for key in ("melded", "lost", "books"):
        nested = "[" * depth + "]" * depth
        text = f'{{"round":1,"ended":"went_out","teams":[{{"{key}":{nested}}},{{}}]}}'
        try:
            document = json.loads(text)
        except RecursionError:
            continue  # what the JSON parser cannot read never gets here
        assert faults(score_document, RULES[0], document)
