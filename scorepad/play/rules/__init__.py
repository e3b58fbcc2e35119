"""The rule sets that a club can play: its own, files in the instance folder, and the presets."""
