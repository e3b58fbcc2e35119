"""Writes the rows of a club's JSON Lines into a club."""
