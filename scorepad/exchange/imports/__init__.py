"""Games of the past from files: read, previewed, recorded all or nothing, and undone."""
