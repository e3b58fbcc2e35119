"""The pages of a player and of a partnership, in parts; see docs/league.md."""
