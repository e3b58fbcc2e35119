"""Reads from a page what has to stay: its forms and inputs, its `data-*` hooks, and the numbers beside them.

Sentences are left out, so that they may be rewritten.
"""

import hashlib
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from html import unescape
from typing import Any

RANDOM = ("csrf_token", "key", "code")
"""Inputs whose values differ each time."""

CHANGING = ("data-mark", "data-label")
"""Hooks whose values are random, or words."""

WITH_NUMBERS = ("data-figure", "data-score")
"""Hooks of elements that show numbers."""

WORDS = ("message", "text", "label", "name", "title", "help", "why", "waived", "one", "many", "summary", "note",
         "description", "theme_color", "background_color")  # fmt: skip
"""Keys whose texts are masked: sentences, names that rule sets give, colours."""

LONGEST_CODE = 80
CODE = re.compile(r"[\w.,:+=%/?&#-]{1,80}")
NUMBER = re.compile(r"[+\u2212-]?\d[\d,]*(?:\.\d+)?")
TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)((?:[^<>"]|"[^"]*")*)>|<!.*?>')
ATTRIBUTE = re.compile(r'([a-z][\w:-]*)(?:="([^"]*)")?')
VOID = frozenset(
    ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]
)

Attributes = dict[str, str]


def dateless(text: str) -> str:
    """The text with today's date masked."""
    for today in {date.today().isoformat(), datetime.now(UTC).date().isoformat()}:  # noqa: DTZ011
        text = text.replace(today, "TODAY")
    return text


def wordless(value: Any) -> Any:
    """A JSON value with its sentences masked."""
    if isinstance(value, dict):
        return {key: "#" if _is_words(key, item) else wordless(item) for key, item in value.items()}
    return [wordless(item) for item in value] if isinstance(value, list) else value


def _is_words(key: str, item: Any) -> bool:
    return key == "notes" or (key in WORDS and isinstance(item, str))


def digest(value: Any) -> str:
    """A short name for a JSON value."""
    return hashlib.md5(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]


@dataclass
class Form:
    """A form: its method and action, its inputs with the values they offer, and what a browser would send of it."""

    to: str
    inputs: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)

    def add(self, tag: str, given: Attributes) -> None:
        """Adds an input or a button."""
        name, value = given["name"], given.get("value", "")
        kind = given.get("type", "submit" if tag == "button" else "text")
        if kind in ("submit", "radio", "checkbox"):
            self.inputs[name] = sorted({*self.inputs.get(name, []), value})
            if kind != "submit" and "checked" in given:
                self.sent[name] = value
        else:
            self.inputs[name] = "hidden" if kind == "hidden" else "text"
            self.sent[name] = value


@dataclass
class Page:
    """A page, read. `codes` are those for letting a phone in; `figures` are numbers by their hook."""

    forms: list[Form] = field(default_factory=list)
    hooks: set[str] = field(default_factory=set)
    figures: list[list[str]] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)

    def compared(self) -> dict[str, Any]:
        """What of the page is compared: its shape (forms, hooks), what stands in its inputs, its numbers."""
        forms = sorted(([form.to, form.inputs] for form in self.forms), key=json.dumps)
        return {
            "shape": {"forms": forms, "hooks": sorted(self.hooks)},
            "values": dict(pair for form in self.forms for pair in _values(form)),
            "figures": self.figures,
        }


def _values(form: Form) -> list[tuple[str, str]]:
    action = form.to.rsplit("/", 1)[-1].split(" ")[-1]
    known = [(name, value) for name, value in form.sent.items() if value and name not in RANDOM]
    return [(name if name == "seen" else f"{action}!{name}", dateless(v)) for name, v in known]


class Reader:
    """Reads a page tag by tag; the parser of the standard library takes twice as long."""

    def __init__(self) -> None:
        self.page = Page()
        self._by_id: dict[str, Form] = {}
        self._elsewhere: list[tuple[str, Attributes]] = []
        self._form: Form | None = None
        self._options: list[str] = []
        self._select = ""
        self._texts: list[tuple[str, str, list[str]] | None] = []

    def read(self, source: str) -> Page:
        """The page."""
        end = 0
        for found in TAG.finditer(source):
            if any(self._texts):
                self._text(unescape(source[end : found.start()]))
            end = found.end()
            closing, tag, rest = found.groups()
            if closing:
                self._close(tag)
            elif tag:
                self._open(tag, {name: unescape(text) for name, text in ATTRIBUTE.findall(rest)})
        for tag, given in self._elsewhere:
            if given["form"] in self._by_id:
                self._by_id[given["form"]].add(tag, given)
        return self.page

    def _text(self, text: str) -> None:
        for reading in self._texts:
            if reading:
                reading[2].append(text)

    def _open(self, tag: str, given: Attributes) -> None:
        self.page.hooks |= {
            _hook(name, text) for name, text in given.items() if name[:5] == "data-"
        }
        if tag not in VOID:
            self._texts.append(_reading(tag, given))
        if tag == "form":
            self._form = Form(f"{given.get('method', 'get').upper()} {given.get('action', '')}")
            self.page.forms.append(self._form)
            self._by_id[given.get("id", "")] = self._form
        elif tag in ("input", "button") and given.get("name"):
            if "form" in given:
                self._elsewhere.append((tag, given))
            elif self._form:
                self._form.add(tag, given)
        elif tag == "select":
            self._select, self._options = given.get("name", ""), []
        elif tag == "option" and self._form and self._select:
            self._option(self._form, given.get("value", ""), "selected" in given)

    def _option(self, form: Form, value: str, selected: bool) -> None:
        self._options.append(value)
        form.inputs[self._select] = sorted(self._options)
        if selected or len(self._options) == 1:
            form.sent[self._select] = value

    def _close(self, tag: str) -> None:
        reading = self._texts.pop() if self._texts else None
        if reading:
            kind, name, texts = reading
            text = "".join(texts)
            if kind == "code":
                self.page.codes.append(re.sub(r"\D", "", text))
            elif kind == "figure":
                self.page.figures.append([name, " ".join(NUMBER.findall(text))])
            elif self._form:
                self._form.inputs[name] = "text"
                self._form.sent[name] = text.strip()
        if tag == "form":
            self._form = None


def _reading(tag: str, given: Attributes) -> tuple[str, str, list[str]] | None:
    """What the text of an element is read for: its kind, its name, and room for the text; mostly for nothing."""
    figure = next((given[name] for name in WITH_NUMBERS if name in given), None)
    if figure is not None:
        return ("figure", figure, [])
    if "digits" in given.get("class", "").split():
        return ("code", "", [])
    if tag == "textarea" and "readonly" not in given:
        return ("textarea", given.get("name", ""), [])
    return None


def _hook(name: str, value: str) -> str:
    if name == "data-sheet":
        return f"data-sheet={json.dumps(wordless(json.loads(value)), sort_keys=True)}"
    if name in CHANGING or not CODE.fullmatch(value):
        return name
    return f"{name}={dateless(value)}"


def read(source: str) -> Page:
    """A page, read."""
    return Reader().read(source)
