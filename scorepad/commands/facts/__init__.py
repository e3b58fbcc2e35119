"""Commands that print what a club has recorded: games, standings, players, records."""
