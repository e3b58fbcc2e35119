"""A table's own rules survive a round trip through a file, the editor's form and a link."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.play.rules.sharing import pack, toml_of, unpack
from scorepad.rulebook import parse as editor
from scorepad.rulebook.form import form
from scorepad.rules import diff, from_document, parse, preset, slugs, to_document
from scorepad.rules.keys import Group
from scorepad.rules.own import own_document
from tests.support.drawn_rounds import quick
from tests.support.rule_documents import rule_documents


def from_a_file(rules, parent):
    own = own_document(parent, to_document(rules, every_key=True))
    return parse(toml_of(own), preset)


def from_the_editor(rules, parent):
    """Return the rules after each group of questions is sent unchanged."""
    document = to_document(rules, every_key=True)
    for group in Group:
        shown = form(document, to_document(parent, every_key=True), group)
        texts = {field.path: field.texts for section in shown for field in section.fields}
        answered = editor.parse(document, group, texts)
        assert answered.faults == {}
        document = answered.document
    return from_document(own_document(parent, document), preset)


def from_a_link(rules, parent):
    own = own_document(parent, to_document(rules, every_key=True))
    return from_document(unpack(pack(rules, own, 1)).document, preset)


@settings(quick, max_examples=20)
@given(rule_documents(), st.sampled_from(slugs()))
def test_own_rules_stay_the_same_on_their_way_around(document, slug):
    parent, drawn = preset(slug), from_document(document)
    rules = drawn
    for way in (from_a_file, from_the_editor, from_a_link, from_a_file):
        rules = way(rules, parent)
        assert diff(drawn, rules) == (), way.__name__
        assert (rules.name, rules.parent) == (drawn.name, slug)
