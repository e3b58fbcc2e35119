"""The published variants have the values that `variants.toml` copies from their sources.

Any other number of a preset is a standard value or a guess, and must be marked.
"""

import tomllib
from pathlib import Path

import pytest

from scorepad.rules import preset, provenance, slugs
from tests.rules.documents import numbers, values

TEXT = Path(__file__).with_name("variants.toml").read_text("utf-8")
REPORTED = ("whitnack", "bicycle", "classic", "buraco", "burraco-international")
"""Known at second hand."""


CORRECTED = {
    "melds.book_most_wilds": 3,
    "melds.black_threes": "going_out",
    "threes.black.laid.pays.1.from": 1,
    "threes.black.laid.pays.1.points": 5,
    "going_out.leave": "binding_if_asked",
}
"""Values for classic Canasta from the published rules themselves."""


def flat(value, path=""):
    """Return the values in tables and lists by path."""
    if not isinstance(value, dict | list):
        return {path: value}
    items = value.items() if isinstance(value, dict) else enumerate(value, start=1)
    return {at: inner for key, item in items for at, inner in flat(item, f"{path}.{key}".lstrip(".")).items()}


STATED = {slug: flat(tables) for slug, tables in tomllib.loads(TEXT).items()}
USUAL = STATED.pop("usual")


@pytest.mark.parametrize("slug", slugs()[5:])
def test_the_preset_says_what_the_page_states_and_marks_what_it_does_not(slug):
    stated = STATED[slug]
    assert {path: values(slug).get(path) for path in stated} == stated
    source = "reported" if slug in REPORTED else "source"
    assert {str(provenance(preset(slug), path)) for path in stated} == {source}
    guesses = {path for path in numbers(slug) if path not in stated and path not in CORRECTED}
    assert {str(provenance(preset(slug), path)) for path in guesses} == {"assumed"}


def test_classic_canasta_says_what_its_published_rules_say():
    classic = preset("classic")
    assert {path: values("classic")[path] for path in CORRECTED} == CORRECTED
    assert {str(provenance(classic, path)) for path in CORRECTED} == {"source"}


@pytest.mark.parametrize("slug", STATED)
def test_where_the_source_is_silent_the_usual_value_stands(slug):
    silent = {path for path in USUAL if path in values(slug) and path not in STATED[slug]}
    if "end.targets.1.points" in STATED[slug]:
        silent.discard("end.rounds")
    assert {path: values(slug)[path] for path in silent} == {path: USUAL[path] for path in silent}


def test_the_fifth_round_of_dearie_opens_with_a_finished_book_and_only_that_one():
    books = [step.books for step in preset("dearie").opening.steps]
    assert [bool(codes) for codes in books] == [False, False, False, False, True]


def test_the_third_packet_is_dealt_in_laguna_woods_alone():
    with_a_knee = [slug for slug in slugs() if any(t.knee for t in preset(slug).tables)]
    assert with_a_knee == ["laguna-woods"]
