"""Errors of the store. The text of each is a sentence for people."""

from collections.abc import Mapping

_DAMAGED = "A part of the club's file is damaged: run `scorepad doctor`, and keep the file."


class StoreError(Exception):
    """Base of all errors of the store, and the error for a file that cannot be used."""


class Busy(StoreError):
    """Nothing was saved yet, because someone else is writing: trying again will help."""


class Damaged(StoreError):
    """Something in the club's file cannot be read."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or _DAMAGED)


class BadEntry(StoreError):
    """An entry that can never be recorded: an unknown place, no JSON, a key that is too long."""


class BadName(StoreError):
    """A name that cannot be read: empty, too long, or with invisible characters."""


class KeyReused(StoreError):
    """A known key came again with another cell or another value."""


class NoSuchGame(StoreError):
    """The club has no game with this id."""


class NameTaken(BadName):
    """Someone else in the club has this name; `player` is their id."""

    def __init__(self, sentence: str, player: int) -> None:
        super().__init__(sentence)
        self.player = player


class NoSuchPerson(StoreError):
    """The club has no person with this id."""


class Forgotten(NoSuchPerson):
    """The person with this id was forgotten."""


class CannotMerge(StoreError):
    """Two who cannot be one person, or are one already; `game` is one in which both sat, if any."""

    def __init__(self, sentence: str, game: int | None = None) -> None:
        super().__init__(sentence)
        self.game = game


class ChangedMeanwhile(StoreError):
    """Someone else changed the same thing since it was read."""


class BadSeason(StoreError):
    """A season with faults: `faults` has a sentence for each faulty field."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(faults.values()))
        self.faults = faults


class NoSuchSeason(StoreError):
    """The club has no season with this id."""


class NoSuchRuleSet(StoreError):
    """The club keeps no rule set with this slug."""


class TooManyRules(StoreError):
    """No more rule sets, or versions of one, fit."""


class TooManyPhones(StoreError):
    """No more phones fit."""


class BadToken(StoreError):
    """A token that cannot be made; the text is a sentence for people."""


class LinkUsedUp(StoreError):
    """The owner's link lets in no more phones."""


class Dismissed(StoreError):
    """The owner has sent this phone away."""
