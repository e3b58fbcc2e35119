"""The JSON documents of a club's games and league: what the JSON API answers, and `--json` on the command line."""
