"""The list of games, starting a game, its settings, history and reference card."""
