"""The rule sets of the club: all of them, and its own ones in particular."""
