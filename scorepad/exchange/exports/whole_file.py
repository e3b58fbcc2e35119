"""Write an export to a file that gets its name only when it is complete and on disk."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from scorepad import paths
from scorepad.exchange.exports import Export, Report
from scorepad.store import Club, StoreError
from scorepad.store.file.copying import UNFINISHED, flush


def write_file(export: Export, club: Club, dest: Path, report: Report) -> Path:
    """Write an export to a new file that only this user can read, and return its path.

    Raises StoreError, and leaves nothing behind, if `dest` exists or cannot be written.
    """
    draft = dest.with_name(f"{dest.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        if os.path.lexists(dest):
            raise FileExistsError
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "wb") as stream:
            export.write(club, stream, report)
        flush(draft)
        paths.rename_new(draft, dest)
        flush(dest)
    except FileExistsError:
        raise StoreError(f"{dest} is there already, and an export overwrites nothing: name a new file.") from None
    except FileNotFoundError:
        raise StoreError(f"There is no folder {dest.parent}: make it first.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StoreError(f"{dest} could not be written: {reason}. Nothing was exported.") from error
    finally:
        with suppress(OSError, ValueError):
            draft.unlink(missing_ok=True)
    return dest
