"""Imports point one way and in no circle, the pure packages have no side effects, and a class name has one meaning."""

import ast
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import scorepad

PACKAGE = Path(scorepad.__file__).parent
ORDER = (
    "movements", "rules", "scoring", "rulebook", "league", "store", "club league", "play", "live", "example",
    "exchange", "web",
)  # fmt: skip
"""The layers: each may import itself and those before it."""

PURE = {"movements", "rules", "scoring", "rulebook", "league"}
CLUB_LEAGUE = {"chances", "club_names", "competitor_figures", "figures", "prophets", "table_request", "tables"}
"""The modules of `league` that read a club. The others are pure, and the store may import them."""
ENDS = {"cli", "commands", "serving", "__main__"}
"""The command line and the server: they may import everything."""
SHARED = {"", "ScorepadError", "addresses", "child_process", "environment", "language", "numbers", "paths"}
"""The version, the class of errors for users, paths, settings, languages, addresses for phones, and work in a child
process. Every layer may import them, the pure ones only `numbers` and `language`."""

OUTSIDE = {
    "league": {"openskill"},
    "store": {"sqlite_utils", "pysqlite3", "tzlocal"},
    "play": {"tomli_w"},
    "web": {
        "flask", "flask_wtf", "itsdangerous", "jinja2", "markupsafe", "rcssmin", "resvg_py", "rjsmin", "segno",
        "werkzeug", "wtforms",
    },
    "exchange": {"openpyxl", "python_calamine"},
    "live": {"apprise"},
    "language": {"markupsafe"},
    "paths": {"platformdirs"},
    "serving": {"ifaddr", "segno", "uvicorn", "zeroconf"},
    "cli": {"click"},
    "scoring": {"msgspec"},
    "commands": {"click"},
}  # fmt: skip
"""Third-party packages that each part may import."""

WEB = (
    "app", "live", "people", "access", "rules", "games", "result", "nights", "api", "league", "players", "table",
    "rounds", "ask", "evenings", "years", "exchange", "host", "design",
)  # fmt: skip
"""The subjects of `web`: each may import itself and those before it. The factory imports them all, to register them."""

DOCUMENTED = {"Competitor", "Counterpart", "EarnedBadge", "OwnRank", "PlayedGame", "Rating", "TeamScore"}
"""Documents of the API that have the name of the class they describe."""

REPEATED = {
    "Answer", "BadName", "Change", "Document", "Fault", "Field", "Games", "Kind", "Leave", "Part", "Place", "Problem",
    "Reader", "Recorded", "Seats", "Section",
}  # fmt: skip
"""Names that still have two meanings. Remove from here, never add."""

NO_MODULE = {
    "asyncio", "builtins", "ctypes", "fcntl", "getpass", "glob", "http", "importlib", "io", "logging", "mmap",
    "multiprocessing", "os", "pathlib", "pickle", "random", "secrets", "select", "selectors", "shelve", "shutil",
    "signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "webbrowser",
}  # fmt: skip
"""Modules of the standard library that do I/O, read a clock, or are random."""
NO_CALL = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}
NO_ATTRIBUTE = {"now", "utcnow", "today", "read_text", "write_text", "read_bytes", "write_bytes"}

EXCEPTIONS = {
    "rules/presets.py": {"importlib.resources", "read_text"},
    "league/forecast.py": {"random"},
    "__init__.py": {"flask", "scorepad.web"},
}
"""The presets are files of the package: only their module may read files, and only in this way. Games are played out
with a fixed seed. `create_app` is in the package itself, where `flask --app scorepad` looks for it."""


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
        return part not in PURE or other in ("language", "numbers")
    return part in ORDER and other in ORDER[: ORDER.index(part) + 1]


def test_nothing_crosses_the_fence():
    crossed = []
    for file in sorted(PACKAGE.rglob("*.py")):
        crossed += trespasses(file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8"))
    assert crossed == []


def test_no_subject_of_the_pages_imports_a_later_one():
    upwards = set()
    for file in sorted((PACKAGE / "web").rglob("*.py")):
        path = file.relative_to(PACKAGE / "web").as_posix()
        if path not in ("__init__.py", "app/factory.py"):
            own = WEB.index(path.partition("/")[0].removesuffix(".py"))
            tree = ast.parse(file.read_text("utf-8"))
            subjects = {
                name.split(".")[2] for _, name in _imports(tree, f"web/{path}") if name.startswith("scorepad.web.")
            }
            upwards |= {(path, subject) for subject in subjects if WEB.index(subject) > own}
    assert upwards == set()


def test_no_modules_import_each_other_in_a_circle():
    sources = {_name(file): file.read_text("utf-8") for file in PACKAGE.rglob("*.py")}
    assert circle({name: loaded_with(name, source, sources) for name, source in sources.items()}) == []


def class_names(tree):
    """Return the names of a module's public classes."""
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def test_the_name_of_a_class_has_one_meaning():
    modules = {_name(file): ast.parse(file.read_text("utf-8")) for file in PACKAGE.rglob("*.py")}
    defined = Counter(name for tree in modules.values() for name in class_names(tree))
    documents = {n for name, tree in modules.items() if ".documents" in name for n in class_names(tree)}
    assert defined["ListedGame"] == 1 < defined["Rating"]
    assert {name for name, count in defined.items() if count > 1} <= DOCUMENTED | REPEATED
    assert {name for name in DOCUMENTED if defined[name] > 2} == set() == DOCUMENTED - documents


def circle(graph):
    """Return a circle of modules, if there is one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def _name(file):
    return ".".join(("scorepad", *file.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def loaded_with(name, source, modules):
    """Return the modules of the package that are loaded when this one is: neither later nor for types alone."""
    tree, found = ast.parse(source), set()
    statements = [*tree.body]
    while statements:
        node = statements.pop()
        if isinstance(node, ast.ImportFrom):
            # `from scorepad.web.app import errors` imports a module, `from scorepad.store import Club` a name.
            found |= {
                f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in modules else node.module
                for alias in node.names
            }
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif not isinstance(node, ast.FunctionDef) and not (isinstance(node, ast.If) and _is_for_types(node.test)):
            statements += [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]
    return found & set(modules) - {name}


def _is_for_types(test):
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


CIRCLE = {"a": "from b import c", "b": "class Late:\n    import c", "c": "from a import d"}


@pytest.mark.parametrize(
    ("changed", "is_circle"),
    [
        ({}, True),
        ({"c": "def late():\n    from a import d"}, False),
        ({"c": "if TYPE_CHECKING:\n    from a import d"}, False),
        ({"c": "try:\n    import a\nexcept ImportError:\n    pass"}, True),
        ({"b": "import e"}, False),
    ],
)
def test_a_circle_is_found(changed, is_circle):
    sources = CIRCLE | changed
    found = circle({name: loaded_with(name, source, sources) for name, source in sources.items()})
    assert bool(found) == is_circle


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
    "movements/a.py": ("import random", "from scorepad.rules import RuleSet", "import networkx"),
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
    "live/a.py": ("import flask", "from scorepad.web.app import hosts", "from scorepad.exchange import exports"),
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
