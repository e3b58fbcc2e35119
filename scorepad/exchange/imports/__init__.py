"""Import games of the past from files: read, preview, record all or nothing, and undo."""
