"""Facts to sentences."""
