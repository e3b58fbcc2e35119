"""The rule sets that a club can play, and the editor of its own."""
