"""The league: what many games say together. Pure, as `scoring` is; docs/league.md says what every figure means."""
