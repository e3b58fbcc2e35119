"""Live updates: event streams, presence, and the page cache."""
