"""The output of `scorepad rules` that programs may read: slugs, and paths with values."""

import re
from pathlib import Path
from typing import Any

from tests.golden.evening import command
from tests.golden.page import digest

WORDS = re.compile(r"\.(?:label|name|one|many)$")
CHOICE = re.compile(r"  [\w-]+=[\w-]+:")
NUMBERS = re.compile(r"[\w.\"-]+ = (?:[\d\[{-]|true|false)")


def recorded(home: Path) -> list[Any]:
    """Return what is recorded about the rule sets."""
    names = slugs(home)
    first = shown(home, names[0])
    others = ({"slug": name, **_against(first, shown(home, name))} for name in names)
    return [{"slugs": names, "first": first}, *others]


def slugs(home: Path) -> list[str]:
    """Return the presets, in the order of `rules list`."""
    return [line.split()[0] for line in command(home, "rules", "list").stdout.splitlines()[1:]]


def shown(home: Path, slug: str) -> dict[str, Any]:
    """Return a rule set as `rules show` prints it: values by path, choices, and a digest of the values in its file."""
    lines = command(home, "rules", "show", slug).stdout.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("rule "))
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    rows = [re.split(r"\s{2,}", line.rstrip(), maxsplit=1) for line in lines[start + 1 : end]]
    values = {row[0]: " ".join(row[1].split()) for row in rows if len(row) > 1}
    file = command(home, "rules", "show", "--toml", slug).stdout.splitlines()
    return {
        "values": {path: value for path, value in values.items() if not WORDS.search(path)},
        "choices": [line.split(":")[0].strip() for line in lines[end:] if CHOICE.match(line)],
        "file": digest([line for line in file if NUMBERS.match(line)]),
    }


def _against(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return a rule set with only the values that differ from the first rule set's: most are the same."""
    ours, theirs = first["values"], other["values"]
    new = {path: value for path, value in theirs.items() if ours.get(path) != value}
    return {**other, "values": _nested(new), "without": sorted(ours.keys() - theirs.keys())}


def _nested(values: dict[str, str]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for path, value in values.items():
        *parts, last = path.split(".")
        branch = tree
        for part in parts:
            branch = branch.setdefault(part, {})
        branch[last] = value
    return tree
