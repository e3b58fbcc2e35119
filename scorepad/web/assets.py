"""What pages are made of besides their HTML: the style sheets as one, and the scripts, kept by browsers for ever.

Their addresses carry a word made from everything in `static/`, so a new version is a new address. Nothing is built:
the style sheets are joined when the application starts, in the order below, and so are the modules of the script, which
leaves a phone one thing to ask for instead of eight.
"""

import gzip
import hashlib
import re
from functools import lru_cache, partial
from pathlib import Path

from flask import Flask, Response, abort, request, url_for

STYLES = (
    "tokens",
    "page",
    "parts",
    "stepper",
    "sheet",
    "score",
    "table",
    "setup",
    "seating",
    "ask",
    "card",
    "mending",
    "ends",
    "story",
    "print",
)
"""The style sheets of `static/css/`, from the general to the special."""

MODULES = ("kept", "outbox", "typed", "score", "tally", "page", "jobs", "stream", "live")
"""The modules of `static/js/` that every page runs, each after those that it needs. No two may use one name."""

SHEET, SCRIPT = "scorepad.css", "scorepad.js"
MORPH = "vendor/idiomorph.min.js"
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
SQUEEZED = ("css", "js", "svg")
# Only whole lines of script, so that no text in quotes can be taken for a comment.
_COMMENT = re.compile(r"/\*[\s\S]*?\*/|^[ \t]*//.*$", re.MULTILINE)
_INDENT = re.compile(r"^[ \t\n]+", re.MULTILINE)
# What one module says of another: in one script they know each other.
_LINKS = re.compile(r"^import [^;]*;|^export \{[^}]*\};|^export ", re.MULTILINE)
FOR_EVER = "public, max-age=31536000, immutable"


def install(app: Flask, home: Path) -> None:
    """Serves the assets, and gives templates `asset(name)`, the address of a file of `home`."""
    found = _all(home)
    version = _version(found)
    app.add_url_rule(
        "/assets/<version>/<path:name>",
        "asset",
        partial(_send, found, version),
        methods=["GET"],
    )
    app.jinja_env.globals["asset_version"] = version

    @lru_cache(maxsize=256)
    def address(root: str, name: str) -> str:
        return url_for("asset", version=version, name=name)

    app.jinja_env.globals["asset"] = lambda name: address(request.script_root, name)


def _all(home: Path) -> dict[str, bytes]:
    """Every asset by its name, read once: they are few and small."""
    found = {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }
    ours = {name: _bare(data) for name, data in found.items() if name.startswith(("css/", "js/"))}
    sheet = b"".join(ours[f"css/{name}.css"] for name in STYLES)
    modules = [_LINKS.sub("", ours[f"js/{name}.js"].decode()).encode() for name in MODULES]
    return {**found, **ours, SHEET: sheet, SCRIPT: b"\n".join([found[MORPH], *modules])}


def _bare(source: bytes) -> bytes:
    """A style sheet or script of ours without the comments and indents, which are for whoever reads the file."""
    return _INDENT.sub("", _COMMENT.sub("", source.decode())).encode()


def _version(found: dict[str, bytes]) -> str:
    word = hashlib.sha256()
    for name, data in found.items():
        word.update(name.encode())
        word.update(data)
    return word.hexdigest()[:12]


def _send(found: dict[str, bytes], current: str, version: str, name: str) -> Response:
    if version != current or name not in found:
        abort(404)
    kind = name.rpartition(".")[2]
    answer = Response(found[name], mimetype=KINDS.get(kind, "text/plain"))
    if kind in SQUEEZED:
        answer.headers["Vary"] = "Accept-Encoding"
        if request.accept_encodings.quality("gzip"):
            answer.data = _squeezed(found[name])
            answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Cache-Control"] = FOR_EVER
    return answer


@lru_cache(maxsize=64)
def _squeezed(data: bytes) -> bytes:
    """As small as it gets, once: unlike a page, it is sent again and again as it is."""
    return gzip.compress(data, 9, mtime=0)
