"""Where things lie: templates and static files, and the instance folder that keeps the clubs.

A checkout's own templates and static files win over the copies inside an installed package, so that an edited page is
the one that is served. The clubs lie where no reinstall deletes them.
"""

import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent

CLUB = "club.sqlite3"
"""The name of the club's file in the instance folder."""

ACCESS = "access.sqlite3"
"""The name of the file beside it that says who may enter."""


class PlaceError(Exception):
    """The clubs cannot be kept where they should be. The text is a sentence for people."""


@cache
def checkout() -> Path | None:
    """The checkout this package runs from; None where it is an installed copy."""
    root = PACKAGE.parent
    if not (root / "templates").is_dir():
        return None
    return root if _project_name(root / "pyproject.toml") == "scorepad" else None


def _project_name(pyproject: Path) -> str | None:
    import tomllib

    try:
        name = tomllib.loads(pyproject.read_text("utf-8"))["project"]["name"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return name if isinstance(name, str) else None


def templates_dir() -> Path:
    """The folder of the page templates."""
    return (checkout() or PACKAGE) / "templates"


def static_dir() -> Path:
    """The folder of the files sent as they are: styles, scripts, pictures."""
    return (checkout() or PACKAGE) / "static"


def instance_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder that keeps the clubs, made if missing (for this user alone), and known to be writable.

    `$SCOREPAD_INSTANCE`, else the checkout's `instance/`, else the platform's folder for a user's data. Raises
    PlaceError where it lies inside a Python environment, or cannot be made or written.
    """
    folder = _chosen(environ)
    _refuse_environment(folder)
    try:
        _make(folder)
        _try_to_write(folder)
    except OSError as error:
        reason = error.strerror or str(error)
        message = f"The clubs cannot be kept in {folder}: {reason}. {_ADVICE}"
        raise PlaceError(message) from error
    return folder


_ADVICE = "Set SCOREPAD_INSTANCE to a folder that you may write."


def _chosen(environ: Mapping[str, str]) -> Path:
    if named := environ.get("SCOREPAD_INSTANCE", "").strip():
        return _absolute(named)
    root = checkout()
    if root is not None and not _inside_environment(root):
        return root / "instance"
    from platformdirs import user_data_path

    return user_data_path("scorepad", appauthor=False)


def _absolute(named: str) -> Path:
    try:
        return Path(named).expanduser().absolute()
    except RuntimeError:
        message = f"SCOREPAD_INSTANCE is {named}, but nobody of that name has a home folder here. {_ADVICE}"
        raise PlaceError(message) from None


def _refuse_environment(folder: Path) -> None:
    if _inside_environment(folder):
        raise PlaceError(
            f"The clubs cannot be kept in {folder}: it lies inside the Python environment {sys.prefix}, "
            f"which a reinstall deletes. Set SCOREPAD_INSTANCE to a folder elsewhere."
        )


def _inside_environment(folder: Path) -> bool:
    """Whether the folder lies in a virtual environment (or conda's), or in a folder of installed packages."""
    prefix, resolved = Path(os.path.realpath(sys.prefix)), Path(os.path.realpath(folder))
    is_environment = sys.prefix != sys.base_prefix or (prefix / "conda-meta").is_dir()
    if is_environment and resolved.is_relative_to(prefix):
        return True
    return not {"site-packages", "dist-packages"}.isdisjoint(resolved.parts)


def _make(folder: Path) -> None:
    missing = [part for part in (folder, *folder.parents) if not part.exists()]
    for part in reversed(missing):
        part.mkdir(mode=0o700, exist_ok=True)


def _try_to_write(folder: Path) -> None:
    """Writes and removes a file: permissions, a read-only disk and a full one all say so here, before anybody types."""
    trial = folder / f".writable-{os.getpid()}"
    os.close(os.open(trial, os.O_WRONLY | os.O_CREAT, 0o600))
    trial.unlink(missing_ok=True)
