"""Each difference from the parent is a sentence of its own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rulebook.compare import compare
from scorepad.rulebook.house_rules import house_rules
from scorepad.rules import from_document, preset, slugs, to_document
from tests.support.drawn_rounds import quick
from tests.support.rule_documents import rule_documents


def said_once(here, there):
    """Whether no sentence about what differs is said twice: in the editor, and on pages and by commands."""
    rules = house_rules(to_document(here, every_key=True), to_document(there, every_key=True), there)
    sentences = [f"{rule.about}: {rule.here} instead of {rule.there}" for rule in rules]
    others = [contrast.sentence for part in compare(here, there) for contrast in part.in_full]
    return len(sentences) == len({*sentences}) and len(others) == len({*others})


@pytest.mark.parametrize("here", slugs())
def test_published_rules_differ_in_different_sentences(here):
    assert [there for there in slugs() if not said_once(preset(here), preset(there))] == []


@settings(quick, max_examples=25)
@given(rule_documents(), st.sampled_from(slugs()))
def test_any_rules_differ_in_different_sentences(document, slug):
    drawn = from_document(document)
    assert said_once(drawn, preset(slug))
    assert said_once(preset(slug), drawn)
