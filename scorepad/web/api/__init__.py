"""The JSON API for other programs, under /api/v1."""
