"""API tokens of other programs, in the same file as the club's phones."""
