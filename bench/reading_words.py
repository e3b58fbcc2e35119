"""Count vague names and outdated words.

Vague names are counted as variables, arguments and attributes of the package's Python code, at every occurrence,
including f-strings. The same words as functions, classes, keyword arguments and imports are counted separately, and so
are names in templates (in Jinja code) and in scripts.

An outdated word counts wherever a person reads it: in comments and strings of Python, JavaScript and CSS, in the text
of templates, in documents and rule sets. Tests and benchmarks count too. The key `lacks` of rule files does not.
"""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from jinja2 import Environment

from reading_source import ROOT, files, modules, place, text

VAGUE = ("one", "found", "said", "told", "given", "known")
OLD = ("whoever", "anew", "nobody", "is told", "lacks", "besides", "made of", "as it stands")
SHIPPED = ("scorepad", "templates", "static", "docs", "instance", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
BESIDE = ("tests", "bench")

# Between two words a line may end, a comment may continue, or a string may be closed and reopened.
_OLD = re.compile(rf"\b(?:{'|'.join(OLD)})\b".replace(" ", r"""[\s#*"'/]+"""), re.IGNORECASE)
# The key of a rule file: `lacks = {…}`, "lacks", .lacks
_KEY = re.compile(r"""(?<=[."'`])lacks\b|\blacks(?= *=)""")
_PYTHON_TEXT = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)}
_JINJA_TEXT = {"data", "comment", "string"}
_SCRIPT_TEXT = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""", re.DOTALL
)
_WORD = re.compile(r"\w+")


def vague_names() -> dict[str, Counter[str]]:
    """Return the vague names of the package: file → count of each name."""
    return _by_file(modules(), _variables)


def vague_other_names() -> dict[str, Counter[str]]:
    """Return the same words as names of functions, classes, keywords and imports of the package."""
    return _by_file(modules(), _other_names)


def vague_names_of_pages() -> dict[str, Counter[str]]:
    """Return the same words as names in templates and scripts."""
    templates = _by_file(files(ROOT / "templates", ".html"), _jinja_names)
    return templates | _by_file(files(ROOT / "static", ".js"), _script_names)


def total(counts: dict[str, Counter[str]]) -> Counter[str]:
    """Return the counts of all files together."""
    return sum(counts.values(), Counter())


def old_words(*folders: str) -> Iterator[tuple[str, str]]:
    """Yield every outdated word below these folders, as its place and the word."""
    for path in (p for folder in folders for p in files(ROOT / folder, *_READERS)):
        if path.is_file() and path.stem != Path(__file__).stem:
            for match in _OLD.finditer(_KEY.sub("", _READERS[path.suffix](text(path)))):
                line = match.string.count("\n", 0, match.start()) + 1
                yield place(path, line), " ".join(_WORD.findall(match[0].lower()))


def _by_file(paths: list[Path], names: Callable[[str], Iterable[str]]) -> dict[str, Counter[str]]:
    counts = {place(path): Counter(n for n in names(text(path)) if n in VAGUE) for path in paths}
    return {path: count for path, count in counts.items() if count}


def _variables(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _other_names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.keyword):
            yield node.arg or ""
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").rpartition(".")[2]
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.rpartition(".")[2]


def _jinja_names(source: str) -> Iterator[str]:
    return (value for _, kind, value in Environment().lex(source) if kind == "name")


def _script_names(source: str) -> list[str]:
    return _WORD.findall(_SCRIPT_TEXT.sub(" ", source))


def _python_text(source: str) -> str:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return _laid_out((t.start[0], t.string) for t in tokens if t.type in _PYTHON_TEXT)


def _template_text(source: str) -> str:
    tokens = Environment().lex(source)
    return _laid_out((line, value) for line, kind, value in tokens if kind in _JINJA_TEXT)


def _script_text(source: str) -> str:
    matches = _SCRIPT_TEXT.finditer(source)
    return _laid_out((source.count("\n", 0, m.start()) + 1, m[0]) for m in matches)


def _laid_out(pieces: Iterator[tuple[int, str]]) -> str:
    """Return pieces of a file as text in which each is on its original line."""
    laid, at = io.StringIO(), 1
    for line, piece in pieces:
        laid.write("\n" * (line - at) + " " + piece)
        at = max(line, at) + piece.count("\n")
    return laid.getvalue()


_READERS: dict[str, Callable[[str], str]] = {
    ".py": _python_text,
    ".html": _template_text,
    ".js": _script_text,
    ".css": _script_text,
    ".md": str,
    ".toml": str,
    ".txt": str,
}
"""By file suffix, the function that extracts the text that people read."""
