"""Paths of templates, static files, and the instance folder with the clubs.

A checkout's own templates and static files take precedence over copies inside an installed package. The clubs are where
no reinstall deletes them.
"""

import errno
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from scorepad import ScorepadError

PACKAGE = Path(__file__).resolve().parent

CLUB = "club.sqlite3"
"""The club's file in the instance folder."""

ACCESS = "access.sqlite3"
"""The file beside it with the phones that were admitted."""

CLUBS = "clubs"
"""The folder, in the instance folder, with the clubs of a host for many; one folder per club."""

PREFIX = "/c/"
"""The URL prefix of such a club, before its slug."""

RULES = "rules"
"""The folder, in the instance folder, with files of rules that every club here can play."""

EXAMPLE_MARK = "example-club"
"""The file that marks a club's folder as that of the example club."""

READ_ONLY_MARK = "read-only"
"""The file that marks a club's folder as a copy to read from."""

READ_ONLY = (
    "The disk is read-only, so nothing can be saved. Keep a copy of the club elsewhere, then repair or replace the "
    "disk."
)

SLUG = "[a-z0-9][a-z0-9-]{0,39}"
"""The pattern of such a club's slug, in URLs and on disk."""


class FolderError(ScorepadError):
    """A folder in which clubs cannot be kept. The message is meant for users."""


@cache
def checkout() -> Path | None:
    """The checkout that this package runs from; None for an installed copy."""
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
    """Return the instance folder, writable. Create it, for this user only, if it is missing.

    `$SCOREPAD_INSTANCE`, else the checkout's `instance/`, else the platform's folder for user data. Raises FolderError
    if it is inside a Python environment, or cannot be created or written.
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


def readable_instance(environ: MutableMapping[str, str] = os.environ) -> tuple[Path, str]:
    """Return the instance folder and "". On a read-only disk, return a copy of it and a sentence that says so.

    The copy is for reading: a club in it refuses everything that people type. It lies on another disk or in memory, so
    that even a club whose log was not folded, or whose figures are out of date, can be read. The settings name it from
    then on, and the caller removes it with `remove_copy`. Raises FolderError.
    """
    try:
        return instance_dir(environ), ""
    except FolderError as error:
        home = chosen_instance(environ)
        if getattr(error.__cause__, "errno", None) != errno.EROFS or not home.is_dir():
            raise
    reason = f"{home}: {READ_ONLY}"
    try:
        copy = _copy_to_read(home)
    except OSError as error:
        raise FolderError(f"{reason} There is no room for a copy to read from: {error.strerror or error}.") from error
    environ["SCOREPAD_INSTANCE"] = str(copy)
    # The daily copies stay where they are.
    environ.setdefault("SCOREPAD_COPIES", str(home / "copies"))
    return copy, reason


def _copy_to_read(home: Path) -> Path:
    copy = Path(tempfile.mkdtemp(prefix="scorepad-", dir=_writable_folder()))
    try:
        ignored = shutil.ignore_patterns("copies", "*.before-*", "*.unfinished")
        shutil.copytree(home, copy, ignore=ignored, dirs_exist_ok=True)
        copy.chmod(0o700)
        for folder in (copy, *(club_dir(copy, slug) for slug in slugs(copy))):
            (folder / READ_ONLY_MARK).touch()
    except shutil.Error as error:
        remove_copy(copy)
        raise OSError(error.args[0][0][2]) from error
    except OSError:
        remove_copy(copy)
        raise
    return copy


def _writable_folder() -> str:
    """The folder for temporary files; from now on in memory if the disk of the usual ones is read-only too."""
    try:
        return tempfile.gettempdir()
    except FileNotFoundError:
        tempfile.tempdir = "/dev/shm"  # noqa: S108  # tempfile makes its folders for this user only
        return tempfile.tempdir


def remove_copy(folder: Path) -> None:
    """Remove a copy from `readable_instance`. Safe to call with any other folder: it stays."""
    if is_read_only(folder):
        shutil.rmtree(folder, ignore_errors=True)


def is_read_only(folder: Path) -> bool:
    """Whether this is a club's folder in a copy from `readable_instance`."""
    return (folder / READ_ONLY_MARK).exists()


def present_instance(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The instance folder if it exists, otherwise None. Nothing is created or written."""
    folder = chosen_instance(environ)
    return folder if folder.is_dir() else None


def club_dir(home: Path, slug: str) -> Path:
    """The folder of a club; for the slug "", the home club, the instance folder itself.

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


def uploads_dir(home: Path, slug: str) -> Path:
    """The folder for the files that wait to be imported into a club, beside its own file."""
    return club_dir(home, slug) / "imports"


def rules_folder(club: Path) -> Path:
    """The folder with files of rules for the club with this file. It may be missing."""
    folder = club.parent
    return (folder.parents[1] if folder.parent.name == CLUBS else folder) / RULES


def prefix(slug: str) -> str:
    """The URL prefix of a club; "" for the home club."""
    return PREFIX + slug if slug else ""


def copies_name(slug: str) -> str:
    """The file name prefix of a club's copies."""
    return slug or "scorepad"


def has_club(home: Path, slug: str) -> bool:
    """Whether there is a club with this slug. Raises FolderError if `slug` cannot be one."""
    return (club_dir(home, slug) / CLUB).exists()


def is_example(folder: Path) -> bool:
    """Whether the club in this folder is the example club."""
    return (folder / EXAMPLE_MARK).exists()


def has_home_club(home: Path) -> bool:
    """Whether there is a home club, or will be: the first start creates it, unless there are other clubs already."""
    return (home / CLUB).exists() or not (home / CLUBS).is_dir()


def slugs(home: Path) -> list[str]:
    """The slugs of the clubs of a host for many, in order."""
    try:
        names = sorted(folder.name for folder in (home / CLUBS).iterdir())
    except OSError:
        return []
    return [name for name in names if re.fullmatch(SLUG, name) and has_club(home, name)]


def no_such_club(home: Path, slug: str) -> str:
    """The error message for a club that does not exist, with advice."""
    if slug:
        return f"There is no club called {slug} here. “scorepad club list” lists all clubs."
    if here := slugs(home):
        if len(here) == 1:
            return f"The one club here is {here[0]}: add --club {here[0]}."
        return "There are several clubs here: say which with --club. “scorepad club list” lists them."
    return f"There is no club at {home / CLUB} yet. “scorepad serve” makes one."


_ADVICE = "Set SCOREPAD_INSTANCE to a folder that you may write."


def rename_new(draft: Path, path: Path) -> None:
    """Give the file `draft` its name without overwriting another. Raises FileExistsError, or another OSError."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        # Some disks, such as memory sticks, have no hard links. A race between check and rename is too rare to matter.
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        draft.rename(path)


def make_folder(folder: Path) -> None:
    """Create a folder for this user only, and flush its name, so that it survives a power cut. It may exist already."""
    folder.mkdir(mode=0o700, exist_ok=True)
    # A folder that can be written but not read cannot be opened, so it cannot be flushed.
    with suppress(PermissionError):
        flush_folder(folder.parent)


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder to disk."""
    if os.name == "nt":
        return  # Windows cannot open folders; NTFS keeps names in its own journal.
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_open_to_others(file: Path) -> bool:
    """Whether other users of this machine may read or write a file. False on Windows, where file modes mean nothing."""
    return os.name == "posix" and bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def chosen_instance(environ: Mapping[str, str] = os.environ) -> Path:
    """The instance folder according to the settings. It may be missing. Raises FolderError."""
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
