"""The run of a game: what was agreed, its rounds, its end."""
