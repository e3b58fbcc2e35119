"""The pages of players and partnerships, in parts; see docs/league.md."""
