"""A club from its JSON Lines: read, checked, and restored."""
