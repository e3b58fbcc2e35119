"""Measure the source: lines, folders, lengths of functions, public names, views, citations.

Lines are all lines of a file. The length of a function runs from its `def` to its last line, including the docstring
and nested functions. A public name is a function or class of a module, or of a class in it, that does not begin with an
underscore. A view is a function with a decorator such as `@pages.get(...)`. A module is any `.py` file of the package.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import scorepad

ROOT = Path(scorepad.__file__).parents[1]
PACKAGE = ROOT / "scorepad"
FOLDERS = ("rules", "scoring", "league", "store", "play", "web", "serving", "commands")
"""Folders of the package that are always reported; others only if they have lines."""

ROUTES = frozenset({"route", "get", "post", "put", "patch", "delete"})
NOT_SHIPPED = re.compile("DESIGN|(?:RULES|STYLE|LOOK|VARIANTS)[.]md|RULES'|of RULES[:.]|source document")
"""Documents that are not part of a release."""
TEXTS = frozenset({".py", ".md", ".toml", ".html", ".css", ".js", ".json", ".txt", ".yml", ".webmanifest"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Sizes:
    """The sizes of the modules of the package."""

    functions: list[int] = field(default_factory=list)
    """The length of each function, sorted."""
    public: int = 0
    views: int = 0


@cache
def text(path: Path) -> str:
    """The text of a file."""
    return path.read_text("utf-8")


def lines(path: Path) -> int:
    """The number of lines of a file."""
    return len(text(path).splitlines())


def place(path: Path, line: int | None = None) -> str:
    """Return a file and a line in it, as shown in a report."""
    name = path.relative_to(ROOT).as_posix()
    return f"{name}:{line}" if line else name


def files(folder: Path, *suffixes: str) -> list[Path]:
    """Return the files of a folder with one of these suffixes, without vendored files."""
    if folder.is_file():
        return [folder]
    paths = sorted(p for p in folder.rglob("*") if p.suffix in suffixes and p.is_file())
    return [path for path in paths if "vendor" not in path.parts]


def modules() -> list[Path]:
    """The modules of the package."""
    return files(PACKAGE, ".py")


def area_lines() -> dict[str, int]:
    """Lines of each area."""
    areas = {folder: files(PACKAGE / folder, ".py") for folder in FOLDERS}
    for path in modules():
        top = path.relative_to(PACKAGE).parts
        name = "top modules" if len(top) == 1 else top[0]
        if name not in FOLDERS:
            areas.setdefault(name, []).append(path)
    areas |= {
        "templates": files(ROOT / "templates", ".html"),
        "css": files(ROOT / "static", ".css"),
        "js": files(ROOT / "static", ".js"),
        "tests": files(ROOT / "tests", ".py"),
        "bench": files(ROOT / "bench", ".py"),
        "docs": [*files(ROOT / "docs", ".md"), *sorted(ROOT.glob("*.md"))],
    }
    return {area: sum(map(lines, paths)) for area, paths in areas.items()}


def folder_modules() -> Counter[str]:
    """Return how many modules each folder of the package has, including `__init__`."""
    return Counter(place(path.parent) for path in modules())


def citations() -> list[str]:
    """Return every line of the tree that cites a document that is not shipped."""
    own = {"reading.py", "reading_source.py", "reading_tap.py", "reading_words.py"}
    paths = [path for path in ROOT.iterdir() if path.is_file() and not path.name.startswith(".")]
    for folder in ("scorepad", "templates", "static", "docs", "tests", "bench", "instance"):
        paths += files(ROOT / folder, *TEXTS)
    return [
        place(path, number)
        for path in paths
        if path.name not in own
        for number, line in enumerate(text(path).splitlines(), start=1)
        if NOT_SHIPPED.search(line)
    ]


def measure_modules() -> Sizes:
    """Read every module of the package."""
    sizes = Sizes()
    for path in modules():
        tree = ast.parse(text(path))
        sizes.public += sum(1 for _ in _public(tree))
        for node in ast.walk(tree):
            if isinstance(node, Function):
                sizes.functions.append(_length(node))
                if _is_view(node):
                    sizes.views += 1
    sizes.functions.sort()
    return sizes


def _public(parent: ast.Module | ast.ClassDef) -> Iterator[str]:
    for node in parent.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from _public(node)


def _length(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _is_view(node: Function) -> bool:
    """Whether a function has a decorator such as `@pages.get(...)`, or the `@route(...)` of the API."""
    calls = [decorator.func for decorator in node.decorator_list if isinstance(decorator, ast.Call)]
    return any((call.attr if isinstance(call, ast.Attribute) else ast.unparse(call)) in ROUTES for call in calls)
