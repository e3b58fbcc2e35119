"""After the end: the result and the story of a game."""
