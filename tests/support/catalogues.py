"""Collect every message of the program, and keep the catalogues of the languages up to date.

    python -m tests.support.catalogues            adds new messages to every catalogue, and says how far each is
    python -m tests.support.catalogues fr         begins a catalogue for another language

See docs/translating.md.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from scorepad.language.languages import LABEL, in_context, names
from scorepad.rules import preset, slugs
from scorepad.scoring.text.explain import CARD_NAMES
from scorepad.web.app.language import TransBlocks

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = ROOT / "scorepad" / "language" / "catalogues"


class Message(NamedTuple):
    """A message, with the one for several things if there is one."""

    one: str
    many: str = ""
    context: str = ""

    @property
    def key(self) -> str:
        return in_context(self.context, self.one) if self.context else self.one


def _of_call(name: str, texts: list[object]) -> Iterator[Message]:
    """Yield the messages of a call of one of the functions of `language.words`; None stands for what is no literal."""
    match name, texts:
        case "say", [str(one), *_]:
            yield Message(one)
        case "label" | "_names", [str(), *_]:
            yield from (Message(text, context=LABEL) for text in texts if isinstance(text, str))
        case "say_many", [_, str(one), str(many), *_]:
            yield Message(one, many)
        case "plural", [_, str(one), str(many), *_]:
            yield Message(f"{{n}} {one}", f"{{n}} {many}")
        case "_translated", [str(one), str(many), *_]:
            yield Message(one, many)


def in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            yield from _of_call(name, [getattr(argument, "value", None) for argument in node.args])


def in_template(source: str) -> Iterator[Message]:
    environment = Environment(extensions=[TransBlocks], trim_blocks=True, lstrip_blocks=True, autoescape=True)
    for call in environment.parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name):
            yield from _of_call(call.node.name, [getattr(argument, "value", None) for argument in call.args])


def of_cards() -> Iterator[Message]:
    """Yield a number of each card, which `cards_text` says."""
    for one, many in CARD_NAMES.values():
        yield Message(f"{{n}} {one}", f"{{n}} {many}")


def of_presets() -> Iterator[Message]:
    """Yield the labels of the presets."""
    for slug in slugs():
        rules = preset(slug)
        labels = [text for kind in (*rules.books, *rules.bonuses) for text in (kind.singular, kind.plural)]
        labels += [each.label for each in rules.combinations]
        labels += [choice.label for choice in rules.choices]
        labels += [option.label for choice in rules.choices for option in choice.options]
        yield from (Message(str(text), context=LABEL) for text in labels)


@cache
def messages() -> dict[str, tuple[Message, list[str]]]:
    """Return every message by its key, with the files that have it."""
    found: dict[str, tuple[Message, list[str]]] = {}

    def note(path: str, new: Iterator[Message]) -> None:
        for message in new:
            kept, files = found.setdefault(message.key, (message, []))
            if not kept.many and message.many:
                found[message.key] = (message, files)
            if path not in files:
                files.append(path)

    for file in sorted((ROOT / "scorepad").rglob("*.py")):
        if file.parts[-2] != "language":
            note(file.relative_to(ROOT).as_posix(), in_python(file.read_text("utf-8")))
    for file in sorted((ROOT / "templates").rglob("*.*")):
        note(file.relative_to(ROOT).as_posix(), in_template(file.read_text("utf-8")))
    note("scorepad/scoring/text/explain.py", of_cards())
    note("scorepad/rules/presets", of_presets())
    return found


PLURALS = {"de": "nplurals=2; plural=(n != 1);", "es": "nplurals=2; plural=(n != 1);"}
"""Rules for plural forms that differ from Babel's. Babel has a form for whole millions in Spanish."""

HEADER = """# {name}. See docs/translating.md.
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""


def read(code: str) -> Catalog:
    """Return the catalogue of a language; a new one if there is none."""
    file = CATALOGUES / f"{code}.po"
    if not file.exists():
        return Catalog(code)
    with file.open("rb") as opened:
        return read_po(opened)


def updated(code: str) -> Catalog:
    """Return the catalogue of a language with every message of the program, and no others."""
    old, new = read(code), Catalog(code)
    new.mime_headers = [("Plural-Forms", _plurals(code))]
    for message, files in messages().values():
        kept = old.get(message.one, message.context or None)
        is_same = kept is not None and isinstance(kept.string, tuple | list) == bool(message.many)
        new.add(
            (message.one, message.many) if message.many else message.one,
            kept.string if is_same else ("",) * new.num_plurals if message.many else "",
            locations=[(file, 0) for file in sorted(files)],
            flags={"python-brace-format"} if "{" in message.one else set(),
            context=message.context or None,
        )
    return new


def _plurals(code: str) -> str:
    return PLURALS.get(code) or Catalog(code).plural_forms


def is_translated(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


def save(code: str, catalogue: Catalog) -> tuple[int, int]:
    """Write a catalogue. Return how many of its messages are translated, and how many there are."""
    written = BytesIO()
    write_po(written, catalogue, width=120, sort_output=True, omit_header=True, include_lineno=False)
    header = HEADER.format(name=names().get(code, code), code=code, plurals=_plurals(code))
    (CATALOGUES / f"{code}.po").write_text(header + written.getvalue().decode(), "utf-8")
    rows = [message for message in catalogue if message.id]
    return sum(is_translated(message.string) for message in rows), len(rows)


def main(codes: list[str]) -> None:
    for code in codes or sorted(path.stem for path in CATALOGUES.glob("*.po")):
        done, known = save(code, updated(code))
        print(f"{code}: {done} of {known} messages ({done * 100 // known} %)")


if __name__ == "__main__":
    main(sys.argv[1:])
