"""Names of people and teams: which are allowed, which are refused with a sentence, and which count as the same."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.scoring.names import BadName, clean_name, fold_name
from tests.support.drawn_rounds import quick

UNSEEN = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
JOINER = "\u200d"
KEPT = {JOINER, "\u200c", *map(chr, range(0xE0020, 0xE0080))}
"""Invisible characters that may be needed: joiners, and the tags that make flags."""


KEPT_AS_TYPED = (
    *("O'Brien-Łukasz", "李小龍", "محمد", "👨‍👩‍👧 & 👩🏽‍🚀", "❤️‍🔥", "ශ්‍රී"),
    *("می\u200cخواهم", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "7", "a" * 40),
)
CHANGED = {"  Anna   Maria ": "Anna Maria", "\tEva\n": "Eva", "\u00a0Eva\u2003B.\u3000": "Eva B.", "Zoe\u0308": "Zoë"}


@pytest.mark.parametrize(("typed", "kept"), [*zip(KEPT_AS_TYPED, KEPT_AS_TYPED, strict=True), *CHANGED.items()])
def test_a_name_is_kept_in_one_form_with_single_spaces(typed, kept):
    assert clean_name(typed) == kept


EMPTY = ("", " \t\u00a0\u3000 ", "\u0301")
LONG = ("a" * 41, "a" * 10_000)
UNSHOWN = (
    *("\ufe0f", "E\u202eva", "E\u2066va", "E\x00va", "E\x1b[31mva", "E\nva", "E\u2028va"),
    *("E\ufeffva", "E\u00adva", "E\ud800va", "E\ue000va", "E\u200bva", "An\u200dna", "Anna\u200d"),
    *("👩\u200d", "An\u200cna", "A\U000e0067", "\u200d", "\u3164", "Eva\ufe0f", "❤\ufe0f\ufe0f"),
    "\u2800\u2800",
)
REFUSED = {
    **dict.fromkeys(EMPTY, "Please type a name."),
    **dict.fromkeys(LONG, "at most 40 characters."),
    **dict.fromkeys(UNSHOWN, "invisible characters"),
}


@pytest.mark.parametrize(("typed", "fragment"), REFUSED.items(), ids=range(len(REFUSED)))
def test_what_cannot_be_a_name_is_refused_with_a_sentence(typed, fragment):
    with pytest.raises(BadName, match=fragment):
        clean_name(typed)


def test_the_longest_is_measured_as_it_is_kept():
    assert len(clean_name("e\u0301" * 40)) == 40
    assert clean_name("  " + "a" * 40 + "  ")
    assert clean_name("a" * 100, longest=100)


strange = st.text(
    st.one_of(st.characters(), st.sampled_from(BLANK + JOINER + "\ufe0f\u202e\ud800 aé👩🏽්")), max_size=12
)


@settings(quick, max_examples=400)
@given(strange)
def test_a_kept_name_shows_and_is_kept_the_same_again(typed):
    try:
        name = clean_name(typed)
    except BadName:
        return
    assert clean_name(name) == name == unicodedata.normalize("NFC", name)
    assert name == name.strip()
    assert not any(c in BLANK or unicodedata.category(c) in UNSEEN for c in name)
    assert all(c in KEPT for c in name if unicodedata.category(c) == "Cf")
    assert any(unicodedata.category(c)[0] in "LNPS" for c in name)
    assert "".join(c for c in name if c not in KEPT).isprintable()
    assert name.encode("utf-8")


@settings(quick, max_examples=200)
@given(strange)
def test_folding_never_raises_and_leaves_no_accents_of_european_scripts(typed):
    assert not any("\u0300" <= c <= "\u036f" for c in fold_name(typed))


@pytest.mark.parametrize(("one", "other"), [("Zoë", "zoe"), ("ÉVA", "éva"), ("STRASSE", "straße"), ("Ａnna", "anna")])
def test_names_that_differ_in_case_or_accents_are_the_same(one, other):
    assert fold_name(one) == fold_name(other)
