"""A file that may be imported, what it is, and why it may not be recorded yet."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scorepad.exchange.imports.club.club_file import is_club_file
from scorepad.exchange.imports.files import digest_of, open_source
from scorepad.exchange.imports.plan import Refused, Source

Report = Callable[[int], None]
"""Called now and then with how many games are read or recorded."""


class NotReady(Refused):
    """An import that has problems, and no one said to leave them out."""


@dataclass
class ImportFile:
    """A file on the disk that may be imported, under the name that people know."""

    path: Path
    name: str
    seconds: float | None = None
    """How long it may be read for a preview; None for as long as it takes."""

    @property
    def is_club(self) -> bool:
        """Whether it holds a whole club, whose entries come in an order of their own. Raises Refused."""
        try:
            with self.path.open("rb") as file:
                return is_club_file(file.read(100))
        except OSError as error:
            raise Refused(f"The file cannot be read: {error.strerror}.") from None

    def open(self, sheet: str, *, is_preview: bool = False) -> Source:
        """Raises Refused."""
        try:
            return open_source(self.path, self.seconds if is_preview else None, sheet)
        except OSError as error:
            raise Refused(f"The file cannot be read: {error.strerror}.") from None

    def digest(self, source: Source) -> str:
        """The digest by which an import of this source is known again."""
        return digest_of(self.path, source.sheet if source.sheet not in source.sheets[:1] else "")
