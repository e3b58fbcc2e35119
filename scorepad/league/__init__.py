"""The league: figures over many games. Pure, like `scoring`; docs/league.md says what each figure means."""
