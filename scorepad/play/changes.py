"""A change of a cell, and a change in words."""

from dataclasses import dataclass

from scorepad.scoring.cells import CellName, CellValue, counted, same_value


@dataclass(frozen=True, slots=True)
class Change:
    """A cell with its value before and after; None is a blank."""

    cell: CellName
    before: CellValue | None
    after: CellValue | None

    @property
    def reversed(self) -> "Change":
        """The same change the other way round."""
        return Change(self.cell, self.after, self.before)

    @property
    def is_none(self) -> bool:
        """Whether nothing changed."""
        return same_value(self.before, self.after)

    @property
    def is_zero(self) -> bool:
        """Whether a blank became a zero, the least telling of changes."""
        return self.before is None and counted(self.after) == 0


@dataclass(frozen=True, slots=True)
class ChangeText:
    """A change in words: what changed, its value, and how many other things changed with it."""

    subject: str
    value: str = ""
    more: int = 0

    def __str__(self) -> str:
        return self._joined(": ")

    @property
    def named(self) -> str:
        """The same with a comma: "Red books, Ann & Bob, 2 → 3"."""
        return self._joined(", ")

    def _joined(self, sign: str) -> str:
        whole = f"{self.subject}{sign}{self.value}" if self.value else self.subject
        return f"{whole} and {self.more} more" if self.more else whole
