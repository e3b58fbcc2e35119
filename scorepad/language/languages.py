"""The languages: their catalogues, how they write numbers, days and lists, and which one a reader gets.

A catalogue is read when its language is first used. See docs/why/languages.md.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache, cached_property
from gettext import c2py
from importlib import resources
from typing import Any

ENGLISH = "en"
PSEUDO = "en-XA"
"""The language of tests: English with accents, longer, and marked. Text that is not marked can not be translated."""

_FOLDER = resources.files(__name__.rpartition(".")[0])

Messages = dict[str, tuple[str, ...]]
"""The translations of each message, one for each plural form. A context stands before the message: see `in_context`."""


def in_context(context: str, message: str) -> str:
    """Return the key of a message with a context, as gettext has it."""
    return f"{context}\x04{message}"


LABEL = "label"
"""The context of labels."""


class Language:
    """A language as a region writes it: "de-AT" has the catalogue "de"."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.base = code.partition("-")[0]
        self.customs: Mapping[str, Any] = {**_customs()[self.base], **_customs().get(code, {})}

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    @property
    def name(self) -> str:
        """What the language calls itself."""
        return str(self.customs["name"])

    @cached_property
    def _catalogue(self) -> tuple[Messages, Callable[[int], int]]:
        messages, rule = read_catalogue(self.base)
        if changes := self.customs.get("letters"):
            letters = str.maketrans(changes)
            messages = {key: tuple(form.translate(letters) for form in forms) for key, forms in messages.items()}
        return messages, c2py(rule)

    def pattern(self, message: str, many: str = "", number: int = 1, context: str = "") -> str:
        """Return the translation of a message, for a number of things if it has a form for `many`."""
        messages, index = self._catalogue
        forms = messages.get(in_context(context, message) if context else message)
        if forms is None:
            return many if many and number != 1 else message
        return forms[index(abs(number))] if many else forms[0]

    def label(self, label: str) -> str:
        """Return the translation of a label, as it is written inside a sentence."""
        return self.pattern(label, context=LABEL)

    def number(self, number: float) -> str:
        """Write a number with its thousands apart and a real minus sign."""
        whole, point, part = f"{abs(number):,}".partition(".")
        if len(whole) - whole.count(",") < self.customs["group_from"]:
            whole = whole.replace(",", "")
        text = whole.replace(",", self.customs["group"]) + (self.customs["decimal"] + part if point else "")
        return f"−{text}" if number < 0 else text

    def signed(self, number: float) -> str:
        """Write a number with its sign."""
        return f"+{self.number(number)}" if number > 0 else self.number(number)

    def day(self, day: date) -> str:
        """Write a day: "27.11.2026"."""
        return self._date(self.customs["day"], day)

    def time(self, at: datetime) -> str:
        """Write a day and a time: "27.11.2026, 20:30"."""
        return f"{self.day(at)}, {self.clock(at)}"

    def clock(self, at: datetime) -> str:
        """Write a time of day: "20:30", "8:30 p. m."."""
        if not (halves := self.customs.get("halves")):
            return f"{at:%H:%M}"
        return f"{at.hour % 12 or 12}:{at:%M}\u00a0{halves[at.hour >= 12]}"

    def _date(self, pattern: str, day: date) -> str:
        month = self.customs["months"][day.month - 1]
        return pattern.format(day=day.day, month=day.month, name=month, year=day.year)

    def joined(self, words: Sequence[str], conjunction: str) -> str:
        """Join words in a sentence: "a, b y c"."""
        word = self.customs[conjunction]
        for sound, other in self.customs.get(f"{conjunction}_before", {}).items():
            if re.match(sound, words[-1], re.IGNORECASE):
                word = other
        return f"{', '.join(words[:-1])} {word} {words[-1]}"


class Pseudo(Language):
    """English with accents, marked and longer by two fifths, as a test of what is translated and what fits."""

    _ACCENTS = str.maketrans("AEIOUaeiouncy", "ÀÉÎÕÜàéîõüñçý")
    _PART = re.compile(r"(\{[^}]*\}|<[^>]*>|&\w+;)")

    def pattern(self, message: str, many: str = "", number: int = 1, context: str = "") -> str:
        text = many if many and number != 1 else message
        accented = "".join(
            part if at % 2 else part.translate(self._ACCENTS) for at, part in enumerate(self._PART.split(text))
        )
        return f"⟦{accented}{'~' * round(0.4 * len(text))}⟧"


@cache
def _customs() -> dict[str, dict[str, Any]]:
    return tomllib.loads((_FOLDER / "customs.toml").read_text("utf-8"))


def names() -> dict[str, str]:
    """Return the languages with what each calls itself, English first."""
    return {code: str(customs["name"]) for code, customs in _customs().items() if "name" in customs and code != PSEUDO}


@cache
def language(code: str) -> Language | None:
    """Return a language by its code; None for English, and for a code that is not in customs.toml."""
    if code == PSEUDO:
        return Pseudo(code)
    return Language(code) if code in _customs() and code != ENGLISH else None


def best_of(tags: Iterable[str]) -> str:
    """Return the code of the first language tag that we have, in its region if we know that; "" if we have none."""
    for tag in tags:
        base, *others = re.split("[-_.@]", tag)
        if (base := base.lower()) in names():
            regional = f"{base}-{others[0].upper()}" if others else base
            return regional if regional in _customs() and regional != PSEUDO else base
    return ""


def in_region(base: str, tags: Iterable[str]) -> str:
    """Return a language in the region of the first tag that has it: a phone set to "de" in Austria gets "de-AT"."""
    return best_of(tag for tag in tags if tag.partition("-")[0].lower() == base) or base


# ---- Catalogues


_ESCAPE = re.compile(r"\\(.)")


def read_catalogue(base: str) -> tuple[Messages, str]:
    """Return the messages of a language, and its rule for plural forms in C."""
    return parse_catalogue((_FOLDER / "catalogues" / f"{base}.po").read_text("utf-8"))


def parse_catalogue(text: str) -> tuple[Messages, str]:
    """Return the translated messages of a PO file, and its rule for plural forms. Fuzzy ones are not translated."""
    messages: Messages = {}
    for entry in re.split(r"\n\s*\n", text):
        context, key, forms = "", "", []
        is_fuzzy = False
        for word, content in _lines(entry):
            if word == "#,":
                is_fuzzy = "fuzzy" in content
            elif word == "msgctxt":
                context = content
            elif word == "msgid":
                key = content
            elif word == "msgstr":
                forms.append(content)
        if forms and all(forms) and not is_fuzzy:
            messages[in_context(context, key) if context else key] = tuple(forms)
    header = messages.pop("", ("",))[0]
    found = re.search(r"plural=([^;]+);", header)
    return messages, found[1] if found else "n != 1"


def _lines(entry: str) -> Iterator[tuple[str, str]]:
    """Yield each keyword of an entry with its whole string."""
    word, texts = "", [""]
    for line in entry.splitlines():
        if line.startswith("#"):
            if line.startswith("#,"):
                yield "#,", line
            continue
        keyword, quote, rest = line.partition('"')
        if keyword:
            if word:
                yield word, "".join(texts)
            word, texts = keyword.split("[")[0].strip(), []
        if quote:
            texts.append(_ESCAPE.sub(lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), rest.rstrip()[:-1]))
    if word:
        yield word, "".join(texts)
