"""The tables of the league: who stands where, over which days, by which figure."""
