"""The key that signs cookies, forms and links."""

import os
import secrets
from pathlib import Path

from scorepad import paths
from scorepad.store import StoreError

KEY_BYTES = 32


def secret_key(home: Path) -> str:
    """Return the key; create it on the first start, readable by its owner only.

    Raises StoreError if the file cannot be read, or if others can read it.
    """
    path = home / "secret-key"
    try:
        _create(path)
        if paths.is_open_to_others(path):
            raise StoreError(f"{path} can be read by others. Make it private: chmod 600 {path}")
        key = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"The secret key {path} cannot be used: {error}.") from None
    if len(key) < KEY_BYTES:
        raise StoreError(f"The secret key {path} is too short. Delete the file; a new one is made.")
    return key


def _create(path: Path) -> None:
    """Write a new key whole or not at all, even if two processes start at once."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_hex(KEY_BYTES))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:
        # Some disks, such as memory sticks, have no hard links. Two first starts at once are too rare to care.
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
