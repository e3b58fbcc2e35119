"""A club written as one file."""
