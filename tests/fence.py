"""The fence around the packages: what each may import, and what the pure three may not even call."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ORDER = ("rules", "scoring", "league", "store", "play", "web")
"""The arrows: each may import itself and those before it."""

PURE = frozenset({"rules", "scoring", "league"})
ENDS = frozenset({"cli", "commands", "serving", "__main__"})
"""The command line and what serves: they may import everything."""
SHARED = frozenset({"", "addresses", "environment", "paths"})
"""The version, where things lie, what the environment says, and where phones find us. The pure three use none of it."""

OUTSIDE = {
    "league": {"openskill"},
    "store": {"sqlite_utils", "pysqlite3"},
    "web": {
        "flask",
        "flask_wtf",
        "itsdangerous",
        "jinja2",
        "markupsafe",
        "rcssmin",
        "rjsmin",
        "segno",
        "werkzeug",
        "wtforms",
    },
    "paths": {"platformdirs"},
    "serving": {"granian", "ifaddr", "segno", "zeroconf"},
    "cli": {"click"},
    "commands": {"click", "tabulate"},
}
"""What each part may import that is neither Python's nor ours."""

NO_MODULE = frozenset(
    """
    asyncio builtins ctypes fcntl getpass glob http importlib io logging mmap multiprocessing os pathlib pickle
    random secrets select selectors shelve shutil signal socket sqlite3 ssl subprocess tempfile threading time
    urllib uuid webbrowser
    """.split()  # noqa: SIM905  # a line each would be longer than the rest of this file
)
"""Python's own modules that do input or output, look at a clock, or throw dice."""
NO_CALL = frozenset(
    {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}
)
NO_ATTRIBUTE = frozenset(
    {"now", "utcnow", "today", "read_text", "write_text", "read_bytes", "write_bytes"}
)
ONLY_STORE = frozenset({"sqlite3"})

EXCEPTIONS = {"rules/presets.py": frozenset({"importlib.resources", "read_text"})}
"""The presets are files of the package: their module alone reads, and nothing else."""


def part_of(path: str) -> str:
    """The part of the package a file belongs to: `rules` for `rules/read.py`, `cli` for `cli.py`."""
    part = path.partition("/")[0].removesuffix(".py")
    return "" if part == "__init__" else part


def trespasses(path: str, source: str) -> list[str]:
    """Every line of a file that crosses the fence, as `path:line: what`. `path` is relative to the package."""
    tree, part = ast.parse(source), part_of(path)
    allowed = EXCEPTIONS.get(path, frozenset())
    found = [
        (line, f"imports {name}")
        for line, name in _imports(tree, path)
        if name not in allowed and not _may_import(part, name)
    ]
    if part in PURE:
        found += [(line, f"uses {name}") for line, name in _uses(tree) if name not in allowed]
    return [f"{path}:{line}: {what}" for line, what in sorted(found)]


def package_trespasses(package: Path) -> list[str]:
    """Every trespass in a package's files."""
    return [
        line
        for file in sorted(package.rglob("*.py"))
        for line in trespasses(file.relative_to(package).as_posix(), file.read_text("utf-8"))
    ]


def _imports(tree: ast.AST, path: str) -> Iterator[tuple[int, str]]:
    """Every import, also inside functions, relative ones made whole."""
    package = ("scorepad", *path.split("/")[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            # `from scorepad import web` imports a part as much as `import scorepad.web` does.
            names = (
                [f"{module}.{alias.name}" for alias in node.names]
                if module == "scorepad"
                else [module]
            )
            yield from ((node.lineno, name) for name in names)


def _uses(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every call and attribute that no pure code needs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in NO_CALL:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and node.attr in NO_ATTRIBUTE:
            yield node.lineno, node.attr


def _may_import(part: str, name: str) -> bool:
    top, _, rest = name.partition(".")
    if top == "scorepad":
        return _may_import_ours(part, rest.partition(".")[0])
    if top in ONLY_STORE:
        return part == "store"
    if top in sys.stdlib_module_names:
        return part not in PURE or top not in NO_MODULE
    return top in OUTSIDE.get(part, set())


def _may_import_ours(part: str, other: str) -> bool:
    if other.startswith("__") or part in ENDS:
        return True
    if other in SHARED:
        return part not in PURE
    return part in ORDER and other in ORDER[: ORDER.index(part) + 1]
