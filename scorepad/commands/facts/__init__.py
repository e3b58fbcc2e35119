"""Read-only commands that print the data of a club: games, standings, players, records."""
