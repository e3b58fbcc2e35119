"""A game in progress: load it, parse a form, save a round, undo, resolve conflicts."""
