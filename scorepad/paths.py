"""Where files are: templates, static files, and the instance folder with the clubs.

A checkout's own templates and static files win over copies inside an installed package. The clubs are where no
reinstall deletes them.
"""

import os
import re
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent

CLUB = "club.sqlite3"
"""The club's file in the instance folder."""

ACCESS = "access.sqlite3"
"""The file beside it with the phones that were let in."""

CLUBS = "clubs"
"""The folder, in the instance folder, with the clubs of a host of many; one folder each."""

PREFIX = "/c/"
"""How the addresses of such a club begin, before its slug."""

RULES = "rules"
"""The folder, in the instance folder, with files of rules that every club here can play."""

EXAMPLE_MARK = "example-club"
"""The file in a club's folder that says that its games are made up."""

SLUG = "[a-z0-9][a-z0-9-]{0,39}"
"""The pattern of such a club's slug, in addresses and on the disk."""


class FolderError(Exception):
    """The clubs cannot be kept in this folder. The text is a sentence for people."""


@cache
def checkout() -> Path | None:
    """The checkout this package runs from; None for an installed copy."""
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
    return (checkout() or PACKAGE) / "templates"


def static_dir() -> Path:
    return (checkout() or PACKAGE) / "static"


def instance_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder with the clubs, made if missing (for this user only), and writable.

    `$SCOREPAD_INSTANCE`, else the checkout's `instance/`, else the platform's folder for a user's data. Raises
    FolderError if it is inside a Python environment, or cannot be made or written.
    """
    folder = chosen_instance(environ)
    _refuse_environment(folder)
    try:
        _make(folder)
        _try_to_write(folder)
    except OSError as error:
        reason = error.strerror or str(error)
        message = f"The clubs cannot be kept in {folder}: {reason}. {_ADVICE}"
        raise FolderError(message) from error
    return folder


def present_instance(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The folder with the clubs if it exists. Nothing is made or written."""
    folder = chosen_instance(environ)
    return folder if folder.is_dir() else None


def club_dir(home: Path, slug: str) -> Path:
    """The folder of a club in an instance folder: itself for "", the club at home.

    Raises FolderError if `slug` cannot be a club's name.
    """
    if not slug:
        return home
    if not re.fullmatch(SLUG, slug):
        raise FolderError(
            "A club's name has at most 40 lower-case letters a to z, digits and hyphens, and does not begin with a "
            "hyphen: thursday-club, for example."
        )
    return home / CLUBS / slug


def rules_folder(club: Path) -> Path:
    """The folder with files of rules, for the club whose file this is. It may be missing."""
    folder = club.parent
    return (folder.parents[1] if folder.parent.name == CLUBS else folder) / RULES


def prefix(slug: str) -> str:
    """How the addresses of a club begin; "" for the one at home."""
    return PREFIX + slug if slug else ""


def copies_name(slug: str) -> str:
    """How the names of a club's copies begin."""
    return slug or "scorepad"


def has_club(home: Path, slug: str) -> bool:
    """Whether there is a club of that name. Raises FolderError if `slug` cannot be one."""
    return (club_dir(home, slug) / CLUB).exists()


def is_example(folder: Path) -> bool:
    """Whether the club in this folder is the example club."""
    return (folder / EXAMPLE_MARK).exists()


def has_home_club(home: Path) -> bool:
    """Whether the instance folder has its own club. The first start makes it, unless there are others already."""
    return (home / CLUB).exists() or not (home / CLUBS).is_dir()


def slugs(home: Path) -> list[str]:
    """The names of the clubs of a host of many, in order."""
    try:
        names = sorted(folder.name for folder in (home / CLUBS).iterdir())
    except OSError:
        return []
    return [name for name in names if re.fullmatch(SLUG, name) and has_club(home, name)]


def no_such_club(home: Path, slug: str) -> str:
    """The sentence for a club that does not exist, with what to do."""
    if slug:
        return f"There is no club called {slug} here. “scorepad club list” lists all clubs."
    if here := slugs(home):
        if len(here) == 1:
            return f"The one club here is {here[0]}: add --club {here[0]}."
        return "There are several clubs here: say which with --club. “scorepad club list” lists them."
    return f"There is no club at {home / CLUB} yet. “scorepad serve” makes one."


_ADVICE = "Set SCOREPAD_INSTANCE to a folder that you may write."


def rename_new(draft: Path, path: Path) -> None:
    """Give a file its name, but take no other file's. Raises FileExistsError, or another OSError."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # Some disks, such as memory sticks, have no hard links. Two at the same moment are too rare to care.
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        draft.rename(path)


def make_folder(folder: Path) -> None:
    """Make a folder for this user only, so that a cut of power cannot take it away. One that is there is fine."""
    folder.mkdir(mode=0o700, exist_ok=True)
    # Some folders can be written and not read, and only what can be read can be opened to be flushed.
    with suppress(PermissionError):
        flush_folder(folder.parent)


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk."""
    if os.name == "nt":
        return  # Windows opens no folders; NTFS keeps names in its own journal.
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_open_to_others(file: Path) -> bool:
    """Whether other users of this machine may read or write a file. False on Windows, where modes say nothing."""
    return os.name == "posix" and bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def chosen_instance(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder with the clubs, as it is set. It may be missing. Raises FolderError."""
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
        message = f"SCOREPAD_INSTANCE is {named}, but no user of that name has a home folder here. {_ADVICE}"
        raise FolderError(message) from None


def _refuse_environment(folder: Path) -> None:
    if _inside_environment(folder):
        raise FolderError(
            f"The clubs cannot be kept in {folder}: it is inside the Python environment {sys.prefix}, "
            f"which a reinstall deletes. Set SCOREPAD_INSTANCE to a folder elsewhere."
        )


def _inside_environment(folder: Path) -> bool:
    """Whether a folder is in a virtual environment (or conda's), or in a folder of installed packages."""
    prefix, resolved = Path(os.path.realpath(sys.prefix)), Path(os.path.realpath(folder))
    is_environment = sys.prefix != sys.base_prefix or (prefix / "conda-meta").is_dir()
    if is_environment and resolved.is_relative_to(prefix):
        return True
    return not {"site-packages", "dist-packages"}.isdisjoint(resolved.parts)


def _make(folder: Path) -> None:
    missing = [part for part in (folder, *folder.parents) if not part.exists()]
    for part in reversed(missing):
        make_folder(part)


def _try_to_write(folder: Path) -> None:
    """Write and remove a file, so that a read-only or full disk is noticed before anyone types."""
    trial = folder / f".writable-{os.getpid()}"
    os.close(os.open(trial, os.O_WRONLY | os.O_CREAT, 0o600))
    trial.unlink(missing_ok=True)
