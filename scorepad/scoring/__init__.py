"""What a round was worth and why, what a player may do, how a game runs. Pure; see README.md in this folder."""
