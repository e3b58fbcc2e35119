"""One posted form: its random key, what its page had seen, and the phone that sent it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from scorepad.play.device import NO_PLAYER
from scorepad.store import CellName, Club, LoggedEntry, Phone

STALE = "This page had lost its connection to the club. Look at what is here now, and press again."
USED = "Nothing was changed: that page had been used before. Look at it, and press again."

_KEY = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Submission:
    """A posted form's own fields, without its inputs.

    `seen` is the latest entry its page showed; None if the form does not say. `bases` are the keys of forms that the
    same phone sent before and whose answers it had not read, oldest first; only scripts send them. `is_valid` if the
    form came from a page of ours, with the fields that the page put into it. `device` is the text beside its entries,
    "" for a phone without a pass.
    """

    key: str
    seen: int | None
    is_valid: bool
    phone: Phone | None
    device: str
    bases: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        key: str,
        *,
        seen: int | None,
        token_holds: bool,
        phone: Phone | None,
        bases: tuple[str, ...] = (),
    ) -> Self:
        """Build a submission from the fields of a form."""
        keys_hold = all(_KEY.fullmatch(text) for text in (key, *bases))
        is_valid = token_holds and keys_hold and seen is not None
        return cls(
            key,
            seen,
            is_valid,
            phone,
            f"{phone.label}.{phone.player or NO_PLAYER}" if phone else "",
            bases,
        )

    def earlier(self, club: Club, game: int) -> dict[CellName, LoggedEntry]:
        """Return what this phone recorded last by its earlier forms, cell by cell.

        A refused form recorded nothing, so its cells are judged by what the page had seen.
        """
        if not self.bases or not self.is_valid:
            return {}
        entries = club.form_entries(game, self.bases)
        return {(entry.round, entry.place, entry.field): entry for entry in entries}


def base_of(own: Mapping[CellName, LoggedEntry], cell: CellName) -> str | None:
    """Return the base of an entry: the phone's own earlier entry, or None to go by what its page had seen."""
    return own[cell].key if cell in own else None
