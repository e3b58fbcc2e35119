"""A game while it is being kept: load it, parse a form, save a round, undo, resolve conflicts."""
