"""Errors of the store. The messages are meant for users."""

from collections.abc import Mapping

from scorepad import ScorepadError

_DAMAGED = "A part of the club's file is damaged. Keep the file; `scorepad doctor` says what is wrong and how to go on."


class StoreError(ScorepadError):
    """Base class of all errors of the store, raised itself for a file that cannot be used."""


class Busy(StoreError):
    """Nothing was saved, because someone else is writing. Retrying will help."""


class Damaged(StoreError):
    """Something in the club's file cannot be read."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or _DAMAGED)


class DamagedFile(StoreError):
    """The club's file, or that of its phones, is damaged as a whole: nothing more is written to it."""


class ReadOnly(StoreError):
    """Nothing can be saved, because the club is on a read-only disk."""


class BadEntry(StoreError):
    """An entry that can never be recorded: an unknown place, a value that is not JSON, a key that is too long."""


class BadName(StoreError):
    """An invalid name: empty, too long, or with invisible characters."""


class KeyReused(StoreError):
    """An idempotency key was reused for something else, such as another cell or another value."""


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
    """Two people who cannot be merged, or already are; `game` is one in which both sat, or None."""

    def __init__(self, sentence: str, game: int | None = None) -> None:
        super().__init__(sentence)
        self.game = game


class ChangedMeanwhile(StoreError):
    """Someone else changed the same thing since it was read."""


class BadSeason(StoreError):
    """An invalid season: `faults` has a message for each faulty field."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(" ".join(faults.values()))
        self.faults = faults


class NoSuchSeason(StoreError):
    """The club has no season with this id."""


class NoSuchNight(StoreError):
    """The club has no night with this id."""


class NoSuchRuleSet(StoreError):
    """The club has no rule set with this slug."""


class TooManyRules(StoreError):
    """No more rule sets, or versions of one, fit."""


class TooManyPhones(StoreError):
    """No more phones fit."""


class BadToken(StoreError):
    """A token that cannot be created."""


class LinkUsedUp(StoreError):
    """The owner's link admits no more phones."""


class Dismissed(StoreError):
    """The owner has sent this phone away."""
