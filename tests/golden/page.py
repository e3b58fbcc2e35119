"""Read the stable parts of a page: its forms and inputs, its `data-*` hooks, and the numbers beside them.

Sentences are left out, so that they may be rewritten.
"""

import hashlib
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.web import pages

RANDOM = ("csrf_token", "key", "code")
"""Inputs whose values differ each time."""

CHANGING = ("data-mark", "data-label", "data-style")
"""Hooks whose values are random, or text, or name a file by its contents."""

WITH_NUMBERS = ("data-figure", "data-score")
"""Hooks of elements that show numbers."""

WORDS = ("message", "text", "label", "name", "title", "help", "why", "waived", "one", "many", "summary", "note",
         "description", "theme_color", "background_color")  # fmt: skip
"""Keys whose texts are masked: sentences, names from rule sets, colours."""

CODE = re.compile(r"[\w.,:+=%/?&#-]{1,80}")
NUMBER = re.compile(r"[+\u2212-]?\d[\d,]*(?:\.\d+)?")


def dateless(text: str) -> str:
    """Mask today's date and yesterday's: midnight may have passed since the page was rendered."""
    for today in {date.today(), datetime.now(UTC).date()}:  # noqa: DTZ011
        for day in (today, today - timedelta(days=1)):
            text = text.replace(day.isoformat(), "TODAY")
    return text


def wordless(value: Any) -> Any:
    """Return a JSON value with its sentences masked."""
    if isinstance(value, dict):
        return {key: "#" if _is_words(key, item) else wordless(item) for key, item in value.items()}
    return [wordless(item) for item in value] if isinstance(value, list) else value


def _is_words(key: str, item: Any) -> bool:
    return key == "notes" or (key in WORDS and isinstance(item, str))


def digest(value: Any) -> str:
    return hashlib.md5(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]


@dataclass
class Form:
    """A form: its method and action, its inputs with their possible values, and what a browser would send of it."""

    to: str
    inputs: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)

    def add(self, control: pages.Element) -> None:
        """Add an input or a button, if it is one."""
        tag, name, value = control.tag, control["name"], control["value"]
        kind = control["type"] or ("submit" if tag == "button" else "text")
        if not name or tag not in ("input", "button", "select", "textarea"):
            return
        if tag == "select":
            options = control.all("option")
            self.inputs[name] = sorted(option["value"] for option in options)
            chosen = [one for one in options if "selected" in one.attributes] or options
            self.sent[name] = chosen[0]["value"]
        elif tag == "textarea":
            if "readonly" not in control.attributes:
                self.inputs[name] = "text"
                self.sent[name] = "".join(control.inside).strip()
        elif kind in ("submit", "radio", "checkbox"):
            self.inputs[name] = sorted({*self.inputs.get(name, []), value})
            if kind != "submit" and "checked" in control.attributes:
                self.sent[name] = value
        else:
            self.inputs[name] = "hidden" if kind == "hidden" else "text"
            self.sent[name] = value


@dataclass
class Page:
    """A parsed page. `codes` are those that admit a phone; `figures` are numbers by their hook."""

    hooks: list[str]
    forms: list[Form] = field(default_factory=list)
    figures: list[list[str]] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)

    def compared(self) -> dict[str, Any]:
        """Return what is compared: the page's shape (forms, hooks), the values of its inputs, its numbers."""
        forms = sorted(([form.to, form.inputs] for form in self.forms), key=json.dumps)
        return {
            "shape": {"forms": forms, "hooks": self.hooks},
            "values": dict(pair for form in self.forms for pair in _values(form)),
            "figures": self.figures,
        }

    def add_texts(self, element: pages.Element) -> str:
        """Add the figures and codes in an element; return its text."""
        parts = (one if isinstance(one, str) else self.add_texts(one) for one in element.inside)
        text = "".join(parts)
        figure = next((element[name] for name in WITH_NUMBERS if name in element.attributes), None)
        if figure is not None:
            self.figures.append([figure, " ".join(NUMBER.findall(text))])
        elif text and "digits" in element["class"].split():
            self.codes.append(re.sub(r"\D", "", text))
        return text


def _values(form: Form) -> list[tuple[str, str]]:
    action = form.to.rsplit("/", 1)[-1].split(" ")[-1]
    known = [(name, value) for name, value in form.sent.items() if value and name not in RANDOM]
    return [(name if name == "seen" else f"{action}!{name}", dateless(v)) for name, v in known]


def read(source: str) -> Page:
    root = pages.Page(200, source).root
    elements = root.elements
    hooks = {_hook(*pair) for one in elements for pair in one.attributes.items()}
    page = Page(hooks=sorted(hooks - {""}))
    by_id = {}
    for element in (one for one in elements if one.tag == "form"):
        form = Form(f"{(element['method'] or 'get').upper()} {element['action']}")
        page.forms.append(form)
        by_id[element["id"]] = form
        for control in element.elements:
            if "form" not in control.attributes:
                form.add(control)
    for control in elements:
        if control["form"] in by_id and "form" in control.attributes:
            by_id[control["form"]].add(control)
    page.add_texts(root)
    return page


def _hook(name: str, value: str) -> str:
    if not name.startswith("data-"):
        return ""
    if name == "data-sheet":
        return f"data-sheet={json.dumps(wordless(json.loads(value)), sort_keys=True)}"
    if name in CHANGING or not CODE.fullmatch(value):
        return name
    return f"{name}={dateless(value)}"
