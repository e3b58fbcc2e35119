"""How each language writes numbers, days and lists, which language a reader gets, and how catalogues are read."""

from datetime import date, datetime

import pytest
from babel.core import Locale
from babel.messages.pofile import read_po

from scorepad.language import languages
from scorepad.language.languages import PSEUDO, best_of, in_region, language, parse_catalogue
from scorepad.language.words import reading, said, say
from tests.support.catalogues import CATALOGUES

NUMBERS = (0, 410, 3280, -12500, 123456, 12500.5)
WRITTEN = {
    "de": ("0", "410", "3.280", "−12.500", "123.456", "12.500,5"),
    "de-AT": ("0", "410", "3\u00a0280", "−12\u00a0500", "123\u00a0456", "12\u00a0500,5"),
    "de-CH": ("0", "410", "3'280", "−12'500", "123'456", "12'500.5"),
    "es": ("0", "410", "3280", "−12.500", "123.456", "12.500,5"),
    "es-MX": ("0", "410", "3,280", "−12,500", "123,456", "12,500.5"),
    "es-AR": ("0", "410", "3.280", "−12.500", "123.456", "12.500,5"),
}


@pytest.mark.parametrize("code", WRITTEN)
def test_numbers(code):
    assert tuple(language(code).number(number) for number in NUMBERS) == WRITTEN[code]
    assert (language(code).signed(410), language(code).signed(-5), language(code).signed(0)) == ("+410", "−5", "0")


@pytest.mark.parametrize(
    ("code", "day", "time"),
    [
        ("de", "9.1.2026", "9.1.2026, 20:30"),
        ("de-AT", "9.1.2026", "9.1.2026, 20:30"),
        ("es", "9 ene 2026", "9 ene 2026, 20:30"),
        ("es-MX", "9 ene 2026", "9 ene 2026, 8:30\u00a0p. m."),
    ],
)
def test_days_and_times(code, day, time):
    assert language(code).day(date(2026, 1, 9)) == day
    assert language(code).time(datetime(2026, 1, 9, 20, 30)) == time  # noqa: DTZ001  # is written as it is


def test_midnight_and_noon_on_a_clock_of_twelve_hours():
    at = [datetime(2026, 1, 9, hour, 5) for hour in (0, 11, 12, 23)]  # noqa: DTZ001
    assert [language("es-MX").clock(each) for each in at] == [
        "12:05\u00a0a. m.", "11:05\u00a0a. m.", "12:05\u00a0p. m.", "11:05\u00a0p. m.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("last", "word"), [("Isabel", "e"), ("Hilda", "e"), ("Hielo", "y"), ("Ann", "y"), ("Ian", "y")]
)
def test_spanish_and(last, word):
    assert language("es").joined(["Bob", last], "and") == f"Bob {word} {last}"


@pytest.mark.parametrize(
    ("last", "word"), [("8", "u"), ("11", "u"), ("11.000", "u"), ("110", "o"), ("1", "o"), ("Olga", "u")]
)
def test_spanish_or(last, word):
    assert language("es").joined(["7", last], "or") == f"7 {word} {last}"


@pytest.mark.parametrize("code", WRITTEN)
def test_marks_of_numbers_are_those_of_babel_where_browsers_agree(code):
    """docs/why/languages.md says where they do not."""
    symbols = Locale.parse(code, sep="-").number_symbols["latn"]
    if code != "de-AT":
        assert (language(code).customs["group"], language(code).customs["decimal"]) == (
            symbols["group"], symbols["decimal"],
        )  # fmt: skip


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        (["de"], "de"), (["de-DE", "en"], "de"), (["de-at"], "de-AT"), (["fr", "es-MX", "de"], "es-MX"),
        (["es_AR.UTF-8"], "es-AR"), (["es-419"], "es"), (["en-GB", "de"], "en"), (["fr"], ""), (["*"], ""), ([], ""),
        (["", "-", "de-"], "de"), (["C"], ""), ([PSEUDO], "en"),
    ],
)  # fmt: skip
def test_the_first_language_that_we_have_in_its_region(tags, code):
    assert best_of(tags) == code


def test_a_chosen_language_is_written_as_the_browsers_region_does():
    assert (in_region("de", ["es", "de-CH"]), in_region("es", ["de-CH"]), in_region("en", ["de"])) == (
        "de-CH",
        "es",
        "en",
    )


def test_swiss_german_has_no_sharp_s():
    for text in languages.read_catalogue("de")[0].values():
        swiss = [form.translate(str.maketrans(language("de-CH").customs["letters"])) for form in text]
        assert not any(letter in form for form in swiss for letter in "ß„“")


def test_english_is_no_language_that_text_is_said_in():
    assert (language("en"), language(""), language("xx"), language("../de")) == (None, None, None, None)


@pytest.mark.parametrize("code", ["de", "es"])
def test_our_parser_reads_what_babel_reads(code):
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        catalogue = read_po(file)
    forms = {}
    for message in catalogue:
        one = message.id if isinstance(message.id, str) else message.id[0]
        texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if one and all(texts):
            forms[f"{message.context}\x04{one}" if message.context else one] = tuple(texts)
    assert languages.read_catalogue(code)[0] == forms


EVERYTHING = r"""
# Comment
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : 1);\n"

#, fuzzy
msgid "a"
msgstr "b"

msgctxt "label"
msgid "c"
msgstr ""
"two "
"lines\n\"quoted\" \\"

msgid "{n} x"
msgid_plural "{n} xs"
msgstr[0] "1"
msgstr[1] "2"

msgid "empty"
msgstr ""

#~ msgid "old"
#~ msgstr "alt"
"""


def test_a_catalogue_with_everything_that_po_files_have():
    messages, rule = parse_catalogue(EVERYTHING)
    assert messages == {"label\x04c": ('two lines\n"quoted" \\',), "{n} x": ("1", "2")}
    assert rule == "(n==1 ? 0 : 1)"


def test_the_pseudo_language_marks_and_lengthens_and_leaves_parts_and_tags_alone():
    with reading(language(PSEUDO)):
        assert said(say("Open {name} & more", name="Ann")) == "⟦Õpéñ Ann & mõré~~~~~~~⟧"
    assert language(PSEUDO).pattern("<bdi>{name}</bdi> starts") == "⟦<bdi>{name}</bdi> stàrts~~~~~~~~~~⟧"
