"""What can go wrong with a club, each fault as a sentence for people."""


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
