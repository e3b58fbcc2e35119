"""Properties of every rule set that can be written, and of every text that is not one."""

import tomllib

from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorepad.rules import RulesError, diff, from_document, lookup, parse, preset, provenance, slugs, to_document
from scorepad.rules.document import walk
from scorepad.rules.presets import text
from scorepad.rules.words import Provenance
from tests.rules.documents import EVERY_RULE, changed, faults, key_paths
from tests.support import drawn_rounds
from tests.support.rule_documents import rule_documents

quick = settings(drawn_rounds.quick, max_examples=30)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@quick
@given(rule_documents(), st.integers(1, 12), st.integers(-9000, 30000), st.booleans())
def test_a_valid_document_is_written_back_unchanged_and_rules_every_round(document, number, total, concealed):
    rules = from_document(document)
    written = to_document(rules)
    # A set is written in the oldest schema that can say it.
    assert written["schema"] in (2, 3)
    assert written | {"schema": document["schema"]} == document
    assert diff(rules, from_document(to_document(rules))) == ()
    differences = diff(rules, preset("partnership"))
    assert all(difference.ours != difference.theirs for difference in differences)
    assert {provenance(rules, path) for path, _ in walk(document)} <= {*Provenance}
    for table in rules.tables:
        assert lookup.opening_step(rules, number, table.players, total).minimum >= 0
        assert lookup.out_case(rules, number, table.players, concealed) in rules.going_out.cases
        for bonus in rules.bonuses:
            assert lookup.bonus_case(bonus, number, table.players) in bonus.cases


WHERE = [path for path in key_paths(EVERY_RULE) if path.count(".") < 6]


@settings(quick, max_examples=120)
@given(st.dictionaries(st.sampled_from(WHERE), anything, min_size=1, max_size=3))
@example({"name": 16**5000})
@example({"choices.1.options.2.set": {"\ud800": [[[[[[]]]]]]}})
@example({"choices.1.options.2.set": {"provenance": 3}})
@example({"choices.1.options.2.set": {"": 3, ".": 4, "a..b": 5}})
@example({"choices.1.options.2.add": {"provenance": [1], "choices": [1], "": [2]}})
@example({"provenance.assumed": ["\ud800", "", ".", ".."]})
def test_whatever_stands_in_a_document_is_read_or_refused_with_sentences(changes):
    try:
        document = changed(changes)
    except (IndexError, KeyError, TypeError, ValueError):
        return  # an earlier change removed what a later one would have changed
    for path, sentence in faults(document):
        assert sentence[-1] in ".?", sentence
        assert len(sentence) < 400
        assert len(path) < 200


@settings(quick, max_examples=120)
@given(st.data())
def test_a_mutated_file_is_read_or_refused_with_sentences(data):
    whole = text(data.draw(st.sampled_from(slugs())))
    start = data.draw(st.integers(0, len(whole)))
    stop = start + data.draw(st.integers(0, 40))
    inserted = data.draw(st.one_of(st.text(max_size=8), st.sampled_from(SPECIAL)))
    written = whole[:start] + inserted + whole[stop:]
    document = _read(written)
    assert document == tomllib.loads(written) if isinstance(document, dict) else document


@settings(quick, max_examples=120)
@given(st.text())
def test_any_text_is_refused_with_sentences(written):
    assert all(isinstance(sentence, str) and sentence for sentence in _read(written))


SPECIAL = (*'"[]{}=,.#\n\0\ufeff\x1b', *("'''", '"""', "\\ud800", "[[x]]", "1979-05-27", "0x" + "f" * 9, "nan"))


def _read(written):
    """Return the document of a text, or its faults."""
    try:
        return to_document(parse(written))
    except RulesError as error:
        return [str(fault) for fault in error.faults]
