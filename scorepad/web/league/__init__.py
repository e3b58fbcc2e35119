"""The pages of the league: standings, head to head, records, seasons; see docs/league.md."""
