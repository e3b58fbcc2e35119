"""An example club: 300 games that nobody played, to look around in."""
