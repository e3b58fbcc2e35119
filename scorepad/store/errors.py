"""What can go wrong with a club, each fault as a sentence for people."""

from collections.abc import Mapping


class StoreError(Exception):
    """The club's file, or what was asked of it, is not as it must be. The text is for people."""


class BadEntry(StoreError):
    """An entry that can never be recorded: an unknown place, no JSON, a key too long."""


class BadName(StoreError):
    """A name that nobody could read or tell from another: empty, too long, invisible."""


class KeyReused(StoreError):
    """A key that is already known came again with another cell or another value."""


class NoSuchGame(StoreError):
    """The club has no game of this number."""


class NameTaken(BadName):
    """A name that somebody else in the club has; `player` is that person's id."""

    def __init__(self, sentence: str, player: int) -> None:
        super().__init__(sentence)
        self.player = player


class NoSuchPerson(StoreError):
    """The club has nobody of this number."""


class Forgotten(NoSuchPerson):
    """Somebody of this number was here, and was forgotten."""


class CannotMerge(StoreError):
    """Two who cannot be one person, or are one already; `game` is one where both sat, if any."""

    def __init__(self, sentence: str, game: int | None = None) -> None:
        super().__init__(sentence)
        self.game = game


class ChangedMeanwhile(StoreError):
    """Somebody else changed what was to be changed, after it was looked at."""


class BadSeason(StoreError):
    """A season that cannot be: `faults` says what is wrong with it, a sentence for each of its fields."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(faults.values()))
        self.faults = faults


class NoSuchSeason(StoreError):
    """The club has no season of this number."""
