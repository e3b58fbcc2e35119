"""Check two project rules that no linter knows: how SQL is written, and how transactions begin.

    python -m tests.support.house_rules

SQL never contains external values: an f-string with SQL may interpolate constants (`_NAMES_LIKE_THIS`) and what
`ALLOWED` lists. `atomic()` of sqlite-utils begins a deferred transaction, which fails when others write.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "scorepad"

_SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|FROM|WHERE)\b")
_CONSTANT = re.compile(r"_?[A-Z][A-Z_0-9]*|\w+\._?[A-Z][A-Z_0-9]*")

ALLOWED = {
    "store/engine.py": {"journal_mode", "int(seconds * 1000)"},
    "store/file/opening.py": {"first"},
    "store/games.py": {"marks", "sql"},
    "store/league.py": {"by", "columns", "rows"},
    "store/migrations.py": {"column", "number", "sentence", "stop", "table"},
    "store/results/catch_up.py": {"changed"},
    "store/results/reads.py": {"condition"},
    "store/results/records.py": {"column", "of"},
    "store/results/tables.py": {"column", "columns", "name", "ways"},
}
"""What else may be interpolated into SQL, by file: our own words, never user input."""


def faults(path: str, source: str) -> Iterator[str]:
    """Yield the faults of a module, as sentences with its path and line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr == "atomic":
            yield f"{path}:{node.lineno}: atomic() begins a deferred transaction: use the store's writing()."
        if isinstance(node, ast.JoinedStr) and _SQL.search(_text(node)):
            for value in (part.value for part in node.values if isinstance(part, ast.FormattedValue)):
                put_in = ast.unparse(value)
                if not _CONSTANT.fullmatch(put_in) and put_in not in ALLOWED.get(path, ()):
                    yield f"{path}:{node.lineno}: SQL with {put_in} put into it: use a parameter."


def _text(node: ast.JoinedStr) -> str:
    return "".join(part.value for part in node.values if isinstance(part, ast.Constant))


def package_faults() -> list[str]:
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if "store" in path.parts]
    return [fault for path in files for fault in faults(str(path.relative_to(PACKAGE)), path.read_text("utf-8"))]


if __name__ == "__main__":
    sys.exit("\n".join(package_faults()) or None)
