"""Text in English remembers how it is said in other languages."""

import copy
import json
import pickle

import pytest
from markupsafe import Markup, escape

from scorepad.language import words
from scorepad.language.languages import Language, language
from scorepad.language.words import join_words, label, lower_first, plural, reading, said, say, say_many, upper_first


@pytest.fixture
def german(monkeypatch):
    """German with a catalogue of its own."""
    messages = {
        "{player} starts": ("{player} fängt an",),
        "{n} round": ("{n} Runde", "{n} Runden"),
        "label\x04Red books": ("rote Canastas",),
        "label\x04Unfinished {books}": ("angefangen: {books}",),
        "{n} {things}": ("{n} {things}",),
        "<b>{player}</b> & Co": ("<b>{player}</b> und Co",),
    }
    monkeypatch.setattr(Language, "_catalogue", (messages, lambda n: int(n != 1)))
    return language("de")


def test_a_sentence_is_english_to_all_that_know_nothing_of_languages():
    sentence = say("{player} starts", player="Ann")
    assert sentence == "Ann starts" == f"{sentence}"
    assert json.dumps([sentence]) == '["Ann starts"]'
    assert {sentence: 1}["Ann starts"] == 1


def test_a_sentence_is_said_whole_with_its_parts(german):
    things = say("{n} {things}", n=words.format_number(3280), things=lower_first(label("Red books")))
    assert things == "3,280 red books"
    with reading(german):
        assert said(say("{player} starts", player="Ann")) == "Ann fängt an"
        assert said(things) == "3.280 rote Canastas"
        assert said("Ann starts") == "Ann starts"
    assert said(things) == "3,280 red books"


def test_a_number_chooses_the_form(german):
    with reading(german):
        assert [said(plural(n, "round", "rounds")) for n in (0, 1, 2)] == ["0 Runden", "1 Runde", "2 Runden"]
    assert say_many(1, "{n} dog barks", "{n} dogs bark") == "1 dog barks"


def test_a_label_begins_with_a_capital_letter_unless_it_is_inside_a_sentence(german):
    books = label("Red books")
    unfinished = label("Unfinished {books}", books=lower_first(books))
    assert (lower_first(books), upper_first(lower_first(books)), unfinished) == (
        "red books", "Red books", "Unfinished red books",
    )  # fmt: skip
    with reading(german):
        assert [said(text) for text in (books, lower_first(books), upper_first(lower_first(books)), unfinished)] == [
            "Rote Canastas", "rote Canastas", "Rote Canastas", "Angefangen: rote Canastas",
        ]  # fmt: skip


def test_what_is_not_translated_stays_english_by_itself(german):
    with reading(german):
        assert said(say("{player} waits for {things}", player="Ann", things=lower_first(label("Red books")))) == (
            "Ann waits for rote Canastas"
        )
        assert said(label("Aunt Erna’s books")) == "Aunt Erna’s books"


def test_html_is_in_the_language_of_the_reader_and_escaped(german):
    sentence = say("{player} starts", player="<Ann>")
    assert escape(sentence) == Markup("&lt;Ann&gt; starts")
    with reading(german):
        assert escape(sentence) == Markup("&lt;Ann&gt; fängt an")
        assert Markup("<p>{}</p>").format(sentence) == "<p>&lt;Ann&gt; fängt an</p>"
        assert Markup(", ").join([sentence, "x"]) == "&lt;Ann&gt; fängt an, x"


def test_it_survives_copies_and_pickles(german):
    sentence = say("{player} starts", player="Ann")
    with reading(german):
        assert {said(each) for each in (copy.deepcopy(sentence), pickle.loads(pickle.dumps(sentence)))} == {
            "Ann fängt an"
        }


def test_lists_end_as_the_language_ends_them():
    names = join_words(["Ann", "Bob", "Isabel"])
    numbers = join_words(["7", "8"], "or")
    assert (names, numbers) == ("Ann, Bob and Isabel", "7 or 8")
    with reading(language("es")):
        assert (said(names), said(numbers)) == ("Ann, Bob e Isabel", "7 u 8")
    with reading(language("de")):
        assert said(names) == "Ann, Bob und Isabel"
