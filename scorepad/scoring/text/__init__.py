"""Turn facts into sentences."""
