"""Each translation has the parts and tags of its message, and most messages are translated."""

import re
from collections import Counter
from string import Formatter

import pytest

from scorepad.language.languages import read_catalogue
from tests.support import catalogues

PARTS = re.compile(r"</?\w+[^>]*>|&\w+;")
WORDS_TO_AVOID = {
    # Terms that docs/glossary.md rules out: they mean something else to players.
    "de": r"\b(schmutzig\w*|Paket|Deal|schneiden|aufmachen|Buch|Bücher|Ihnen)\b",
    "es": r"\b([Ss]alir|[Ss]alida|coger|libros?|vosotros|ustedes|usted|vuestr\w+)\b",
}
LANGUAGES = ("de", "es")


@pytest.mark.parametrize("code", LANGUAGES)
def test_most_messages_are_translated(code):
    """What is missing is shown in English. `make words` lists it."""
    translated = read_catalogue(code)[0].keys() & catalogues.messages().keys()
    assert len(translated) > 0.9 * len(catalogues.messages())


def parts_of(text):
    fields = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return fields, Counter(PARTS.findall(text))


@pytest.mark.parametrize("code", LANGUAGES)
def test_translations_have_the_parts_and_tags_of_their_message(code):
    messages = catalogues.messages()
    for key, forms in read_catalogue(code)[0].items():
        if key not in messages:
            continue  # The text was changed, and `make words` removes its translation.
        message, _ = messages[key]
        (names, tags), (names_of_many, _) = parts_of(message.one), parts_of(message.many)
        for form in forms:
            assert parts_of(form)[0] <= names | names_of_many, (key, form)
            assert (names | names_of_many) - {"n"} <= parts_of(form)[0], (key, form)
            assert parts_of(form)[1] == tags, (key, form)


@pytest.mark.parametrize("code", LANGUAGES)
def test_edges_of_a_sentence_stay(code):
    for key, forms in read_catalogue(code)[0].items():
        message = key.partition("\x04")[2] or key
        for form in forms:
            assert (form[:1].isspace(), form[-1:].isspace()) == (message[:1].isspace(), message[-1:].isspace()), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_translation_uses_a_word_that_means_something_else_at_the_table(code):
    bad = re.compile(WORDS_TO_AVOID[code])
    assert [form for forms in read_catalogue(code)[0].values() for form in forms if bad.search(form)] == []


def test_messages_of_python_and_templates_are_found():
    python = (
        'say("A {b}", b=1)\nsay_many(n, "{n} c", "{n} d")\nplural(n, "e", "f")\nlabel("G")\nsay(name)\nsay(f"x{y}")'
    )
    assert [message.key for message in catalogues.in_python(python)] == ["A {b}", "{n} c", "{n} e", "label\x04G"]
    template = """<p title="{{ say("T") }}">{% trans n=3 %}{{ n }} % a{% pluralize %}{{ n }} % b{% endtrans %}</p>
        {{ plural(2, "x", "y") }}"""
    assert [tuple(message) for message in catalogues.in_template(template)] == [
        ("T", "", ""), ("{n} % a", "{n} % b", ""), ("{n} x", "{n} y", ""),
    ]  # fmt: skip
