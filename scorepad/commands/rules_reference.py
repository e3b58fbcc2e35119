"""Write the tables of all keys in docs/rules.md:  python -m scorepad.commands.rules_reference docs/rules.md"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from scorepad.language.words import lower_first
from scorepad.rules.document import to_document
from scorepad.rules.keys import Key, Kind
from scorepad.rules.model import KEYS, RuleSet
from scorepad.rules.presets import preset

BEGIN = "<!-- These tables are made by python -m scorepad.commands.rules_reference docs/rules.md -->\n\n"
END = "<!-- The end of these tables. -->\n"

HEAD = "\n\n| key | meaning | values | in `partnership` |\n|---|---|---|---|\n"
MOST_EXAMPLES, LONGEST_EXAMPLE = 2, 60

_PLAIN = {Kind.YES_NO: "`true` or `false`", Kind.TEXT: "a text", Kind.SOME: "a list of names", Kind.OTHER: "a table"}


def tables(keys: Mapping[str, Key] = KEYS) -> str:
    """Return a table for each part of a rule set, with a row for each of its keys."""
    parts: dict[str, list[Key]] = {}
    for key in keys.values():
        if key.kind is not Kind.PART:
            parts.setdefault(key.path.removesuffix(".*").rpartition(".")[0].removesuffix(".*"), []).append(key)
    whole = to_document(preset("partnership"), every_key=True)
    return "\n".join(
        f"{_heading(path, keys)}{HEAD}{''.join(_row(key, whole) for key in listed)}" for path, listed in parts.items()
    )


def _heading(path: str, keys: Mapping[str, Key]) -> str:
    """Return the path of a part and the first sentence of its class."""
    part = keys[path].hint if path else RuleSet
    about = str(next(iter(get_args(part)), part).__doc__).partition(".")[0]
    return f"**`{path.replace('.*', '')}`**: {about}." if path else f"**At the top**: {about}."


def _row(key: Key, whole: Mapping[str, Any]) -> str:
    examples = dict.fromkeys(f"`{key.name} = {_toml(value)}`" for value in _found(whole, key.path.removesuffix(".*")))
    short = [example for example in examples if len(example) <= LONGEST_EXAMPLE]
    shown = ", ".join(short[:MOST_EXAMPLES]) or "–"
    return f"| `{key.name}` | {key.meaning} | {_values(key)}{'; optional' if key.is_optional else ''} | {shown} |\n"


def _values(key: Key) -> str:
    none = f' or `"{key.none}"`' if key.none else ""
    if key.words:
        words = ((word, lower_first(str(key.labels.get(word) or getattr(word, "answer", "")))) for word in key.words)
        return "; ".join(f"`{word}`: {text}" if text else f"`{word}`" for word, text in words)
    if key.kind is Kind.NUMBERS:
        return "a list of numbers, `[]` for any"
    if key.kind is not Kind.NUMBER:
        return f"{_PLAIN[key.kind]}{none}"
    bounded = f"{key.least} to {key.most:,}" if key.most is not None else "a number"
    return f"a table of names, each with {bounded}" if key.is_counted else f"{bounded}{none}"


def _found(data: Any, path: str) -> Iterator[Any]:
    """Yield every value at a path with a `*` for each item."""
    head, _, rest = path.partition(".")
    inner = data if head == "*" else [data[head]]
    for value in inner:
        yield from _found(value, rest) if rest else [value]


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        names = ", ".join(f"{name} = {_toml(inner)}" for name, inner in value.items())
        return f"{{ {names} }}" if names else "{}"
    return json.dumps(value, ensure_ascii=False)


def written(page: str) -> str:
    """Return the page with the tables of today."""
    return re.sub(f"(?s){re.escape(BEGIN)}.*{re.escape(END)}", lambda _: f"{BEGIN}{tables()}\n{END}", page)


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(written(page.read_text("utf-8")), "utf-8")
