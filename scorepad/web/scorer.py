"""Who keeps score on this phone, asked once and kept in its session."""


def device() -> str | None:
    """The name under which entries from this phone are kept; None while nobody said who keeps score."""
    return None
