"""Pages that export a club as files and import games of the past."""
