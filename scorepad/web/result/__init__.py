"""The result and the story of a game."""
