"""Read, check and restore a club from its JSON Lines."""
