"""An example club of 300 made-up games, to explore."""
