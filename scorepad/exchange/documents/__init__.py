"""The JSON documents of a club's games and league, for the JSON API and for `--json` on the command line."""
