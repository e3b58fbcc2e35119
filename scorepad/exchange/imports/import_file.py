"""A file to import."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scorepad.exchange.imports.club.club_file import is_club_file
from scorepad.exchange.imports.files import digest_of, open_source
from scorepad.exchange.imports.plan import Refused, Source

Report = Callable[[int], None]
"""Called from time to time with the number of games read or recorded."""


class NotReady(Refused):
    """An import that has problems which no one has chosen to leave out."""


@dataclass
class ImportFile:
    """A file on disk to import. `name` is the name that people know."""

    path: Path
    name: str
    seconds: float | None = None
    """The most seconds that reading it for a preview may take, None for no limit."""

    @property
    def is_club(self) -> bool:
        """Whether it contains a whole club. Raises Refused."""
        try:
            with self.path.open("rb") as file:
                return is_club_file(file.read(100))
        except OSError as error:
            raise Refused(f"The file cannot be read: {error.strerror}.") from None

    def open(self, sheet: str, *, is_preview: bool = False) -> Source:
        """Open the file as a source. Raises Refused."""
        try:
            return open_source(self.path, self.seconds if is_preview else None, sheet)
        except OSError as error:
            raise Refused(f"The file cannot be read: {error.strerror}.") from None

    def digest(self, source: Source) -> str:
        """Return the digest that identifies an import of this source."""
        return digest_of(self.path, source.sheet if source.sheet not in source.sheets[:1] else "")
