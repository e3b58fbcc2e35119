"""Text that remembers how it was made, so that it can be said in another language.

Pure code makes values of these classes. As a `str` each of them is English, so code, JSON and tests that know nothing
of languages go on as before. Templates show it in the language of the reader. Text that is put into an f-string is
English from then on.
"""

from collections.abc import Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorepad.language.languages import Language

_READER: ContextVar["Language | None"] = ContextVar("reader", default=None)
"""The language in which this thread shows text now; None for English. Only `reading` sets it."""


@contextmanager
def reading(language: "Language | None") -> "Iterator[None]":
    """Show text in a language until the block ends."""
    token = _READER.set(language)
    try:
        yield
    finally:
        _READER.reset(token)


def reader() -> "Language | None":
    """Return the language in which text is shown now; None for English."""
    return _READER.get()


def said(text: str) -> str:
    """Return text as the reader reads it."""
    language = _READER.get()
    return str(text) if language is None or not isinstance(text, Words) else text.in_language(language)


class Words(str):
    """Text in English that can be said in other languages."""

    __slots__ = ()

    def in_language(self, language: "Language") -> str:
        """Return it in this language, or in English where that has no translation."""
        raise NotImplementedError

    def __html__(self) -> str:
        """Return it as HTML in the language of the reader. Jinja and Markup call this."""
        return escape(said(self))


class Sentence(Words):
    """A message with its parts. `many` is the message for all numbers but one, `number` the number that decides."""

    __slots__ = ("many", "message", "number", "parts")
    message: str
    many: str
    number: int
    parts: dict[str, Any]

    def in_language(self, language: "Language") -> str:
        pattern = language.pattern(self.message, self.many, self.number)
        return pattern.format_map({name: _in_language(part, language) for name, part in self.parts.items()})


def _in_language(part: object, language: "Language") -> object:
    return part.in_language(language) if isinstance(part, Words) else part


def say(message: str, /, **parts: object) -> Sentence:
    """Return a whole sentence, with its parts put in: `say("{player} starts", player="Ann")`.

    A part is text, a number in digits, or Words, which are said in the same language. The message must be a literal: it
    is the key in the catalogues.
    """
    return _sentence(message, message, "", 1, parts)


def say_many(number: int, one: str, many: str, /, **parts: object) -> Sentence:
    """Return the sentence for a number of things; `{n}` in it is the number."""
    parts.setdefault("n", format_number(number))
    return _sentence(one if number == 1 else many, one, many, number, parts)


def _sentence(english: str, message: str, many: str, number: int, parts: dict[str, object]) -> Sentence:
    sentence = Sentence(english.format_map(parts) if parts else english)
    sentence.message, sentence.many, sentence.number, sentence.parts = message, many, number, parts
    return sentence


@lru_cache(maxsize=2048)
def plural(count: int, singular: str, plural: str) -> Sentence:
    """Return a number with its word: "1 round", "2 rounds"."""
    return say_many(count, f"{{n}} {singular}", f"{{n}} {plural}")


class Label(Sentence):
    """The name of a thing, such as “Red books”. Catalogues have it as it is written inside a sentence.

    The labels of rules are of this class too: one that a preset has is said in the reader's language, also in a table's
    own rules, and one that an owner typed stays as it is.
    """

    __slots__ = ()

    def in_language(self, language: "Language") -> str:
        inside = self.inside(language)
        return inside[:1].upper() + inside[1:]

    def inside(self, language: "Language") -> str:
        """Return it as it is written inside a sentence."""
        pattern = language.label(self.message)
        if not self.parts:
            return pattern
        return pattern.format_map({name: _in_language(part, language) for name, part in self.parts.items()})


def label(message: str, /, **parts: object) -> Label:
    """Return a label, with its parts put in."""
    text = Label(message.format_map(parts) if parts else message)
    text.message, text.many, text.number, text.parts = message, "", 1, parts
    return text


class _Inside(Words):
    """A label inside a sentence."""

    __slots__ = ("label",)
    label: Label

    def in_language(self, language: "Language") -> str:
        return self.label.inside(language)


def lower_first(text: str) -> str:
    """Return a label as it is written inside a sentence."""
    lowered = text[:1].lower() + text[1:]
    if not isinstance(text, Label):
        return lowered
    inside = _Inside(lowered)
    inside.label = text
    return inside


def upper_first(text: str) -> str:
    """Return text as it is written at the beginning of a sentence."""
    if isinstance(text, _Inside):
        return text.label
    return text if isinstance(text, Label) else text[:1].upper() + text[1:]


class _Listed(Words):
    """Words joined in a sentence. Without a conjunction they stand in a row, with the separator between them."""

    __slots__ = ("conjunction", "separator", "words")
    words: tuple[str, ...]
    conjunction: str
    separator: str

    def in_language(self, language: "Language") -> str:
        words = [str(_in_language(word, language)) for word in self.words]
        if self.conjunction:
            return language.joined(words, self.conjunction)
        return str(_in_language(self.separator, language)).join(words)


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Join words in a sentence: "a, b and c"."""
    if len(words) < 2:
        return words[0] if words else ""
    return _listed(f"{', '.join(words[:-1])} {conjunction} {words[-1]}", words, conjunction, "")


def in_row(words: Sequence[str], separator: str = ", ") -> str:
    """Put words in a row: "a, b, c"."""
    if len(words) < 2:
        return words[0] if words else ""
    return _listed(separator.join(words), words, "", separator)


def _listed(english: str, words: Sequence[str], conjunction: str, separator: str) -> _Listed:
    listed = _Listed(english)
    listed.words, listed.conjunction, listed.separator = tuple(words), conjunction, separator
    return listed


class _Written(Words):
    """A number, a day or a time. `how` is the method of `Language` that writes it."""

    __slots__ = ("how", "value")
    how: str
    value: Any

    def in_language(self, language: "Language") -> str:
        return str(getattr(language, self.how)(self.value))


def written(english: str, how: str, value: object) -> Words:
    """Return a value that the method `how` of a `Language` writes."""
    text = _Written(english)
    text.how, text.value = how, value
    return text


@lru_cache(maxsize=4096, typed=True)
def format_number(points: float) -> Words:
    """Write a number with commas between thousands and a real minus sign."""
    return written(f"{points:,}".replace("-", "−"), "number", points)


def signed(points: float) -> Words:
    """Write points with their sign: +410, −65, 0."""
    return written(f"+{format_number(points)}", "signed", points) if points > 0 else format_number(points)
