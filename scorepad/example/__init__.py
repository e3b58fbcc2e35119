"""An example club: 300 games that no one played, to look around in."""
