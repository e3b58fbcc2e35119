"""The pages of the league: standings, players, partnerships, head-to-head, records, seasons; see docs/league.md."""
