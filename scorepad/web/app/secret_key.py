"""The key that signs cookies, forms and links."""

import os
import secrets
from pathlib import Path

from scorepad import paths
from scorepad.store import StoreError
from scorepad.store.file.copying import flush

KEY_BYTES = 32

_NEW_KEY = (
    "Put back a copy of it, and everything works as before. Or delete it and start Scorepad again: it makes a new "
    "key, every link is new, and open pages must be loaded again. Phones keep their access, and scores are unchanged."
)


def secret_key(home: Path) -> str:
    """Return the key; create it on the first start, readable by its owner only.

    Raises StoreError if the file cannot be read, is too short, or if others can read it.
    """
    path = key_path(home)
    try:
        if not path.exists():
            _create(path)
        if paths.is_open_to_others(path):
            raise StoreError(f"{path} can be read by others. Make it private: chmod 600 {path}")
        key = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"The secret key {path} cannot be read: {error}. {_NEW_KEY}") from None
    if len(key) < KEY_BYTES:
        fault = "too short" if key else "empty"
        raise StoreError(f"The secret key {path} is {fault}. {_NEW_KEY}")
    return key


def key_path(home: Path) -> Path:
    return home / "secret-key"


def _create(path: Path) -> None:
    """Write a new key atomically, even if two processes start at once or the power fails."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(KEY_BYTES))
        flush(draft)
        paths.rename_new(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
    flush(path)
