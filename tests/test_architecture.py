"""Imports point one way, and the pure packages have no side effects."""

import ast
import sys
from pathlib import Path

import pytest

import scorepad

PACKAGE = Path(scorepad.__file__).parent
ORDER = ("rules", "scoring", "rulebook", "league", "store", "club league", "play", "example", "exchange", "web")
"""The layers: each may import itself and those before it."""

PURE = {"rules", "scoring", "rulebook", "league"}
CLUB_LEAGUE = {"club_names", "competitor_figures", "figures", "table_request", "tables"}
"""The modules of `league` that read a club. The others are pure, and the store may import them."""
ENDS = {"cli", "commands", "serving", "__main__"}
"""The command line and the server: they may import everything."""
SHARED = {"", "addresses", "environment", "paths"}
"""The version, paths, settings, and addresses for phones. Every layer may import them, except the pure ones."""

OUTSIDE = {
    "league": {"openskill"},
    "store": {"sqlite_utils", "pysqlite3", "tzlocal"},
    "play": {"tomli_w"},
    "web": {
        "flask", "flask_wtf", "itsdangerous", "jinja2", "markupsafe", "rcssmin", "resvg_py", "rjsmin", "segno",
        "werkzeug", "wtforms",
    },
    "exchange": {"openpyxl"},
    "paths": {"platformdirs"},
    "serving": {"ifaddr", "segno", "uvicorn", "zeroconf"},
    "cli": {"click"},
    "commands": {"click", "tabulate", "wcwidth"},
}  # fmt: skip
"""Third-party packages that each part may import."""

NO_MODULE = {
    "asyncio", "builtins", "ctypes", "fcntl", "getpass", "glob", "http", "importlib", "io", "logging", "mmap",
    "multiprocessing", "os", "pathlib", "pickle", "random", "secrets", "select", "selectors", "shelve", "shutil",
    "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "webbrowser",
}  # fmt: skip
"""Modules of the standard library that do I/O, read a clock, or are random."""
NO_CALL = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}
NO_ATTRIBUTE = {"now", "utcnow", "today", "read_text", "write_text", "read_bytes", "write_bytes"}

EXCEPTIONS = {"rules/presets.py": {"importlib.resources", "read_text"}, "__init__.py": {"flask", "scorepad.web"}}
"""The presets are files of the package: only their module may read files, and only in this way. `create_app` is in the
package itself, where `flask --app scorepad` looks for it."""


def trespasses(path, source):
    """Return every forbidden import and use in a file, as `path:line: name`. `path` is relative to the package."""
    tree, part = ast.parse(source), _part(path.removesuffix(".py").split("/"))
    imports = [(line, name) for line, name in _imports(tree, path) if not _may_import(part, name)]
    uses = [*_uses(tree)] if part in PURE else []
    allowed = EXCEPTIONS.get(path, ())
    return [f"{path}:{line}: {name}" for line, name in imports + uses if name not in allowed]


def _imports(tree, path):
    """Yield every import, also those inside functions; relative ones are made absolute."""
    package = ("scorepad", *path.split("/")[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            # `from scorepad import web` imports a part, just as `import scorepad.web` does.
            names = [f"{module}.{alias.name}" for alias in node.names]
            of_parts = module in ("scorepad", "scorepad.league")
            yield from ((node.lineno, name) for name in (names if of_parts else [module]))


def _uses(tree):
    """Yield every call and attribute that is forbidden in pure code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in NO_CALL:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and node.attr in NO_ATTRIBUTE:
            yield node.lineno, node.attr


def _part(names):
    """Return the layer of a module, given by the names of its folders and its own."""
    return "club league" if names[0] == "league" and names[1:2] and names[1] in CLUB_LEAGUE else names[0]


def _may_import(part, name):
    top, _, rest = name.partition(".")
    if top == "scorepad":
        return _may_import_ours(part, _part(rest.split(".")))
    if top == "sqlite3":
        return part == "store"
    if top in sys.stdlib_module_names:
        return part not in PURE or top not in NO_MODULE
    return top in OUTSIDE.get(part, ())


def _may_import_ours(part, other):
    if other.startswith("__") or part in ENDS:
        return True
    if other in SHARED:
        return part not in PURE
    return part in ORDER and other in ORDER[: ORDER.index(part) + 1]


def test_nothing_crosses_the_fence():
    crossed = []
    for file in sorted(PACKAGE.rglob("*.py")):
        crossed += trespasses(file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8"))
    assert crossed == []


STOPPED = {
    "rules/a.py": (
        "from scorepad.scoring import score", "from ..scoring import score", "from scorepad import paths",
        "import importlib.resources", "import openskill",
    ),
    "rules/presets.py": ("import importlib", "import os"),
    "scoring/a.py": (
        "import scorepad.league", "def late():\n    import sqlite3", "from pathlib import Path", "import random",
        "from time import time", "import logging", "import os.path", "import socket", "import flask",
        "open('scores.txt')", "when = datetime.now()", "day = date.today()", "print(1)", "module = __import__('os')",
    ),
    "scoring/game/a.py": ("from ...store import Club", "from scorepad.rulebook.words import points_text"),
    "rulebook/a.py": ("from scorepad.league import facts", "import os", "from scorepad.store import Club"),
    "league/a.py": (
        "from scorepad.store import Club", "import secrets", "from scorepad.league.tables import Table",
        "from scorepad.league import tables",
    ),
    "league/tables.py": ("from scorepad.play import undo", "import flask", "import sqlite3"),
    "store/a.py": (
        "from scorepad.web import create_app", "from scorepad import web", "import flask", "import click",
        "from scorepad.play import undo", "from scorepad.league.club_names import ClubPeople",
    ),
    "play/a.py": (
        "from scorepad.web.app import clubs", "import flask", "from werkzeug.datastructures import MultiDict",
        "from sqlite_utils import Database",
    ),
    "web/a.py": (
        "import scorepad.cli", "from scorepad.commands import speech", "import sqlite3",
        "from sqlite_utils import Database",
    ),
    "commands/a.py": ("import sqlite3",),
    "paths.py": ("import scorepad.store",),
    "__init__.py": ("import scorepad.rules",),
}  # fmt: skip


@pytest.mark.parametrize(("path", "source"), [(path, source) for path in STOPPED for source in STOPPED[path]])
def test_the_fence_stops(path, source):
    (line,) = trespasses(path, source)
    assert line.startswith(f"{path}:{source.count(chr(10)) + 1}: ")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("rules/a.py", "import tomllib\nfrom scorepad.rules.model import RuleSet"),
        ("rules/a.py", "from scorepad import __version__"),
        ("rules/presets.py", "from importlib.resources import files\nfiles('a').read_text()"),
        ("scoring/a.py", "from scorepad.rules import RuleSet\nfrom .score import score"),
        ("scoring/game/a.py", "from ..model import Problem\nfrom datetime import date"),
        ("rulebook/a.py", "from scorepad.scoring.sheet import Sheet\nfrom .words import points_text"),
        ("league/a.py", "import openskill.models\nfrom scorepad.scoring import score"),
        ("league/tables.py", "from scorepad.store import Club\nfrom scorepad.league import facts"),
        ("store/a.py", "from scorepad.league.facts import Tally"),
        ("store/a.py", "import os, sqlite3\nfrom sqlite_utils import Database"),
        ("store/a.py", "from scorepad import rules"),
        ("web/a.py", "import flask\nfrom scorepad.store import Club\nfrom scorepad import paths"),
        ("commands/a.py", "import click\nfrom scorepad.web import create_app"),
    ],
)
def test_the_fence_lets_through(path, source):
    assert trespasses(path, source) == []
