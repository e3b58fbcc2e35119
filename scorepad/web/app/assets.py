"""Serve the files of `static/`, which browsers cache for ever.

Their URLs contain a hash of all the files, so a new version has new URLs. There is no build step: style sheets and
scripts are concatenated when the application starts, in the order below. A phone requests only 2 files.
"""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import cast

from flask import Flask, Response, abort, request
from rcssmin import cssmin
from rjsmin import jsmin

from scorepad.web.app import icons

STYLES = ("tokens", "page", "parts", "stepper", "sheet", "bar", "bar-teams", "menu", "bar-low", "table", "wide")
MORE_STYLES = (
    "score",
    "receipt",
    "home",
    "setup",
    "seating",
    "card",
    "own-rules",
    "undo",
    "lead",
    "result",
    "win",
    "win-motion",
    "story",
    "print",
)
"""The style sheets of `static/css/`, from general to special: those of every page, and those that the table does not
load, so that it appears sooner."""

MODULES = (
    "store",
    "transport",
    "queue",
    "badge",
    "outbox",
    "figures",
    "steppers",
    "screen",
    "page",
    "refresh",
    "answers",
    "jobs",
    "stream",
    "signs",
    "live",
)
"""The modules of `static/js/` for every page, each after those it imports. No two may define the same name."""

MORE_MODULES = (
    "numbers",
    "score",
    "receipt",
    "totals",
    "faults",
    "seats",
    "share",
    "copy",
    "joining",
    "kept",
    "install",
    "drafts",
    "askdrafts",
    "awake",
    "aloud",
    "moment",
    "questions",
    "asked",
    "offline",
)
"""Modules that the first second of the table and of counting does not need: there, they are loaded afterwards. They may
import the modules of every page."""

COUNTING = ("figures", "numbers", "keypad", "steps", "walk", "piles")
COUNTING_STYLES = ("walk", "keypad", "steps", "piles")
"""Additional modules and style sheets of the counting page and its piles. They do not wait for
the script of every page."""

ASK_STYLES = ("score", "receipt", "ask-facts", "ask-cards", "ask-names", "ask-answer", "ask")
"""Additional style sheets of the pages for the two questions about the rules."""

BOARD_STYLES = ("lead", "board", "board-screens")
"""Additional style sheets of the board."""

SHEET, MORE, SCRIPT, MORE_SCRIPT = "scorepad.css", "more.css", "scorepad.js", "more.js"
COUNTING_SHEET, COUNTING_SCRIPT = "count.css", "count.js"
ASK_SHEET, BOARD_SHEET = "ask.css", "board.css"
MORPH = "vendor/idiomorph.min.js"
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
COMPRESSED = ("css", "js", "svg")
# Concatenated modules need no imports or exports, except from one file to another.
_LINKS = re.compile(r"^import [^;]*;|^export \{[^}]*\};|^export ", re.MULTILINE)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z]+)\.js";', re.MULTILINE)
FOR_EVER = "public, max-age=31536000, immutable"


def install(app: Flask, folder: Path) -> None:
    files = _all(folder)
    version = _version(files)

    @app.get("/assets/<version>/<path:name>", endpoint="asset")
    def send(version: str, name: str) -> Response:
        if version != app.jinja_env.globals["asset_version"]:
            abort(404)
        if name in icons.ICONS:
            return _send(name, icons.png(name))
        if name not in files:
            abort(404)
        return _send(name, files[name])

    app.jinja_env.globals["asset_version"] = version
    app.extensions["scorepad.assets"] = files


def _all(folder: Path) -> dict[str, bytes]:
    """Return the content of every file by name, including the joined ones. They are few and small."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
    ours = {name: _minified(name, data) for name, data in files.items() if _is_ours(name)}
    sheet, more = _styles(ours, STYLES), _styles(ours, MORE_STYLES)
    needed = sorted(_needed(files, MORE_MODULES))
    script = b"\n".join([files[MORPH], _joined(files, MODULES), f"export{{{','.join(needed)}}}".encode()])
    more_script = f"import{{{','.join(needed)}}}from'./{SCRIPT}';".encode() + _joined(files, MORE_MODULES)
    counting = {COUNTING_SHEET: more + _styles(ours, COUNTING_STYLES), COUNTING_SCRIPT: _joined(files, COUNTING)}
    joined = {SHEET: sheet, MORE: more, SCRIPT: script, MORE_SCRIPT: more_script, **counting}
    special = {ASK_SHEET: _styles(ours, ASK_STYLES), BOARD_SHEET: _styles(ours, BOARD_STYLES)}
    return {**files, **ours, **joined, **special}


def _styles(files: dict[str, bytes], names: tuple[str, ...]) -> bytes:
    return b"".join(files[f"css/{name}.css"] for name in names)


def _joined(files: dict[str, bytes], names: tuple[str, ...]) -> bytes:
    modules = [_LINKS.sub("", files[f"js/{name}.js"].decode()) for name in names]
    return b"\n".join(jsmin(module).encode() for module in modules)


def _needed(files: dict[str, bytes], names: tuple[str, ...]) -> set[str]:
    """Return what these modules import from the script of every page."""
    imports = [match for name in names for match in _IMPORT.findall(files[f"js/{name}.js"].decode())]
    return {word.strip() for words, module in imports if module in MODULES for word in words.split(",")}


def _is_ours(name: str) -> bool:
    """Whether a file is one of our style sheets or scripts. Vendored ones are already minified."""
    return name.startswith(("css/", "js/"))


def _minified(name: str, data: bytes) -> bytes:
    minify = cssmin if name.endswith(".css") else jsmin
    return cast("str", minify(data.decode())).encode()


def _version(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, data in files.items():
        digest.update(name.encode())
        digest.update(data)
    return digest.hexdigest()[:12]


def _send(name: str, data: bytes) -> Response:
    kind = name.rpartition(".")[2]
    answer = Response(data, mimetype=KINDS.get(kind, "text/plain"))
    if kind in COMPRESSED:
        answer.headers["Vary"] = "Accept-Encoding"
        if request.accept_encodings.quality("gzip"):
            answer.data = _compressed(data)
            answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Cache-Control"] = FOR_EVER
    return answer


@lru_cache(maxsize=64)
def _compressed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)
