"""Tokens of other programs, in the file that says who may enter a club."""
