"""Pages on which a club is taken away as files, and games of the past come in."""
